package org.activeobjects.internal.service;

import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.request.QueuedRequest;

import java.util.function.Consumer;

/**
 * A request that is being served now.
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
     * What is served.
     *
     * @return the request
     */
    public QueuedRequest request() {
        return request;
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
