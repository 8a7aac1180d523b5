package org.activeobjects.deployment.internal.process;

import org.activeobjects.deployment.error.EnvironmentException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * Starts the processes of a job one after another, and tells now and then how many there are: where
 * the cores are busy, many take their time.
 *
 * <p><b>Threading:</b> one thread.
 */
final class SlowForks {

    private static final Logger LOG = LogManager.getLogger(SlowForks.class);

    /** Silence is for starts that take a moment. */
    static final long INTERVAL_NS = 5_000_000_000L;

    private static final long NS_PER_S = 1_000_000_000;

    private final LongSupplier clock;
    private final Consumer<String> told;

    SlowForks() {
        this(System::nanoTime, LOG::warn);
    }

    SlowForks(LongSupplier clock, Consumer<String> told) {
        this.clock = clock;
        this.told = told;
    }

    /**
     * Starts all, or as many as are wanted.
     *
     * @param count how many
     * @param start starts one, by rank; false if no more are wanted
     * @throws EnvironmentException if there is no memory, or no thread, for one
     */
    void start(int count, IntPredicate start) {
        long beginNs = clock.getAsLong();
        long lastNs = beginNs;
        for (int started = 0; started < count && starts(start, started); ) {
            started++;
            long now = clock.getAsLong();
            if (now - lastNs >= INTERVAL_NS && started < count) {
                lastNs = now;
                told.accept(
                        "the job starts slowly: %s of %s processes are there, waited=%ss"
                                .formatted(started, count, (now - beginNs) / NS_PER_S));
            }
        }
    }

    private static boolean starts(IntPredicate start, int rank) {
        try {
            return start.test(rank);
        } catch (OutOfMemoryError e) {
            throw new EnvironmentException(
                    "cannot watch the process of rank %s: reason=%s; is there memory for it, and does 'ulimit -u' leave this user enough threads?"
                            .formatted(rank, e.getMessage()),
                    e);
        }
    }
}
