package org.activeobjects.active;

/**
 * The body of an active object: its thread, its queue and its life, as the object itself sees them.
 *
 * <p><b>Threading:</b> {@link #serve} and {@link #serveWithException} only from the thread of the
 * active object, the rest from any.
 *
 * <p><b>Source:</b> {@code Body} of ProActive.
 *
 * <p>Not for implementation outside this module.
 */
public interface Body {

    /**
     * Whether the active object lives: it may still serve a request.
     *
     * @return false once it has ended
     */
    boolean isAlive();

    /**
     * Whether the activity is to go on.
     *
     * @return false as soon as the active object has been told to terminate, or has moved elsewhere
     */
    boolean isActive();

    /**
     * The name of the active object for all runtimes. Opens the transport of its runtime if that is
     * not open yet.
     *
     * @return its id
     */
    UniqueID getID();

    /**
     * A name for people: class and number.
     *
     * @return such as {@code Counter#12}
     */
    String getName();

    /**
     * Where the active object lives. Opens the transport of its runtime if that is not open yet.
     *
     * @return URL of its node
     */
    String getNodeURL();

    /**
     * The queue.
     *
     * @return the requests that wait
     */
    BlockingRequestQueue getRequestQueue();

    /**
     * Runs the method of a request and answers the caller. What the method throws is the answer, or
     * is logged if the caller expects none.
     *
     * @param request request that was taken from this body's queue, or was looked at and leaves it
     *     now
     * @throws IllegalStateException if it has been served or removed already
     */
    void serve(Request request);

    /**
     * Answers a request with an exception instead of running its method; if the caller expects no
     * answer, it is logged.
     *
     * @param request request that was taken from this body's queue, or was looked at and leaves it
     *     now
     * @param exception the answer
     * @throws IllegalArgumentException if the exception is a checked one that the method of the
     *     request does not declare; the request is answered with that
     * @throws IllegalStateException if it has been served or removed already
     */
    void serveWithException(Request request, Throwable exception);

    /**
     * Whether the active object has a method of that name that requests may call.
     *
     * @param methodName name of the method
     * @return true if there is at least one
     */
    boolean checkMethod(String methodName);

    /**
     * Whether the active object has a method that requests may call.
     *
     * @param methodName name of the method
     * @param types types of its parameters; {@code null} for any
     * @return true if there is one
     */
    boolean checkMethod(String methodName, Class<?>[] types);

    /**
     * Lets the requests for a method be served at once, beside the queue, while the active object
     * may be serving another one. They pass by requests that are held back, and are not waited for
     * at the end of its life.
     *
     * @param method name of the method
     * @param types types of its parameters; {@code null} for all methods of that name
     * @param uniqueThread true to serve the requests of one caller on one thread, in their order;
     *     false to give each request a thread of its own
     * @throws IllegalArgumentException if there is no such method
     */
    void setImmediateService(String method, Class<?>[] types, boolean uniqueThread);

    /**
     * Lets the requests for all methods of a name be served at once, each on a thread of its own.
     *
     * @param method name of the methods
     * @throws IllegalArgumentException if there is no such method
     */
    default void setImmediateService(String method) {
        setImmediateService(method, null, false);
    }

    /**
     * Lets the requests for all methods of a name be served at once.
     *
     * @param method name of the methods
     * @param uniqueThread true to serve the requests of one caller on one thread, in their order
     * @throws IllegalArgumentException if there is no such method
     */
    default void setImmediateService(String method, boolean uniqueThread) {
        setImmediateService(method, null, uniqueThread);
    }

    /**
     * Lets the requests for a method be served at once, each on a thread of its own.
     *
     * @param method name of the method
     * @param types types of its parameters; {@code null} for all methods of that name
     * @throws IllegalArgumentException if there is no such method
     */
    default void setImmediateService(String method, Class<?>[] types) {
        setImmediateService(method, types, false);
    }

    /**
     * Lets the requests for a method be served in their turn again.
     *
     * @param method name of the method
     * @param types types of its parameters; {@code null} for all methods of that name
     * @throws IllegalArgumentException if there is no such method
     */
    void removeImmediateService(String method, Class<?>[] types);

    /**
     * Lets the requests for all methods of a name be served in their turn again.
     *
     * @param method name of the methods
     * @throws IllegalArgumentException if there is no such method
     */
    default void removeImmediateService(String method) {
        removeImmediateService(method, null);
    }

    /**
     * Lets no request into the queue until {@link #acceptCommunication}: those that come wait
     * outside, in their order. Results of its own calls, immediate services and orders to end at
     * once still come through.
     */
    void blockCommunication();

    /** Lets in what has waited outside, and what comes from now on. */
    void acceptCommunication();

    /**
     * Ends the active object at once: the request that is being served completes and is answered,
     * those in the queue fail with {@code BodyTerminatedReplyException}, and so do later calls with
     * {@code BodyTerminatedRequestException}.
     */
    void terminate();

    /**
     * Ends the active object at once, as {@link #terminate()} does.
     *
     * @param completeACs of no effect: futures that the active object has passed on are completed
     *     either way, by its runtime
     */
    default void terminate(boolean completeACs) {
        terminate();
    }
}
