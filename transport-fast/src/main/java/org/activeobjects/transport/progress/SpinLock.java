package org.activeobjects.transport.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for sections of some ten nanoseconds, without memory of its own and without a queue. What
 * it guards may extend it, so as to lie in the cache line that who takes it gets anyway.
 *
 * <p><b>Threading:</b> safe; not reentrant. Nothing that waits may be called while it is held.
 */
public class SpinLock {

    private static final VarHandle HELD;
    private static final int SPINS = 64;
    private static final int YIELDS_PER_NAP = 64;
    private static final long NAP_NS = 20_000;

    /** Some milliseconds: whoever holds it so long has not just lost its core. */
    private static final int MANY_YIELDS = 8192;

    private static final long LONG_NAP_NS = 200_000;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through HELD
    private int held;

    /** A free lock. */
    public SpinLock() {}

    /** Takes the lock. A holder that lost its core is given the rest of this time slice. */
    public final void lock() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockContended();
        }
    }

    /**
     * Takes the lock if it is free.
     *
     * @return true if the caller holds it now
     */
    public final boolean tryLock() {
        return (int) HELD.getOpaque(this) == 0 && HELD.compareAndSet(this, 0, 1);
    }

    /** Gives the lock back. */
    public final void unlock() {
        HELD.setRelease(this, 0);
    }

    /**
     * A holder may be a virtual thread that has been parked in a call below and is runnable again:
     * behind others that only yield, it may wait for a carrier for ever. So they sleep, too. Where
     * the code of a user runs in what is guarded, such as a handler, it may take any time: so
     * everybody sleeps at last.
     */
    @SuppressWarnings("ThreadPriorityCheck") // a holder without a core needs this one
    private void lockContended() {
        boolean isVirtual = Thread.currentThread().isVirtual();
        boolean isInterrupted = false;
        int spins = 0;
        while ((int) HELD.getOpaque(this) != 0 || !HELD.compareAndSet(this, 0, 1)) {
            if (++spins < SPINS) {
                Thread.onSpinWait();
            } else if (spins < MANY_YIELDS && (!isVirtual || spins % YIELDS_PER_NAP != 0)) {
                Thread.yield();
            } else {
                isInterrupted |= Thread.interrupted();
                LockSupport.parkNanos(this, spins < MANY_YIELDS ? NAP_NS : LONG_NAP_NS);
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
