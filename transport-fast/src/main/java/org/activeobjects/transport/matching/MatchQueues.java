package org.activeobjects.transport.matching;

import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.SpinLock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The posted receives and the unexpected messages of one endpoint, each in order of arrival.
 *
 * <p>They are the lock, too: what a message touches for which one receive waits, that of a blocking
 * call, lies beside the lock, nearly always in a cache line that comes from another core with it.
 *
 * <p><b>Threading:</b> every method but those that take the lock, and every field, under the lock.
 */
final class MatchQueues extends SpinLock {

    private static final int LOCAL_WINDOW = 1 << 20;
    private static final int SPARE = 64;

    /** Bytes that those have as room for elements, together. */
    static final int SPARE_ROOM = 16 << 20;

    /** Bytes: who waits for one message copies so much for others before its wait ends. */
    private static final long MOST_FOLLOWING = 64 << 20;

    /** Copies into receives that are under way. */
    int copies;

    private int localBytes; // of the eager messages of this runtime that are unexpected
    private int more; // receives that lie in the list of those posted
    private Operation oldest; // of those posted, if it came when there was no other
    private Unexpected firstUnexpected;
    private Unexpected lastUnexpected;
    private final Posted posted = new Posted();
    private final Followers followers = new Followers();
    private Unexpected spare;
    private int spareCount;
    private int spareRoom;

    /**
     * Posts a receive, one that is used again and again where it is found first: a reference from
     * there to a new object would cost a fence. Returns null, or what it fails with without memory.
     */
    TransportException post(Operation op) {
        try {
            if (oldest == null && more == 0 && op.place == Operations.NOWHERE) {
                oldest = op;
            } else {
                posted.add(op);
            }
            return null;
        } catch (OutOfMemoryError e) {
            return Failures.because(e);
        }
    }

    void unlink(Operation op) {
        if (op == oldest) {
            oldest = null;
        } else {
            posted.remove(op);
        }
    }

    boolean isPosted(Operation op) {
        return op == oldest || posted.holds(op);
    }

    /** Takes the lock, and a receive out; false if it is not posted any more. */
    boolean takeBack(Operation op) {
        lock();
        try {
            boolean isThere = isPosted(op);
            if (isThere) {
                unlink(op);
            }
            return isThere;
        } finally {
            unlock();
        }
    }

    /** As {@link Followers#add}. */
    boolean follows(Operation send, Operation receive) {
        return followers.add(send, receive);
    }

    /** As {@link Followers#next}. */
    Operation followerOf(Operation copied) {
        return copied.isCopyFollowed ? followers.next(copied) : null;
    }

    /** Takes out the receives that are meant, in their order: all, or none if it throws. */
    List<Operation> takePosted(Predicate<Operation> which) {
        List<Operation> taken = posted(which);
        unlinkPosted(taken);
        return taken;
    }

    /** The receives that are meant, in their order. */
    List<Operation> posted(Predicate<Operation> which) {
        List<Operation> found = new ArrayList<>();
        if (oldest != null && which.test(oldest)) {
            found.add(oldest);
        }
        posted.find(which, found);
        return found;
    }

    /** Takes those out; needs no memory. */
    void unlinkPosted(List<Operation> taken) {
        for (int i = 0; i < taken.size(); i++) {
            unlink(taken.get(i));
        }
    }

    /** Takes out the messages that are meant, in their order: all, or none if it throws. */
    List<Unexpected> takeUnexpected(Predicate<Unexpected> which) {
        List<Unexpected> taken = unexpected(which);
        for (int i = 0; i < taken.size(); i++) {
            unlink(taken.get(i));
        }
        return taken;
    }

    List<Unexpected> unexpected(Predicate<Unexpected> which) {
        List<Unexpected> found = new ArrayList<>();
        for (Unexpected message = firstUnexpected; message != null; message = message.next) {
            if (which.test(message)) {
                found.add(message);
            }
        }
        return found;
    }

    /** Lets something take the place of a send that waits here for its receive. */
    boolean replace(Operation send, Operation standIn) {
        List<Unexpected> found = unexpected(message -> message.sender == send);
        found.forEach(message -> message.sender = standIn);
        return !found.isEmpty();
    }

    /** Takes out the oldest receive that accepts a message; null if there is none. */
    Operation takePosted(Envelope message) {
        Operation op = oldest;
        if (op != null && op.accepts(message)) {
            oldest = null;
            return op;
        }
        return more == 0 ? null : posted.take(message);
    }

