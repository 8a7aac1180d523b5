package org.activeobjects.transport.tcp;

import org.activeobjects.transport.posix.socket.Sockets;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a user may set for this link.
 *
 * <ul>
 *   <li>{@code tcp.eagerLimit}: bytes up to which a message is sent at once instead of announced
 *       first, 4096 to 1048576, which is the default
 *   <li>{@code tcp.sendBuffer}: bytes that the kernel keeps for a connection on their way out,
 *       16384 to 1073741824, or 0 to let the kernel choose as it goes; 0 if not set
 *   <li>{@code tcp.receiveBuffer}: likewise, bytes that wait to be received
 * </ul>
 *
 * @param eagerLimit bytes
 * @param buffers of the kernel
 */
record TcpSettings(int eagerLimit, Sockets.Buffers buffers) {

    private static final String PREFIX = "tcp.";
    private static final String EAGER_LIMIT = "tcp.eagerLimit";
    private static final String SEND_BUFFER = "tcp.sendBuffer";
    private static final String RECEIVE_BUFFER = "tcp.receiveBuffer";
    static final Set<String> KNOWN = Set.of(EAGER_LIMIT, SEND_BUFFER, RECEIVE_BUFFER);

    private static final int MIN_EAGER = 4 * 1024;

    /** One frame, and one call to the kernel. */
    private static final int MAX_EAGER = Math.min(FrameParser.MAX_PAYLOAD, TcpLink.CHUNK_LENGTH);

    private static final int MIN_BUFFER = 16 * 1024;
    private static final int MAX_BUFFER = 1 << 30;

    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException if one is unknown or out of its range
     */
    static TcpSettings of(Map<String, String> settings) {
        for (String name : settings.keySet()) {
            if (name.startsWith(PREFIX) && !KNOWN.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown setting of the tcp link: setting=%s known=%s"
                                .formatted(name, new TreeSet<>(KNOWN)));
            }
        }
        return new TcpSettings(
                number(settings, EAGER_LIMIT, MAX_EAGER, MIN_EAGER, MAX_EAGER),
                new Sockets.Buffers(
                        bufferLength(settings, SEND_BUFFER),
                        bufferLength(settings, RECEIVE_BUFFER)));
    }

    private static int bufferLength(Map<String, String> settings, String name) {
        return "0".equals(settings.get(name))
                ? 0
                : number(settings, name, 0, MIN_BUFFER, MAX_BUFFER);
    }

    private static int number(
            Map<String, String> settings, String name, int unset, int least, int most) {
        String text = settings.get(name);
        if (text == null) {
            return unset;
        }
        int value =
                text.matches("[0-9]{1,10}") ? (int) Math.min(most + 1L, Long.parseLong(text)) : -1;
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "a setting of the tcp link is out of its range: %s=%s least=%s most=%s"
                            .formatted(name, text, least, most));
        }
        return value;
    }
}
