package org.activeobjects.transport.matching;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportException;

import java.lang.foreign.MemorySegment;

/**
 * A message that came before its receive: its elements (eager), an announcement from a peer, or the
 * send itself if it is one of this runtime.
 */
public final class Unexpected extends Envelope {

    private static final byte[] NO_ROOM = {};

    /** Eager: the elements are in {@code buffer}; not yet all while {@code isComing}. */
    boolean isEager;

    boolean isComing;

    /** The receive that matched while the elements were coming. */
    Operation receiver;

    /** From this runtime: the send that waits. */
    Operation sender;

    /** The receive that it is kept for by a matched probe; nobody else finds it. */
    Operation claim;

    Unexpected next;
    Unexpected previous;

    private byte[] buffer = NO_ROOM;
    private MemorySegment memory;
    private final Slice view = new Slice();

    Unexpected() {}

    /**
     * Room for the elements, as bytes.
     *
     * @return the same each time for one message
     */
    public Slice room() {
        if (buffer.length < bytes) {
            buffer = new byte[Math.max(256, Integer.highestOneBit((int) bytes * 2 - 1))];
            memory = MemorySegment.ofArray(buffer);
        }
        return view.wrap(buffer, 0, (int) bytes);
    }

    /**
     * Whether a thread of this runtime copies it to its receive: now, or its sender once it came.
     */
    boolean isCopiedHere() {
        return isComing ? from.isSelf() : isEager || sender != null;
    }

    /** Whether a receive finds it. */
    boolean isFor(Operation receive) {
        return claim == null ? receive.accepts(this) : claim == receive;
    }

    /** Keeps it for a receive that is not posted; it is found by {@link #isFor} from now on. */
    void keepFor(Operation receive) {
        claim = receive;
        receive.isClaim = true;
    }

    /** It will not come, and was not received yet. */
    void lost(TransportException why) {
        if (claim != null) {
            claim.messageLost(why);
        }
    }

    /** It is nobody's any more. */
    void forget() {
        from = null;
        receiver = null;
        sender = null;
        claim = null;
    }

    /** Bytes for which there is room already. */
    int roomLength() {
        return buffer.length;
    }

    /** Leaves the room to the collector. */
    void dropRoom() {
        buffer = NO_ROOM;
        memory = null;
        view.wrap(NO_ROOM, 0, 0);
    }

    /** Copies the elements to where they belong. */
    void copyTo(Slice target) {
        target.copyFrom(0, memory, 0, bytes);
    }
}
