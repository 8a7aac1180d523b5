package org.activeobjects.active.choice;

import java.util.Objects;

/**
 * Answers requests with an exception instead of running their methods.
 *
 * <p>The base of {@code Service}. A checked exception has to be one that the method declares. The
 * caller of a one-way method expects no answer: what it should have been is logged. An exception
 * that is {@code null} is refused with a {@link NullPointerException}, and no request is taken.
 *
 * <p><b>Threading:</b> only from the thread of the active object.
 *
 * @param <R> type of the requests
 * @param <F> type of the filters
 */
public abstract class RefusingService<R, F> extends RequestChoice<R, F> {

    /** For subclasses. */
    protected RefusingService() {}

    /**
     * Takes a request.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param age which one
     * @return the request, or {@code null} if there is none
     */
    protected abstract R take(F filter, Age age);

    /**
     * Answers a request with an exception instead of running its method.
     *
     * @param request request that was taken from the queue; {@code null} is ignored
     * @param exception the answer
     * @throws IllegalArgumentException if the exception is a checked one that the method of the
     *     request does not declare; the request is answered with that
     */
    public abstract void serveWithException(R request, Throwable exception);

    /**
     * Answers all requests that are in the queue now and that a filter accepts, oldest first.
     *
     * @param filter what to answer; {@code null} accepts every request
     * @param exception the answer
     */
    public abstract void serveAllWithException(F filter, Throwable exception);

    /**
     * Answers all requests for a method that are in the queue now, oldest first.
     *
     * @param methodName name of the method
     * @param exception the answer
     */
    public void serveAllWithException(String methodName, Throwable exception) {
        serveAllWithException(named(methodName), exception);
    }

    /**
     * Answers the oldest request; does nothing if there is none.
     *
     * @param exception the answer
     */
    public void serveOldestWithException(Throwable exception) {
        refuse(null, Age.OLDEST, exception);
    }

    /**
     * Answers the oldest request for a method; does nothing if there is none.
     *
     * @param methodName name of the method
     * @param exception the answer
     */
    public void serveOldestWithException(String methodName, Throwable exception) {
        refuse(named(methodName), Age.OLDEST, exception);
    }

    /**
     * Answers the oldest request that a filter accepts; does nothing if there is none.
     *
     * @param filter what to answer; {@code null} accepts every request
     * @param exception the answer
     */
    public void serveOldestWithException(F filter, Throwable exception) {
        refuse(filter, Age.OLDEST, exception);
    }

    /**
     * Answers the oldest request, and waits for one if there is none.
     *
     * @param exception the answer
     */
    public void blockingServeOldestWithException(Throwable exception) {
        awaitAndRefuse(null, Age.OLDEST, 0, exception);
    }

    /**
     * Answers the oldest request, and waits a while for one.
     *
     * @param timeout longest wait
     * @param exception the answer
     */
    public void blockingServeOldestWithException(long timeout, Throwable exception) {
        awaitAndRefuse(null, Age.OLDEST, timeout, exception);
    }

    /**
     * Answers the oldest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     * @param exception the answer
     */
    public void blockingServeOldestWithException(String methodName, Throwable exception) {
        awaitAndRefuse(named(methodName), Age.OLDEST, 0, exception);
    }

    /**
     * Answers the oldest request for a method, and waits a while for one.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     * @param exception the answer
     */
    public void blockingServeOldestWithException(
            String methodName, long timeout, Throwable exception) {
        awaitAndRefuse(named(methodName), Age.OLDEST, timeout, exception);
    }

    /**
     * Answers the oldest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to answer; {@code null} accepts every request
     * @param exception the answer
     */
    public void blockingServeOldestWithException(F filter, Throwable exception) {
        awaitAndRefuse(filter, Age.OLDEST, 0, exception);
    }

    /**
     * Answers the oldest request that a filter accepts, and waits a while for one.
     *
     * @param filter what to answer; {@code null} accepts every request
     * @param timeout longest wait
     * @param exception the answer
     */
    public void blockingServeOldestWithException(F filter, long timeout, Throwable exception) {
        awaitAndRefuse(filter, Age.OLDEST, timeout, exception);
    }

    /**
     * Answers the youngest request; does nothing if there is none.
     *
     * @param exception the answer
     */
    public void serveYoungestWithException(Throwable exception) {
        refuse(null, Age.YOUNGEST, exception);
    }

    /**
     * Answers the youngest request for a method; does nothing if there is none.
     *
     * @param methodName name of the method
     * @param exception the answer
     */
    public void serveYoungestWithException(String methodName, Throwable exception) {
        refuse(named(methodName), Age.YOUNGEST, exception);
    }

    /**
     * Answers the youngest request that a filter accepts; does nothing if there is none.
     *
     * @param filter what to answer; {@code null} accepts every request
     * @param exception the answer
     */
    public void serveYoungestWithException(F filter, Throwable exception) {
        refuse(filter, Age.YOUNGEST, exception);
    }

    /**
     * Answers the youngest request, and waits for one if there is none.
     *
     * @param exception the answer
     */
    public void blockingServeYoungestWithException(Throwable exception) {
        awaitAndRefuse(null, Age.YOUNGEST, 0, exception);
    }

    /**
     * Answers the youngest request, and waits a while for one.
     *
     * @param timeout longest wait
     * @param exception the answer
     */
    public void blockingServeYoungestWithException(long timeout, Throwable exception) {
        awaitAndRefuse(null, Age.YOUNGEST, timeout, exception);
    }

    /**
     * Answers the youngest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     * @param exception the answer
     */
    public void blockingServeYoungestWithException(String methodName, Throwable exception) {
        awaitAndRefuse(named(methodName), Age.YOUNGEST, 0, exception);
    }

    /**
     * Answers the youngest request for a method, and waits a while for one.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     * @param exception the answer
     */
    public void blockingServeYoungestWithException(
            String methodName, long timeout, Throwable exception) {
        awaitAndRefuse(named(methodName), Age.YOUNGEST, timeout, exception);
    }

    /**
     * Answers the youngest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to answer; {@code null} accepts every request
     * @param exception the answer
     */
    public void blockingServeYoungestWithException(F filter, Throwable exception) {
        awaitAndRefuse(filter, Age.YOUNGEST, 0, exception);
    }

    /**
     * Answers the youngest request that a filter accepts, and waits a while for one.
     *
     * @param filter what to answer; {@code null} accepts every request
     * @param timeout longest wait
     * @param exception the answer
     */
    public void blockingServeYoungestWithException(F filter, long timeout, Throwable exception) {
        awaitAndRefuse(filter, Age.YOUNGEST, timeout, exception);
    }

    private void refuse(F filter, Age age, Throwable exception) {
        requireAnswer(exception);
        serveWithException(take(filter, age), exception);
    }

    private void awaitAndRefuse(F filter, Age age, long timeoutMs, Throwable exception) {
        requireAnswer(exception);
        serveWithException(awaitTake(filter, age, timeoutMs), exception);
    }

    /**
     * Lets pass what can be an answer, before a request is taken that would get none.
     *
     * @param exception the answer
     * @throws NullPointerException if it is {@code null}
     */
    protected static void requireAnswer(Throwable exception) {
        Objects.requireNonNull(exception, "the exception that answers a request is null");
    }
}
