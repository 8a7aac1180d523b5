package org.activeobjects.transport.matching;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The posted receives and the unexpected messages of one endpoint, each in order of arrival.
 *
 * <p><b>Threading:</b> every method under the endpoint's lock.
 */
final class MatchQueues {

    private static final int SPARE = 64;

    /** Bytes that those have as room for elements, together. */
    static final long SPARE_ROOM = 16 << 20;

    /** From this length on, bytes, messages lie in no cache of a core: two copy faster than one. */
    private static final long LONG = 1 << 20;

    /** Bytes: who waits for one message copies so much for others before its wait ends. */
    private static final long MOST_FOLLOWING = 4 << 20;

    private final Posted posted = new Posted();
    private Unexpected firstUnexpected;
    private Unexpected lastUnexpected;
    private Unexpected spare;
    private int spareCount;
    private long spareRoom;

    // Receives whose elements are to be copied after those that some thread copies now.
    private Station copiedFrom;
    private Operation firstFollowing;
    private Operation lastFollowing;
    private long following; // bytes

    void post(Operation op) {
        posted.add(op);
    }

    void unlink(Operation op) {
        posted.remove(op);
    }

    boolean isPosted(Operation op) {
        return posted.holds(op);
    }

    /**
     * Whether a receive that was matched is left to the thread that copies an earlier message of
     * the same sender: of a stream one thread copies all, into the cache of its core, while the
     * other matches. Else the caller copies it.
     */
    boolean follows(Operation send, Operation receive) {
        long bytes = send.total();
        if (send.isBlocking || bytes < Operation.SHARED || bytes >= LONG) {
            return false;
        }
        if (copiedFrom == null) {
            copiedFrom = send.station();
            receive.isCopyFollowed = true;
            return false;
        }
        if (copiedFrom != send.station() || following + bytes > MOST_FOLLOWING) {
            return false;
        }
        following += bytes;
        receive.follows = send;
        if (firstFollowing == null) {
            firstFollowing = receive;
        } else {
            lastFollowing.next = receive;
        }
        lastFollowing = receive;
        return true;
    }

    /** A receive was copied: takes out the one that the same thread is to copy now, or null. */
    Operation followerOf(Operation copied) {
        if (!copied.isCopyFollowed) {
            return null;
        }
        copied.isCopyFollowed = false;
        copied.follows = null;
        Operation receive = firstFollowing;
        if (receive == null) {
            copiedFrom = null;
        } else {
            firstFollowing = receive.next;
            receive.next = null;
            receive.isCopyFollowed = true;
            following -= receive.total();
        }
        return receive;
    }

    /** Takes out the receives that are meant, in their order. */
    List<Operation> takePosted(Predicate<Operation> which) {
        return posted.take(which);
    }

    /** Takes out the messages that are meant, in their order. */
    List<Unexpected> takeUnexpected(Predicate<Unexpected> which) {
        List<Unexpected> taken = new ArrayList<>();
        for (Unexpected message = firstUnexpected, next; message != null; message = next) {
            next = message.next;
            if (which.test(message)) {
                unlink(message);
                taken.add(message);
            }
        }
        return taken;
    }

    /** Takes out the oldest receive that accepts a message; null if there is none. */
    Operation takePosted(Envelope message) {
        return posted.take(message);
    }

    Unexpected append() {
        Unexpected message = spare;
        if (message == null) {
            message = new Unexpected();
        } else {
            spare = message.next;
            spareCount--;
            spareRoom -= message.roomLength();
        }
        message.next = null;
        message.previous = lastUnexpected;
        if (lastUnexpected == null) {
            firstUnexpected = message;
        } else {
            lastUnexpected.next = message;
        }
        lastUnexpected = message;
        return message;
    }

    void unlink(Unexpected message) {
        if (message.previous == null) {
            firstUnexpected = message.next;
        } else {
            message.previous.next = message.next;
        }
        if (message.next == null) {
            lastUnexpected = message.previous;
        } else {
            message.next.previous = message.previous;
        }
    }

    /** Takes an entry that nobody knows any more for later use. */
    void recycle(Unexpected message) {
        message.from = null;
        message.receiver = null;
        message.sender = null;
        if (spareCount < SPARE) {
            if (spareRoom + message.roomLength() > SPARE_ROOM) {
                message.dropRoom();
            }
            spareRoom += message.roomLength();
            message.next = spare;
            spare = message;
            spareCount++;
        }
    }

    /** The oldest message that a receive accepts; null if there is none. */
    Unexpected findUnexpected(Operation receive) {
        for (Unexpected message = firstUnexpected; message != null; message = message.next) {
            if (receive.accepts(message)) {
                return message;
            }
        }
        return null;
    }

    /**
     * The posted receives in their order, with gaps.
     *
     * <p>An array, and not links between them: for a collector such as G1 a reference in an old
     * object to a new one costs a fence, and so the last and the first of a chain cost two for each
     * receive, a place in an array one. In an array that is young itself it costs none: so after
     * some receives that are new objects a new array takes its place.
     */
    private static final class Posted {

        private static final int LEAST = 64;

        /** So many places are kept for later when no receive is posted any more. */
        private static final int MOST_KEPT = 1 << 16;

        private Operation[] places = new Operation[LEAST];
        private int first; // only gaps before
        private int end; // only gaps from here on
        private int count;
        private int taken; // by new objects, since the array is new

        void add(Operation op) {
            taken += op.place == Operations.NOWHERE ? 0 : 1; // else it is used again and again
            if (end == places.length || end - first > 2 * count + LEAST) {
                makeRoom();
            }
            op.posted = end;
            places[end++] = op;
            count++;
        }

        /** Closes the gaps; moves to twice as many places if there are few of them. */
        private void makeRoom() {
            Operation[] from = places;
            if (count > from.length / 2) {
                places = new Operation[2 * from.length];
            }
            int size = 0;
            for (int i = first; i < end; i++) {
                Operation op = from[i];
                from[i] = null;
                if (op != null) {
                    op.posted = size;
                    places[size++] = op;
                }
            }
            first = 0;
            end = size;
        }

        boolean holds(Operation op) {
            return op.posted < end && places[op.posted] == op;
        }

        void remove(Operation op) {
            places[op.posted] = null;
            count--;
            if (count == 0) {
                first = 0;
                end = 0;
                boolean isLong = places.length > MOST_KEPT;
                if (isLong || taken >= places.length) {
                    places = new Operation[isLong ? LEAST : places.length];
                    taken = 0;
                }
                return;
            }
            while (places[first] == null) {
                first++;
            }
            while (places[end - 1] == null) {
                end--;
            }
        }

        Operation take(Envelope message) {
            for (int i = first; i < end; i++) {
                Operation op = places[i];
                if (op != null && op.accepts(message)) {
                    remove(op);
                    return op;
                }
            }
            return null;
        }

        List<Operation> take(Predicate<Operation> which) {
            List<Operation> taken = new ArrayList<>();
            for (int i = first; i < end; i++) {
                if (places[i] != null && which.test(places[i])) {
                    taken.add(places[i]);
                }
            }
            taken.forEach(this::remove);
            return taken;
        }
    }
}
