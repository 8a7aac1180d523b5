package org.activeobjects.transport.progress;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Something that a thread may wait for, and the means to wake that thread.
 *
 * <p><b>Threading:</b> one thread waits at a time; any thread wakes. Whoever makes {@link #isOver}
 * true does so with a volatile write, or has a full fence follow, and calls {@link #wake}
 * afterwards; the waiting thread names its sleeping place first, with a full fence, and looks at
 * {@link #isOver} once more before it sleeps, so one of both sees the other.
 */
public abstract class Waiting implements BooleanSupplier {

    private static final int EAGER_LOOKS = 16;
    private static final long MOMENT_NS = 1000;
    private static final int LIMITED = 2;
    private static final AtomicInteger NUMBERS = new AtomicInteger(-1);

    /** Where the waiter sleeps: a thread, a runnable that wakes it, or null if it is awake. */
    private volatile Object sleeper;

    /** Whether the thread that polls does so until this is over. Of who has the right to poll. */
    boolean isPolledFor;

    /** Odd once it sleeps without a limit: tells this wait from others; 0 if it has never slept. */
    private int number;

    /** Nobody waits yet. */
    protected Waiting() {}

    /**
     * Whether the wait is over.
     *
     * @return true if so; quick, and may be asked again and again
     */
    protected abstract boolean isOver();

    /**
     * Whether another thread is about to end the wait, with nothing but its core to wait for: then
     * it is not worth while to sleep.
     *
     * @return a hint, which may be old
     */
    protected boolean isMoving() {
        return false;
    }

    /**
     * Looks for some microseconds whether the wait is over, at nothing else, and without a yield.
     */
    final boolean isSoonOver(long lookNs) {
        for (int look = 0; look < EAGER_LOOKS; look++) {
            if (isOver()) {
                return true;
            }
        }
        long until = System.nanoTime() + lookNs;
        do {
            for (int look = 0; look < EAGER_LOOKS; look++) {
                Thread.onSpinWait();
                if (isOver()) {
                    return true;
                }
            }
        } while (System.nanoTime() - until < 0);
        return false;
    }

    /** As {@link #isOver}: what a thread that helps hopes for. */
    @Override
    public final boolean getAsBoolean() {
        return isOver();
    }

    /** Wakes the thread that sleeps in this wait, if one does. */
    protected final void wake() {
        Object place = sleeper;
        if (place == null) {
            return;
        }
        if (place instanceof Thread thread) {
            LockSupport.unpark(thread);
        } else {
            ((Runnable) place).run();
        }
    }

    /**
     * Whether the thread that waits is about to sleep, or does.
     *
     * @return a hint, which may be old
     */
    protected final boolean isAsleep() {
        return sleeper != null;
    }

    /**
     * Names the place, with a full fence after it: what {@link #isOver} reads then may be written
     * by the program's own handlers, which need not be volatile. Until it {@link #ends}, who asks
     * what keeps the calling thread is told that it is this.
     */
    final void sleepsAt(Object place, long deadline) {
        if (waitNumber() == 0) {
            number = deadline == Long.MAX_VALUE ? NUMBERS.addAndGet(2) : LIMITED;
        }
        LockSupport.setCurrentBlocker(this);
        sleeper = place;
        VarHandle.fullFence();
    }

    final void sleepsNoMore() {
        sleeper = null;
    }

    /** The wait of the calling thread is over, or its time. */
    final void ends() {
        if (number != 0) {
            LockSupport.setCurrentBlocker(null);
        }
    }

    /**
     * Which wait it is, if it is one without a limit that has slept.
     *
     * @return a number that no other such wait of this JVM has; else 0. A hint, which may be old
     */
    public final int waitNumber() {
        int now = number;
        return (now & 1) == 1 ? now : 0;
    }

    /** It is to be waited for anew, by whoever comes: that is another wait. */
    protected final void beginAnew() {
        number = 0;
    }

    /**
     * What is waited for.
     *
     * @return this, or what it was made for
     */
    public Object subject() {
        return this;
    }

    /**
     * Parks the calling thread, which {@link #sleepsAt} names, until this is over or the deadline.
     */
    final boolean parkUntil(long deadline) {
        boolean isInterrupted = false;
        try {
            while (!isOver()) {
                if (deadline == Long.MAX_VALUE) {
                    LockSupport.park();
                } else if (isPast(deadline)) {
                    return isOver();
                } else {
                    LockSupport.parkNanos(deadline - System.nanoTime());
                }
                isInterrupted |= Thread.interrupted(); // or no sleep would last
            }
            return true;
        } finally {
            restore(isInterrupted);
        }
    }

    /**
     * Takes the calling thread's interrupt until {@link #restore}, or no sleep would last. With an
     * interrupt comes a permit not to park, also with one that the thread gives itself back; that
     * is used up here, before anybody is told whom to wake.
     */
    static boolean takeInterrupt() {
        boolean isInterrupted = Thread.interrupted();
        if (isInterrupted) {
            LockSupport.parkNanos(1);
        }
        return isInterrupted;
    }

    /** Waits are not interruptible, but whoever waits keeps its interrupt for what comes then. */
    static void restore(boolean isInterrupted) {
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A time limit.
     *
     * @param timeout 0 or more; less is as good as 0
     * @return nanoseconds; {@code Long.MAX_VALUE}, which is for ever, if it is longer than can be
     *     said in them
     * @throws NullPointerException if it is {@code null}
     */
    public static long nanos(Duration timeout) {
        Objects.requireNonNull(timeout, "the longest wait is null");
        return Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
    }

    /** When a time limit is over, of {@code System.nanoTime()}. */
    static long after(long timeoutNs) {
        return System.nanoTime() + Math.max(0, timeoutNs);
    }

    static boolean isPast(long deadline) {
        return deadline != Long.MAX_VALUE && System.nanoTime() - deadline >= 0;
    }

    /** How long to sleep: until the deadline, but no longer than that, and at least a moment. */
    static long left(long deadline, long mostNs) {
        return deadline == Long.MAX_VALUE
                ? mostNs
                : Math.clamp(deadline - System.nanoTime(), Math.min(MOMENT_NS, mostNs), mostNs);
    }
}
