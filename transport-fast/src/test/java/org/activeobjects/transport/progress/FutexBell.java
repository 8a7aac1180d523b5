package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A doorbell as strict as the kernel's: a sleeper is woken by a ring that finds the bell armed, and
 * by nothing else, not even by the end of its time, unless that is less than a millisecond. Who
 * misses a ring sleeps for ever.
 */
final class FutexBell implements Doorbell {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private static final int LEVELS = 3;
    private static final int ALONE = 4;
    private static final int ARMED_ONCE = 8;
    private static final long SHORT_NS = 1_000_000;

    private volatile int state = AWAKE; // the level, above it how often it was armed
    private volatile Runnable afterRead;
    private volatile Thread reader;
    private volatile boolean closed;
    private volatile int sleeps;
    private volatile int sleepers;
    private int rings;
    private int aloneRings;

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
            state = (state & -ARMED_ONCE) + ARMED_ONCE + newLevel;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void armAlone(int newLevel) {
        arm(newLevel | ALONE);
    }

    @Override
    public int level() {
        return state() & LEVELS;
    }

    @Override
    public int state() {
        if (reader != Thread.currentThread()) {
            return state;
        }
        reader = null;
        int seen = state;
        afterRead.run();
        return seen;
    }

    @Override
    public void sleep(int armed, long maxNs) {
        int seen = state;
        if ((seen & LEVELS) == armed) {
            sleepBeside(seen, maxNs);
        }
    }

    @Override
    public void sleepBeside(int seen, long maxNs) {
        lock.lock();
        try {
            if (state != seen || maxNs <= 0) {
                return;
            }
            int before = rings;
            long begin = System.nanoTime();
            boolean isShort = maxNs < SHORT_NS;
            sleepWhile(
                    () -> rings == before && (!isShort || System.nanoTime() - begin < maxNs),
                    isShort ? maxNs : Long.MAX_VALUE);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void sleepAlone(int armed, long maxNs) {
        lock.lock();
        try {
            if ((state & LEVELS) != armed || maxNs <= 0) {
                return;
            }
            int before = aloneRings;
            sleepWhile(() -> aloneRings == before, Long.MAX_VALUE);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // under the lock
    private void sleepWhile(BooleanSupplier isQuiet, long lookNs) {
        sleeps++;
        sleepers++;
        boolean isInterrupted = false;
        while (isQuiet.getAsBoolean() && !closed) {
            try {
                var _ = rung.awaitNanos(lookNs);
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        sleepers--;
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void ring() {
        lock.lock();
        try {
            if ((state & LEVELS) != AWAKE) {
                if ((state & ALONE) == 0) {
                    rings++;
                } else {
                    aloneRings++;
                }
                state &= -ARMED_ONCE;
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
