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
