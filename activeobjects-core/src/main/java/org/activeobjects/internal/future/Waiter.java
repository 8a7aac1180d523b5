package org.activeobjects.internal.future;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.apache.logging.log4j.LogManager;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that waits, or code to be run, when a result is there.
 *
 * <p><b>Threading:</b> safe. What a waiter lies on is written before it is published, and later
 * only by those who take cancelled waiters out from below it, several at a time or while all are
 * woken: each of them lets it lie on one further down, with none between them that is not
 * cancelled. So whoever goes down, and reads whichever of these, meets all that live. The next one
 * in the order of waking is a field of its own, of the thread that completes.
 */
final class Waiter {

    /** After so many more, or as many as lived at the last time, cancelled ones are taken out. */
    private static final int FIRST_SWEEP = 32;

    private Waiter next;
    private Waiter later;
    private int untilSweep;
    private volatile Thread thread;
    private volatile Runnable code;
    private final Wait wait;

    Waiter(Thread thread, Runnable code, Wait wait) {
        this.thread = thread;
        this.code = code;
        this.wait = wait;
    }

    /** Lies on a stack, which may be empty, before it is published as the top of that. */
    void putOn(Waiter top) {
        next = firstLive(top);
        untilSweep = top == null ? FIRST_SWEEP : top.untilSweep - 1;
        if (untilSweep == 0) {
            untilSweep = Math.max(FIRST_SWEEP, sweep(next));
        }
    }

    /** Takes cancelled ones out of a stack whose top is not; returns how many are left. */
    private static int sweep(Waiter top) {
        int left = 0;
        for (Waiter waiter = top; waiter != null; waiter = waiter.next) {
            waiter.next = firstLive(waiter.next);
            left++;
        }
        return left;
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
        for (Waiter waiter = top; waiter != null; waiter = waiter.next) {
            waiter.later = first;
            first = waiter;
        }
        for (Waiter waiter = first; waiter != null; waiter = waiter.later) {
            try {
                waiter.wake();
            } catch (RuntimeException | Error e) { // those who came later are to be woken, too
                // Not a field: log4j does not begin in a thread that is interrupted, as this may
                // be.
                LogManager.getLogger(Waiter.class)
                        .error("what was to be done with a result failed: code={}", waiter.code, e);
            }
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

    /** As {@link #park}; whoever looks for deadlocks sees it, if this is the wait of a body. */
    void await(Promise promise, long timeoutMs) {
        if (wait == null) {
            park(promise, timeoutMs);
            return;
        }
        try {
            wait.body().waits(wait);
            park(promise, 0);
        } finally {
            cancel();
            wait.body().goesOn(wait);
        }
    }

    /** Waits, on the own thread, until the promise is kept, the time is over or the wait fails. */
    private void park(Promise promise, long timeoutMs) {
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
