package org.activeobjects.deployment.internal.protocol;

import java.time.Duration;

/** How long ranks may take to start; computed as {@link EndLimits} does, and for its reason. */
public final class StartLimits {

    private static final Duration ALL_UP = Duration.ofSeconds(60);
    private static final int ALL_UP_OF_RANK_MS = 3_000;
    private static final int CONNECT_OF_RANK_MS = 500;

    private StartLimits() {}

    /**
     * How long all ranks may take to join the job.
     *
     * @param ranks how many share the cores of this host
     * @return longer the more they are
     */
    public static Duration allUp(int ranks) {
        return ALL_UP.plusMillis((long) ALL_UP_OF_RANK_MS * ranks);
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
        return usual.plusMillis((long) CONNECT_OF_RANK_MS * ranks);
    }
}
