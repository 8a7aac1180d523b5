package org.activeobjects.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;

class UserConfigTest {

    @TempDir private Path home;

    private Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("user.home", home.toString());
        settings.setProperty("user.name", "ada l.");
        return settings;
    }

    @Test
    void sharesOneSecretAmongTheProgramsOfAUser() throws Exception {
        TransportConfig first = UserConfig.from(settings());
        TransportConfig second = UserConfig.from(settings());

        assertThat(first.jobId()).isEqualTo("user-ada_l_").isEqualTo(second.jobId());
        assertThat(first.secret()).hasSize(64).isEqualTo(second.secret());
        Path folder = home.resolve(".activeobjects");
        assertThat(folder).isDirectoryContaining("glob:**/secret");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(folder.resolve("secret"))))
                .isEqualTo("rw-------");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void refusesASecretThatOthersCanRead() throws Exception {
        UserConfig.from(settings());
        Path file = home.resolve(".activeobjects").resolve("secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> UserConfig.from(settings()))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("chmod 600 on it, or on a copy of it")
                .hasMessageContaining(file.toString());
    }

    @Test
    void isOnItsOwnWhereNoFileCanBeMade() throws Exception {
        Properties settings = settings();
        Path file = Files.createFile(home.resolve("file"));
        settings.setProperty("user.home", file.toString());

        TransportConfig config = UserConfig.from(settings);

        assertThat(config.jobId()).startsWith("solo-");
        assertThat(config.secret())
                .as("what nobody else knows")
                .hasSize(64)
                .isNotEqualTo(UserConfig.from(settings).secret());
        settings.setProperty(UserConfig.BIND_ADDRESS, "0.0.0.0");
        assertThatThrownBy(() -> UserConfig.from(settings))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("without a job secret only loopback may be bound");
    }

    @Test
    void isOnItsOwnWhereTheUserHasNoHome() {
        Properties settings = settings();
        Path here = Path.of("").toAbsolutePath();
        settings.setProperty("user.home", here.relativize(home.toAbsolutePath()).toString());

        TransportConfig config = UserConfig.from(settings);

        assertThat(config.jobId()).startsWith("solo-");
        assertThat(home).as("nothing is left where the program runs").isEmptyDirectory();
        settings.setProperty("user.home", "?");
        assertThat(UserConfig.from(settings).secret()).isNotEqualTo(config.secret());
    }

    @Test
    void isReachableWhereTheSettingsSay() {
        Properties settings = settings();
        assertThat(UserConfig.from(settings).port()).isZero();
        settings.setProperty(UserConfig.PORT, "4242");
        settings.setProperty(UserConfig.BIND_ADDRESS, "0.0.0.0");

        TransportConfig config = UserConfig.from(settings);

        assertThat(config.port()).isEqualTo(4242);
        assertThat(config.bindAddress().isAnyLocalAddress()).isTrue();
        settings.setProperty(UserConfig.PORT, "70000");
        assertThatThrownBy(() -> UserConfig.from(settings))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("-Dactiveobjects.port=70000");
    }

    @Test
    void takesJobSecretAndLinksFromTheSettings() throws Exception {
        Path file = home.resolve("named");
        String secret = TransportConfig.newSecret();
        Files.writeString(file, secret + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Properties settings = settings();
        settings.setProperty(UserConfig.JOB, "mine");
        settings.setProperty(UserConfig.SECRET_FILE, file.toString());
        settings.setProperty(UserConfig.LINKS, "shm, netty");

        TransportConfig config = UserConfig.from(settings);

        assertThat(config.jobId()).isEqualTo("mine");
        assertThat(config.secret()).isEqualTo(secret);
        assertThat(config.links()).containsExactly("shm", "netty");
    }

    @Test
    void takesASecretFromAFileWithoutPermissions() throws Exception {
        String secret = TransportConfig.newSecret();
        Path archive = home.resolve("files.zip");
        try (FileSystem plain = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            Path file = Files.writeString(plain.getPath("secret"), secret);
            assertThat(Files.getFileAttributeView(file, PosixFileAttributeView.class)).isNull();
            assertThat(UserConfig.read(file)).isEqualTo(secret);
            assertThatThrownBy(() -> UserConfig.read(plain.getPath("missing")))
                    .isInstanceOf(ActiveObjectException.class)
                    .hasMessageContaining("does not exist: file=missing");
        }
    }

    @Test
    void saysWhichNamedFileCannotBeRead() {
        Properties settings = settings();
        settings.setProperty(UserConfig.SECRET_FILE, home.resolve("missing").toString());

        assertThatThrownBy(() -> UserConfig.from(settings))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("missing")
                .hasMessageContaining(UserConfig.SECRET_FILE);
    }

    @Test
    void saysHowToMakeAFileThatIsMissingOrHoldsNoSecret() throws Exception {
        Properties settings = settings();
        Path file = home.resolve("named");
        settings.setProperty(UserConfig.SECRET_FILE, file.toString());

        assertThatThrownBy(() -> UserConfig.from(settings))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("does not exist: file=" + file)
                .hasMessageContaining("openssl rand -hex 32");
        Files.writeString(file, "secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> UserConfig.from(settings))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("holds no secret: file=" + file + " characters=6")
                .hasMessageContaining("openssl rand -hex 32");
    }

    @Test
    void saysWhichFileNobodyMayRead() throws Exception {
        Properties settings = settings();
        Path file = Files.createFile(home.resolve("named"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        settings.setProperty(UserConfig.SECRET_FILE, file.toString());

        assertThatThrownBy(() -> UserConfig.from(settings)) // root reads it, and finds nothing
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("file=" + file);
    }
}
