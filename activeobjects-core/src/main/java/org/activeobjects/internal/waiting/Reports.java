package org.activeobjects.internal.waiting;

import java.util.HashMap;
import java.util.Map;

/**
 * What the log is told of deadlocks: a hundred requests of the same methods may be stuck in a
 * hundred circles, of which one tells all.
 *
 * <p><b>Threading:</b> safe.
 */
final class Reports {

    /** Of more kinds than these it is forgotten that they were told. */
    private static final int MAX_KINDS = 256;

    private static final long STEP = 10;

    private final Map<String, Long> told = new HashMap<>();

    /**
     * Decides what is told of one deadlock.
     *
     * @param report who waits for whom, in its first line, and then the details
     * @return the report if it is the first between these objects and methods; of the 10th, 100th …
     *     how many there were; else {@code null}
     */
    synchronized String next(String report) {
        String kind = report.lines().findFirst().orElse("");
        if (told.size() >= MAX_KINDS && !told.containsKey(kind)) {
            told.clear();
        }
        long times = told.merge(kind, 1L, Long::sum);
        if (times == 1) {
            return report;
        }
        return isStep(times)
                ? kind + "\n    with other requests of the same methods: deadlocks=" + times
                : null;
    }

    private static boolean isStep(long times) {
        long left = times;
        while (left % STEP == 0) {
            left /= STEP;
        }
        return left == 1;
    }
}
