package org.activeobjects.active;

import org.activeobjects.active.choice.RefusingService;

import java.util.Objects;

/**
 * The ways to serve the requests of an active object, for use in {@link RunActive#runActivity} and
 * in methods that serve others while they run.
 *
 * <p>A method that names a method of the active object, or gives a filter, passes over all other
 * requests, which stay in the queue in their order. Timeouts are milliseconds; 0 waits for ever,
 * and less is refused with an {@code IllegalArgumentException}.
 *
 * <p><b>Threading:</b> only from the thread of the active object. An interrupt ends the method that
 * waits, or the request that runs, and not the activity.
 *
 * <p><b>Source:</b> {@code Service} of ProActive. Different here: a blocking method never serves
 * after the active object was told to terminate; it returns, and the next one throws {@code
 * BodyTerminatedException}, so that a loop without a condition ends too.
 */
public class Service extends RefusingService<Request, RequestFilter> {

    private final Body body;
    private final BlockingRequestQueue queue;

    /**
     * For one active object.
     *
     * @param body its body
     */
    public Service(Body body) {
        this.body = Objects.requireNonNull(body, "the body to serve for is null");
        this.queue = body.getRequestQueue();
    }

    @Override
    protected final RequestFilter named(String methodName) {
        Objects.requireNonNull(methodName, "the name of the method to serve is null");
        return request -> request.getMethodName().equals(methodName);
    }

    @Override
    protected final Request look(RequestFilter filter, Age age) {
        return age == Age.OLDEST ? queue.getOldest(filter) : queue.getYoungest(filter);
    }

    @Override
    protected final Request awaitLook(RequestFilter filter, Age age, long timeoutMs) {
        return age == Age.OLDEST
                ? queue.blockingGetOldest(filter, timeoutMs)
                : queue.blockingGetYoungest(filter, timeoutMs);
    }

    @Override
    protected final Request take(RequestFilter filter, Age age) {
        return age == Age.OLDEST ? queue.removeOldest(filter) : queue.removeYoungest(filter);
    }

    @Override
    protected final Request awaitTake(RequestFilter filter, Age age, long timeoutMs) {
        return age == Age.OLDEST
                ? queue.blockingRemoveOldest(filter, timeoutMs)
                : queue.blockingRemoveYoungest(filter, timeoutMs);
    }

    /**
     * Runs a request and answers its caller.
     *
     * @param request request that was taken from the queue, or was looked at and leaves it now;
     *     {@code null} is ignored
     * @throws IllegalStateException if it has been served or removed already
     */
    public void serve(Request request) {
        if (request != null) {
            body.serve(request);
        }
    }

    @Override
    public void serveWithException(Request request, Throwable exception) {
        if (request != null) {
            body.serveWithException(request, exception);
        }
    }

    /** Serves every request in the order of arrival until the active object is terminated. */
    public void fifoServing() {
        while (body.isActive()) {
            blockingServeOldest();
        }
    }

    /** Serves the youngest request first until the active object is terminated. */
    public void lifoServing() {
        while (body.isActive()) {
            blockingServeYoungest();
        }
    }

    /**
     * Whether there is a request to serve.
     *
     * @return true if there is one
     */
    public boolean hasRequestToServe() {
        return look(null, Age.OLDEST) != null;
    }

    /**
     * Whether there is a request for a method.
     *
     * @param methodName name of the method
     * @return true if there is one
     */
    public boolean hasRequestToServe(String methodName) {
        return look(named(methodName), Age.OLDEST) != null;
    }

    /**
     * Whether there is a request that a filter accepts.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return true if there is one
     */
    public boolean hasRequestToServe(RequestFilter filter) {
        return look(filter, Age.OLDEST) != null;
    }

    /** Serves the oldest request; does nothing if there is none. */
    public void serveOldest() {
        serve(take(null, Age.OLDEST));
    }

    /**
     * Serves the oldest request for a method; does nothing if there is none.
     *
     * @param methodName name of the method
     */
    public void serveOldest(String methodName) {
        serve(take(named(methodName), Age.OLDEST));
    }

    /**
     * Serves the oldest request that a filter accepts; does nothing if there is none.
     *
     * @param filter what to serve; {@code null} accepts every request
     */
    public void serveOldest(RequestFilter filter) {
        serve(take(filter, Age.OLDEST));
    }

    /** Serves the oldest request, and waits for one if there is none. */
    public void blockingServeOldest() {
        serve(awaitTake(null, Age.OLDEST, 0));
    }

    /**
     * Serves the oldest request, and waits a while for one.
     *
     * @param timeout longest wait
     */
    public void blockingServeOldest(long timeout) {
        serve(awaitTake(null, Age.OLDEST, timeout));
    }

    /**
     * Serves the oldest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     */
    public void blockingServeOldest(String methodName) {
        serve(awaitTake(named(methodName), Age.OLDEST, 0));
    }

    /**
     * Serves the oldest request for a method, and waits a while for one.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     */
    public void blockingServeOldest(String methodName, long timeout) {
        serve(awaitTake(named(methodName), Age.OLDEST, timeout));
    }

    /**
     * Serves the oldest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to serve; {@code null} accepts every request
     */
    public void blockingServeOldest(RequestFilter filter) {
        serve(awaitTake(filter, Age.OLDEST, 0));
    }

    /**
     * Serves the oldest request that a filter accepts, and waits a while for one.
     *
     * @param filter what to serve; {@code null} accepts every request
     * @param timeout longest wait
     */
    public void blockingServeOldest(RequestFilter filter, long timeout) {
        serve(awaitTake(filter, Age.OLDEST, timeout));
    }

