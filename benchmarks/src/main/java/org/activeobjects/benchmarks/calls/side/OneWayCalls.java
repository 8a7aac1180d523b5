package org.activeobjects.benchmarks.calls.side;

import com.sun.management.ThreadMXBean;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** How one-way calls are measured: what they cost the caller, and how many are served. */
final class OneWayCalls {

    private static final int BURST = 100;

    /** The JDK keeps boxes of small numbers: these are none. */
    private static final int LARGE = 1_000_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private OneWayCalls() {}

    /** One call. */
    @FunctionalInterface
    interface OneWay {
        void call(int number, long value);
    }

    /** Times the calls alone; after each burst the callee serves all that it was sent. */
    static CallTiming atTheCaller(long calls, OneWay oneWay, Runnable drain) {
        long ns = 0;
        long bytes = 0;
        for (long sent = 0; sent < calls; sent += BURST) {
            int count = (int) Math.min(BURST, calls - sent);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                oneWay.call(LARGE + i, -LARGE - i);
            }
            ns += System.nanoTime() - start;
            bytes += THREADS.getCurrentThreadAllocatedBytes() - before;
            drain.run();
        }
        return new CallTiming(ns, bytes);
    }

    /** Sends from as many threads as asked for; times until {@code drain} has returned. */
    static CallTiming served(int producers, long calls, OneWay oneWay, Runnable drain)
            throws InterruptedException {
        long start = System.nanoTime();
        List<Thread> others = new ArrayList<>();
        for (int producer = 1; producer < producers; producer++) {
            others.add(
                    Thread.ofPlatform()
                            .daemon()
                            .name("producer " + producer)
                            .start(() -> send(calls / producers, oneWay)));
        }
        send(calls - calls / producers * (producers - 1), oneWay);
        for (Thread other : others) {
            other.join();
        }
        drain.run();
        return CallTiming.since(start);
    }

    private static void send(long calls, OneWay oneWay) {
        for (long i = 0; i < calls; i++) {
            oneWay.call((int) i, i);
        }
    }
}
