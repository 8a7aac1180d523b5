package org.activeobjects.transport.matching;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.DirectLane;

import java.lang.foreign.MemorySegment;
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

    private Operation firstPosted;
    private Operation lastPosted;
    private Unexpected firstUnexpected;
    private Unexpected lastUnexpected;
    private Unexpected spare;
    private int spareCount;

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

    /** What is known of a message without its elements. */
    static class Envelope {

        Peer from;
        int fromEndpoint;
        int tag;
        int context;
        ElementType type;
        long bytes;

        /**
         * Announced: the sender's id of the transfer, and the handle of its elements or nothing.
         */
        int senderId;

        long handle;

        /** Of the frame: {@code Wire.FLAG_OBJECT}, {@code Wire.FLAG_EXCHANGE}. */
        int flags;

        Envelope set(
                Peer peer, int endpoint, int newTag, int newContext, ElementType of, long length) {
            from = peer;
            fromEndpoint = endpoint;
            tag = newTag;
            context = newContext;
            type = of;
            bytes = length;
            handle = DirectLane.NOTHING;
            flags = 0;
            return this;
        }

        void copyOf(Envelope other) {
            set(other.from, other.fromEndpoint, other.tag, other.context, other.type, other.bytes);
            senderId = other.senderId;
            handle = other.handle;
            flags = other.flags;
        }

        /** Tells the sender of elements that came at once, and is done with them, of a misfit. */
        void tellSender(Operation op, String misfit) {
            if (op.isExact && (flags & Wire.FLAG_EXCHANGE) != 0) {
                return; // it finds out by itself
            }
            MatchedEndpoint receiver = op.endpoint;
            if (!from.isSelf()) {
                from.tellMisfit(fromEndpoint, receiver.id(), misfit);
                return;
            }
            MatchedEndpoint sender = receiver.engine().endpoint(fromEndpoint);
            if (sender != null) {
                sender.misfits().came(from, receiver.id(), misfit);
            }
        }

        Status status() {
            EndpointAddress source = new EndpointAddress(from.id(), fromEndpoint);
            return new Status(source, tag, context, type, bytes >> type.shift());
        }
    }

    /**
     * A message that came before its receive: its elements (eager), an announcement from a peer, or
     * the send itself if it is one of this runtime.
     */
    static final class Unexpected extends Envelope {

        /** Eager: the elements are in {@code buffer}; not yet all while {@code isComing}. */
        boolean isEager;

        boolean isComing;

        /** The receive that matched while the elements were coming. */
        Operation receiver;

        /** From this runtime: the send that waits. */
        Operation sender;

        Unexpected next;
        Unexpected previous;

        private byte[] buffer = {};
        private MemorySegment memory;
        private final Slice view = new Slice();

        /** Room for the elements, as bytes. */
        Slice room() {
            if (buffer.length < bytes) {
                buffer = new byte[Math.max(256, Integer.highestOneBit((int) bytes * 2 - 1))];
                memory = MemorySegment.ofArray(buffer);
            }
            return view.wrap(buffer, 0, (int) bytes);
        }

        /** Copies the elements to where they belong. */
        void copyTo(Slice target) {
            target.copyFrom(0, memory, 0, bytes);
        }
    }
}
