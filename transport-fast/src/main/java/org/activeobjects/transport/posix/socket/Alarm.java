package org.activeobjects.transport.posix.socket;

import org.activeobjects.transport.posix.Downcalls;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/**
 * A timer of the kernel for which one thread sleeps, and which others put off again and again: so
 * it wakes only when they have stopped doing so.
 *
 * <p><b>Threading:</b> one thread waits at a time; the rest is safe.
 */
public final class Alarm implements AutoCloseable {

    private static final int CLOCK_MONOTONIC = 1;
    private static final int TFD_CLOEXEC = 0x80000;
    private static final long NS_PER_S = 1_000_000_000;

    /** Interval and time until the first alarm, each in seconds and nanoseconds. */
    private static final long SPEC_LENGTH = 4 * Long.BYTES;

    private static final int SECONDS = 2;
    private static final int NANOSECONDS = 3;

    private final Descriptor timer;
    private final MemorySegment later;
    private final MemorySegment now;
    private final MemorySegment count = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);

    /**
     * An alarm that does not ring yet.
     *
     * @param delayNs time from {@link #putOff} until it rings, nanoseconds, 1 or more
     * @throws IOException if the kernel has no descriptors left, or no timers
     */
    public Alarm(long delayNs) throws IOException {
        later = spec(delayNs);
        now = spec(1);
        int number = Libc.call(Libc.TIMER_CREATE, CLOCK_MONOTONIC, TFD_CLOEXEC);
        timer = new Descriptor(Errno.checked("timerfd_create", number));
    }

    private static MemorySegment spec(long ns) {
        MemorySegment spec = Arena.ofAuto().allocate(SPEC_LENGTH, Long.BYTES);
        spec.setAtIndex(ValueLayout.JAVA_LONG, SECONDS, ns / NS_PER_S);
        spec.setAtIndex(ValueLayout.JAVA_LONG, NANOSECONDS, ns % NS_PER_S);
        return spec;
    }

    /** Has it ring after the delay, counted from now, and not before, even if it has rung. */
    public void putOff() {
        set(later);
    }

    /** Has it ring at once. */
    public void ring() {
        set(now);
    }

    private void set(MemorySegment spec) {
        if (!timer.enter()) {
            return;
        }
        try {
            // It fails only for times that there are not.
            long number = timer.number();
            var _ = (long) Libc.TIMER_SET.invokeExact(number, 0L, spec.address(), 0L, 0L, 0L);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        } finally {
            Reference.reachabilityFence(spec);
            timer.leave();
        }
    }

    /** Sleeps until it rings; returns at once if it has rung since, or is closed. */
    public void await() {
        if (!timer.enter()) {
            return;
        }
        try {
            long number = timer.number();
            long length = Long.BYTES;
            var _ = (long) Libc.READ.invokeExact(number, count.address(), length, 0L, 0L, 0L);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        } finally {
            Reference.reachabilityFence(count);
            timer.leave();
        }
    }

    /** Frees the timer. A thread that waits is woken; the alarm never rings again. */
    @Override
    public void close() {
        ring();
        timer.close();
    }
}
