package org.activeobjects.internal.future;

import java.util.concurrent.locks.LockSupport;

/**
 * One wait without a time limit of a thread that serves an active object.
 *
 * <p><b>Threading:</b> made by the thread that waits, or for it, seen by those that look for
 * deadlocks.
 */
public final class Wait {

    private final Promise promise;
    private final WaitingBody body;
    private final Thread thread;
    private final long beginNs = System.nanoTime();
    private volatile RuntimeException failure;

    Wait(Promise promise, WaitingBody body) {
        this.promise = promise;
        this.body = body;
        this.thread = Thread.currentThread();
    }

    /**
     * A wait outside of calls, by another thread than the one that waits.
     *
     * @param presence what is waited for
     * @param body whose thread waits
     * @param thread that thread
     */
    public Wait(Presence presence, WaitingBody body, Thread thread) {
        this.promise = presence;
        this.body = body;
        this.thread = thread;
    }

    /** {@return whether a wait outside of calls does not last any more; of others false} */
    public boolean isOver() {
        return promise instanceof Presence presence && presence.isOver();
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
        if (promise instanceof Presence presence) {
            presence.giveUp(why);
            return;
        }
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
