package org.activeobjects.internal.future;

import java.util.concurrent.CountDownLatch;

/**
 * Says that a thread which waits for a synchronous call has sent it: from here on, calls that its
 * owner makes come after it.
 *
 * <p><b>Threading:</b> one thread waits, one signals.
 */
public final class SentSignal {

    private static final ScopedValue<SentSignal> CURRENT = ScopedValue.newInstance();

    private final CountDownLatch latch = new CountDownLatch(1);
    private volatile Promise awaited;

    /** A signal that has not been given. */
    public SentSignal() {}

    /**
     * Gives the signal that the calling thread is bound to, if there is one.
     *
     * @param result what the thread waits for from now on; {@code null} if that has a time limit
     */
    public static void sent(Promise result) {
        if (CURRENT.isBound()) {
            CURRENT.get().awaited = result;
            CURRENT.get().give();
        }
    }

    /** {@return what the thread that has given the signal waits for; null if that is not known} */
    public Promise awaited() {
        return awaited;
    }

    /** Gives this signal; idempotent. */
    public void give() {
        latch.countDown();
    }

    /**
     * Runs code whose first synchronous call gives this signal, at the latest when it ends.
     *
     * @param code what to run
     */
    public void run(Runnable code) {
        try {
            ScopedValue.where(CURRENT, this).run(code);
        } finally {
            give();
        }
    }

    /**
     * Waits for the signal.
     *
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    public void await() throws InterruptedException {
        latch.await();
    }
}
