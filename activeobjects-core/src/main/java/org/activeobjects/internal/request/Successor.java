package org.activeobjects.internal.request;

import org.activeobjects.transport.address.RuntimeId;

/**
 * Where the requests of an active object go that has moved away.
 *
 * <p><b>Threading:</b> requests by the thread of the body that stays behind, one after the other;
 * the rest from any thread.
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

    /**
     * Called once, by the body's thread, when it begins to pass on: those who have references are
     * told.
     */
    void announce();

    /**
     * Whether requests are passed on.
     *
     * @return false as long as an activity of the object still runs where it was
     */
    boolean isAnnounced();

    /**
     * Tells a runtime that has references where the active object is.
     *
     * @param holder that runtime
     */
    void tell(RuntimeId holder);

    /**
     * Whether the active object is known to have ended, or its runtime to be lost.
     *
     * @return true if nothing that is passed on would be served
     */
    boolean hasEnded();

    /**
     * The active object, for callers of this runtime that have waited with {@link #awaitPassed}.
     *
     * @return a stub that leads there directly
     */
    Object stub();

    /** Waits until what was in the queue when the object was announced has been passed on. */
    void awaitPassed();

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
