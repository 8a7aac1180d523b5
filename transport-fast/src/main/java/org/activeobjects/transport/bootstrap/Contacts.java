package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.address.RuntimeId;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Who is connecting to whom: of two runtimes that connect to each other at once, the one with the
 * lower id prevails. One attempt to a peer counts at a time; what an earlier one still does, on a
 * thread that has not noticed its end, has no effect on a later one.
 *
 * <p><b>Threading:</b> safe.
 */
final class Contacts {

    private static final long MOMENT_NS = 20_000_000;

    private final RuntimeId self;
    private final Map<RuntimeId, Attempt> attempts = new HashMap<>();

    /** An attempt of either side to open a link to a peer. */
    static final class Attempt {

        private final RuntimeId peer;
        private final boolean isIncoming;
        private boolean isFixed; // as what follows, under the monitor of the contacts
        private boolean isOpen;

        private Attempt(RuntimeId peer, boolean isIncoming) {
            this.peer = peer;
            this.isIncoming = isIncoming;
        }
    }

    Contacts(RuntimeId self) {
        this.self = self;
    }

    /** Begins to connect; null if that is under way or done. */
    synchronized Attempt beginOutgoing(RuntimeId peer) {
        return attempts.containsKey(peer) ? null : begin(new Attempt(peer, false));
    }

    /** A peer connects; null if it is to wait for this side's connection. */
    synchronized Attempt beginIncoming(RuntimeId peer) {
        Attempt now = attempts.get(peer);
        boolean isFree = now == null || !now.isFixed && !now.isIncoming && peer.compareTo(self) < 0;
        return isFree ? begin(new Attempt(peer, true)) : null;
    }

    private Attempt begin(Attempt attempt) {
        attempts.put(attempt.peer, attempt);
        notifyAll();
        return attempt;
    }

    /** No other attempt prevails over this one any more; false if one has, or this has failed. */
    synchronized boolean fix(Attempt attempt) {
        attempt.isFixed = attempts.get(attempt.peer) == attempt;
        return attempt.isFixed;
    }

    /** An attempt has led to an open link; false if it has failed, or another one has prevailed. */
    synchronized boolean opened(Attempt attempt) {
        attempt.isOpen = fix(attempt);
        notifyAll();
        return attempt.isOpen;
    }

    /** An attempt has failed; of no effect where it has led to a link before. */
    void failed(Attempt attempt) {
        var _ = giveUp(attempt);
    }

    /** Ends an attempt; false where it has led to a link before. */
    synchronized boolean giveUp(Attempt attempt) {
        if (!attempt.isOpen && attempts.remove(attempt.peer, attempt)) {
            notifyAll();
        }
        return !attempt.isOpen;
    }

    /** A peer has gone, and nobody remembers it: what has led to its link is of no interest. */
    synchronized void forget(RuntimeId peer) {
        Attempt now = attempts.get(peer);
        if (now != null && now.isOpen) {
            attempts.remove(peer);
        }
    }

    synchronized boolean isOpen(RuntimeId peer) {
        Attempt now = attempts.get(peer);
        return now != null && now.isOpen;
    }

    /** Waits for a change of any contact, but not longer than a moment. */
    @SuppressWarnings("WaitNotInLoop") // the caller looks again
    synchronized void awaitChange(long maxNs) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(this, Math.min(maxNs, MOMENT_NS));
    }
}
