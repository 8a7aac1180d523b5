package org.activeobjects.transport.posix.socket;

import org.activeobjects.transport.posix.Downcalls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;

/**
 * The number of an open file of the kernel, which is given back only when nobody is in a call with
 * it: a number that has meanwhile become another file's is never used.
 *
 * <p><b>Threading:</b> safe.
 */
final class Descriptor implements AutoCloseable {

    private static final VarHandle STATE;
    private static final int SHUT_BOTH = 2;

    /** Set by {@link #close}; the rest of the state counts who is in a call. */
    private static final int CLOSING = 1 << 31;

    /** Set by the one who gives the number back. */
    private static final int CLOSED = 1 << 30;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Descriptor.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int number;

    @SuppressWarnings("unused") // through STATE
    private int state;

    Descriptor(int number) {
        this.number = number;
    }

    /** The number, to be used between {@link #enter} and {@link #leave} only. */
    int number() {
        return number;
    }

    /** Keeps the number from being given back; false if it is closed, and then nobody may leave. */
    boolean enter() {
        if ((int) STATE.getAndAdd(this, 1) >= 0) {
            return true;
        }
        leave();
        return false;
    }

    void leave() {
        int now = (int) STATE.getAndAdd(this, -1) - 1;
        if (now == CLOSING) {
            giveBack();
        }
    }

    boolean isClosed() {
        return (int) STATE.getOpaque(this) < 0;
    }

    /** Ends calls that wait, and gives the number back as soon as the last one has returned. */
    @Override
    public void close() {
        if (enter()) {
            try {
                long both = SHUT_BOTH;
                var _ = (long) Libc.SHUTDOWN.invokeExact((long) number, both, 0L, 0L, 0L, 0L);
                STATE.getAndBitwiseOr(this, CLOSING);
            } catch (Throwable e) {
                throw Downcalls.unexpected(e);
            } finally {
                leave();
            }
        }
    }

    private void giveBack() {
        if (STATE.compareAndSet(this, CLOSING, CLOSING | CLOSED)) {
            try {
                var _ = (long) Libc.CLOSE.invokeExact((long) number, 0L, 0L, 0L, 0L, 0L);
            } catch (Throwable e) {
                throw Downcalls.unexpected(e);
            }
        }
    }

    /**
     * A look for one kind of event at one descriptor.
     *
     * <p><b>Threading:</b> safe: what the kernel writes beside the question is not read, only how
     * many descriptors it has found ready.
     */
    static final class Poll {

        /** Something can be received, or a connection accepted. */
        static final int IN = 1;

        /** Something can be sent. */
        static final int OUT = 4;

        private static final long STRUCT_LENGTH = 8;
        private static final long EVENTS_OFFSET = 4;

        private final Descriptor descriptor;
        private final MemorySegment question = Arena.ofAuto().allocate(STRUCT_LENGTH, 4);

        Poll(Descriptor descriptor, int events) {
            this.descriptor = descriptor;
            question.set(ValueLayout.JAVA_INT, 0, descriptor.number());
            question.set(ValueLayout.JAVA_SHORT, EVENTS_OFFSET, (short) events);
        }

        /** Whether the event is there, or an error; false also if the descriptor is closed. */
        boolean isThere() {
            if (!descriptor.enter()) {
                return false;
            }
            try {
                long asked = question.address();
                long ready = (long) Libc.POLL.invokeExact(asked, 1L, 0L, 0L, 0L, 0L);
                return (int) ready > 0;
            } catch (Throwable e) {
                throw Downcalls.unexpected(e);
            } finally {
                Reference.reachabilityFence(question);
                descriptor.leave();
            }
        }
    }
}
