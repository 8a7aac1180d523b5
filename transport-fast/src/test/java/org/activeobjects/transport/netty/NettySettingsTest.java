package org.activeobjects.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;

class NettySettingsTest {

    @TempDir Path folder;

    private final TransportConfig defaults = TransportConfig.defaults();

    private TransportConfig withTls() {
        return TestCertificates.configure(defaults, folder);
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(TransportConfig config) {
        return assertThatThrownBy(() -> NettySettings.of(config))
                .isInstanceOf(TransportException.class);
    }

    @Test
    void readsTheSocketOnTheThreadThatPollsByDefault() {
        NettySettings settings = NettySettings.of(defaults);
        assertThat(settings.io()).isEqualTo(SocketKind.NIO);
        assertThat(settings.polled()).isTrue();
        assertThat(settings.tls()).isNull();
        assertThat(NettySettings.askForTls(defaults)).isFalse();
    }

    @Test
    void readsOnTheLoopIfToldSoOrIfItMust() {
        assertThat(NettySettings.of(defaults.withSetting("netty.polled", "false")).polled())
                .isFalse();
        NettySettings encrypted = NettySettings.of(withTls());
        assertThat(encrypted.polled()).isFalse();
        assertThat(encrypted.tls()).isNotNull();
        assertThat(NettySettings.askForTls(withTls())).isTrue();
    }

    @Test
    void refusesToPollWhatCannotBePolled() {
        assertRefused(withTls().withSetting("netty.polled", "true"))
                .hasMessageContaining("netty.polled=true")
                .hasMessageContaining("tls=true");
    }

    @ParameterizedTest
    @CsvSource({
        "netty.poled, true",
        "netty.tls, yes",
        "netty.tls.certificat, file",
        "netty.IO, nio",
    })
    void refusesASettingThatItDoesNotKnow(String name, String value) {
        assertRefused(defaults.withSetting(name, value))
                .hasMessageContaining("name=" + name)
                .hasMessageContaining("netty.polled")
                .hasMessageContaining("netty.tls.certificate");
    }

    @ParameterizedTest
    @CsvSource({"netty.polled, yes", "netty.io, kqueue", "netty.io, NIO"})
    void refusesAValueThatItDoesNotKnow(String name, String value) {
        assertRefused(defaults.withSetting(name, value))
                .hasMessageContaining("name=" + name)
                .hasMessageContaining("value=" + value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "65536", "-1", ""})
    void refusesWhatIsNoPort(String port) {
        assertRefused(defaults.withSetting("netty.port", port))
                .hasMessageContaining("netty.port=" + port);
    }

    @Test
    void listensAtThePortThatIsSet() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        TransportConfig config =
                defaults.withLinks("netty").withSetting("netty.port", Integer.toString(port));
        try (Transport transport = Transport.open(config);
                Socket socket = new Socket(config.bindAddress(), port)) {
            assertThat(socket.isConnected()).isTrue();
            assertThat(transport.card().port()).isNotEqualTo(port);
        }
    }

