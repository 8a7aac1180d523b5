package org.activeobjects.transport;

import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * How a transport is opened. {@link #defaults()} is good for a runtime that talks to this host
 * only; the {@code with} methods give changed copies.
 *
 * @param jobId job that the runtime belongs to: letters, digits, {@code -} and {@code _}, at most
 *     64; runtimes of different jobs refuse each other
 * @param secret what the runtimes of the job prove to each other that they know, 64 hexadecimal
 *     digits; {@code null} for none, and then only loopback may be bound
 * @param links names of the links that may be used, the order being the order of preference, the
 *     first place of each counting; empty for all that are there, fastest first. Where the orders
 *     of two runtimes differ, that of the one that connects to the other counts
 * @param bindAddress where the bootstrap and the links over sockets listen
 * @param port where the bootstrap listens, which others name to reach this runtime; 0 for one that
 *     the system chooses. Links over sockets listen at ports of their own
 * @param sharedMemory folder below which the job's private folder for shared memory is made
 * @param connectTimeout longest time from the first contact to an open link; it begins anew when
 *     one end of the link is open and only the other is still waited for
 * @param heartbeat a peer on another host is lost after this time without a sign of life
 * @param ranksOnHost number of processes of this job that share this host's cores; 0 if unknown,
 *     and then as if there were no other. A thread that waits spins only if there is a core for
 *     each: so with more processes than cores say how many, or they keep each other waiting
 * @param maxMessageLength longest message of the message plane that is sent and accepted, bytes
 * @param settings what single kinds of link are told, such as {@code netty.tls.key}; the names
 *     begin with the name of the link, which documents them and refuses one that it does not know;
 *     for every link {@code <link>.eagerLimit} is the length up to which elements are sent at once,
 *     and {@code objects.allow} lists classes of objects that are accepted
 */
public record TransportConfig(
        String jobId,
        String secret,
        List<String> links,
        InetAddress bindAddress,
        int port,
        Path sharedMemory,
        Duration connectTimeout,
        Duration heartbeat,
        int ranksOnHost,
        long maxMessageLength,
        Map<String, String> settings) {

    private static final int SECRET_BYTES = 32;
    private static final int LAST_PORT = 65_535;
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    private static final String PROPERTY_PREFIX = "activeobjects.transport.";

    /**
     * Checks every value.
     *
     * @throws NullPointerException if one is {@code null} that must not be; the message names it
     * @throws IllegalArgumentException if one is out of its range; the message names it
     */
    public TransportConfig {
        Objects.requireNonNull(jobId, "the job id is null");
        Objects.requireNonNull(bindAddress, "the address to bind is null");
        Objects.requireNonNull(sharedMemory, "the folder for shared memory is null");
        if (!jobId.matches("[A-Za-z0-9_-]{1,64}")) {
            throw new IllegalArgumentException(
                    "a job id is 1 to 64 letters, digits, - and _: jobId=" + jobId);
        }
        if (secret != null && !secret.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException(
                    "a job secret has 64 hexadecimal digits: length="
                            + secret.length()
                            + "; make one with TransportConfig.newSecret()");
        }
        if (secret == null && !bindAddress.isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "without a job secret only loopback may be bound: bindAddress="
                            + bindAddress.getHostAddress()
                            + "; set a secret or bind 127.0.0.1");
        }
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException(
                    "a port is a number from 0, for any, to 65535: port=" + port);
        }
        requirePositive("connectTimeout", connectTimeout);
        requirePositive("heartbeat", heartbeat);
        if (ranksOnHost < 0) {
            throw new IllegalArgumentException(
                    "ranksOnHost must be 1 or more, or 0 if unknown: ranksOnHost=" + ranksOnHost);
        }
        if (maxMessageLength < 1) {
            throw new IllegalArgumentException(
                    "maxMessageLength must be more than 0: maxMessageLength=" + maxMessageLength);
        }
        links = copyOf(links);
        settings = copyOf(settings);
    }

    private static List<String> copyOf(List<String> links) {
        Objects.requireNonNull(links, "the names of links are null");
        links.forEach(name -> Objects.requireNonNull(name, "the name of a link is null"));
        return List.copyOf(links);
    }

    private static Map<String, String> copyOf(Map<String, String> settings) {
        Objects.requireNonNull(settings, "the settings are null");
        settings.forEach(
                (name, value) -> {
                    Objects.requireNonNull(name, "the name of a setting is null");
                    Objects.requireNonNull(value, "the value of a setting is null: name=" + name);
                });
        return Map.copyOf(settings);
    }

    /**
     * A secret for a new job.
     *
     * @return 64 random hexadecimal digits
     */
    public static String newSecret() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /**
     * For a runtime on its own: loopback, no secret, every link, a job id from the process.
     *
     * @return the defaults
     */
    public static TransportConfig defaults() {
        return new TransportConfig(
                "solo-" + ProcessHandle.current().pid(),
                null,
                List.of(),
                InetAddress.getLoopbackAddress(),
                0,
                Path.of("/dev/shm"),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                0,
                1L << 31,
                Map.of());
    }

    /**
     * With another job.
     *
     * @param newJobId job id
     * @param newSecret 64 hexadecimal digits, or {@code null}
     * @return a changed copy
     */
    public TransportConfig withJob(String newJobId, String newSecret) {
        return changed(
                copy -> {
                    copy.jobId = newJobId;
                    copy.secret = newSecret;
                });
    }

    /**
     * With other links.
     *
     * @param names names in order of preference; none for all
     * @return a changed copy
     */
    public TransportConfig withLinks(String... names) {
        Objects.requireNonNull(names, "the names of links are null");
        return changed(copy -> copy.links = Arrays.asList(names));
    }

    /**
     * With another address to listen at.
     *
     * @param address address of this host
     * @return a changed copy
     */
    public TransportConfig withBindAddress(InetAddress address) {
        return changed(copy -> copy.bindAddress = address);
    }

    /**
     * With a port of its own choice, such as one that a firewall lets through.
     *
     * @param number where the bootstrap listens, 1 to 65535; 0 for one that the system chooses
     * @return a changed copy
     */
    public TransportConfig withPort(int number) {
        return changed(copy -> copy.port = number);
    }

    /**
     * With another folder for shared memory.
     *
     * @param folder folder on a file system in memory
     * @return a changed copy
     */
    public TransportConfig withSharedMemory(Path folder) {
        return changed(copy -> copy.sharedMemory = folder);
    }

    /**
     * With other time limits.
     *
     * @param connect longest time to connect
     * @param alive longest silence of a peer on another host
     * @return a changed copy
     */
    public TransportConfig withTimeouts(Duration connect, Duration alive) {
        return changed(
                copy -> {
                    copy.connectTimeout = connect;
                    copy.heartbeat = alive;
                });
    }

    /**
     * With the number of processes that share this host.
     *
     * @param ranks 1 or more, 0 if unknown
     * @return a changed copy
     */
    public TransportConfig withRanksOnHost(int ranks) {
        return changed(copy -> copy.ranksOnHost = ranks);
    }

    /**
     * With another limit for the messages that are accepted and sent.
     *
     * @param longest bytes of the longest message of the message plane, 1 or more
     * @return a changed copy
     */
    public TransportConfig withMaxMessageLength(long longest) {
        return changed(copy -> copy.maxMessageLength = longest);
    }

    /**
     * With one more setting of a kind of link.
     *
     * @param name name of the setting, beginning with the name of the link and a dot
     * @param value its value
     * @return a changed copy
     */
    public TransportConfig withSetting(String name, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(name, value);
        return changed(copy -> copy.settings = more);
    }

    /**
     * With the settings of links that the system properties of a JVM give: {@code
     * activeobjects.transport.netty.tls.key} becomes {@code netty.tls.key}.
     *
     * @param properties such as {@link System#getProperties}
     * @return a changed copy
     */
    public TransportConfig withSettingsOf(Properties properties) {
        Objects.requireNonNull(properties, "the properties with settings are null");
        TransportConfig changed = this;
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PROPERTY_PREFIX)) {
                String setting = name.substring(PROPERTY_PREFIX.length());
                changed = changed.withSetting(setting, properties.getProperty(name).strip());
            }
        }
        return changed;
    }

    /**
     * Whether what leaves this host must be encrypted: so it is as soon as a kind of link is given
     * a setting for TLS, such as {@code netty.tls.key}. Links that cannot keep it secret are not
     * used then.
     *
     * @return true if so
     */
    public boolean isEncryptionWanted() {
        return settings.keySet().stream().anyMatch(name -> name.matches("[a-z0-9]+\\.tls\\..+"));
    }

    private TransportConfig changed(Consumer<Draft> change) {
        Draft copy = new Draft(this);
        change.accept(copy);
        return copy.checked();
    }

    /** A configuration on the way to a changed copy of it. */
    private static final class Draft {
        String jobId;
        String secret;
        List<String> links;
        InetAddress bindAddress;
        int port;
        Path sharedMemory;
        Duration connectTimeout;
        Duration heartbeat;
        int ranksOnHost;
        long maxMessageLength;
        Map<String, String> settings;

        Draft(TransportConfig of) {
            jobId = of.jobId;
            secret = of.secret;
            links = of.links;
            bindAddress = of.bindAddress;
            port = of.port;
            sharedMemory = of.sharedMemory;
            connectTimeout = of.connectTimeout;
            heartbeat = of.heartbeat;
            ranksOnHost = of.ranksOnHost;
            maxMessageLength = of.maxMessageLength;
            settings = of.settings;
        }

        TransportConfig checked() {
            return new TransportConfig(
                    jobId,
                    secret,
                    links,
                    bindAddress,
                    port,
                    sharedMemory,
                    connectTimeout,
                    heartbeat,
                    ranksOnHost,
                    maxMessageLength,
                    settings);
        }
    }

    /** Never shows the secret. */
    @Override
    public String toString() {
        return "TransportConfig[jobId="
                + jobId
                + ", secret="
                + (secret == null ? "none" : "set")
                + ", links="
                + (links.isEmpty() ? "all" : links)
                + ", bindAddress="
                + bindAddress.getHostAddress()
                + "]";
    }

    private static void requirePositive(String name, Duration value) {
        Objects.requireNonNull(value, () -> name + " is null");
        if (!value.isPositive() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "%s must be more than 0 and at most %s days: %s=%s"
                            .formatted(name, LONGEST.toDays(), name, value));
        }
    }
}
