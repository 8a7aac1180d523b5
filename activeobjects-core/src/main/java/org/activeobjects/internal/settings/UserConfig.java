package org.activeobjects.internal.settings;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.transport.TransportConfig;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the default runtime of a JVM opens its transport.
 *
 * <p>Programs that one user starts on one host reach each other without more ado, and nobody else
 * reaches them: they share a secret in a file that only the user can read, which is made at first
 * use. Where that cannot be, a program is on its own.
 */
public final class UserConfig {

    /** System property: job id; programs of one job reach each other. */
    static final String JOB = "activeobjects.job";

    /** System property: file with the secret of the job, 64 hexadecimal digits. */
    static final String SECRET_FILE = "activeobjects.secretFile";

    /** System property: links that may be used, in order of preference, separated by commas. */
    static final String LINKS = "activeobjects.transport";

    /** System property: port that others name to reach this program; 0 for any. */
    static final String PORT = "activeobjects.port";

    /** System property: address of this host at which others reach this program. */
    static final String BIND_ADDRESS = "activeobjects.bindAddress";

    /** What makes two programs reach each other, for messages. */
    public static final String HOW_TO_SHARE_A_JOB =
            "start both with -D"
                    + JOB
                    + "=NAME and -D"
                    + SECRET_FILE
                    + "=FILE, or open both runtimes with TransportConfig.withJob(NAME, SECRET);"
                    + " each 'ao run' is a job of its own";

    private static final Logger LOG = LogManager.getLogger(UserConfig.class);
    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rw-------");

    private static final Pattern SECRET = Pattern.compile("[0-9a-fA-F]{64}");
    private static final String HOW_TO_MAKE_ONE =
            "make one for all programs of the job, (umask 077; openssl rand -hex 32 > FILE), and"
                    + " name it with -D"
                    + SECRET_FILE
                    + "=FILE";

    private UserConfig() {}

    /**
     * The configuration that the settings describe.
     *
     * @param settings system properties
     * @return how a transport is to be opened
     * @throws ActiveObjectException if there is something wrong with one; the message names it
     */
    public static TransportConfig from(Properties settings) {
        TransportConfig config = TransportConfig.defaults().withSettingsOf(settings);
        String links = settings.getProperty(LINKS, "").strip();
        if (!links.isEmpty()) {
            config =
                    config.withLinks(
                            Stream.of(links.split(",", -1))
                                    .map(String::strip)
                                    .toArray(String[]::new));
        }
        String user = settings.getProperty("user.name", "").replaceAll("[^A-Za-z0-9_-]", "_");
        String job = settings.getProperty(JOB, "user-" + (user.isEmpty() ? "unknown" : user));
        String named = settings.getProperty(SECRET_FILE);
        if (named != null) {
            return reachable(config.withJob(job, read(Path.of(named))), settings);
        }
        Path own = Path.of(settings.getProperty("user.home", ""), ".activeobjects", "secret");
        try {
            if (!own.isAbsolute()) { // "?" is what the JVM says of a user without a home
                throw new NoSuchFileException(own.toString(), null, "the user has no home");
            }
            if (!Files.exists(own)) {
                create(own);
            }
            return reachable(config.withJob(job, read(own)), settings);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn(
                    "no secret to share with other programs of this user, which cannot be reached"
                            + " nor reach this one: file={} reason={}; name a file with -D{}=FILE",
                    own,
                    e.toString(),
                    SECRET_FILE);
            TransportConfig alone = reachable(config, settings);
            // Without one, any other user of this host could connect.
            return alone.withJob(alone.jobId(), TransportConfig.newSecret());
        }
    }

    /** Where others find this program. Needs the secret, unless it is on this host only. */
    private static TransportConfig reachable(TransportConfig config, Properties settings) {
        int port = Integer.parseInt(settings.getProperty(PORT, "0").strip());
        String address = settings.getProperty(BIND_ADDRESS);
        try {
            TransportConfig reachable = config.withPort(port);
            return address == null
                    ? reachable
                    : reachable.withBindAddress(InetAddress.getByName(address.strip()));
        } catch (UnknownHostException | IllegalArgumentException e) {
            throw new ActiveObjectException(
                    "this program cannot be made reachable: -D%s=%s -D%s=%s reason=%s"
                            .formatted(PORT, port, BIND_ADDRESS, address, e.getMessage()),
                    e);
        }
    }

    /** Appears whole or not at all; another program may make it at the same time. */
    private static void create(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
        Path draft =
                Files.createTempFile(
                        folder, "secret", null, PosixFilePermissions.asFileAttribute(OWNER));
        try {
            Files.writeString(draft, TransportConfig.newSecret());
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            LOG.debug("secret was made by another program: file={}", file, e);
        } finally {
            Files.delete(draft);
        }
    }

    /** The secret in a file, of which others may read nothing as far as that can be told. */
    static String read(Path file) {
        try {
            checkPrivate(file);
            String secret = Files.readString(file).strip();
            if (!SECRET.matcher(secret).matches()) {
                throw new ActiveObjectException(
                        "file holds no secret: file="
                                + file
                                + " characters="
                                + secret.length()
                                + " expected=64 hexadecimal digits; "
                                + HOW_TO_MAKE_ONE);
            }
            return secret;
        } catch (NoSuchFileException e) {
            throw new ActiveObjectException(
                    "file with the secret does not exist: file=" + file + "; " + HOW_TO_MAKE_ONE,
                    e);
        } catch (IOException e) {
            throw new ActiveObjectException(
                    "secret cannot be read: file="
                            + file
                            + "; name another with -D"
                            + SECRET_FILE
                            + "=FILE",
                    e);
        }
    }

    private static void checkPrivate(Path file) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            LOG.warn(
                    "whether others may read the secret cannot be told, for its file has no POSIX"
                            + " permissions: file={}; see to it that only you may",
                    file);
            return;
        }
        Set<PosixFilePermission> permissions = view.readAttributes().permissions();
        if (!OWNER.containsAll(permissions)) {
            throw new ActiveObjectException(
                    "file with the secret is not private: file="
                            + file
                            + " permissions="
                            + PosixFilePermissions.toString(permissions)
                            + "; run chmod 600 on it, or on a copy of it where it is mounted so");
        }
    }
}
