package org.activeobjects.deployment.internal.protocol;

import java.time.Duration;

/** How long ranks may take to start. */
public final class StartLimits {

    private static final Duration ALL_UP = Duration.ofSeconds(60);
    private static final Duration ALL_UP_OF_RANK = Duration.ofSeconds(3);
    private static final Duration CONNECT_OF_RANK = Duration.ofMillis(500);

    private StartLimits() {}

    /**
     * How long all ranks may take to join the job.
     *
     * @param ranks how many share the cores of this host
     * @return longer the more they are
     */
    public static Duration allUp(int ranks) {
        return ALL_UP.plus(ALL_UP_OF_RANK.multipliedBy(ranks));
    }

    /**
     * How long two ranks may take to connect: at the beginning all connect at once, and who is
     * asked may have to wait for a core. One that is gone is not waited for.
     *
     * @param usual how long two may take who have the host for themselves
     * @param ranks how many share the cores of this host
     * @return longer the more they are
     */
    public static Duration connect(Duration usual, int ranks) {
        return usual.plus(CONNECT_OF_RANK.multipliedBy(ranks));
    }
}
