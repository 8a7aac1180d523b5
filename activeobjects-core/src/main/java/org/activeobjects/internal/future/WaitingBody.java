package org.activeobjects.internal.future;

/**
 * An active object whose thread may wait for results.
 *
 * <p><b>Threading:</b> by its own thread.
 */
public interface WaitingBody {

    /**
     * Whether the calling thread is the one that serves.
     *
     * @return true if it is this body's
     */
    boolean isOwnThread();

    /**
     * Its thread is about to wait.
     *
     * @param wait the wait
     * @throws RuntimeException if the result could never come
     */
    void waits(Wait wait);

    /** Its thread waits no more. */
    void goesOn();
}
