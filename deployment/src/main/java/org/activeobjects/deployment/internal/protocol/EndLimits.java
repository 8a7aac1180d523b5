package org.activeobjects.deployment.internal.protocol;

import java.time.Duration;

/**
 * How long ranks may take to end: what the launcher and the ranks themselves hold to. Nothing is
 * multiplied as a {@link Duration}: for that the JDK sets up its decimals, 30 ms of every start.
 */
public final class EndLimits {

    /** From the request to end until a rank that goes on is killed. */
    public static final Duration GRACE = Duration.ofMillis(400);

    /** From the request to write what goes on until nobody waits for a rank that does not. */
    public static final Duration DUMP = Duration.ofSeconds(2);

    private static final Duration ORDERLY = Duration.ofSeconds(10);
    private static final int ORDERLY_OF_RANK_MS = 250;

    /** So much longer does a rank wait for its launcher than that for the ranks. */
    private static final Duration OVERDUE_MARGIN = Duration.ofSeconds(5);

    private EndLimits() {}

    /**
     * How long ranks that were told that all are done may take, with their own shutdown hooks.
     *
     * @param ranks how many share the cores of this host
     * @return longer the more they are
     */
    public static Duration orderly(int ranks) {
        return ORDERLY.plusMillis((long) ORDERLY_OF_RANK_MS * ranks);
    }

    /**
     * When a rank that was told that all are done, and still runs, ends itself: only if its
     * launcher does not, which has a limit of its own and says what is wrong.
     *
     * @param ranks how many share the cores of this host
     * @return longer than a launcher waits
     */
    public static Duration overdue(int ranks) {
        return orderly(ranks).plus(GRACE).plus(GRACE).plus(OVERDUE_MARGIN);
    }
}
