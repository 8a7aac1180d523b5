package org.activeobjects.transport.netty.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;

import org.activeobjects.transport.error.TransportException;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.List;
import java.util.Map;

import javax.net.ssl.SSLException;

/**
 * Who this runtime is to others, and whom it trusts: TLS 1.3 where both sides show a certificate.
 *
 * <p>Whoever shows a certificate that leads to the trust file belongs to the job; no name in it is
 * compared with a host's, for ranks run wherever they are put. A certificate that limits what its
 * key may be used for must allow both sides, server and client.
 *
 * <p><b>Threading:</b> safe.
 */
public final class TlsIdentity {

    private static final String CERTIFICATE = "netty.tls.certificate";
    private static final String KEY = "netty.tls.key";
    private static final String TRUST = "netty.tls.trust";

    /** Names of the settings: the chain shown to peers, its key, the certificates trusted. */
    public static final List<String> SETTINGS = List.of(CERTIFICATE, KEY, TRUST);

    private static final String PROTOCOL = "TLSv1.3";
    private static final byte[] PROBE = new byte[32];

    private final SslContext accepting;
    private final SslContext initiating;

    private TlsIdentity(SslContext accepting, SslContext initiating) {
        this.accepting = accepting;
        this.initiating = initiating;
    }

    /**
     * Reads the files that the settings name, and checks that they belong together.
     *
     * @param settings settings of a transport
     * @return the identity, or {@code null} if none of the settings is there
     * @throws TransportException if only some are there, or a file is not good; the message names
     *     the setting and the file
     */
    public static TlsIdentity of(Map<String, String> settings) {
        List<String> missing =
                SETTINGS.stream().filter(name -> !settings.containsKey(name)).toList();
        if (missing.size() == SETTINGS.size()) {
            return null;
        }
        if (!missing.isEmpty()) {
            throw new TransportException(
                    "TLS cannot be used: settings are missing: missing="
                            + missing
                            + "; set all of "
                            + SETTINGS
                            + " or none");
        }
        PemFile keyFile = new PemFile(KEY, Path.of(settings.get(KEY)));
        PemFile certificateFile = new PemFile(CERTIFICATE, Path.of(settings.get(CERTIFICATE)));
        PemFile trustFile = new PemFile(TRUST, Path.of(settings.get(TRUST)));
        X509Certificate[] chain = certificateFile.certificates();
        PrivateKey key = keyFile.key();
        if (!belongTogether(key, chain[0])) {
            throw keyFile.failed(
                    "the key does not belong to the certificate: certificate="
                            + certificateFile.path()
                            + " subject="
                            + chain[0].getSubjectX500Principal(),
                    null);
        }
        try {
            return build(key, chain, trustFile.certificates());
        } catch (SSLException e) {
            throw certificateFile.failed("the JDK refuses it: " + e.getMessage(), e);
        }
    }

    private static TlsIdentity build(
            PrivateKey key, X509Certificate[] chain, X509Certificate[] trusted)
            throws SSLException {
        SslContext accepting =
                SslContextBuilder.forServer(key, chain)
                        .trustManager(trusted)
                        .clientAuth(ClientAuth.REQUIRE)
                        .sslProvider(SslProvider.JDK)
                        .protocols(PROTOCOL)
                        .build();
        SslContext initiating =
                SslContextBuilder.forClient()
                        .keyManager(key, chain)
                        .trustManager(trusted)
                        .sslProvider(SslProvider.JDK)
                        .protocols(PROTOCOL)
                        .endpointIdentificationAlgorithm(null)
                        .build();
        return new TlsIdentity(accepting, initiating);
    }

    private static boolean belongTogether(PrivateKey key, X509Certificate certificate) {
        try {
            Signature signing = signatureFor(key.getAlgorithm());
            signing.initSign(key);
            signing.update(PROBE);
            byte[] signature = signing.sign();
            Signature verifying = signatureFor(key.getAlgorithm());
            verifying.initVerify(certificate.getPublicKey());
            verifying.update(PROBE);
            return verifying.verify(signature);
        } catch (GeneralSecurityException e) {
            return false; // of different kinds
        }
    }

    private static Signature signatureFor(String keyAlgorithm) throws GeneralSecurityException {
        if (keyAlgorithm.equals("RSASSA-PSS")) {
            Signature signature = Signature.getInstance(keyAlgorithm);
            signature.setParameter(
                    new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
            return signature;
        }
        return Signature.getInstance(
                switch (keyAlgorithm) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> "EdDSA";
                });
    }

    /**
     * What to do when two sides do not agree.
     *
     * @param why what has ended a connection
     * @return which files are to be looked at, on which side; {@code null} if it was not TLS
     */
    public static String remedy(Throwable why) {
        Throwable refusal = why instanceof SSLException ? why : why.getCause();
        if (!(refusal instanceof SSLException)) {
            return null;
        }
        boolean isTold = String.valueOf(refusal.getMessage()).contains("Received fatal alert");
        return (isTold
                        ? "the peer has refused: look at "
                                + CERTIFICATE
                                + " here, and at "
                                + TRUST
                                + " there"
                        : "look at " + CERTIFICATE + " there, and at " + TRUST + " here")
                + ": the chain must lead to an authority that is trusted, with all certificates"
                + " between them, at most "
                + System.getProperty("jdk.tls.maxCertificateChainLength", "8")
                + " altogether";
    }

    /**
     * The handler that comes first at a connection that was accepted.
     *
     * @param allocator for its buffers
     * @param timeoutMs longest time for the handshake, milliseconds
     * @return a new handler
     */
    public SslHandler accept(ByteBufAllocator allocator, long timeoutMs) {
        return limit(accepting.newHandler(allocator), timeoutMs);
    }

    /**
     * The handler that comes first at a connection that was made.
     *
     * @param allocator for its buffers
     * @param timeoutMs longest time for the handshake, milliseconds
     * @return a new handler
     */
    public SslHandler initiate(ByteBufAllocator allocator, long timeoutMs) {
        return limit(initiating.newHandler(allocator), timeoutMs);
    }

    private static SslHandler limit(SslHandler handler, long timeoutMs) {
        handler.setHandshakeTimeoutMillis(timeoutMs);
        return handler;
    }
}
