package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.side.Measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells how fast two cores talk to each other at a moment. A virtual host may change that within
 * minutes, and with it every figure of programs that share memory.
 */
final class HostSpeed {

    private static final long HAND_OVERS = 20_000;
    private static final long LONGEST_NS = 50_000_000;

    private final List<String> notes = new ArrayList<>();

    /** Remembers how it is before a size is measured. Returns the nanoseconds. */
    long note(Measurement measurement, int bytes) {
        long ns = coreToCoreNs();
        notes.add(String.format(Locale.ROOT, "%s %d: %d", measurement.label(), bytes, ns));
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
        long limit = System.nanoTime() + LONGEST_NS;
        Thread partner =
                Thread.ofPlatform().daemon().name("partner").start(() -> play(word, 1, limit));
        long start = System.nanoTime();
        long handOvers = play(word, 0, limit);
        long elapsed = System.nanoTime() - start;
        try {
            partner.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return elapsed / Math.max(1, handOvers);
    }

    /** Adds one whenever the number is even, or odd. Returns the last number seen. */
    private static long play(AtomicLong word, int parity, long limit) {
        long seen = word.get();
        while (seen < HAND_OVERS) {
            if ((seen & 1) == parity) {
                word.setRelease(seen + 1);
            } else if (System.nanoTime() - limit > 0) {
                return seen; // the two have one core
            } else {
                Thread.onSpinWait();
            }
            seen = word.getAcquire();
        }
        return seen;
    }
}