    /** Serves the oldest request; all others fail unserved. */
    public void flushingServeOldest() {
        flushingServe(null, Age.OLDEST);
    }

    /**
     * Serves the oldest request for a method; the others for it fail unserved.
     *
     * @param methodName name of the method
     */
    public void flushingServeOldest(String methodName) {
        flushingServe(named(methodName), Age.OLDEST);
    }

    /**
     * Serves the oldest request that a filter accepts; the others that it accepts fail unserved.
     *
     * @param filter what to serve; {@code null} accepts every request
     */
    public void flushingServeOldest(RequestFilter filter) {
        flushingServe(filter, Age.OLDEST);
    }

    /** Serves the youngest request; does nothing if there is none. */
    public void serveYoungest() {
        serve(take(null, Age.YOUNGEST));
    }

    /**
     * Serves the youngest request for a method; does nothing if there is none.
     *
     * @param methodName name of the method
     */
    public void serveYoungest(String methodName) {
        serve(take(named(methodName), Age.YOUNGEST));
    }

    /**
     * Serves the youngest request that a filter accepts; does nothing if there is none.
     *
     * @param filter what to serve; {@code null} accepts every request
     */
    public void serveYoungest(RequestFilter filter) {
        serve(take(filter, Age.YOUNGEST));
    }

    /** Serves the youngest request, and waits for one if there is none. */
    public void blockingServeYoungest() {
        serve(awaitTake(null, Age.YOUNGEST, 0));
    }

    /**
     * Serves the youngest request, and waits a while for one.
     *
     * @param timeout longest wait
     */
    public void blockingServeYoungest(long timeout) {
        serve(awaitTake(null, Age.YOUNGEST, timeout));
    }

    /**
     * Serves the youngest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     */
    public void blockingServeYoungest(String methodName) {
        serve(awaitTake(named(methodName), Age.YOUNGEST, 0));
    }

    /**
     * Serves the youngest request for a method, and waits a while for one.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     */
    public void blockingServeYoungest(String methodName, long timeout) {
        serve(awaitTake(named(methodName), Age.YOUNGEST, timeout));
    }

    /**
     * Serves the youngest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to serve; {@code null} accepts every request
     */
    public void blockingServeYoungest(RequestFilter filter) {
        serve(awaitTake(filter, Age.YOUNGEST, 0));
    }

    /**
     * Serves the youngest request that a filter accepts, and waits a while for one.
     *
     * @param filter what to serve; {@code null} accepts every request
     * @param timeout longest wait
     */
    public void blockingServeYoungest(RequestFilter filter, long timeout) {
        serve(awaitTake(filter, Age.YOUNGEST, timeout));
    }

    /** Serves the youngest request; all others fail unserved. */
    public void flushingServeYoungest() {
        flushingServe(null, Age.YOUNGEST);
    }

    /**
     * Serves the youngest request for a method; the others for it fail unserved.
     *
     * @param methodName name of the method
     */
    public void flushingServeYoungest(String methodName) {
        flushingServe(named(methodName), Age.YOUNGEST);
    }

    /**
     * Serves the youngest request that a filter accepts; the others that it accepts fail unserved.
     *
     * @param filter what to serve; {@code null} accepts every request
     */
    public void flushingServeYoungest(RequestFilter filter) {
        flushingServe(filter, Age.YOUNGEST);
    }

    private void flushingServe(RequestFilter filter, Age age) {
        Request chosen = take(filter, age);
        if (chosen != null) { // else what comes just now is none of the others
            queue.clear(filter);
            serve(chosen);
        }
    }

    /**
     * Serves all requests for a method that are in the queue now, oldest first.
     *
     * @param methodName name of the method
     */
    public void serveAll(String methodName) {
        serveAll(named(methodName));
    }

    /**
     * Serves all requests in the queue now that a filter accepts, oldest first.
     *
     * @param filter what to serve; {@code null} accepts every request
     */
    public void serveAll(RequestFilter filter) {
        RequestFilter sameNow = inQueueNow(filter);
        boolean wasActive = body.isActive();
        for (Request next = take(sameNow, Age.OLDEST); next != null; ) {
            serve(next);
            boolean endsNow = wasActive && !body.isActive(); // and the others are to fail
            next = endsNow ? null : take(sameNow, Age.OLDEST);
        }
    }

    @Override
    public void serveAllWithException(RequestFilter filter, Throwable exception) {
        requireAnswer(exception);
        RequestFilter sameNow = inQueueNow(filter);
        for (Request next = take(sameNow, Age.OLDEST); next != null; ) {
            serveWithException(next, exception);
            next = take(sameNow, Age.OLDEST);
        }
    }

    private RequestFilter inQueueNow(RequestFilter filter) {
        Request youngest = look(filter, Age.YOUNGEST);
        long last = youngest == null ? 0 : youngest.getSequenceNumber();
        return request ->
                request.getSequenceNumber() <= last
                        && (filter == null || filter.acceptRequest(request));
    }

    /** Removes every request; those whose callers wait fail with an exception that says so. */
    public void flushAll() {
        queue.clear();
    }

    /** Waits until there is a request to serve. */
    public void waitForRequest() {
        queue.waitForRequest(0);
    }

    /**
     * How many requests wait.
     *
     * @return 0 or more
     */
    public int getRequestCount() {
        return queue.size();
    }
}
