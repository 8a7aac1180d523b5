package org.activeobjects.internal.future;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ProActiveTimeoutException;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that waits, or code to be run, when a result is there.
 *
 * <p><b>Threading:</b> safe. {@code next} is written before the waiter is published.
 */
final class Waiter {

    Waiter next;
    private volatile Thread thread;
    private volatile Runnable code;
    private final Wait wait;

    Waiter(Thread thread, Runnable code, Wait wait) {
        this.thread = thread;
        this.code = code;
        this.wait = wait;
    }

    /** Tells those who wait that the result depends on something else. */
    static void tellOfChange(Waiter top) {
        for (Waiter waiter = top; waiter != null; waiter = waiter.next) {
            if (waiter.wait != null) {
                waiter.wait.body().changes(waiter.wait);
            }
        }
    }

    /** Wakes a stack of waiters, those who came first at first. */
    static void wakeAll(Waiter top) {
        Waiter first = null;
        for (Waiter waiter = top; waiter != null; ) {
            Waiter below = waiter.next;
            waiter.next = first;
            first = waiter;
            waiter = below;
        }
        for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
            waiter.wake();
        }
    }

    private void wake() {
        Runnable now = code;
        if (now != null) {
            now.run();
        } else {
            LockSupport.unpark(thread);
        }
    }

    /** Waits, on the own thread, until the promise is kept, the time is over or the wait fails. */
    void park(Promise promise, long timeoutMs) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(timeoutMs, -1));
        while (!promise.isDone()) {
            if (wait != null) {
                wait.throwFailure();
            }
            if (timeoutMs == 0) {
                LockSupport.park(promise);
            } else {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    cancel();
                    throw new ProActiveTimeoutException(
                            "no result in time: waited for=" + promise + " timeoutMs=" + timeoutMs);
                }
                LockSupport.parkNanos(promise, left);
            }
            if (Thread.currentThread().isInterrupted() && !promise.isDone()) {
                cancel();
                throw new ActiveObjectException("interrupted while waiting for " + promise);
            }
        }
    }

    /** Nobody is to be woken any more. */
    void cancel() {
        thread = null;
        code = null;
    }

    /** This waiter, or the first one after it that is not cancelled. */
    static Waiter firstLive(Waiter top) {
        Waiter waiter = top;
        while (waiter != null && waiter.thread == null && waiter.code == null) {
            waiter = waiter.next;
        }
        return waiter;
    }
}
