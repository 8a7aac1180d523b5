package org.activeobjects.transport.shm;

import org.activeobjects.transport.posix.Futex;
import org.activeobjects.transport.spi.Doorbell;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A level word in shared memory, at which its owner sleeps and which its peers ring.
 *
 * <p>Where the kernel's futex cannot be called, a sleeper looks at the word again and again, at
 * growing intervals up to a millisecond.
 *
 * <p><b>Threading:</b> safe. After {@link #close}, the level is {@code AWAKE} for ever and nobody
 * sleeps.
 */
final class ShmDoorbell implements Doorbell {

    private static final long FIRST_NAP_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long LONGEST_NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final MemorySegment bell;
    private final long address;
    private final Arena arena;
    private final Futex futex;

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
        this.arena = arena;
        this.futex = futex;
    }

    @Override
    public void arm(int level) {
        try {
            Layout.INT_WORD.setOpaque(bell, Layout.BELL_LEVEL, level);
        } catch (IllegalStateException e) {
            requireClosed(e);
        }
        VarHandle.fullFence();
    }

    @Override
    public int level() {
        try {
            return (int) Layout.INT_WORD.getAcquire(bell, Layout.BELL_LEVEL);
        } catch (IllegalStateException e) {
            requireClosed(e);
            return AWAKE;
        }
    }

    @Override
    public void sleep(int level, long maxNs) {
        if (maxNs <= 0 || level() != level || !arena.scope().isAlive()) {
            return;
        }
        if (futex != null) {
            futex.await(address, level, maxNs);
        } else {
            nap(level, maxNs);
        }
    }

    private void nap(int level, long maxNs) {
        long start = System.nanoTime();
        long nap = FIRST_NAP_NS;
        long left = maxNs;
        while (left > 0 && level() == level && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, Math.min(nap, left));
            nap = Math.min(nap * 2, LONGEST_NAP_NS);
            left = maxNs - (System.nanoTime() - start);
        }
    }

    @Override
    public void ring() {
        try {
            // What the sleeper is woken for was written before: it sees that, or this its level.
            VarHandle.fullFence();
            if ((int) Layout.INT_WORD.getVolatile(bell, Layout.BELL_LEVEL) == AWAKE) {
                return;
            }
            int before = (int) Layout.INT_WORD.getAndSet(bell, Layout.BELL_LEVEL, AWAKE);
            if (before != AWAKE && futex != null) {
                futex.wakeAll(address);
            }
        } catch (IllegalStateException e) {
            requireClosed(e);
        }
    }

    @Override
    public void close() {
        ring();
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
