package org.activeobjects.benchmarks.calls.side;

import java.util.ArrayList;
import java.util.List;

/** Threads that send one-way calls at once. */
final class Producers {

    private Producers() {}

    /** Sends from as many threads as asked for; times until {@code drain} has returned. */
    static CallTiming measure(int producers, long calls, CallerCost.OneWay oneWay, Runnable drain)
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

    private static void send(long calls, CallerCost.OneWay oneWay) {
        for (long i = 0; i < calls; i++) {
            oneWay.call((int) i, i);
        }
    }
}
