package org.activeobjects.transport.progress;

import org.activeobjects.transport.posix.CoreYield;
import org.activeobjects.transport.spi.Doorbell;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Moves the links of one runtime: by the thread that waits for something, else by the progress
 * thread.
 *
 * <p>While nobody waits, the progress thread sleeps at the doorbell at level {@link Doorbell#IDLE}.
 * A platform thread that waits takes the right to poll and leaves the level as it is, so that a
 * wait that ends soon costs no store that peers would see; only when it goes to sleep itself does
 * it arm {@link Doorbell#WAITING}. Who gives the right back finds the level at rest, or sets it and
 * looks for input once more. A virtual thread polls for some microseconds only: then it parks, and
 * as long as one does the level at rest is {@code WAITING}. A platform thread that has waited for
 * long leaves what comes, likely for others, to one that helps and asks for it, and parks, too.
 *
 * <p><b>Threading:</b> safe.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding is the second stage of waiting
public final class Progress implements AutoCloseable {

    private static final int ROUNDS_PER_LOOK = 64; // idle rounds, at the clock
    private static final int EAGER_ROUNDS = 16; // idle rounds that do not slow the core down
    private static final int LOOKS = 16; // while another polls, at the own wait per at the clock
    private static final long EAGER_NS = 3_000; // from then on the core is given up now and then
    private static final long YIELD_EVERY_NS = 600_000; // by who has a core for itself
    private static final long SPIN_NS = 30_000; // by who would only keep others from the core
    private static final long YIELD_NS = 100_000; // before it sleeps, without a core for itself
    private static final long AWAKE_NS = 2_500_000; // before it sleeps, with one
    private static final long NEARBY_NS = 10_000; // how long a look at the own wait alone pays
    private static final long SLEEP_WAITING_NS = 20_000_000; // longest sleep at the doorbell
    private static final long OFFER_NS = 50_000; // from then on who helps may have the right
    private static final long PARK_NS = 2_000_000; // longest sleep while another polls

    private final Doorbell bell;
    private final Runnable ringBell;
    private final int cores;
    private final long awakeNs; // how long who polls waits before it sleeps
    private final long spinNs; // the same while yields take long
    private final Rounds rounds = new Rounds();
    private final PollRight right;
    private final CoreYield core = new CoreYield();
    private final AtomicInteger watchers = new AtomicInteger();
    private final ProgressLoop loop;
    private final Helper helper;
    private long lastYield = System.nanoTime(); // of the thread that polls

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
        this.awakeNs = cores > 0 ? AWAKE_NS : YIELD_NS;
        this.spinNs = cores > 0 ? SPIN_NS : 0;
        this.right = new PollRight(rounds, bell);
        this.loop = new ProgressLoop(name, right, rounds, bell, core, cores);
        this.helper = new Helper(right, rounds, bell, loop, core, cores > 0);
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
     * Reverses {@link #add}.
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
        if (isPolling()) {
            throw new IllegalStateException(
                    "a message handler runs on the thread that moves the links and must not wait:"
                            + (" waitsFor=" + waiting));
        }
        long deadline = timeoutNs == Long.MAX_VALUE ? Long.MAX_VALUE : Waiting.after(timeoutNs);
        try {
            return Thread.currentThread().isVirtual()
                    ? help(waiting, Math.min(timeoutNs, SPIN_NS)) || parkAside(waiting, deadline)
                    : awaitMoving(waiting, deadline);
        } finally {
            waiting.ends();
        }
    }

    private boolean awaitMoving(Waiting waiting, long deadline) {
        while (true) {
            Boolean isOver = pollIfFree(waiting, deadline);
            if (isOver != null) {
                return isOver || !Waiting.isPast(deadline) && parkAside(waiting, deadline);
            }
            if (watch(waiting, deadline)) {
                return true;
            }
            if (Waiting.isPast(deadline)) {
                right.passOn();
                return waiting.isOver();
            }
        }
    }

    /**
     * As {@link #await}, for what another thread of this runtime brings about: looks for some
     * microseconds at that alone, so that two such threads do not hand the right to poll to and
     * fro. Not where there is something to be sent, or no core to spare.
     *
     * @param waiting what is waited for
     * @param timeoutNs longest wait, nanoseconds; 0 or less looks once
     * @return whether the wait is over
     * @throws IllegalStateException as {@link #await} does
     */
    public boolean awaitNearby(Waiting waiting, long timeoutNs) {
        boolean mayLook = cores > 0 && timeoutNs > NEARBY_NS && !isPolling() && !rounds.hasOutput();
        return mayLook && waiting.isSoonOver(cores > 1 ? NEARBY_NS : EAGER_NS)
                || await(waiting, timeoutNs);
    }

    /**
     * Whether the calling thread polls until that is over, and so needs not be woken.
     *
     * @param waiting a wait
     * @return true if so
     */
    public boolean isPollingFor(Waiting waiting) {
        return waiting.isPolledFor && isPolling();
    }

    /** {@return whether the calling thread moves the links, as in a handler, and must not wait} */
    public boolean isPolling() {
        return right.isHeldBy(Thread.currentThread());
    }

    /** Moves the links once, or has them moved soon by who may; does nothing in a handler. */
    public void pollOnce() {
        helper.pollOnce();
    }

    /**
     * Has the links moved once from now on, by the calling thread or by who moves them just now.
     * Does nothing in a handler, and in a virtual thread; gives up where that one stands still.
     */
    public void lookOnce() {
        right.lookOnce(Thread.currentThread());
    }

    /**
     * Moves the links for a short time, if nobody else does: for a thread that would go to sleep
     * elsewhere otherwise. Ends early when another thread is to be woken. Does nothing in a
     * handler, without a core to spare, or if some link has threads of its own.
     *
     * @param until what the caller hopes for; quick, and does not wait
     * @param idleNs how long to go on while nothing comes, nanoseconds
     * @return whether it is there
     */
    public boolean help(BooleanSupplier until, long idleNs) {
        return helper.help(until, idleNs);
    }

    /** {@return whether virtual threads are ready, for a moment, that may send and then help} */
    public boolean othersAreReady() {
        return helper.othersAreReady();
    }

    /**
     * Runs code at once; in a handler of a thread that helps, when that has given the links back.
     *
     * @param code what wakes another thread; does not wait
     */
    public void afterwards(Runnable code) {
        helper.afterwards(code);
    }

    /** Stops the progress thread and waits for its end; what waits must have been failed before. */
    @Override
    public void close() {
        loop.close();
    }

    /** Returns whether it is over, or {@code null} if another thread polls. */
    private Boolean pollIfFree(Waiting waiting, long deadline) {
        if (!right.tryTake()) {
            return null;
        }
        boolean isOver;
        try {
            right.heldBy(Thread.currentThread());
            waiting.isPolledFor = true;
            isOver = poll(waiting, deadline);
        } finally {
            waiting.isPolledFor = false; // also if the program's own condition fails
            try {
                right.offer(false);
                right.leave(false);
            } catch (RuntimeException | Error _) {
                right.holder = PollRight.NOBODY;
                right.state = PollRight.FREE;
            }
        }
        return isOver || waiting.isOver();
    }

    private boolean poll(Waiting waiting, long deadline) {
        long idleRounds = 0; // a wait of some hours has more than 2^31
        long idleSince = 0;
        long offerNs = 0;
        while (true) {
            int moved = rounds.runForWaiter(idleRounds > 0);
            if (waiting.isOver()) {
                if (right.isDisturbed()) {
                    rounds.drain(); // or what is left would wake the progress thread each time
                }
                return true;
            }
            if (moved > 0) {
                idleRounds = 0;
                continue;
            }
            idleRounds++;
            if (cores > 0 && idleRounds % ROUNDS_PER_LOOK != 0) {
                if (idleRounds > EAGER_ROUNDS) {
                    Thread.onSpinWait();
                }
                continue;
            }
            long now = System.nanoTime();
            idleSince = idleRounds <= ROUNDS_PER_LOOK ? now : idleSince;
            offerNs = offerNs == 0 ? now + OFFER_NS : offerNs;
            boolean isPast = deadline != Long.MAX_VALUE && now - deadline >= 0;
            if (isPast || now - offerNs >= 0 && isTakenByHelper(waiting)) {
                return false;
            }
            long idleNs = now - idleSince;
            boolean spinsOnly = cores > 0 ? core.isCostly(now) : core.isMostlyCostly(now);
            if (idleNs >= (spinsOnly ? spinNs : awakeNs) && (spinsOnly || !waiting.isMoving())) {
                sleep(waiting, deadline);
            } else if (!spinsOnly && isToYield(now, idleNs)) {
                lastYield = core.giveUp(now);
            }
        }
    }

    /**
     * Who spins without a pause keeps others from the core: a thread of a link's own, or the one
     * that would send what is waited for. But two on one core that yield to each other all the time
     * stay there, beside a free one: Linux moves no thread that has run in the last 500 us.
     */
    private boolean isToYield(long now, long idleNs) {
        return cores == 0
                || rounds.hasPushed()
                || idleNs > EAGER_NS && now - lastYield >= YIELD_EVERY_NS;
    }

    /** Offers the right to who helps; returns whether it has been asked for and is to be left. */
    private boolean isTakenByHelper(Waiting waiting) {
        right.offer(true);
        return right.isAskedFor(PollRight.HELPER_ASKS) && !waiting.isMoving();
    }

    /** Holder of the right only. Arms, looks once more, sleeps, and sets the level to rest. */
    private void sleep(Waiting waiting, long deadline) {
        long limit = Waiting.left(deadline, Math.min(SLEEP_WAITING_NS, rounds.sleepLimit()));
        boolean isInterrupted = Waiting.takeInterrupt();
        waiting.sleepsAt(ringBell, deadline);
        try {
            bell.armAlone(Doorbell.WAITING);
            rounds.watch();
            if (!waiting.isOver() && !rounds.hasWork()) {
                bell.sleepAlone(Doorbell.WAITING, limit);
            }
        } finally {
            waiting.sleepsNoMore();
            bell.arm(right.levelAtRest());
            Waiting.restore(isInterrupted);
        }
    }

    /** Another thread polls: watches the own operation, ready to take over. */
    private boolean watch(Waiting waiting, long deadline) {
        // The progress thread gives way at once to who asks.
        boolean hasAsked = loop.polls() && right.ask(PollRight.WAITER_ASKS);
        boolean needsRight = false; // nor if the program's own condition fails
        try {
            if (!lookOut(waiting, deadline)) {
                hasAsked = true;
                park(waiting, deadline);
            }
            needsRight = !waiting.isOver();
        } finally {
            if (hasAsked && !needsRight) {
                right.passOn();
            }
        }
        return !needsRight;
    }

    private void park(Waiting waiting, long deadline) {
        boolean isInterrupted = Waiting.takeInterrupt();
        int place = right.parks();
        try {
            waiting.sleepsAt(Thread.currentThread(), deadline);
            if (!waiting.isOver() && right.ask(PollRight.WAITER_ASKS)) {
                LockSupport.parkNanos(Waiting.left(deadline, PARK_NS));
            }
        } finally {
            waiting.sleepsNoMore();
            right.unparked(place);
            Waiting.restore(isInterrupted);
        }
    }

    /** Looks for what ends a watch, for as long as one does not sleep; true if it is there. */
    private boolean lookOut(Waiting waiting, long deadline) {
        boolean spins = watchers.incrementAndGet() < cores;
        long until = System.nanoTime() + (spins ? SPIN_NS : YIELD_NS);
        int looks = spins ? LOOKS : 1;
        try {
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
                if (Waiting.isPast(deadline)) {
                    return true;
                }
            } while (System.nanoTime() - until < 0);
            return false;
        } finally {
            watchers.decrementAndGet();
        }
    }

    /** Waits without the right: whoever polls wakes the thread. */
    private boolean parkAside(Waiting waiting, long deadline) {
        right.waiterAsideComes();
        try {
            waiting.sleepsAt(Thread.currentThread(), deadline);
            right.raiseLevel();
            if (rounds.hasOutput()) {
                bell.ring(); // what this thread has begun to send is sent by whoever polls
            }
            return waiting.parkUntil(deadline);
        } finally {
            waiting.sleepsNoMore();
            right.waiterAsideGoes();
        }
    }
}
