package org.activeobjects.transport.netty.tls;

import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One file in the format of PEM, and the setting that names it. */
record PemFile(String setting, Path path) {

    private static final Logger LOG = LogManager.getLogger(PemFile.class);
    private static final long MAX_LENGTH = 1 << 20;

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

    private static final Pattern BEGINNING = Pattern.compile("-----BEGIN ");
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Block(String label, byte[] bytes) {}

    /** The certificates in the file, at least one, each of which is valid now. */
    X509Certificate[] certificates() {
        List<X509Certificate> found = new ArrayList<>();
        for (Block block : blocks()) {
            if (block.label().equals(CERTIFICATE)) {
                X509Certificate certificate = certificate(block.bytes());
                checkTime(certificate);
                found.add(certificate);
            }
        }
        if (found.isEmpty()) {
            throw failed("it holds no certificate; expected -----BEGIN CERTIFICATE-----", null);
        }
        return found.toArray(X509Certificate[]::new);
    }

    private X509Certificate certificate(byte[] encoded) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(encoded));
        } catch (CertificateException e) {
            throw failed("a certificate in it cannot be read: " + e.getMessage(), e);
        }
    }

    private void checkTime(X509Certificate certificate) {
        String what =
                "subject="
                        + certificate.getSubjectX500Principal()
                        + " validFrom="
                        + certificate.getNotBefore().toInstant()
                        + " validUntil="
                        + certificate.getNotAfter().toInstant()
                        + " now="
                        + Instant.now();
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException e) {
            throw failed("a certificate in it has expired: " + what, e);
        } catch (CertificateNotYetValidException e) {
            throw failed("a certificate in it is not valid yet: " + what, e);
        }
    }

    /** The private key in the file. */
    PrivateKey key() {
        String others = "";
        for (Block block : blocks()) {
            if (block.label().equals(KEY)) {
                return key(block.bytes());
            }
            if (block.label().endsWith(KEY)) {
                throw failed(
                        "its key is of the kind "
                                + block.label()
                                + "; make an unencrypted PKCS #8 of it: openssl pkcs8 -topk8"
                                + " -nocrypt -in "
                                + path
                                + " -out NEW_FILE",
                        null);
            }
            others += " " + block.label();
        }
        throw failed(
                "it holds no private key; expected -----BEGIN PRIVATE KEY-----, found:" + others,
                null);
    }

    private PrivateKey key(byte[] encoded) {
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(encoded);
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException perhapsOfTheNextKind) {
                LOG.trace("not of this kind algorithm={} file={}", algorithm, path);
            } catch (GeneralSecurityException e) {
                throw failed("keys cannot be read here: " + e.getMessage(), e);
            }
        }
        throw failed("its private key is none of the kinds " + KEY_ALGORITHMS, null);
    }

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        String text = text();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            try {
                blocks.add(
                        new Block(
                                matcher.group(1),
                                Base64.getMimeDecoder().decode(matcher.group(2))));
            } catch (IllegalArgumentException e) {
                throw failed("a part of it is damaged: " + e.getMessage(), e);
            }
        }
        if (blocks.isEmpty()) {
            throw failed("it is not PEM: no -----BEGIN ...----- and -----END ...-----", null);
        }
        long begun = BEGINNING.matcher(text).results().count();
        if (begun != blocks.size()) {
            throw failed(
                    "a part of it lacks its -----END ...----- or is damaged: begun="
                            + begun
                            + " whole="
                            + blocks.size(),
                    null);
        }
        return blocks;
    }

    private String text() {
        try {
            if (Files.size(path) > MAX_LENGTH) {
                throw failed("it is too long: max=" + MAX_LENGTH, null);
            }
            return Files.readString(path, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw failed("there is no such file", e);
        } catch (IOException e) {
            throw failed("it cannot be read: " + e, e);
        }
    }

    /** A failure that names the setting and the file. */
    TransportException failed(String why, Throwable cause) {
        return new TransportException(
                "TLS cannot be used: setting=%s file=%s reason=%s".formatted(setting, path, why),
                cause);
    }
}
