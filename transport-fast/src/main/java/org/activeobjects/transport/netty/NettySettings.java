package org.activeobjects.transport.netty;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.netty.tls.TlsIdentity;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What users can tell this kind of link.
 *
 * @param io {@code netty.io}: {@code auto}, {@code nio}, {@code epoll} or {@code io_uring}
 * @param polled {@code netty.polled}: whether a thread that waits reads the socket itself; else the
 *     event loop does, which takes longer for one message and costs fewer system calls. Not
 *     possible with TLS nor without {@code nio}, else the default
 * @param port {@code netty.port}: where it listens; 0, the default, for a port that the system
 *     chooses
 * @param tls {@code netty.tls.certificate}, {@code netty.tls.key} and {@code netty.tls.trust}: PEM
 *     files, all three or none; {@code null} for none
 */
record NettySettings(SocketKind io, boolean polled, int port, TlsIdentity tls) {

    private static final String PREFIX = NettyLinkProvider.NAME + ".";
    private static final String EAGER_LIMIT = PREFIX + "eagerLimit"; // read for all links
    private static final String IO = PREFIX + "io";
    private static final String POLLED = PREFIX + "polled";
    private static final String PORT = PREFIX + "port";
    private static final int LAST_PORT = 65_535;
    static final Set<String> KNOWN = known();

    private static Set<String> known() {
        Set<String> names = new TreeSet<>(TlsIdentity.SETTINGS);
        names.add(EAGER_LIMIT);
        names.add(IO);
        names.add(POLLED);
        names.add(PORT);
        return names;
    }

    /** Whether a configuration asks for TLS, well or not. */
    static boolean askForTls(TransportConfig config) {
        return TlsIdentity.SETTINGS.stream().anyMatch(config.settings()::containsKey);
    }

    /**
     * Reads the settings.
     *
     * @throws TransportException if one is unknown, has an unknown value, or cannot be fulfilled
     */
    static NettySettings of(TransportConfig config) {
        Map<String, String> settings = config.settings();
        for (String name : settings.keySet()) {
            if (name.startsWith(PREFIX) && !KNOWN.contains(name)) {
                throw new TransportException(
                        "an unknown setting: name=" + name + " known=" + KNOWN);
            }
        }
        String io = choice(settings, IO, List.of("auto", "nio", "epoll", "io_uring"));
        SocketKind kind =
                io.equals("auto")
                        ? SocketKind.NIO
                        : SocketKind.valueOf(io.toUpperCase(Locale.ROOT)).require(IO, io);
        TlsIdentity tls = TlsIdentity.of(settings);
        boolean canPoll = kind == SocketKind.NIO && tls == null;
        boolean polled = choice(settings, POLLED, List.of("true", "false")).equals("true");
        if (polled && !canPoll && settings.containsKey(POLLED)) {
            throw new TransportException(
                    "settings contradict each other: %s=true needs %s=nio and no TLS: %s=%s tls=%s"
                            .formatted(POLLED, IO, IO, io, tls != null));
        }
        return new NettySettings(
                kind, polled && canPoll, port(settings.getOrDefault(PORT, "0")), tls);
    }

    private static int port(String text) {
        int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : -1;
        if (port < 0 || port > LAST_PORT) {
            throw new TransportException(
                    "a port is a number from 0, for any, to 65535: " + PORT + "=" + text);
        }
        return port;
    }

    /** One of the values of a setting; the first is the default. */
    private static String choice(Map<String, String> settings, String name, List<String> values) {
        String value = settings.getOrDefault(name, values.getFirst());
        if (!values.contains(value)) {
            throw new TransportException(
                    "a setting has an unknown value: name=%s value=%s known=%s"
                            .formatted(name, value, values));
        }
        return value;
    }
}
