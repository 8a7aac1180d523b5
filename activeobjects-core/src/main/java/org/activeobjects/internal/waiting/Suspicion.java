package org.activeobjects.internal.waiting;

import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.service.LocalBody;

import java.util.Set;

/**
 * A wait that is looked at now and then.
 *
 * <p><b>Threading:</b> safe.
 */
final class Suspicion {

    /** How often one looks at first, in milliseconds. */
    static final long PERIOD_MS = 200;

    private static final long CONFIRM_NS = 300_000_000;
    private static final long MAX_PAUSE_NS = 10_000_000_000L;

    /** After so long a wait something is told that may be none. */
    private static final long LONG_NS = 30_000_000_000L;

    private final LocalBody body;
    private final Wait wait;
    private final long beginNs = System.nanoTime();
    private long pauseNs = PERIOD_MS * 1_000_000;
    private long dueNs = beginNs + pauseNs;
    private boolean isLookedAt;
    private boolean isReported;
    private boolean isDoubted;
    private Set<String> knot = Set.of();
    private long knotNs;

    Suspicion(LocalBody body, Wait wait) {
        this.body = body;
        this.wait = wait;
    }

    LocalBody body() {
        return body;
    }

    Wait awaited() {
        return wait;
    }

    /** Whether it is time to look; then one look begins, and it is set when the next is due. */
    synchronized boolean isDue(long now) {
        if (now - dueNs < 0 || isReported || isLookedAt) {
            return false;
        }
        // Three looks in the first second, in which a deadlock is found; then fewer and fewer.
        boolean isYoung = now - beginNs < 1_000_000_000L;
        pauseNs = isYoung ? 2 * PERIOD_MS * 1_000_000 : Math.min(MAX_PAUSE_NS, 2 * pauseNs);
        dueNs = now + pauseNs;
        isLookedAt = true;
        return true;
    }

    /** Whether the wait has lasted for so long that its user wonders. */
    boolean isLong(long now) {
        return now - beginNs >= LONG_NS;
    }

    /** A look is over. */
    synchronized void lookedAt() {
        isLookedAt = false;
    }

    /** Whether the last look has found a knot. */
    synchronized boolean isFound() {
        return !knot.isEmpty();
    }

    /**
     * Takes note of what a look has found. It counts when the same is found again after a while.
     *
     * @return true if it counts
     */
    synchronized boolean isConfirmed(Set<String> found) {
        long now = System.nanoTime();
        if (!found.equals(knot)) {
            knot = Set.copyOf(found);
            knotNs = now;
            if (!found.isEmpty()) {
                pauseNs = 2 * PERIOD_MS * 1_000_000; // also what is found late is told soon
                dueNs = now + pauseNs;
            }
            return false;
        }
        return !found.isEmpty() && now - knotNs >= CONFIRM_NS;
    }

    /** It is told of once; before that perhaps once that it may be one. */
    synchronized boolean isFirstReport(boolean isSure) {
        boolean isFirst = isSure ? !isReported : !isDoubted;
        isReported |= isSure;
        isDoubted = true;
        return isFirst;
    }
}
