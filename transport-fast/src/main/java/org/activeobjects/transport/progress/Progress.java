package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Moves the links of one runtime: by the thread that waits for something, else by the progress
 * thread.
 *
 * <p>While nobody waits, the progress thread sleeps at the doorbell at level {@link Doorbell#IDLE}.
 * A platform thread that waits takes the right to poll and leaves the level as it is, so that a
 * wait that ends soon costs no store that peers would see; only when it goes to sleep itself does
 * it arm {@link Doorbell#WAITING}. Who gives the right back finds the level at rest, or sets it and
 * looks for input once more. A virtual thread never polls: it parks, and as long as one does the
 * level at rest is {@code WAITING}.
 *
 * <p><b>Threading:</b> safe.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding is the second stage of waiting
public final class Progress implements AutoCloseable {

    private static final int ROUNDS_PER_LOOK = 64;
    private static final int EAGER_ROUNDS = 256;
    private static final long SPIN_NS = 30_000;
    private static final long YIELD_NS = 100_000;
    private static final long AFTERMATH_NS = 50_000;
    private static final long SLEEP_WAITING_NS = 20_000_000;
    private static final long SLEEP_IDLE_NS = 100_000_000;
    private static final long PARK_NS = 2_000_000;

    private final Doorbell bell;
    private final Runnable ringBell;
    private final long spinNs;
    private final PollRight right = new PollRight();
    private final ParkedThreads parked = new ParkedThreads();
    private final Rounds rounds = new Rounds();
    private final AtomicInteger virtualWaiters = new AtomicInteger();
    private final Thread progressThread;
    private volatile Thread poller;
    private Waiting pollingFor; // of the thread that polls
    private volatile boolean closed;

    /**
     * Starts the progress thread.
     *
     * @param name name of the thread
     * @param bell where this runtime sleeps
     * @param spins whether there is a core for every thread that waits, so that spinning is fair
     */
    public Progress(String name, Doorbell bell, boolean spins) {
        this.bell = bell;
        this.ringBell = bell::ring;
        this.spinNs = spins ? SPIN_NS : 0;
        this.progressThread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
        progressThread.start();
    }

    /**
     * Takes a peer into the rounds.
     *
     * @param added its traffic
     */
    public void add(Traffic added) {
        rounds.add(added);
        bell.ring();
    }

    /**
     * Takes a peer out of the rounds.
     *
     * @param removed its traffic
     */
    public void remove(Traffic removed) {
        rounds.remove(removed);
    }

    /**
     * Has a task run by the thread that polls, between two rounds.
     *
     * @param task short, and does not wait
     */
    public void execute(Runnable task) {
        rounds.add(task);
        bell.ring();
    }

    /** Wakes whoever sleeps, to look at its links now. */
    public void kick() {
        bell.ring();
    }

    /**
     * Waits. A platform thread moves the links meanwhile.
     *
     * @param waiting what is waited for
     * @param timeoutNs longest wait, nanoseconds; 0 or less looks once
     * @return whether the wait is over
     * @throws IllegalStateException in a handler of the message plane, which must not wait
     */
    public boolean await(Waiting waiting, long timeoutNs) {
        if (waiting.isOver()) {
            return true;
        }
        if (poller == Thread.currentThread()) {
            throw new IllegalStateException(
                    "a message handler runs on the thread that moves the links and must not wait:"
                            + " waitsFor="
                            + waiting);
        }
        long deadline = timeoutNs == Long.MAX_VALUE ? Long.MAX_VALUE : after(timeoutNs);
        if (Thread.currentThread().isVirtual()) {
            return parkVirtual(waiting, deadline);
        }
        while (true) {
            if (right.tryTake()) {
                return pollUntil(waiting, deadline);
            }
            if (watch(waiting, deadline)) {
                return true;
            }
            if (isPast(deadline)) {
                passOn();
                return waiting.isOver();
            }
        }
    }

    /**
     * Whether the calling thread polls until this very wait is over, and so needs not be woken.
     *
     * @param waiting a wait
     * @return true if so
     */
    public boolean isPollingFor(Waiting waiting) {
        return pollingFor == waiting && poller == Thread.currentThread();
    }

    /** Moves the links once, if nobody else does and this is a platform thread. */
    public void pollOnce() {
        Thread me = Thread.currentThread();
        if (!me.isVirtual() && right.tryTake()) {
            poller = me;
            rounds.run();
            leave(false);
        }
    }

    /** Stops the progress thread and waits for its end; what waits must have been failed before. */
    @Override
    public void close() {
        closed = true;
        bell.ring();
        LockSupport.unpark(progressThread);
        if (Thread.currentThread() != progressThread) {
            try {
                progressThread.join(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean pollUntil(Waiting waiting, long deadline) {
        poller = Thread.currentThread();
        pollingFor = waiting;
        int idleRounds = 0;
        long idleSince = 0;
        while (true) {
            int moved = rounds.run();
            if (waiting.isOver()) {
                leave(false);
                return true;
            }
            if (moved > 0) {
                idleRounds = 0;
                continue;
            }
            idleRounds++;
            if (spinNs > 0 && idleRounds % ROUNDS_PER_LOOK != 0) {
                if (idleRounds > EAGER_ROUNDS) {
                    Thread.onSpinWait();
                }
                continue;
            }
            long now = System.nanoTime();
            idleSince = idleRounds <= ROUNDS_PER_LOOK ? now : idleSince;
            if (deadline != Long.MAX_VALUE && now - deadline >= 0) {
                leave(false);
                return waiting.isOver();
            }
            long idleNs = now - idleSince;
            // Who spins without a pause keeps a link's own thread from the core for as long.
            if (spinNs == 0 || idleNs > spinNs || rounds.hasPushed()) {
                if (idleNs < spinNs + YIELD_NS) {
                    Thread.yield();
                } else {
                    sleep(waiting, Doorbell.WAITING, deadline);
                }
            }
        }
    }

    /** Holder of the right only. Arms, looks once more, sleeps, and sets the level to rest. */
    private void sleep(Waiting waiting, int level, long deadline) {
        long limit = Math.min(SLEEP_WAITING_NS, rounds.sleepLimit());
        if (deadline != Long.MAX_VALUE) {
            limit = Math.min(limit, Math.max(1000, deadline - System.nanoTime()));
        }
        waiting.sleepsAt(ringBell);
        bell.arm(level);
        rounds.watch();
        if (!waiting.isOver() && !rounds.hasWork()) {
            bell.sleep(level, limit);
        }
        waiting.sleepsAt(null);
        bell.arm(levelAtRest());
    }

    private int levelAtRest() {
        return virtualWaiters.get() > 0 ? Doorbell.WAITING : Doorbell.IDLE;
    }

    /** Gives the right back, and has somebody look at what comes from now on. */
    private void leave(boolean hasNotLooked) {
        boolean again;
        do {
            again = false;
            boolean armed = bell.level() != levelAtRest();
            if (armed) {
                bell.arm(levelAtRest());
            }
            poller = null;
            pollingFor = null;
            int marks = right.giveBack();
            if (marks != 0 || armed || hasNotLooked) {
                again = handOver(marks);
            }
        } while (again);
    }

    /** Returns true if the caller has the right again and is to leave once more. */
    private boolean handOver(int marks) {
        if ((marks & PollRight.WAITER_ASKS) != 0) {
            parked.unparkOne();
        } else if (rounds.hasWork()) {
            bell.ring();
        }
        return (marks & PollRight.LEVEL_CHANGED) != 0 && right.tryTake();
    }

    /** Another thread polls: watches the own operation, ready to take over. */
    private boolean watch(Waiting waiting, long deadline) {
        if (poller == progressThread) {
            boolean unused = right.ask(PollRight.WAITER_ASKS); // it gives way at once
        }
        long start = System.nanoTime();
        long spinUntil = start + (spinNs > 0 ? spinNs : YIELD_NS);
        while (System.nanoTime() - spinUntil < 0) {
            if (waiting.isOver()) {
                passOn();
                return true;
            }
            if (right.isFree() || deadline != Long.MAX_VALUE && isPast(deadline)) {
                return false;
            }
            Thread.yield();
        }
        Thread me = Thread.currentThread();
        int place = parked.addCurrent();
        waiting.sleepsAt(me);
        if (!waiting.isOver() && right.ask(PollRight.WAITER_ASKS)) {
            long limit = deadline == Long.MAX_VALUE ? PARK_NS : deadline - System.nanoTime();
            LockSupport.parkNanos(waiting, Math.max(1, Math.min(PARK_NS, limit)));
        }
        waiting.sleepsAt(null);
        parked.remove(place);
        if (!waiting.isOver()) {
            return false;
        }
        passOn();
        return true;
    }

    /** The right may have been given back for this thread, which needs it no more. */
    private void passOn() {
        if (right.tryTake()) {
            leave(true);
            parked.unparkOne();
        }
    }

    private boolean parkVirtual(Waiting waiting, long deadline) {
        virtualWaiters.incrementAndGet();
        waiting.sleepsAt(Thread.currentThread());
        try {
            raiseLevel();
            while (!waiting.isOver()) {
                if (deadline == Long.MAX_VALUE) {
                    LockSupport.park(waiting);
                } else if (isPast(deadline)) {
                    return waiting.isOver();
                } else {
                    LockSupport.parkNanos(waiting, deadline - System.nanoTime());
                }
                Thread.interrupted(); // waits of the matched plane are not interruptible
            }
            return true;
        } finally {
            waiting.sleepsAt(null);
            virtualWaiters.decrementAndGet();
        }
    }

    /** Sets the doorbell to the level at rest, or has the holder of the right do it. */
    private void raiseLevel() {
        while (bell.level() != Doorbell.WAITING) {
            if (right.tryTake()) {
                leave(false);
                return;
            }
            if (right.ask(PollRight.LEVEL_CHANGED)) {
                return;
            }
        }
    }

    private void run() {
        while (!closed) {
            if (!right.tryTake()) {
                if (right.ask(PollRight.PROGRESS_ASKS)) {
                    bell.sleep(bell.level(), SLEEP_IDLE_NS);
                }
                continue;
            }
            poller = progressThread;
            pollWhileBusy();
            int level = levelAtRest();
            bell.arm(level);
            rounds.watch();
            boolean quiet = !rounds.hasWork() && !closed;
            long limit = quiet ? rounds.sleepLimit() : 0;
            poller = null;
            int marks = right.giveBack();
            if ((marks & PollRight.WAITER_ASKS) != 0) {
                // Who has asked takes the right, or rings if it needs it no more.
                parked.unparkOne();
                bell.sleep(bell.level(), SLEEP_IDLE_NS);
            } else if (quiet && (marks & PollRight.LEVEL_CHANGED) == 0) {
                bell.sleep(level, limit);
            }
        }
    }

    private void pollWhileBusy() {
        long quietSince = 0;
        while (!closed && !right.isAskedFor(PollRight.WAITER_ASKS)) {
            if (rounds.run() > 0) {
                quietSince = 0;
                continue;
            }
            if (spinNs == 0) {
                return;
            }
            long now = System.nanoTime();
            if (quietSince == 0) {
                quietSince = now;
            } else if (now - quietSince > AFTERMATH_NS) {
                return;
            }
            Thread.yield();
        }
    }

    private static long after(long timeoutNs) {
        return System.nanoTime() + Math.max(0, timeoutNs);
    }

    private static boolean isPast(long deadline) {
        return deadline != Long.MAX_VALUE && System.nanoTime() - deadline >= 0;
    }
}
