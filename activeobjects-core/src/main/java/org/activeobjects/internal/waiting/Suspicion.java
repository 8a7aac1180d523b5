package org.activeobjects.internal.waiting;

import org.activeobjects.internal.future.Wait;

import java.util.List;
import java.util.StringJoiner;

/**
 * A wait whose chain is followed now and then.
 *
 * <p><b>Threading:</b> safe.
 */
final class Suspicion {

    /** How often one looks at first, in milliseconds. */
    static final long PERIOD_MS = 200;

    private static final long CONFIRM_NS = 300_000_000;
    private static final long MAX_PAUSE_NS = 10_000_000_000L;

    private final Wait wait;
    private final Branch[] branches;
    private long pauseNs = PERIOD_MS * 1_000_000;
    private long dueNs;
    private boolean isReported;

    Suspicion(Wait wait) {
        this.wait = wait;
        this.branches = new Branch[Chains.branches(wait)];
        this.dueNs = wait.beginNs() + pauseNs;
    }

    Wait awaited() {
        return wait;
    }

    /** Whether one of several results is enough to go on. */
    boolean isForAny() {
        return branches.length > 1;
    }

    /** For the thread that looks: whether it is time, and then when it is again. */
    synchronized boolean isDue(long now) {
        if (now - dueNs < 0 || isReported) {
            return false;
        }
        // Three looks in the first second, in which a deadlock is found; then fewer and fewer.
        boolean isYoung = now - wait.beginNs() < 1_000_000_000L;
        pauseNs = isYoung ? 2 * PERIOD_MS * 1_000_000 : Math.min(MAX_PAUSE_NS, 2 * pauseNs);
        dueNs = now + pauseNs;
        return true;
    }

    /**
     * Takes note of a cycle. It counts when it is found again after a while.
     *
     * @return the report, once, when every branch of the wait leads into a cycle that counts; else
     *     {@code null}
     */
    synchronized String confirmed(int branch, List<Edge> cycle) {
        if (isReported || branch < 0 || branch >= branches.length) {
            return null;
        }
        long now = System.nanoTime();
        Branch known = branches[branch];
        if (known == null) {
            branches[branch] = new Branch(now, false, cycle);
            return null;
        }
        if (now - known.foundNs >= CONFIRM_NS) {
            branches[branch] = new Branch(known.foundNs, true, cycle);
        }
        StringJoiner report = new StringJoiner("\nand ");
        for (Branch each : branches) {
            if (each == null || !each.isConfirmed) {
                return null;
            }
            report.add(Edge.report(each.cycle));
        }
        isReported = true;
        return report.toString();
    }

    /** What is known of one way in which the wait could end. */
    private record Branch(long foundNs, boolean isConfirmed, List<Edge> cycle) {}
}
