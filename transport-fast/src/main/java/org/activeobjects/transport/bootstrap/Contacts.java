package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.address.RuntimeId;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who is connecting to whom: of two runtimes that connect to each other at once, the one with the
 * lower id prevails.
 *
 * <p><b>Threading:</b> safe.
 */
final class Contacts {

    private static final long MOMENT_NS = 20_000_000;

    private final RuntimeId self;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<RuntimeId, State> states = new HashMap<>();

    /** How far the contact with a peer is. */
    enum State {
        NONE,
        OUTGOING,
        INCOMING,
        OPEN
    }

    Contacts(RuntimeId self) {
        this.self = self;
    }

    /** Begins to connect; false if that is under way or done. */
    boolean beginOutgoing(RuntimeId peer) {
        lock.lock();
        try {
            return states.getOrDefault(peer, State.NONE) == State.NONE && put(peer, State.OUTGOING);
        } finally {
            lock.unlock();
        }
    }

    /** A peer connects; false if it is to wait for this side's connection. */
    boolean beginIncoming(RuntimeId peer) {
        lock.lock();
        try {
            State state = states.getOrDefault(peer, State.NONE);
            boolean peerPrevails = state == State.OUTGOING && peer.compareTo(self) < 0;
            return (state == State.NONE || peerPrevails) && put(peer, State.INCOMING);
        } finally {
            lock.unlock();
        }
    }

    /** An attempt has led to an open link; false if the other side's attempt has prevailed. */
    boolean opened(RuntimeId peer, State attempt) {
        lock.lock();
        try {
            return states.get(peer) == attempt && put(peer, State.OPEN);
        } finally {
            lock.unlock();
        }
    }

    /** An attempt has failed. */
    void failed(RuntimeId peer, State attempt) {
        lock.lock();
        try {
            if (states.get(peer) == attempt) {
                put(peer, State.NONE);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isOpen(RuntimeId peer) {
        lock.lock();
        try {
            return states.get(peer) == State.OPEN;
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

    private boolean put(RuntimeId peer, State state) {
        states.put(peer, state);
        changed.signalAll();
        return true;
    }
}
