package org.activeobjects.collective;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;

import java.time.Duration;
import java.util.List;

/**
 * Why a rank gave up an operation, and how the others learn of it.
 *
 * <p>A rank that fails sends two messages to every other rank: the reason, in the context after
 * that of the data, and then, where the data are expected, one with a tag that no call has. So a
 * rank that waits for data of the failed one fails too, finds the reason, and passes it on: all
 * ranks get out, also those that wait for ranks that wait for the failed one.
 *
 * @param kind which exception it is, one of the constants
 * @param runtime runtime that is gone, or empty
 * @param text what to tell, with the rank that saw it first
 */
record Failure(byte kind, String runtime, String text) {

    private static final int REASON_TAG = 0;

    /** A rank that tells another that something did not fit tells it why at once. */
    private static final Duration REASON_LIMIT = Duration.ofSeconds(2);

    private static final int MAX_TEXT = 2000;
    private static final int MAX_REASON_BYTES = 16 * 1024;
    private static final char SEPARATOR = '\n';

    private static final byte PEER_LOST = 1;
    private static final byte MISMATCH = 2;
    private static final byte CLOSED = 3;
    private static final byte OTHER = 4;

    /** Of ranks that were seen to call different operations. */
    static Failure mismatch(String text) {
        return new Failure(MISMATCH, "", text);
    }

    /** Of a rank that has ended, and comes to no operation any more. */
    static Failure ended(String text) {
        return new Failure(CLOSED, "", text);
    }

    /**
     * The reason for an exception: what the rank it came from has announced, else itself. One that
     * has closed its endpoint is asked why, and this rank may give up, too, because of that.
     */
    static Failure of(TransportException seen, Traffic traffic) {
        MessageMismatchException misfit = seen instanceof MessageMismatchException m ? m : null;
        boolean isTold = misfit != null && misfit.sent() == null;
        Failure announced = announcedBy(traffic.partner(), traffic, isTold);
        if (announced != null) {
            return announced;
        }
        String report =
                seen instanceof TransportClosedException
                        ? traffic.occupation.whyClosed(traffic.partner())
                        : "";
        String why = report.isEmpty() ? seen.getMessage() : report;
        boolean isOwnFind =
                misfit != null && misfit.sent() != null && misfit.sentTag() != Call.GIVEN_UP;
        String text =
                traffic.operation()
                        + " failed on rank "
                        + traffic.rank
                        + " of "
                        + traffic.size
                        + " at its step with rank "
                        + traffic.partner()
                        + ": "
                        + (isOwnFind ? traffic.bothCalls(misfit) : why);
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
    TransportException toException(Traffic traffic, TransportException cause) {
        String advice =
                kind == MISMATCH
                        ? "; all ranks have to call the same operations in the same order, with the"
                                + " same roots, operators, types and lengths"
                        : "";
        String message =
                text + advice + " [rank " + traffic.rank + ", in " + traffic.ownCall() + "]";
        return switch (kind) {
            case PEER_LOST -> new PeerLostException(runtime, message, cause);
            case MISMATCH -> new MessageMismatchException(message, cause);
            case CLOSED -> new TransportClosedException(message);
            default -> new TransportException(message, cause);
        };
    }

    static boolean isAnnouncedBy(int rank, Traffic traffic) {
        return traffic.endpoint.iprobe(traffic.members[rank], REASON_TAG, contextOf(traffic))
                != null;
    }

    private static int contextOf(Traffic traffic) {
        return traffic.context + 1;
    }

    /**
     * Tells all other ranks; those that are gone themselves are passed over. The second message
     * fits no receive. Sent like this, that fails its request, which nobody looks at; of one that
     * is complete at once, the next exchange of this rank with the other would be told.
     */
    void announce(Traffic traffic) {
        tellAll(traffic, traffic.endpoint::issend);
    }

    /** The same by a rank whose endpoint is closed next, which takes back what is not complete. */
    void announceLast(Traffic traffic) {
        tellAll(traffic, traffic.endpoint::isend);
    }

    private void tellAll(Traffic traffic, Sending sending) {
        byte[] reason = encode();
        for (int to = 0; to < traffic.size; to++) {
            if (to != traffic.rank) {
                var _ = tryTell(to, reason, traffic, sending);
            }
        }
    }

    /** Tells one other rank; what was sent is on its way when the requests are complete. */
    List<Request> announceTo(int to, Traffic traffic) {
        return tryTell(to, encode(), traffic, traffic.endpoint::isend);
    }

    /** How the message is sent that comes where data are expected. */
    private interface Sending {
        Request start(EndpointAddress to, int tag, int context, Slice source);
    }

    // Whoever waits for one that is gone learns it by itself.
    private static List<Request> tryTell(int to, byte[] reason, Traffic traffic, Sending sending) {
        EndpointAddress other = traffic.members[to];
        Endpoint own = traffic.endpoint;
        try {
            passMisfit(to, traffic);
            return List.of(
                    own.isend(other, REASON_TAG, contextOf(traffic), Slice.of(reason)),
                    sending.start(other, Call.GIVEN_UP, traffic.context, Slice.of(new boolean[0])));
        } catch (TransportException gone) {
            return List.of(); // nothing is left to be done for it
        }
    }

    /** The first operation after a message that did not fit there only tells of that. */
    private static void passMisfit(int rank, Traffic traffic) {
        try {
            isAnnouncedBy(rank, traffic);
        } catch (MessageMismatchException known) {
            // That is why this rank fails.
        }
    }

    private byte[] encode() {
        String head = kind + "" + SEPARATOR + runtime + SEPARATOR;
        return (head + text.substring(0, Math.min(text.length(), MAX_TEXT))).getBytes(UTF_8);
    }

    private static Failure announcedBy(int rank, Traffic traffic, boolean isDue) {
        try {
            var source = traffic.members[rank];
            int context = contextOf(traffic);
            passMisfit(rank, traffic);
            Status status = traffic.endpoint.iprobe(source, REASON_TAG, context);
            if (status == null ? !isDue : status.count() > MAX_REASON_BYTES) {
                return null;
            }
            byte[] room = new byte[MAX_REASON_BYTES];
            Request receive = traffic.endpoint.irecv(source, REASON_TAG, context, Slice.of(room));
            int length = (int) receive.await(REASON_LIMIT).count();
            return decode(new String(room, 0, length, UTF_8));
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
