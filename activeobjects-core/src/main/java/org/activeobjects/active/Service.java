package org.activeobjects.active;

/**
 * The ways to serve the requests of an active object, for use in {@link RunActive#runActivity} and
 * in methods that serve others while they run.
 *
 * <p>A method that names a method of the active object, or gives a filter, passes over all other
 * requests, which stay in the queue in their order. Timeouts are milliseconds; 0 waits for ever.
 *
 * <p><b>Threading:</b> only from the thread of the active object.
 *
 * <p><b>Source:</b> {@code Service} of ProActive. Different here: a blocking method never serves
 * after the active object was told to terminate; it returns, and the next one throws {@code
 * BodyTerminatedException}, so that a loop without a condition ends too.
 */
public class Service {

    private final Body body;
    private final BlockingRequestQueue queue;

    /**
     * For one active object.
     *
     * @param body its body
     */
    public Service(Body body) {
        this.body = body;
        this.queue = body.getRequestQueue();
    }

    private static RequestFilter named(String methodName) {
        return request -> request.getMethodName().equals(methodName);
    }

    /**
     * Runs a request and answers its caller.
     *
     * @param request request that was taken from the queue; {@code null} is ignored
     */
    public void serve(Request request) {
        if (request != null) {
            body.serve(request);
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

    /** Serves the oldest request; does nothing if there is none. */
    public void serveOldest() {
        serve(queue.removeOldest(null));
    }

    /**
     * Serves the oldest request for a method; does nothing if there is none.
     *
     * @param methodName name of the method
     */
    public void serveOldest(String methodName) {
        serve(queue.removeOldest(named(methodName)));
    }

    /**
     * Serves the oldest request that a filter accepts; does nothing if there is none.
     *
     * @param filter what to serve
     */
    public void serveOldest(RequestFilter filter) {
        serve(queue.removeOldest(filter));
    }

    /** Serves the youngest request; does nothing if there is none. */
    public void serveYoungest() {
        serve(queue.removeYoungest(null));
    }

    /**
     * Serves the youngest request for a method; does nothing if there is none.
     *
     * @param methodName name of the method
     */
    public void serveYoungest(String methodName) {
        serve(queue.removeYoungest(named(methodName)));
    }

    /**
     * Serves the youngest request that a filter accepts; does nothing if there is none.
     *
     * @param filter what to serve
     */
    public void serveYoungest(RequestFilter filter) {
        serve(queue.removeYoungest(filter));
    }

    /** Serves the oldest request, and waits for one if there is none. */
    public void blockingServeOldest() {
        serve(queue.blockingRemoveOldest(null, 0));
    }

    /**
     * Serves the oldest request, and waits a while for one if there is none.
     *
     * @param timeout longest wait
     */
    public void blockingServeOldest(long timeout) {
        serve(queue.blockingRemoveOldest(null, timeout));
    }

    /**
     * Serves the oldest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     */
    public void blockingServeOldest(String methodName) {
        serve(queue.blockingRemoveOldest(named(methodName), 0));
    }

    /**
     * Serves the oldest request for a method, and waits a while for one if there is none.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     */
    public void blockingServeOldest(String methodName, long timeout) {
        serve(queue.blockingRemoveOldest(named(methodName), timeout));
    }

    /**
     * Serves the oldest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to serve
     */
    public void blockingServeOldest(RequestFilter filter) {
        serve(queue.blockingRemoveOldest(filter, 0));
    }

    /**
     * Serves the oldest request that a filter accepts, and waits a while for one if there is none.
     *
     * @param filter what to serve
     * @param timeout longest wait
     */
    public void blockingServeOldest(RequestFilter filter, long timeout) {
        serve(queue.blockingRemoveOldest(filter, timeout));
    }

    /** Serves the youngest request, and waits for one if there is none. */
    public void blockingServeYoungest() {
        serve(queue.blockingRemoveYoungest(null, 0));
    }

    /**
     * Serves the youngest request, and waits a while for one if there is none.
     *
     * @param timeout longest wait
     */
    public void blockingServeYoungest(long timeout) {
        serve(queue.blockingRemoveYoungest(null, timeout));
    }

    /**
     * Serves the youngest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     */
    public void blockingServeYoungest(String methodName) {
        serve(queue.blockingRemoveYoungest(named(methodName), 0));
    }

    /**
     * Serves the youngest request for a method, and waits a while for one if there is none.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     */
    public void blockingServeYoungest(String methodName, long timeout) {
        serve(queue.blockingRemoveYoungest(named(methodName), timeout));
    }

    /**
     * Serves the youngest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to serve
     */
    public void blockingServeYoungest(RequestFilter filter) {
        serve(queue.blockingRemoveYoungest(filter, 0));
    }

    /**
     * Serves the youngest request that a filter accepts, and waits a while for one.
     *
     * @param filter what to serve
     * @param timeout longest wait
     */
    public void blockingServeYoungest(RequestFilter filter, long timeout) {
        serve(queue.blockingRemoveYoungest(filter, timeout));
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
     * @param filter what to serve
     */
    public void serveAll(RequestFilter filter) {
        for (int left = queue.size(); left > 0; left--) {
            Request request = queue.removeOldest(filter);
            if (request == null) {
                return;
            }
            body.serve(request);
        }
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
     * Whether there is a request to serve.
     *
     * @return true if there is one
     */
    public boolean hasRequestToServe() {
        return !queue.isEmpty();
    }

    /**
     * Whether there is a request for a method.
     *
     * @param methodName name of the method
     * @return true if there is one
     */
    public boolean hasRequestToServe(String methodName) {
        return queue.getOldest(named(methodName)) != null;
    }

    /**
     * Whether there is a request that a filter accepts.
     *
     * @param filter what to look for
     * @return true if there is one
     */
    public boolean hasRequestToServe(RequestFilter filter) {
        return queue.getOldest(filter) != null;
    }

    /**
     * How many requests wait.
     *
     * @return 0 or more
     */
    public int getRequestCount() {
        return queue.size();
    }

    /**
     * Looks at the oldest request.
     *
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    public Request getOldest() {
        return queue.getOldest(null);
    }

    /**
     * Looks at the youngest request.
     *
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    public Request getYoungest() {
        return queue.getYoungest(null);
    }
}
