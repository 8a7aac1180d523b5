package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A doorbell as strict as the kernel's: a sleeper is woken by a ring that finds the bell armed, and
 * by nothing else, not even by the end of its time. Who misses a ring sleeps for ever.
 */
final class FutexBell implements Doorbell {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private volatile int level = AWAKE;
    private volatile Runnable afterRead;
    private volatile Thread reader;
    private volatile boolean closed;
    private volatile int sleeps;
    private volatile int sleepers;
    private int rings;

    /** Has code run once, after the next look of a thread at the level. */
    void atNextLook(Thread whose, Runnable code) {
        afterRead = code;
        reader = whose;
    }

    /** How often somebody has gone to sleep. */
    int sleeps() {
        return sleeps;
    }

    /** Whether somebody sleeps. */
    boolean hasSleeper() {
        return sleepers > 0;
    }

    @Override
    public void arm(int newLevel) {
        lock.lock();
        try {
            level = newLevel;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int level() {
        if (reader != Thread.currentThread()) {
            return level;
        }
        reader = null;
        int seen = level;
        afterRead.run();
        return seen;
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // under the lock
    public void sleep(int armed, long maxNs) {
        lock.lock();
        try {
            if (level != armed || maxNs <= 0) {
                return;
            }
            sleeps++;
            sleepers++;
            int before = rings;
            boolean isOver = false;
            while (rings == before && !closed && !isOver) {
                if (armed == AWAKE) {
                    isOver = !awaits(maxNs);
                } else {
                    rung.awaitUninterruptibly();
                }
            }
            sleepers--;
        } finally {
            lock.unlock();
        }
    }

    /** Only where nobody rings does a sleep end by itself. */
    private boolean awaits(long maxNs) {
        try {
            return rung.awaitNanos(maxNs) > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void ring() {
        lock.lock();
        try {
            if (level != AWAKE) {
                level = AWAKE;
                rings++;
                rung.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
