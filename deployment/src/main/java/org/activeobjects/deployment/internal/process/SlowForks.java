package org.activeobjects.deployment.internal.process;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
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
     * Starts all, or none.
     *
     * @param <P> a process
     * @param count how many
     * @param start starts one, by rank
     * @param kill undoes that, if a later one cannot be started
     * @return all of them, by rank
     */
    <P> List<P> start(int count, IntFunction<P> start, Consumer<P> kill) {
        List<P> started = new ArrayList<>();
        long beginNs = clock.getAsLong();
        long lastNs = beginNs;
        try {
            while (started.size() < count) {
                started.add(start.apply(started.size()));
                long now = clock.getAsLong();
                if (now - lastNs >= INTERVAL_NS && started.size() < count) {
                    lastNs = now;
                    told.accept(
                            "the job starts slowly: %d of %d processes are there, waited=%ds"
                                    .formatted(started.size(), count, (now - beginNs) / NS_PER_S));
                }
            }
            return started;
        } finally {
            if (started.size() < count) {
                started.forEach(kill);
            }
        }
    }
}
