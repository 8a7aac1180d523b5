package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
    private static final int EAGER_ROUNDS = 16;
    private static final int LOOKS = 16;
    private static final long SPIN_NS = 30_000;
    private static final long YIELD_NS = 100_000;
    private static final long SLEEP_WAITING_NS = 20_000_000;
    private static final long PARK_NS = 2_000_000;

    private static final VarHandle POLLER;

    static {
        try {
            POLLER = MethodHandles.lookup().findVarHandle(Progress.class, "poller", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Doorbell bell;
    private final Runnable ringBell;
    private final int cores;
    private final long spinNs;
    private final PollRight right = new PollRight();
    private final ParkedThreads parked = new ParkedThreads();
    private final Rounds rounds = new Rounds();
    private final AtomicInteger virtualWaiters = new AtomicInteger();
    private final AtomicInteger watchers = new AtomicInteger();
    private final ProgressLoop loop;
    private Waiting pollingFor; // of the thread that polls

    /** Who polls: for others a hint; who asks whether it is itself knows for sure. */
    @SuppressWarnings("unused") // through POLLER
    private Thread poller;

    /**
     * Starts the progress thread.
     *
     * @param name name of the thread
     * @param bell where this runtime sleeps
     * @param cores threads of this runtime for which there is a core, so that spinning is fair
     */
    public Progress(String name, Doorbell bell, int cores) {
        this.bell = bell;
        this.ringBell = bell::ring;
        this.cores = cores;
        this.spinNs = cores > 0 ? SPIN_NS : 0;
        this.loop = new ProgressLoop(this, name, right, rounds, bell, parked, cores > 0);
        loop.start();
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
        if (poller() == Thread.currentThread()) {
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
        return pollingFor == waiting && poller() == Thread.currentThread();
    }

    /** Moves the links once, if nobody else does and this is a platform thread. */
    public void pollOnce() {
        Thread me = Thread.currentThread();
        if (!me.isVirtual() && right.tryTake()) {
            pollsNow(me);
            rounds.run();
            leave(false);
        }
    }

    /** Stops the progress thread and waits for its end; what waits must have been failed before. */
    @Override
    public void close() {
        loop.close();
    }

    /** Holder of the right only: it is the one who polls, or, with null, soon no more. */
    void pollsNow(Thread thread) {
        POLLER.setOpaque(this, thread);
    }

    private Thread poller() {
        return (Thread) POLLER.getOpaque(this);
    }

    private boolean pollUntil(Waiting waiting, long deadline) {
        pollsNow(Thread.currentThread());
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

    /** What the doorbell is armed with while nobody polls. */
    int levelAtRest() {
        return virtualWaiters.get() > 0 ? Doorbell.WAITING : Doorbell.IDLE;
    }

    /** Gives the right back, and has somebody look at what comes from now on. */
    private void leave(boolean hasNotLooked) {
        boolean again;
        do {
            again = false;
            int rest = levelAtRest();
            boolean armed = bell.level() != rest;
            if (armed) {
                bell.arm(rest);
            }
            boolean othersWait = rest == Doorbell.WAITING;
            if (othersWait) {
                rounds.watch();
            }
            pollsNow(null);
            pollingFor = null;
            int marks = right.giveBack();
            if (marks != 0 || armed || othersWait || hasNotLooked) {
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
        // The progress thread gives way at once to who asks.
        boolean hasAsked = loop.isThread(poller()) && right.ask(PollRight.WAITER_ASKS);
        int watching = watchers.incrementAndGet();
        boolean isDecided = lookOut(waiting, deadline, watching < cores);
        watchers.decrementAndGet();
        if (!isDecided) {
            hasAsked = true;
            park(waiting, deadline);
        }
        if (!waiting.isOver()) {
            return false;
        }
        if (hasAsked) {
            passOn();
        }
        return true;
    }

    private void park(Waiting waiting, long deadline) {
        Thread me = Thread.currentThread();
        int place = parked.addCurrent();
        waiting.sleepsAt(me);
        if (!waiting.isOver() && right.ask(PollRight.WAITER_ASKS)) {
            long limit = deadline == Long.MAX_VALUE ? PARK_NS : deadline - System.nanoTime();
            LockSupport.parkNanos(waiting, Math.max(1, Math.min(PARK_NS, limit)));
        }
        waiting.sleepsAt(null);
        parked.remove(place);
    }

    /** Looks for what ends a watch, for as long as one does not sleep; true if it is there. */
    private boolean lookOut(Waiting waiting, long deadline, boolean spins) {
        long until = System.nanoTime() + (spins ? SPIN_NS : YIELD_NS);
        int looks = spins ? LOOKS : 1;
        do {
            for (int look = 0; look < looks; look++) {
                if (waiting.isOver() || right.isFree()) {
                    return true;
                }
                if (spins) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
            if (isPast(deadline)) {
                return true;
            }
        } while (System.nanoTime() - until < 0);
        return false;
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
            if (rounds.hasOutput()) {
                bell.ring(); // what this thread has begun to send is sent by whoever polls
            }
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

    private static long after(long timeoutNs) {
        return System.nanoTime() + Math.max(0, timeoutNs);
    }

    private static boolean isPast(long deadline) {
        return deadline != Long.MAX_VALUE && System.nanoTime() - deadline >= 0;
    }
}
