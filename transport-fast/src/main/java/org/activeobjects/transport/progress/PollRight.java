package org.activeobjects.transport.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The right to poll the links: one thread has it at a time, and learns when it gives it back
 * whether somebody has asked for it meanwhile.
 *
 * <p>Who fails to get it and goes to sleep leaves a mark first. A mark can be left only while the
 * right is taken, and taking the marks and giving the right back is one step: so either the sleeper
 * sees the right free, or the holder sees the mark.
 */
final class PollRight {

    /** The progress thread sleeps without having looked. */
    static final int PROGRESS_ASKS = 2;

    /** A platform thread is parked that would poll. */
    static final int WAITER_ASKS = 4;

    /** The level of the doorbell is to be set anew. */
    static final int LEVEL_CHANGED = 8;

    private static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(PollRight.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through STATE
    private int state;

    boolean tryTake() {
        return (int) STATE.getOpaque(this) == FREE && STATE.compareAndSet(this, FREE, TAKEN);
    }

    boolean isFree() {
        return (int) STATE.getOpaque(this) == FREE;
    }

    /** Whether somebody has asked; the holder may look at any time. */
    boolean isAskedFor(int mark) {
        return ((int) STATE.getOpaque(this) & mark) != 0;
    }

    /** Leaves a mark; false, and none is left, if the right is free. */
    boolean ask(int mark) {
        while (true) {
            int now = (int) STATE.getVolatile(this);
            if (now == FREE) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now | mark)) {
                return true;
            }
        }
    }

    /** Gives the right back, with a full fence. Returns the marks. */
    int giveBack() {
        return (int) STATE.getAndSet(this, FREE) & ~TAKEN;
    }
}