    @Test
    void doesNotMindTheSettingsOfOtherLinks() {
        assertThat(NettySettings.of(defaults.withSetting("tcp.what", "ever"))).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(SocketKind.class)
    void takesTheSocketsThatAreAskedForOrSaysWhyNot(SocketKind kind) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        TransportConfig config = defaults.withSetting("netty.io", name);
        if (NettyLinkContractTest.isThere(kind)) {
            assertThat(NettySettings.of(config).io()).isEqualTo(kind);
        } else {
            assertRefused(config)
                    .hasMessageContaining("netty.io=" + name)
                    .hasMessageContaining("netty-transport-native-" + name)
                    .hasMessageContaining("netty.io=nio");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty.tls.certificate", "netty.tls.key", "netty.tls.trust"})
    void wantsAllOfTheTlsSettingsOrNone(String only) {
        assertRefused(defaults.withSetting(only, "/a/file.pem"))
                .hasMessageContaining("settings are missing")
                .hasMessageContaining("all of");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty.tls.certificate", "netty.tls.key", "netty.tls.trust"})
    void namesTheFileThatIsMissing(String setting) {
        assertRefused(withTls().withSetting(setting, folder + "/missing.pem"))
                .hasMessageContaining("setting=" + setting)
                .hasMessageContaining("file=" + folder + "/missing.pem")
                .hasMessageContaining("no such file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty.tls.certificate", "netty.tls.key", "netty.tls.trust"})
    void namesTheFileThatIsNotPem(String setting) {
        String file = TestCertificates.write(folder, "PKCS12 or whatever\n");
        assertRefused(withTls().withSetting(setting, file))
                .hasMessageContaining("setting=" + setting)
                .hasMessageContaining("file=" + file)
                .hasMessageContaining("not PEM");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty.tls.certificate", "netty.tls.key", "netty.tls.trust"})
    void namesTheFileThatHoldsSomethingElse(String setting) {
        String text =
                setting.equals("netty.tls.key")
                        ? TestCertificates.AUTHORITY.getCertificatePEM()
                        : TestCertificates.AUTHORITY.getPrivateKeyPEM();
        String file = TestCertificates.write(folder, text);
        assertRefused(withTls().withSetting(setting, file))
                .hasMessageContaining("file=" + file)
                .hasMessageContaining("it holds no");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty.tls.certificate", "netty.tls.key", "netty.tls.trust"})
    void namesTheFileThatIsDamaged(String setting) {
        String label = setting.equals("netty.tls.key") ? "PRIVATE KEY" : "CERTIFICATE";
        String file =
                TestCertificates.write(
                        folder,
                        "-----BEGIN " + label + "-----\nAAAA\n-----END " + label + "-----\n");
        assertRefused(withTls().withSetting(setting, file))
                .hasMessageContaining("setting=" + setting)
                .hasMessageContaining("file=" + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"})
    void saysHowToMakeAKeyOfTheRightKind(String label) {
        String file =
                TestCertificates.write(
                        folder,
                        "-----BEGIN " + label + "-----\nAAAA\n-----END " + label + "-----\n");
        assertRefused(withTls().withSetting("netty.tls.key", file))
                .hasMessageContaining(label)
                .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt -in " + file);
    }

    @Test
    void refusesAKeyThatDoesNotBelongToTheCertificate() {
        String file = TestCertificates.write(folder, TestCertificates.AUTHORITY.getPrivateKeyPEM());
        assertRefused(withTls().withSetting("netty.tls.key", file))
                .hasMessageContaining("file=" + file)
                .hasMessageContaining("does not belong to the certificate")
                .hasMessageContaining("CN=a rank of the job");
    }

    @Test
    void refusesACertificateOutOfItsTime() throws Exception {
        Instant now = Instant.now();
        assertRefused(withMember(now.minusSeconds(7200), now.minusSeconds(3600)))
                .hasMessageContaining("netty.tls.certificate")
                .hasMessageContaining("has expired")
                .hasMessageContaining("validUntil=");
        assertRefused(withMember(now.plusSeconds(3600), now.plusSeconds(7200)))
                .hasMessageContaining("not valid yet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty.tls.certificate", "netty.tls.trust"})
    void refusesAnExpiredCertificateBehindAnother(String setting) throws Exception {
        Instant now = Instant.now();
        String expired =
                new CertificateBuilder()
                        .subject("CN=an authority of long ago")
                        .setIsCertificateAuthority(true)
                        .ecp256()
                        .notBefore(now.minusSeconds(7200))
                        .notAfter(now.minusSeconds(3600))
                        .buildSelfSigned()
                        .getCertificatePEM();
        TransportConfig config = withTls();
        String file = config.settings().get(setting);
        Files.writeString(Path.of(file), "\n" + expired, StandardOpenOption.APPEND);
        assertRefused(config)
                .hasMessageContaining("setting=" + setting)
                .hasMessageContaining("file=" + file)
                .hasMessageContaining("has expired: subject=CN=an authority of long ago");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty.tls.certificate", "netty.tls.key", "netty.tls.trust"})
    void namesTheFileOfWhichAPartHasLostItsEnd(String setting) throws Exception {
        TransportConfig config = withTls();
        Path file = Path.of(config.settings().get(setting));
        String whole = Files.readString(file).strip();
        String first = whole.substring(0, whole.indexOf("-----END"));
        Files.writeString(file, first + whole);
        assertRefused(config)
                .hasMessageContaining("setting=" + setting)
                .hasMessageContaining("file=" + file)
                .hasMessageContaining("lacks its -----END");
    }

    private TransportConfig withMember(Instant from, Instant until) throws Exception {
        X509Bundle member =
                new CertificateBuilder()
                        .subject("CN=untimely")
                        .ecp256()
                        .notBefore(from)
                        .notAfter(until)
                        .buildIssuedBy(TestCertificates.AUTHORITY);
        return TestCertificates.configure(defaults, folder, member, TestCertificates.AUTHORITY);
    }

    @ParameterizedTest
    @EnumSource(
            value = CertificateBuilder.Algorithm.class,
            names = {"rsa2048", "ecp256", "ecp384", "ed25519"})
    void takesKeysOfTheUsualKinds(CertificateBuilder.Algorithm algorithm) throws Exception {
        X509Bundle member =
                new CertificateBuilder()
                        .subject("CN=member")
                        .algorithm(algorithm)
                        .buildIssuedBy(TestCertificates.AUTHORITY);
        TransportConfig config =
                TestCertificates.configure(defaults, folder, member, TestCertificates.AUTHORITY);
        assertThat(NettySettings.of(config).tls()).isNotNull();
    }
}
