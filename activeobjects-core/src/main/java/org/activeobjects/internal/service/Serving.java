package org.activeobjects.internal.service;

import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.request.QueuedRequest;

/**
 * A request that is being served now.
 *
 * <p><b>Threading:</b> made by the thread that serves, read by any.
 */
public final class Serving {

    private final QueuedRequest request;
    private final Thread thread;
    private final long beginNs;
    private volatile Wait wait;

    Serving(QueuedRequest request, Thread thread, long beginNs) {
        this.request = request;
        this.thread = thread;
        this.beginNs = beginNs;
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

    void waits(Wait begun) {
        wait = begun;
    }
}
