package org.activeobjects.transport.shm.direct;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Whether the core of the peer is close: whether a line that it has written comes in the time that
 * cores with a third cache in common take, or in several times that, as between groups of cores. A
 * host of virtual machines may move one from here to there at any time.
 *
 * <p>Each side counts what it takes, in a word of its own that both have mapped; the other one
 * looks at it now and then, and takes the time of that. What it knows already is in its own cache,
 * and says nothing. A look takes longer for many reasons, so two that agree are needed.
 *
 * <p><b>Threading:</b> {@link #step} by the thread that polls the link, {@link #isClose} by the one
 * that sends over it.
 */
final class CoreDistance {

    private static final Logger LOG = LogManager.getLogger(CoreDistance.class);
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /**
     * How much longer a line from close by takes than an own one at the most, ns: 10 to 30 have
     * been seen between cores with a third cache in common, 100 to 130 between others.
     */
    private static final long CLOSE = 65;

    /** Once the looks agree, one in so many times. */
    private static final int SELDOM = 8;

    private static final int SURE = 3;

    private final MemorySegment mine;
    private final MemorySegment theirs;
    private long steps;
    private long seen;
    private long value; // read last
    private int asked;
    private int score; // 0 for sure not, to SURE

    /**
     * Far as long as nothing is known.
     *
     * @param mine 8 bytes that both have mapped, 0 at first, which this side writes
     * @param theirs likewise, which the peer writes
     */
    CoreDistance(MemorySegment mine, MemorySegment theirs) {
        this.mine = mine;
        this.theirs = theirs;
    }

    /** Writes for the peer to see; after something long has been taken. */
    void step() {
        try {
            WORD.setRelease(mine, 0L, ++steps);
        } catch (IllegalStateException | InternalError e) {
            LOG.trace("link went away behind what was taken", e);
        }
    }

    /** Whether the peer's core is close, as far as is known. */
    boolean isClose() {
        boolean isSure = score == 0 || score == SURE;
        if (!isSure || asked++ % SELDOM == 0) {
            look();
        }
        return score > SURE / 2;
    }

    private void look() {
        try {
            // Twice, for what a look itself needs may have been driven out of the caches.
            long own = Math.min(timeToRead(mine), timeToRead(mine));
            long time = timeToRead(theirs);
            if (value != seen) {
                seen = value;
                judge(time - own);
            }
        } catch (IllegalStateException | InternalError e) {
            LOG.trace("link went away while it was looked at", e);
        }
    }

    private long timeToRead(MemorySegment word) {
        long start = System.nanoTime();
        value = (long) WORD.getAcquire(word, 0L);
        return System.nanoTime() - start;
    }

    /** Takes account of how much longer a line from the peer has taken than an own one, ns. */
    void judge(long time) {
        score = Math.clamp(score + (time <= CLOSE ? 1L : -1L), 0, SURE);
    }
}
