package org.activeobjects.active.choice;

/**
 * Looks at the requests of an active object, and takes them: the oldest or the youngest, of all, of
 * those for one method, or of those that a filter accepts.
 *
 * <p>The base of {@code Service}, which serves what is chosen here. Timeouts are milliseconds; 0
 * waits for ever. A wait ends early, without a request, when its thread is interrupted.
 *
 * <p><b>Threading:</b> only from the thread of the active object.
 *
 * @param <R> type of the requests
 * @param <F> type of the filters
 */
public abstract class RequestChoice<R, F> {

    /** Which of several requests is meant. */
    protected enum Age {
        /** The one that came first. */
        OLDEST,
        /** The one that came last. */
        YOUNGEST
    }

    /** For subclasses. */
    protected RequestChoice() {}

    /**
     * A filter that accepts the requests for one method.
     *
     * @param methodName name of the method
     * @return the filter
     */
    protected abstract F named(String methodName);

    /**
     * Looks at a request.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param age which one
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    protected abstract R look(F filter, Age age);

    /**
     * Looks at a request, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param age which one
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    protected abstract R awaitLook(F filter, Age age, long timeoutMs);

    /**
     * Takes a request, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param age which one
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @return the request, or {@code null} if none came
     */
    protected abstract R awaitTake(F filter, Age age, long timeoutMs);

    /**
     * Looks at the oldest request.
     *
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    public R getOldest() {
        return look(null, Age.OLDEST);
    }

    /**
     * Looks at the oldest request for a method.
     *
     * @param methodName name of the method
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    public R getOldest(String methodName) {
        return look(named(methodName), Age.OLDEST);
    }

    /**
     * Looks at the oldest request that a filter accepts.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    public R getOldest(F filter) {
        return look(filter, Age.OLDEST);
    }

    /**
     * Looks at the oldest request, and waits for one if there is none.
     *
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetOldest() {
        return awaitLook(null, Age.OLDEST, 0);
    }

    /**
     * Looks at the oldest request, and waits a while for one.
     *
     * @param timeout longest wait
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetOldest(long timeout) {
        return awaitLook(null, Age.OLDEST, timeout);
    }

    /**
     * Looks at the oldest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetOldest(String methodName) {
        return awaitLook(named(methodName), Age.OLDEST, 0);
    }

    /**
     * Looks at the oldest request for a method, and waits a while for one.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetOldest(String methodName, long timeout) {
        return awaitLook(named(methodName), Age.OLDEST, timeout);
    }

    /**
     * Looks at the oldest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetOldest(F filter) {
        return awaitLook(filter, Age.OLDEST, 0);
    }

    /**
     * Looks at the oldest request that a filter accepts, and waits a while for one.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param timeout longest wait
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetOldest(F filter, long timeout) {
        return awaitLook(filter, Age.OLDEST, timeout);
    }

    /**
     * Takes the oldest request, and waits for one if there is none.
     *
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveOldest() {
        return awaitTake(null, Age.OLDEST, 0);
    }

    /**
     * Takes the oldest request, and waits a while for one.
     *
     * @param timeout longest wait
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveOldest(long timeout) {
        return awaitTake(null, Age.OLDEST, timeout);
    }

    /**
     * Takes the oldest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveOldest(String methodName) {
        return awaitTake(named(methodName), Age.OLDEST, 0);
    }

    /**
     * Takes the oldest request for a method, and waits a while for one.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveOldest(String methodName, long timeout) {
        return awaitTake(named(methodName), Age.OLDEST, timeout);
    }

    /**
     * Takes the oldest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveOldest(F filter) {
        return awaitTake(filter, Age.OLDEST, 0);
    }

    /**
     * Takes the oldest request that a filter accepts, and waits a while for one.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param timeout longest wait
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveOldest(F filter, long timeout) {
        return awaitTake(filter, Age.OLDEST, timeout);
    }

    /**
     * Looks at the youngest request.
     *
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    public R getYoungest() {
        return look(null, Age.YOUNGEST);
    }

    /**
     * Looks at the youngest request for a method.
     *
     * @param methodName name of the method
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    public R getYoungest(String methodName) {
        return look(named(methodName), Age.YOUNGEST);
    }

    /**
     * Looks at the youngest request that a filter accepts.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, which stays in the queue, or {@code null} if there is none
     */
    public R getYoungest(F filter) {
        return look(filter, Age.YOUNGEST);
    }

    /**
     * Looks at the youngest request, and waits for one if there is none.
     *
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetYoungest() {
        return awaitLook(null, Age.YOUNGEST, 0);
    }

    /**
     * Looks at the youngest request, and waits a while for one.
     *
     * @param timeout longest wait
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetYoungest(long timeout) {
        return awaitLook(null, Age.YOUNGEST, timeout);
    }

    /**
     * Looks at the youngest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetYoungest(String methodName) {
        return awaitLook(named(methodName), Age.YOUNGEST, 0);
    }

    /**
     * Looks at the youngest request for a method, and waits a while for one.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetYoungest(String methodName, long timeout) {
        return awaitLook(named(methodName), Age.YOUNGEST, timeout);
    }

    /**
     * Looks at the youngest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetYoungest(F filter) {
        return awaitLook(filter, Age.YOUNGEST, 0);
    }

    /**
     * Looks at the youngest request that a filter accepts, and waits a while for one.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param timeout longest wait
     * @return the request, which stays in the queue, or {@code null} if none came
     */
    public R blockingGetYoungest(F filter, long timeout) {
        return awaitLook(filter, Age.YOUNGEST, timeout);
    }

    /**
     * Takes the youngest request, and waits for one if there is none.
     *
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveYoungest() {
        return awaitTake(null, Age.YOUNGEST, 0);
    }

    /**
     * Takes the youngest request, and waits a while for one.
     *
     * @param timeout longest wait
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveYoungest(long timeout) {
        return awaitTake(null, Age.YOUNGEST, timeout);
    }

    /**
     * Takes the youngest request for a method, and waits for one if there is none.
     *
     * @param methodName name of the method
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveYoungest(String methodName) {
        return awaitTake(named(methodName), Age.YOUNGEST, 0);
    }

    /**
     * Takes the youngest request for a method, and waits a while for one.
     *
     * @param methodName name of the method
     * @param timeout longest wait
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveYoungest(String methodName, long timeout) {
        return awaitTake(named(methodName), Age.YOUNGEST, timeout);
    }

    /**
     * Takes the youngest request that a filter accepts, and waits for one if there is none.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveYoungest(F filter) {
        return awaitTake(filter, Age.YOUNGEST, 0);
    }

    /**
     * Takes the youngest request that a filter accepts, and waits a while for one.
     *
     * @param filter what to look for; {@code null} accepts every request
     * @param timeout longest wait
     * @return the request, or {@code null} if none came
     */
    public R blockingRemoveYoungest(F filter, long timeout) {
        return awaitTake(filter, Age.YOUNGEST, timeout);
    }
}
