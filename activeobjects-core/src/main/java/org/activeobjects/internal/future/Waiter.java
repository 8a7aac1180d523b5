package org.activeobjects.internal.future;

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

    Waiter(Thread thread, Runnable code) {
        this.thread = thread;
        this.code = code;
    }

    void wake() {
        Runnable now = code;
        if (now != null) {
            now.run();
        } else {
            LockSupport.unpark(thread);
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
