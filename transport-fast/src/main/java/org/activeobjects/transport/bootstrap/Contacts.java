package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.address.RuntimeId;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

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
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<RuntimeId, Attempt> attempts = new HashMap<>();

    /** An attempt of either side to open a link to a peer. */
    static final class Attempt {

        private final RuntimeId peer;
        private final boolean isIncoming;
        private boolean isFixed; // under the lock, as what follows
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
    Attempt beginOutgoing(RuntimeId peer) {
        lock.lock();
        try {
            return attempts.containsKey(peer) ? null : begin(new Attempt(peer, false));
        } finally {
            lock.unlock();
        }
    }

    /** A peer connects; null if it is to wait for this side's connection. */
    Attempt beginIncoming(RuntimeId peer) {
        lock.lock();
        try {
            Attempt now = attempts.get(peer);
            boolean isFree =
                    now == null || !now.isFixed && !now.isIncoming && peer.compareTo(self) < 0;
            return isFree ? begin(new Attempt(peer, true)) : null;
        } finally {
            lock.unlock();
        }
    }

    private Attempt begin(Attempt attempt) {
        attempts.put(attempt.peer, attempt);
        changed.signalAll();
        return attempt;
    }

    /** No other attempt prevails over this one any more; false if one has, or this has failed. */
    boolean fix(Attempt attempt) {
        lock.lock();
        try {
            attempt.isFixed = attempts.get(attempt.peer) == attempt;
            return attempt.isFixed;
        } finally {
            lock.unlock();
        }
    }

    /** An attempt has led to an open link; false if it has failed, or another one has prevailed. */
    boolean opened(Attempt attempt) {
        lock.lock();
        try {
            attempt.isOpen = fix(attempt);
            changed.signalAll();
            return attempt.isOpen;
        } finally {
            lock.unlock();
        }
    }

    /** An attempt has failed; of no effect where it has led to a link before. */
    void failed(Attempt attempt) {
        var _ = giveUp(attempt);
    }

    /** Ends an attempt; false where it has led to a link before. */
    boolean giveUp(Attempt attempt) {
        lock.lock();
        try {
            if (!attempt.isOpen && attempts.remove(attempt.peer, attempt)) {
                changed.signalAll();
            }
            return !attempt.isOpen;
        } finally {
            lock.unlock();
        }
    }

    /** A peer has gone, and nobody remembers it: what has led to its link is of no interest. */
    void forget(RuntimeId peer) {
        lock.lock();
        try {
            Attempt now = attempts.get(peer);
            if (now != null && now.isOpen) {
                attempts.remove(peer);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isOpen(RuntimeId peer) {
        lock.lock();
        try {
            Attempt now = attempts.get(peer);
            return now != null && now.isOpen;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a change of any contact, but not longer than a moment. */
    @SuppressWarnings("WaitNotInLoop") // the caller looks again
    void awaitChange(long maxNs) throws InterruptedException {
        lock.lock();
        try {
            var _ = changed.awaitNanos(Math.min(maxNs, MOMENT_NS));
        } finally {
            lock.unlock();
        }
    }
}
