package org.activeobjects.transport.shm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Keeps the memory of a link mapped while native code copies from or to it.
 *
 * <p><b>Threading:</b> safe. Who enters counts itself first and looks then; who closes does the
 * opposite: so one of the two sees the other.
 */
final class CopyGuard {

    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(CopyGuard.class, "inside", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through INSIDE
    private volatile int inside;

    private volatile boolean isClosed;

    /**
     * Begins a copy, which {@link #leave} ends.
     *
     * @throws IllegalStateException if the memory goes
     */
    void enter() {
        INSIDE.getAndAdd(this, 1);
        if (isClosed) {
            leave();
            throw new IllegalStateException("the link is closed");
        }
    }

    void leave() {
        INSIDE.getAndAdd(this, -1);
    }

    /** Lets nobody in any more, and waits for those inside, each of whom copies some ten KiB. */
    @SuppressWarnings("ThreadPriorityCheck") // who copies may need this very core
    void close() {
        isClosed = true;
        while (inside != 0) {
            Thread.yield();
        }
    }
}
