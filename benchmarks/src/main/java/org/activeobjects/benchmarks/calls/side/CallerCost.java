package org.activeobjects.benchmarks.calls.side;

import com.sun.management.ThreadMXBean;

import java.lang.management.ManagementFactory;

/** Times one-way calls at the caller, in bursts that leave the callee time to serve them. */
final class CallerCost {

    private static final int BURST = 100;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private CallerCost() {}

    /** One call. */
    @FunctionalInterface
    interface OneWay {
        void call(int number, long value);
    }

    /** Times the calls alone; after each burst the callee serves all that it was sent. */
    static CallTiming measure(long calls, OneWay oneWay, Runnable drain) {
        long ns = 0;
        long bytes = 0;
        for (long sent = 0; sent < calls; sent += BURST) {
            int count = (int) Math.min(BURST, calls - sent);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                oneWay.call(i, -i);
            }
            ns += System.nanoTime() - start;
            bytes += THREADS.getCurrentThreadAllocatedBytes() - before;
            drain.run();
        }
        return new CallTiming(ns, bytes);
    }
}
