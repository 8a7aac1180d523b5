package org.activeobjects.deployment.internal.process;

import java.time.Duration;

/** How long ranks may take to end. */
public final class EndLimits {

    /** From the request to end until a rank that goes on is killed. */
    static final Duration GRACE = Duration.ofMillis(400);

    private static final Duration ORDERLY = Duration.ofSeconds(10);
    private static final Duration ORDERLY_OF_RANK = Duration.ofMillis(250);

    private EndLimits() {}

    /**
     * How long ranks that were told that all are done may take, with their own shutdown hooks.
     *
     * @param ranks how many share the cores of this host
     * @return longer the more they are
     */
    public static Duration orderly(int ranks) {
        return ORDERLY.plus(ORDERLY_OF_RANK.multipliedBy(ranks));
    }
}
