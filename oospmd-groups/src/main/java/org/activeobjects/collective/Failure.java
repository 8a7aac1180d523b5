package org.activeobjects.collective;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;

/**
 * Why a rank gave up an operation, and how the others learn of it.
 *
 * <p>A rank that fails sends two messages to every other rank: the reason, and then, with the tag
 * of the data, an array of a type that no receive in an operation expects. So a rank that waits for
 * data of the failed one fails too, finds the reason, and passes it on: all ranks get out, also
 * those that wait for ranks that wait for the failed one.
 *
 * @param kind which exception it is, one of the constants
 * @param runtime runtime that is gone, or empty
 * @param text what to tell, with the rank that saw it first
 */
record Failure(byte kind, String runtime, String text) {

    private static final int REASON_TAG = 1;
    private static final int MAX_TEXT = 2000;
    private static final int MAX_REASON_BYTES = 16 * 1024;
    private static final char SEPARATOR = '\n';

    private static final byte PEER_LOST = 1;
    private static final byte MISMATCH = 2;
    private static final byte CLOSED = 3;
    private static final byte OTHER = 4;

    /** The reason for an exception: what the rank it came from has announced, else itself. */
    static Failure of(String operation, TransportException seen, Traffic traffic) {
        Failure announced = announcedBy(traffic.partner(), traffic);
        if (announced != null) {
            return announced;
        }
        String text =
                operation
                        + " failed on rank "
                        + traffic.rank
                        + " of "
                        + traffic.size
                        + " at its step with rank "
                        + traffic.partner()
                        + ": "
                        + seen.getMessage();
        return switch (seen) {
            case PeerLostException lost -> new Failure(PEER_LOST, lost.runtime(), text);
            case MessageMismatchException _ -> new Failure(MISMATCH, "", text);
            case TransportClosedException _ -> new Failure(CLOSED, "", text);
            default -> new Failure(OTHER, "", text);
        };
    }

    /**
     * What a rank throws that was in this operation. Where ranks have called different ones, one of
     * them names the other's.
     */
    TransportException toException(String operation, Traffic traffic, TransportException cause) {
        String advice =
                kind == MISMATCH
                        ? "; all ranks have to call the same operations in the same order, with the"
                                + " same types and lengths"
                        : "";
        String message = text + advice + " [rank " + traffic.rank + ", in " + operation + "]";
        return switch (kind) {
            case PEER_LOST -> new PeerLostException(runtime, message, cause);
            case MISMATCH -> new MessageMismatchException(message, cause);
            case CLOSED -> new TransportClosedException(message);
            default -> new TransportException(message, cause);
        };
    }

    static boolean isAnnouncedBy(int rank, Traffic traffic) {
        return traffic.endpoint.iprobe(traffic.members[rank], REASON_TAG, traffic.context) != null;
    }

    /** Tells all other ranks; those that are gone themselves are passed over. */
    void announce(Traffic traffic) {
        byte[] reason = encode();
        for (int to = 0; to < traffic.size; to++) {
            if (to != traffic.rank) {
                tryTell(to, reason, traffic);
            }
        }
    }

    @SuppressWarnings("UnusedException") // whoever waits for one that is gone learns it by itself
    private static void tryTell(int to, byte[] reason, Traffic traffic) {
        try {
            start(traffic, to, REASON_TAG, Slice.of(reason));
            start(traffic, to, Traffic.DATA_TAG, Slice.of(new boolean[0]));
        } catch (TransportException gone) {
            // Nothing is left to be done for it.
        }
    }

    private static void start(Traffic traffic, int to, int tag, Slice slice) {
        traffic.endpoint.isend(traffic.members[to], tag, traffic.context, slice);
    }

    private byte[] encode() {
        String head = kind + "" + SEPARATOR + runtime + SEPARATOR;
        return (head + text.substring(0, Math.min(text.length(), MAX_TEXT))).getBytes(UTF_8);
    }

    private static Failure announcedBy(int rank, Traffic traffic) {
        try {
            var source = traffic.members[rank];
            Status status = traffic.endpoint.iprobe(source, REASON_TAG, traffic.context);
            if (status == null || status.count() > MAX_REASON_BYTES) {
                return null;
            }
            byte[] reason = new byte[(int) status.count()];
            traffic.endpoint.recv(source, REASON_TAG, traffic.context, Slice.of(reason));
            return decode(new String(reason, UTF_8));
        } catch (TransportException gone) {
            return null; // the caller has an exception of its own to tell
        }
    }

    private static Failure decode(String reason) {
        String[] parts = reason.split(String.valueOf(SEPARATOR), 3);
        if (parts.length != 3 || !parts[0].matches("[1-4]")) {
            return null;
        }
        return new Failure(Byte.parseByte(parts[0]), parts[1], parts[2]);
    }
}
