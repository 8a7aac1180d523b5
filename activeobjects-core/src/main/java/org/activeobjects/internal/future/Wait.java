package org.activeobjects.internal.future;

import java.util.concurrent.locks.LockSupport;

/**
 * One wait without a time limit of a thread that serves an active object.
 *
 * <p><b>Threading:</b> made by the thread that waits, seen by those that look for deadlocks.
 */
public final class Wait {

    private final Promise promise;
    private final WaitingBody body;
    private final Thread thread = Thread.currentThread();
    private final long beginNs = System.nanoTime();
    private volatile RuntimeException failure;

    Wait(Promise promise, WaitingBody body) {
        this.promise = promise;
        this.body = body;
    }

    /** Whose thread waits. */
    WaitingBody body() {
        return body;
    }

    /**
     * What is waited for.
     *
     * @return the promise
     */
    public Promise promise() {
        return promise;
    }

    /**
     * Who waits.
     *
     * @return the thread
     */
    public Thread thread() {
        return thread;
    }

    /**
     * When it began; tells this wait from the others of its thread.
     *
     * @return {@code System.nanoTime()} of this JVM
     */
    public long beginNs() {
        return beginNs;
    }

    /**
     * Ends the wait without a result.
     *
     * @param why thrown to the waiting thread
     */
    public void fail(RuntimeException why) {
        failure = why;
        LockSupport.unpark(thread);
    }

    void throwFailure() {
        RuntimeException why = failure;
        if (why != null) {
            throw why;
        }
    }
}
