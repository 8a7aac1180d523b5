package org.activeobjects.active;

/**
 * The requests that an active object has not yet begun to serve, oldest first.
 *
 * <p><b>Threading:</b> {@link #size} and {@link #isEmpty} from any thread, the rest only from the
 * thread of the active object; another thread gets an {@code IllegalStateException}. A blocking
 * method returns without a request when the active object is terminated meanwhile or its thread is
 * interrupted, and throws {@code BodyTerminatedException} when it had been terminated before. A
 * time limit of less than 0 is refused with an {@code IllegalArgumentException}.
 *
 * <p>An order to end that waits for its turn is seen by no filter. Without a filter it is a request
 * like others, but also the youngest is looked for among those that were sent before it, and is the
 * order only when there are none.
 *
 * <p>Not for implementation outside this module.
 */
public interface BlockingRequestQueue {

    /**
     * How many requests wait.
     *
     * @return 0 or more
     */
    int size();

    /**
     * Whether no request waits.
     *
     * @return true if there is none
     */
    boolean isEmpty();

    /**
     * Looks at the oldest request that a filter accepts.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    Request getOldest(RequestFilter filter);

    /**
     * Looks at the youngest request that a filter accepts.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    Request getYoungest(RequestFilter filter);

    /**
     * Takes the oldest request that a filter accepts.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, or {@code null} if there is none
     */
    Request removeOldest(RequestFilter filter);

    /**
     * Takes the youngest request that a filter accepts.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, or {@code null} if there is none
     */
    Request removeYoungest(RequestFilter filter);

    /**
     * Looks at the oldest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @return the request, which stays in the queue, or {@code null} if none came in time
     */
    Request blockingGetOldest(RequestFilter filter, long timeoutMs);

    /**
     * Looks at the youngest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @return the request, which stays in the queue, or {@code null} if none came in time
     */
    Request blockingGetYoungest(RequestFilter filter, long timeoutMs);

    /**
     * Takes the oldest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @return the request, or {@code null} if none came in time
     */
    Request blockingRemoveOldest(RequestFilter filter, long timeoutMs);

    /**
     * Takes the youngest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @return the request, or {@code null} if none came in time
     */
    Request blockingRemoveYoungest(RequestFilter filter, long timeoutMs);

    /**
     * Waits until there is a request.
     *
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @return true if there is one
     */
    boolean waitForRequest(long timeoutMs);

    /** Removes every request; those whose callers wait fail with an exception that says so. */
    void clear();

    /**
     * Removes the requests that a filter accepts; those whose callers wait fail with an exception
     * that says so.
     *
     * @param filter what to remove; {@code null} accepts every request
     */
    void clear(RequestFilter filter);
}
