package org.activeobjects.transport.shm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Keeps the memory of a link mapped while native code copies into it.
 *
 * <p><b>Threading:</b> one thread at a time enters and leaves; who closes may be any. Who enters
 * says so first and looks then; who closes does the opposite: so one of the two sees the other.
 */
final class CopyGuard {

    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(CopyGuard.class, "inside", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile boolean inside;
    private volatile boolean isClosed;

    /**
     * Begins copies, which {@link #leave} ends. Does nothing if they have begun: so the pieces of
     * one message follow each other without a fence, which would wait for all stores of the last
     * one.
     *
     * @throws IllegalStateException if the memory goes
     */
    void enter() {
        if (inside) {
            return;
        }
        inside = true;
        if (isClosed) {
            leave();
            throw new IllegalStateException("the link is closed");
        }
    }

    /** Ends copies, if they have begun, and waits for no store of theirs. */
    void leave() {
        INSIDE.setRelease(this, false);
    }

    /** Lets nobody in any more, and waits for who is inside, who copies some ten KiB. */
    @SuppressWarnings("ThreadPriorityCheck") // who copies may need this very core
    void close() {
        isClosed = true;
        while (inside) {
            Thread.yield();
        }
    }
}
