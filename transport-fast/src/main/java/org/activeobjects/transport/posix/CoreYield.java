package org.activeobjects.transport.posix;

import java.lang.invoke.MethodHandle;

/**
 * Gives the core to another thread of the system that wants it, also from a virtual thread ({@link
 * Thread#yield} lets only other virtual threads go on there), and learns what that costs.
 *
 * <p>Where threads that compute want the core, too, who yields gets it back only milliseconds
 * later, whereas who sleeps has it as soon as it is woken. So a yield that took long tells its
 * users to sleep instead, for a few milliseconds, and for longer and longer if it is so again.
 *
 * <p>It is no critical call: who has to wait for the core holds up no safepoint.
 *
 * <p><b>Threading:</b> safe; who is told a moment late, or counts wrong once, makes a worse guess.
 *
 * <p><b>Source:</b> sched_yield(2). Where native access is not enabled, or there is no such
 * function, {@link Thread#yield} takes its place.
 */
@SuppressWarnings("ThreadPriorityCheck") // to yield is what this is for
public final class CoreYield {

    private static final MethodHandle SCHED_YIELD = Downcalls.words("sched_yield").orElse(null);

    /** Longer than a thread runs that itself yields or sleeps soon, or is late for once. */
    private static final long LONG_NS = 1_000_000;

    private static final int MANY = 16;
    private static final int MOST_COUNTED = 2 * MANY;

    /** As many ranks on one core that each compute for as long would be more than there are. */
    private static final int FAIR_SHARES = 64;

    private static final long MUCH_NS = 16_000_000;
    private static final long MOST_NS = 2 * MUCH_NS;

    private static final long SHORTEST_PAUSE_NS = 2_000_000;
    private static final long LONGEST_PAUSE_NS = 128_000_000;

    private volatile long pauseUntil = System.nanoTime();
    private long pauseNs = SHORTEST_PAUSE_NS;
    private int longOnes; // yields: one more for each that took long, one less for each other
    private long lostNs; // in those that took long, less what others may compute meanwhile
    private long ownSince = pauseUntil; // since then this runtime has done something else

    /** For the threads of one runtime. */
    public CoreYield() {}

    /**
     * Whether it is better to sleep at once than to yield.
     *
     * @param nowNs the time
     * @return true for some milliseconds after a yield that took long
     */
    public boolean isCostly(long nowNs) {
        return pauseUntil - nowNs > 0;
    }

    /**
     * As {@link #isCostly}, for a job with more ranks than cores: there the core goes to other
     * ranks most of the time, which compute at times for as long and yield in turn, and it is
     * better to wait for that. So only if, for some time, more yields took long than did not, or
     * they took so much longer than what lies between them that the other ranks can hardly have
     * computed meanwhile: what has the core then does not care for the job.
     *
     * @param nowNs the time
     * @return true for some milliseconds after a yield that took long, as most do
     */
    public boolean isMostlyCostly(long nowNs) {
        boolean isSo = (longOnes >= MANY || lostNs >= MUCH_NS) && isCostly(nowNs);
        if (isSo) {
            ownSince = nowNs; // who sleeps does nothing else
        }
        return isSo;
    }

    /**
     * Lets another thread run on this core, if one waits for it; else returns at once.
     *
     * @param nowNs the time before
     * @return the time afterwards
     */
    public long giveUp(long nowNs) {
        yieldCore();
        long after = System.nanoTime();
        count(nowNs, after);
        return after;
    }

    void count(long before, long after) {
        long ownNs = Math.clamp(before - ownSince, 0, MOST_NS);
        ownSince = after;
        lostNs = Math.max(0, lostNs - FAIR_SHARES * ownNs);
        if (after - before > LONG_NS) {
            lostNs = Math.min(lostNs + after - before, MOST_NS);
            longOnes = Math.min(longOnes + 1, MOST_COUNTED);
            pause(after);
        } else if (longOnes > 0) {
            longOnes--;
        }
    }

    private void pause(long nowNs) {
        boolean isNoExceptionAnyMore = nowNs - pauseUntil < LONGEST_PAUSE_NS;
        pauseNs =
                isNoExceptionAnyMore ? Math.min(2 * pauseNs, LONGEST_PAUSE_NS) : SHORTEST_PAUSE_NS;
        pauseUntil = nowNs + pauseNs;
    }

    private static void yieldCore() {
        if (SCHED_YIELD == null) {
            Thread.yield();
            return;
        }
        try {
            var _ = (long) SCHED_YIELD.invokeExact(0L, 0L, 0L, 0L, 0L, 0L);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }
}
