package org.activeobjects.internal.future;

import org.activeobjects.spi.BodyHandle;

/**
 * An active object whose threads may wait for results, or something else that is done for others.
 *
 * <p><b>Threading:</b> by the thread that waits.
 */
public interface WaitingBody {

    /** What the calling thread does that serves no active object. */
    ScopedValue<WaitingBody> BESIDE = ScopedValue.newInstance();

    /** {@return what the calling thread serves; null if it serves nothing} */
    static WaitingBody current() {
        WaitingBody served =
                BodyHandle.current() instanceof WaitingBody body
                        ? body
                        : BESIDE.isBound() ? BESIDE.get() : null;
        return served != null && served.isServing() ? served : null;
    }

    /**
     * Whether the calling thread serves this.
     *
     * @return true if it is the own thread of an active object, or serves a request beside it
     */
    boolean isServing();

    /**
     * The calling thread is about to wait.
     *
     * @param wait the wait
     * @throws RuntimeException if the result could never come
     */
    void waits(Wait wait);

    /**
     * The calling thread waits no more.
     *
     * @param wait the wait that is over
     */
    void goesOn(Wait wait);

    /**
     * What one of its threads waits for depends on something else from now on.
     *
     * @param wait the wait; by any thread, and perhaps over already
     */
    void changes(Wait wait);
}
