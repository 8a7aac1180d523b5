package org.activeobjects.transport.matching;

import org.activeobjects.transport.Slice;

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
