package org.activeobjects.transport.posix.socket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

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
                int unused = (int) Libc.SHUTDOWN.invokeExact(number, SHUT_BOTH);
                STATE.getAndBitwiseOr(this, CLOSING);
            } catch (Throwable e) {
                throw Libc.unexpected(e);
            } finally {
                leave();
            }
        }
    }

    private void giveBack() {
        if (STATE.compareAndSet(this, CLOSING, CLOSING | CLOSED)) {
            try {
                int unused = (int) Libc.CLOSE.invokeExact(number);
            } catch (Throwable e) {
                throw Libc.unexpected(e);
            }
        }
    }
}
