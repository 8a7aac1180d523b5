package org.activeobjects.transport.shm;

import org.activeobjects.transport.posix.Futex;
import org.activeobjects.transport.spi.Doorbell;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A word in shared memory, at which its owner sleeps and which its peers ring: the level, and above
 * it how often it was armed. A thread that is to be woken alone sleeps at a second word.
 *
 * <p>Where the kernel's futex cannot be called, a sleeper looks at the word again and again, at
 * growing intervals up to a millisecond.
 *
 * <p><b>Threading:</b> safe. After {@link #close}, the level is {@code AWAKE} for ever and nobody
 * sleeps.
 */
final class ShmDoorbell implements Doorbell {

    private static final Logger LOG = LogManager.getLogger(ShmDoorbell.class);
    private static final long FIRST_NAP_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long LONGEST_NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int LEVELS = 3;
    private static final int ALONE = 4;
    private static final int ARMED_ONCE = 8;

    private final MemorySegment bell;
    private final long address;
    private final long aloneAddress;
    private final Arena arena;
    private final Futex futex;
    private int armings; // of the one who may arm, above the level
    private int aloneRings; // seen by who armed for itself alone

    /**
     * A bell in mapped memory.
     *
     * @param bell the segment of the bell
     * @param arena what it is mapped in, closed with the bell
     * @param futex the kernel's futex, or {@code null} if it cannot be called
     */
    ShmDoorbell(MemorySegment bell, Arena arena, Futex futex) {
        this.bell = bell;
        this.address = bell.address() + Layout.BELL_LEVEL;
        this.aloneAddress = bell.address() + Layout.BELL_ALONE;
        this.arena = arena;
        this.futex = futex;
    }

    @Override
    public void arm(int level) {
        armings += ARMED_ONCE;
        try {
            Layout.INT_WORD.setOpaque(bell, Layout.BELL_LEVEL, armings | level);
        } catch (IllegalStateException e) {
            requireClosed(e);
        }
        VarHandle.fullFence();
    }

    @Override
    public void armAlone(int level) {
        try {
            aloneRings = (int) Layout.INT_WORD.getVolatile(bell, Layout.BELL_ALONE);
        } catch (IllegalStateException e) {
            requireClosed(e);
        }
        arm(level | ALONE);
    }

    @Override
    public int level() {
        return state() & LEVELS;
    }

    @Override
    public int state() {
        try {
            // Volatile: who has just said elsewhere that it waits, reads here if that is known.
            return (int) Layout.INT_WORD.getVolatile(bell, Layout.BELL_LEVEL);
        } catch (IllegalStateException e) {
            requireClosed(e);
            return AWAKE;
        }
    }

    @Override
    public void sleep(int level, long maxNs) {
        int seen = state();
        if ((seen & LEVELS) == level) {
            sleepBeside(seen, maxNs);
        }
    }

    @Override
    public void sleepBeside(int seen, long maxNs) {
        if (maxNs <= 0 || state() != seen || !arena.scope().isAlive()) {
            return;
        }
        if (futex != null) {
            futex.await(address, seen, maxNs);
        } else {
            nap(seen, maxNs);
        }
    }

    @Override
    public void sleepAlone(int level, long maxNs) {
        int seen = state();
        if (maxNs <= 0 || (seen & LEVELS) != level || !arena.scope().isAlive()) {
            return;
        }
        if (futex != null) {
            futex.await(aloneAddress, aloneRings, maxNs);
        } else {
            nap(seen, maxNs);
        }
    }

    private void nap(int seen, long maxNs) {
        long start = System.nanoTime();
        long nap = FIRST_NAP_NS;
        long left = maxNs;
        while (left > 0 && state() == seen && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Math.min(nap, left)); // who sleeps says what for
            nap = Math.min(nap * 2, LONGEST_NAP_NS);
            left = maxNs - (System.nanoTime() - start);
        }
    }

    @Override
    public void ring() {
        try {
            // What the sleeper is woken for was written before: it sees that, or this its level.
            VarHandle.fullFence();
            int now = (int) Layout.INT_WORD.getVolatile(bell, Layout.BELL_LEVEL);
            if ((now & LEVELS) == AWAKE) {
                return;
            }
            int before =
                    (int)
                            Layout.INT_WORD.getAndBitwiseAnd(
                                    bell, Layout.BELL_LEVEL, ~(LEVELS | ALONE));
            if ((before & LEVELS) == AWAKE) {
                return;
            }
            if ((before & ALONE) == 0) {
                wake(address);
            } else {
                var _ = (int) Layout.INT_WORD.getAndAdd(bell, Layout.BELL_ALONE, 1);
                wake(aloneAddress);
            }
        } catch (IllegalStateException e) {
            requireClosed(e);
        }
    }

    private void wake(long word) {
        if (futex != null) {
            futex.wakeAll(word);
        }
    }

    @Override
    public void close() {
        try {
            ring();
        } catch (InternalError e) {
            LOG.debug("memory was cut off in which a sleeper would be told of the end", e);
        }
        wake(address); // also who sleeps beside one that was rung for alone
        try {
            arena.close();
        } catch (IllegalStateException e) {
            requireClosed(e);
        }
    }

    /** Memory that is mapped no more is the only reason for this exception here. */
    private void requireClosed(IllegalStateException e) {
        if (arena.scope().isAlive()) {
            throw e;
        }
    }
}