    /** Whether a message of this runtime is to be copied until it is received. */
    boolean admits(long bytes) {
        return bytes <= LocalMessages.EAGER && localBytes + cost(bytes) <= LOCAL_WINDOW;
    }

    /** Whether one of this runtime was admitted; it counts then, until {@link #left}. */
    boolean isAdmitted(Unexpected message) {
        localBytes += message.isEager ? cost(message.bytes) : 0;
        return message.isEager;
    }

    /** An eager message is received, or will not come: what it has counted. */
    void left(Unexpected message) {
        localBytes -= message.from.isSelf() ? cost(message.bytes) : 0;
    }

    private static int cost(long bytes) {
        return (int) bytes + Wire.OVERHEAD;
    }

    Unexpected append(Envelope envelope, boolean eager) {
        Unexpected message = append();
        message.copyOf(envelope);
        message.isEager = eager;
        message.isComing = eager;
        return message;
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
        message.forget();
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
            if (message.isFor(receive)) {
                return message;
            }
        }
        return null;
    }

    /** Receives whose elements are to be copied after those that some thread copies now. */
    private static final class Followers {

        private Station copiedFrom;
        private Operation first;
        private Operation last;
        private long bytes;

        /**
         * Whether a receive that was matched is left to the thread that copies an earlier message
         * of the same sender: of a stream one thread copies all, into the cache of its core, while
         * the other matches, or a half of each while the other waits. Else the caller copies it.
         */
        boolean add(Operation send, Operation receive) {
            long length = send.total();
            if (send.isBlocking || length < Operation.SHARED_LATER) {
                return false;
            }
            if (copiedFrom == null) {
                copiedFrom = send.station();
                receive.isCopyFollowed = true;
                return false;
            }
            if (copiedFrom != send.station() || bytes + length > MOST_FOLLOWING) {
                return false;
            }
            bytes += length;
            receive.follows = send;
            if (first == null) {
                first = receive;
            } else {
                last.next = receive;
            }
            last = receive;
            return true;
        }

        /** A receive was copied: takes out the one that the same thread is to copy now, or null. */
        Operation next(Operation copied) {
            copied.isCopyFollowed = false;
            copied.follows = null;
            Operation receive = first;
            if (receive == null) {
                copiedFrom = null;
            } else {
                first = receive.next;
                receive.next = null;
                receive.isCopyFollowed = true;
                bytes -= receive.total();
            }
            return receive;
        }
    }

    /**
     * The posted receives in their order, with gaps.
     *
     * <p>An array, and not links between them: for a collector such as G1 a reference in an old
     * object to a new one costs a fence, and so the last and the first of a chain cost two for each
     * receive, a place in an array one. In an array that is young itself it costs none: so after
     * some receives that are new objects a new array takes its place.
     */
    private final class Posted {

        private static final int LEAST = 64;

        /** So many places are kept for later when no receive is posted any more. */
        private static final int MOST_KEPT = 1 << 16;

        private Operation[] places = new Operation[LEAST];
        private int first; // only gaps before
        private int end; // only gaps from here on
        private int taken; // by new objects, since the array is new

        void add(Operation op) {
            taken += op.place == Operations.NOWHERE ? 0 : 1; // else it is used again and again
            if (end == places.length || end - first > 2 * more + LEAST) {
                makeRoom();
            }
            op.posted = end;
            places[end++] = op;
            more++;
        }

        /** Closes the gaps; moves to twice as many places if there are few of them. */
        private void makeRoom() {
            Operation[] from = places;
            if (more > from.length / 2) {
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
            more--;
            if (more == 0) {
                first = 0;
                end = 0;
                boolean isLong = places.length > MOST_KEPT;
                if (isLong || taken >= places.length) {
                    renew(isLong ? LEAST : places.length);
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

        /** Whoever takes a receive out gets it, also if there is no memory for another array. */
        private void renew(int length) {
            try {
                places = new Operation[length];
                taken = 0;
            } catch (OutOfMemoryError _) {
                // The old one will do.
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

        void find(Predicate<Operation> which, List<Operation> found) {
            for (int i = first; i < end; i++) {
                if (places[i] != null && which.test(places[i])) {
                    found.add(places[i]);
                }
            }
        }
    }
}
