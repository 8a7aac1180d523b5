package org.activeobjects.transport.posix.socket;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A look, or a wait, for one kind of event at one descriptor.
 *
 * <p><b>Threading:</b> safe: what the kernel writes beside the question is not read, only how many
 * descriptors it has found ready.
 */
final class Poll {

    /** Something can be received, or a connection accepted. */
    static final int IN = 1;

    /** Something can be sent. */
    static final int OUT = 4;

    private static final long STRUCT_LENGTH = 8;
    private static final long EVENTS_OFFSET = 4;
    private static final long NS_PER_MS = 1_000_000;

    private final Descriptor descriptor;
    private final MemorySegment question = Arena.ofAuto().allocate(STRUCT_LENGTH, 4);

    Poll(Descriptor descriptor, int events) {
        this.descriptor = descriptor;
        question.set(ValueLayout.JAVA_INT, 0, descriptor.number());
        question.set(ValueLayout.JAVA_SHORT, EVENTS_OFFSET, (short) events);
    }

    /** Whether the event is there, or an error; false also if the descriptor is closed. */
    boolean await(long timeoutNs) {
        if (!descriptor.enter()) {
            return false;
        }
        try {
            long ms = Math.clamp((timeoutNs + NS_PER_MS - 1) / NS_PER_MS, 0, Integer.MAX_VALUE);
            int ready = (int) Libc.POLL.invokeExact(question, 1L, (int) ms);
            return ready > 0;
        } catch (Throwable e) {
            throw Libc.unexpected(e);
        } finally {
            descriptor.leave();
        }
    }
}
