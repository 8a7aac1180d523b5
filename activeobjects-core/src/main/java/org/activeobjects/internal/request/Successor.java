package org.activeobjects.internal.request;

/**
 * Where the requests of an active object go that has moved away.
 *
 * <p><b>Threading:</b> requests by the thread of the body that stays behind, one after the other;
 * the end from any thread.
 */
public interface Successor {

    /**
     * Passes a request on; its answer goes to its caller. Never fails.
     *
     * @param request the request
     */
    void pass(QueuedRequest request);

    /**
     * Orders the active object to end, wherever it is now.
     *
     * @param immediate true to leave the requests in its queue unserved
     */
    void end(boolean immediate);

    /** What moves an active object away. */
    interface Departure {

        /**
         * Moves it, by its own thread and between two services.
         *
         * @return where its requests go from now on; {@code null} if it stays
         */
        Successor leave();
    }
}
