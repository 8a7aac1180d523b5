package org.activeobjects.benchmarks.pair;

import java.io.PrintStream;

/**
 * Finds how often a run repeats, and does the runs that count.
 *
 * @param plan what is to be done
 * @param out where results go, one line each
 */
public record Runs(Plan plan, PrintStream out) {

    private static final long WARM_UP_NS = 1_000_000_000;
    private static final long CALIBRATION_NS = 10_000_000;
    private static final long WARM_UP_ITERATIONS = 1000;
    private static final long WARM_UP_BYTES = 8 << 20;

    /** Something to be timed. */
    public interface Loop {
        /**
         * Repeats it.
         *
         * @param iterations how often
         * @return nanoseconds that this took
         */
        long run(long iterations);
    }

    /** Something to be timed, for messages of any length. */
    public interface SizedLoop {
        /**
         * Repeats it.
         *
         * @param bytes length of a message
         * @param iterations how often
         * @return nanoseconds that this took
         */
        long run(long bytes, long iterations);
    }

    /**
     * Repeats small messages, then messages of every length, until the compiler has settled for all
     * of them: a length that takes a new path would throw away what was compiled without it.
     *
     * @param loop sends messages
     */
    public void warmUp(SizedLoop loop) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP_NS) {
            loop.run(plan.minBytes(), WARM_UP_ITERATIONS);
        }
        while (System.nanoTime() - start < 3 * WARM_UP_NS) {
            for (long bytes = plan.minBytes(); bytes <= plan.maxBytes(); bytes *= 2) {
                loop.run(bytes, Math.clamp(WARM_UP_BYTES / bytes, 1, WARM_UP_ITERATIONS));
            }
        }
    }

    /**
     * Measures one size and prints the result.
     *
     * @param measurement what is measured
     * @param bytes length of a message
     * @param loop sends messages of that length
     */
    public void measure(Measurement measurement, long bytes, Loop loop) {
        long iterations = 1;
        long elapsed = loop.run(iterations);
        while (elapsed < CALIBRATION_NS) {
            iterations *= 2;
            elapsed = loop.run(iterations);
        }
        iterations = Math.max(1, iterations * plan.runNs() / elapsed);
        loop.run(iterations);
        long[] runNs = new long[plan.runs()];
        for (int i = 0; i < runNs.length; i++) {
            runNs[i] = loop.run(iterations);
        }
        out.println(new Result(measurement, bytes, iterations, runNs).toLine());
    }
}
