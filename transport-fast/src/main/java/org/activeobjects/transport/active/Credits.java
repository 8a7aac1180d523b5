package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.progress.SpinLock;
import org.activeobjects.transport.progress.Waiting;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;

/**
 * The requests to one runtime that are under way, and who waits until there are fewer.
 *
 * <p><b>Threading:</b> safe, under the lock it is given.
 */
final class Credits {

    private static final VarHandle UNDER_WAY;

    static {
        try {
            UNDER_WAY = MethodHandles.lookup().findVarHandle(Credits.class, "underWay", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SpinLock lock;
    private final ArrayDeque<Turn> waiting = new ArrayDeque<>();
    private final ArrayDeque<Turn> spare = new ArrayDeque<>();
    private int underWay;
    private boolean isClosed;

    Credits(SpinLock lock) {
        this.lock = lock;
    }

    /** Takes one; false if there is none. Under the lock. */
    boolean tryTake() {
        int now = underWay;
        if (now >= ActiveMessages.WINDOW) {
            return false;
        }
        UNDER_WAY.setOpaque(this, now + 1);
        return true;
    }

    int underWay() {
        return (int) UNDER_WAY.getOpaque(this);
    }

    /** Requests have been handled; false if more than there were. */
    boolean giveBack(long count) {
        lock.lock();
        try {
            if (count < 1 || count > underWay) {
                return false;
            }
            UNDER_WAY.setOpaque(this, underWay - (int) count);
            wakeAll();
        } finally {
            lock.unlock();
        }
        return true;
    }

    /** No more will be given back: whoever waits is to look what has happened. */
    void close() {
        lock.lock();
        try {
            isClosed = true;
            wakeAll();
        } finally {
            lock.unlock();
        }
    }

    private void wakeAll() {
        for (Turn turn = waiting.poll(); turn != null; turn = waiting.poll()) {
            turn.isOver = true;
            turn.wakeUp();
        }
    }

    /** Begins to wait; null if there is no need to. */
    Turn await() {
        lock.lock();
        try {
            if (isClosed || underWay < ActiveMessages.WINDOW) {
                return null;
            }
            Turn turn = spare.isEmpty() ? new Turn() : spare.pop();
            turn.isOver = false;
            waiting.add(turn);
            return turn;
        } finally {
            lock.unlock();
        }
    }

    /** The wait is over, or was given up. */
    void leave(Turn turn) {
        lock.lock();
        try {
            waiting.remove(turn);
            spare.push(turn);
        } finally {
            lock.unlock();
        }
    }

    /** One thread's wait for a credit. */
    static final class Turn extends Waiting {

        private volatile boolean isOver;

        @Override
        protected boolean isOver() {
            return isOver;
        }

        private void wakeUp() {
            wake();
        }

        @Override
        public String toString() {
            return "a request that waits until fewer are under way";
        }
    }
}
