package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.side.Affinity;
import org.activeobjects.benchmarks.side.Measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells how fast two cores talk to each other at a moment. A virtual host may change that within
 * minutes, and with it every figure of programs that share memory.
 */
final class HostSpeed {

    private static final long HAND_OVERS = 20_000;
    private static final int SPINS = 1023;
    private static final long LONGEST_NS = 50_000_000;
    private static final int WARM_UPS = 8;

    private final List<String> notes = new ArrayList<>();

    /** Remembers how it is before a size is measured. Returns the nanoseconds, or -1. */
    long note(Measurement measurement, int bytes) {
        if (notes.isEmpty()) {
            for (int i = 0; i < WARM_UPS; i++) {
                coreToCoreNs(); // interpreted code takes a microsecond for what is measured here
            }
        }
        long ns = coreToCoreNs();
        notes.add(measurement.label() + " " + bytes + ": " + (ns < 0 ? "unknown" : ns));
        return ns;
    }

    /** One line for all that was noted. */
    String describe() {
        return "ns for a cache line from core to core, before each size: "
                + String.join(", ", notes);
    }

    /** Two threads hand a number to each other. Returns the nanoseconds of one hand-over. */
    static long coreToCoreNs() {
        AtomicLong word = new AtomicLong();
        AtomicLong ns = new AtomicLong();
        Thread one = start(0, () -> ns.set(play(word, 0)));
        Thread other = start(1, () -> play(word, 1));
        try {
            one.join();
            other.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ns.get();
    }

    private static Thread start(int core, Runnable code) {
        return Thread.ofPlatform()
                .daemon()
                .name("core " + core)
                .start(
                        () -> {
                            Affinity.pinThisThread(core);
                            code.run();
                        });
    }

    /** Adds one whenever the number is even, or odd. Returns the nanoseconds of one, or -1. */
    private static long play(AtomicLong word, int parity) {
        long limit = System.nanoTime() + LONGEST_NS;
        long start = 0;
        long seen = word.get();
        for (int spins = 0; seen < HAND_OVERS; seen = word.getAcquire()) {
            if (start == 0 && seen >= HAND_OVERS / 2) {
                start = System.nanoTime(); // both are there, and their code is compiled
            }
            if ((seen & 1) == parity) {
                word.setRelease(seen + 1);
            } else if ((++spins & SPINS) == 0 && System.nanoTime() - limit > 0) {
                return -1; // the two have one core
            } else {
                Thread.onSpinWait();
            }
        }
        return (System.nanoTime() - start) / (HAND_OVERS / 2);
    }
}
