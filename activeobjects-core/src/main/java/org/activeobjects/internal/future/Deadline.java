package org.activeobjects.internal.future;

import java.util.concurrent.TimeUnit;

/** The end of several waits that have one time limit together. */
public final class Deadline {

    private final boolean isNever;
    private final long endNs;

    private Deadline(long timeoutMs) {
        isNever = timeoutMs == 0;
        endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(timeoutMs, -1));
    }

    /**
     * For waits that begin now.
     *
     * @param timeoutMs longest time for all together in milliseconds; 0 for ever, less for none
     * @return a new deadline
     */
    public static Deadline in(long timeoutMs) {
        return new Deadline(timeoutMs);
    }

    /**
     * How long the next wait may take.
     *
     * @return milliseconds, 0 for ever; 1 if the time is over, since 0 has a meaning
     */
    public long leftMs() {
        return isNever ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime()));
    }
}
