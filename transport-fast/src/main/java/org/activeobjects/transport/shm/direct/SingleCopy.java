package org.activeobjects.transport.shm.direct;

import java.util.Map;
import java.util.Set;

/**
 * What the settings say of arrays that peers read in place: {@code shm.singleCopy}, whether they
 * may, and {@code shm.singleCopyFrom}, which ones.
 *
 * @param isAllowed whether this runtime lets peers read its arrays, and reads theirs
 * @param from shortest array of its own that it has them read, bytes: to tell a peer and be told
 *     takes longer than to copy a shorter one twice, by two cores
 * @param fromWhenClose shortest one of which that is true where the core of the peer is close, and
 *     no other message is on its way to it
 * @param fromInStreams shortest one behind such a message, where the sender helps; else none is
 */
public record SingleCopy(boolean isAllowed, long from, long fromWhenClose, long fromInStreams) {

    private static final String ALLOWED = "shm.singleCopy";
    private static final String FROM = "shm.singleCopyFrom";

    /** What users may set for the link. */
    public static final Set<String> KNOWN = Set.of(ALLOWED, FROM);

    private static final long FROM_DEFAULT = 128 * 1024;
    private static final long FROM_WHEN_CLOSE_DEFAULT = 1024 * 1024;
    private static final long FROM_IN_STREAMS_DEFAULT = 256 * 1024;

    /**
     * As the settings say.
     *
     * @param settings of all kinds of links
     * @return what they say
     * @throws IllegalArgumentException if one of the two has a value that it cannot have
     */
    public static SingleCopy of(Map<String, String> settings) {
        String allowed = settings.getOrDefault(ALLOWED, "true");
        if (!allowed.equals("true") && !allowed.equals("false")) {
            throw new IllegalArgumentException(
                    "a setting is true or false: " + ALLOWED + "=" + allowed);
        }
        boolean isAllowed = allowed.equals("true");
        String from = settings.get(FROM);
        if (from == null) {
            return new SingleCopy(
                    isAllowed, FROM_DEFAULT, FROM_WHEN_CLOSE_DEFAULT, FROM_IN_STREAMS_DEFAULT);
        }
        if (!from.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "a length is a number of bytes from 0 to 999999999: " + FROM + "=" + from);
        }
        return always(isAllowed, Long.parseLong(from));
    }

    /**
     * The same where it does not matter how far away the core of the peer is.
     *
     * @return one that has arrays read from {@link #from} on
     */
    public SingleCopy atAnyDistance() {
        return always(isAllowed, from);
    }

    private static SingleCopy always(boolean isAllowed, long from) {
        return new SingleCopy(isAllowed, from, from, from);
    }

    /** Whether it matters where the core of the peer is. */
    boolean isByDistance() {
        return fromWhenClose > from;
    }
}
