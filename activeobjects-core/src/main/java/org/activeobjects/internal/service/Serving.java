package org.activeobjects.internal.service;

import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.request.QueuedRequest;

import java.util.List;
import java.util.function.Consumer;

/**
 * A request that is being served now, or the activity of an object outside of any.
 *
 * <p><b>Threading:</b> made by the thread that serves, read by any.
 */
public final class Serving {

    private final QueuedRequest request;
    private final Thread thread;
    private final long beginNs;
    private final Consumer<Boolean> onWait;
    private volatile Wait wait;

    /** What is told when the request waits, and when it goes on; may be null. */
    Serving(QueuedRequest request, Thread thread, long beginNs, Consumer<Boolean> onWait) {
        this.request = request;
        this.thread = thread;
        this.beginNs = beginNs;
        this.onWait = onWait;
    }

    /**
     * Why a request has not been answered, as far as threads of its active object are to blame.
     *
     * @param queued the request, if it has not begun for another reason than that its one thread
     *     waits; else {@code null}
     * @param allOf threads each of which has to be done first; only those that wait
     * @param oneOf threads one of which has to be done first; empty if one does not wait
     * @param older requests that have to be served first
     * @param perhaps requests that have to be served first unless a condition of the object changes
     *     its mind
     */
    public record Delay(
            QueuedRequest queued,
            List<Serving> allOf,
            List<Serving> oneOf,
            List<QueuedRequest> older,
            List<QueuedRequest> perhaps) {

        /** Because of one thread. */
        static Delay by(Serving serving) {
            return new Delay(null, List.of(serving), List.of(), List.of(), List.of());
        }
    }

    /**
     * What is served.
     *
     * @return the request, {@code null} outside of any
     */
    public QueuedRequest request() {
        return request;
    }

    /**
     * What is done, for people.
     *
     * @return name of the method that is served, or {@code activity} outside of any
     */
    public String label() {
        return request == null ? "activity" : request.label();
    }

    /**
     * Who serves it.
     *
     * @return the thread
     */
    public Thread thread() {
        return thread;
    }

    /**
     * When it began.
     *
     * @return {@code System.nanoTime()} of this JVM
     */
    public long beginNs() {
        return beginNs;
    }

    /**
     * What it waits for without a time limit.
     *
     * @return the wait, or {@code null} if there is none
     */
    public Wait currentWait() {
        return wait;
    }

    /** By the thread that serves: null when it goes on. */
    void waits(Wait begun) {
        wait = begun;
        if (onWait != null) {
            onWait.accept(begun != null);
        }
    }
}
