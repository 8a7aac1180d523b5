package org.activeobjects.internal.future;

/**
 * An active object whose threads may wait for results.
 *
 * <p><b>Threading:</b> by the thread that waits.
 */
public interface WaitingBody {

    /**
     * Whether the calling thread serves this active object.
     *
     * @return true if it is its own thread, or serves a request beside it
     */
    boolean isServing();

    /**
     * The calling thread is about to wait.
     *
     * @param wait the wait
     * @throws RuntimeException if the result could never come
     */
    void waits(Wait wait);

    /** The calling thread waits no more. */
    void goesOn();
}
