package org.activeobjects.transport.netty;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

import org.activeobjects.transport.TransportConfig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Authorities made for one run of the tests, and members that they have certified. */
public final class TestCertificates {

    /** The one that all rightful members of a job trust. */
    public static final X509Bundle AUTHORITY = authority("the job's authority");

    /** Another one. */
    static final X509Bundle STRANGE_AUTHORITY = authority("somebody else's authority");

    private static final X509Bundle MEMBER = member(AUTHORITY);

    private TestCertificates() {}

    private static X509Bundle authority(String name) {
        try {
            return new CertificateBuilder()
                    .subject("CN=" + name)
                    .setIsCertificateAuthority(true)
                    .ecp256()
                    .buildSelfSigned();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Somebody who shows as many certificates. */
    static X509Bundle member(X509Bundle authority, int certificates) {
        X509Bundle last = authority;
        for (int count = 1; count < certificates; count++) {
            last = between(last, count);
        }
        return member(last);
    }

    private static X509Bundle between(X509Bundle authority, int number) {
        try {
            return new CertificateBuilder()
                    .subject("CN=between " + number)
                    .setIsCertificateAuthority(true)
                    .ecp256()
                    .buildIssuedBy(authority);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Somebody whom an authority knows. */
    static X509Bundle member(X509Bundle authority) {
        try {
            return new CertificateBuilder()
                    .subject("CN=a rank of the job")
                    .ecp256()
                    .buildIssuedBy(authority);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Settings of a rightful member; its files are written into the folder. */
    public static TransportConfig configure(TransportConfig config, Path folder) {
        return configure(config, folder, MEMBER, AUTHORITY);
    }

    static TransportConfig configure(
            TransportConfig config, Path folder, X509Bundle self, X509Bundle trusted) {
        return config.withSetting(
                        "netty.tls.certificate", write(folder, self.getCertificatePathPEM()))
                .withSetting("netty.tls.key", write(folder, self.getPrivateKeyPEM()))
                .withSetting("netty.tls.trust", write(folder, trusted.getCertificatePEM()));
    }

    static String write(Path folder, String text) {
        try {
            return Files.writeString(folder.resolve(UUID.randomUUID() + ".pem"), text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
