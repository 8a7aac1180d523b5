package org.activeobjects.transport.active.sending;

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
public final class Credits {

    private static final VarHandle TAKEN;
    private static final VarHandle GIVEN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAKEN = lookup.findVarHandle(Credits.class, "taken", long.class);
            GIVEN = lookup.findVarHandle(Credits.class, "given", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SpinLock lock;
    private final ArrayDeque<Turn> waiting = new ArrayDeque<>();
    private final ArrayDeque<Turn> spare = new ArrayDeque<>();
    private volatile int waiters;
    private long taken; // written under the lock
    private long given; // written by one thread at a time
    private boolean isClosed;

    /**
     * All credits are there.
     *
     * @param lock what guards them
     */
    public Credits(SpinLock lock) {
        this.lock = lock;
    }

    /**
     * Takes one. Under the lock.
     *
     * @return false if there is none
     */
    public boolean tryTake() {
        if (!isThere()) {
            return false;
        }
        TAKEN.setOpaque(this, taken + 1);
        return true;
    }

    /** Puts back the one that was taken last, by a request that was not sent. Under the lock. */
    public void putBack() {
        TAKEN.setOpaque(this, taken - 1);
    }

    /**
     * Whether there is one. Under the lock, within which it stays.
     *
     * @return false if there is none
     */
    public boolean isThere() {
        return taken - (long) GIVEN.getAcquire(this) < ActiveMessages.WINDOW;
    }

    /**
     * Requests under way.
     *
     * @return a number that may be out of date
     */
    public int underWay() {
        long givenBefore = (long) GIVEN.getAcquire(this);
        return Math.clamp((long) TAKEN.getOpaque(this) - givenBefore, 0, ActiveMessages.WINDOW);
    }

    /**
     * Requests have been handled. One thread at a time, which then calls {@link #wakeAfterFence}.
     *
     * @param count how many
     * @return false if that is more than there were
     */
    public boolean giveBack(long count) {
        long now = given;
        // What was sent before the peer could handle it was counted before.
        if (count < 1 || count > (long) TAKEN.getAcquire(this) - now) {
            return false;
        }
        GIVEN.setRelease(this, now + count);
        return true;
    }

    /** After a full fence that follows {@link #giveBack}: wakes who waits. */
    public void wakeAfterFence() {
        if (waiters > 0) {
            lock.lock();
            try {
                wakeAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** No more will be given back: whoever waits is to look what has happened. */
    public void close() {
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
        waiters = 0;
    }

    /**
     * Begins to wait, until {@link #leave}.
     *
     * @return the wait, or {@code null} if there is no need to
     */
    public Turn await() {
        lock.lock();
        try {
            if (isClosed) {
                return null;
            }
            Turn turn = spare.isEmpty() ? new Turn() : spare.pop();
            turn.isOver = false;
            waiting.add(turn);
            waiters = waiting.size(); // volatile: seen by who gives back, or its gift is seen here
            if (taken - (long) GIVEN.getVolatile(this) < ActiveMessages.WINDOW) {
                turn.isOver = true;
            }
            return turn;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The wait is over, or was given up.
     *
     * @param turn what {@link #await} has returned
     */
    public void leave(Turn turn) {
        lock.lock();
        try {
            var _ = waiting.remove(turn);
            waiters = waiting.size();
            spare.push(turn);
        } finally {
            lock.unlock();
        }
    }

    /** One thread's wait for a credit. */
    public static final class Turn extends Waiting {

        private volatile boolean isOver;

        private Turn() {}

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
