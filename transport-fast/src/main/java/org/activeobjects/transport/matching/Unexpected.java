package org.activeobjects.transport.matching;

import org.activeobjects.transport.Slice;

/**
 * A message that came before its receive: its elements (eager), an announcement from a peer, or the
 * send itself if it is one of this runtime.
 */
final class Unexpected extends Envelope {

    /** Eager: the elements are in {@code buffer}; not yet all of them while {@code isComing}. */
    boolean isEager;

    boolean isComing;

    /** The receive that matched while the elements were coming. */
    Operation receiver;

    /** From this runtime: the send that waits. */
    Operation sender;

    Unexpected next;
    Unexpected previous;

    private byte[] buffer = {};
    private final Slice view = new Slice();

    /** Room for the elements, as bytes. */
    Slice room() {
        if (buffer.length < bytes) {
            buffer = new byte[Math.max(256, Integer.highestOneBit((int) bytes * 2 - 1))];
        }
        return view.wrap(buffer, 0, (int) bytes);
    }

    Slice elements() {
        return view;
    }
}
