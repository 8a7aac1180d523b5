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

    /** From this length on, bytes, messages lie in no cache of a core: two copy faster than one. */
    private static final long LONG = 1 << 20;

    /** Bytes: who waits for one message copies so much for others before its wait ends. */
    private static final long MOST_FOLLOWING = 4 << 20;

    private Operation firstPosted;
    private Operation lastPosted;
    private Unexpected firstUnexpected;
    private Unexpected lastUnexpected;
    private Unexpected spare;
    private int spareCount;

    // Receives whose elements are to be copied after those that some thread copies now.
    private Station copiedFrom;
    private Operation firstFollowing;
    private Operation lastFollowing;
    private long following; // bytes

    void post(Operation op) {
        op.previous = lastPosted;
        op.next = null;
        if (lastPosted == null) {
            firstPosted = op;
        } else {
            lastPosted.next = op;
        }
        lastPosted = op;
    }

    void unlink(Operation op) {
        if (op.previous == null) {
            firstPosted = op.next;
        } else {
            op.previous.next = op.next;
        }
        if (op.next == null) {
            lastPosted = op.previous;
        } else {
            op.next.previous = op.previous;
        }
        op.next = null;
        op.previous = null;
    }

    boolean isPosted(Operation op) {
        return op.previous != null || firstPosted == op;
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
        List<Operation> taken = new ArrayList<>();
        for (Operation op = firstPosted, next; op != null; op = next) {
            next = op.next;
            if (which.test(op)) {
                unlink(op);
                taken.add(op);
            }
        }
        return taken;
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
        for (Operation op = firstPosted; op != null; op = op.next) {
            if (op.accepts(message)) {
                unlink(op);
                return op;
            }
        }
        return null;
    }

    Unexpected append() {
        Unexpected message = spare;
        if (message == null) {
            message = new Unexpected();
        } else {
            spare = message.next;
            spareCount--;
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
}
