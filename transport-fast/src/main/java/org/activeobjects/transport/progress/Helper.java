package org.activeobjects.transport.progress;

import jdk.management.VirtualThreadSchedulerMXBean;

import org.activeobjects.transport.posix.CoreYield;
import org.activeobjects.transport.spi.Doorbell;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Threads, also virtual ones, that move the links for some microseconds before they go to sleep
 * elsewhere, since what they wait for is likely to come: it comes to them without a hand-over then.
 *
 * <p>A virtual thread that helps keeps its carrier. So before it begins it lets those run that are
 * ready, now and then; and each time if some link gathers what is sent: where many call, or answer,
 * each sends what it has to send first, and all of that leaves together when one of them begins to
 * look at the links.
 *
 * <p>While one helps, the doorbell is at {@link Doorbell#AWAKE}, so that no peer rings; also in
 * between while helps follow each other quickly, and the progress thread stands guard. It gives the
 * core up now and then: where two who help have one core, each of them would otherwise spin for its
 * whole time before the other could do what it waits for. It ends as soon as it has taken something
 * that another thread is to be woken for, or that thread could not run on the carrier, nor poll for
 * what it waits for itself.
 *
 * <p><b>Threading:</b> safe.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding is a stage of waiting
final class Helper {

    private static final Logger LOG = LogManager.getLogger(Helper.class);

    private static final int TRIES = 100;
    private static final int MOST_LATER = 64;
    private static final int EAGER_ROUNDS = 16;

    /** Idle rounds between two looks at the clock, which takes longer than a round; less one. */
    private static final int ROUNDS_PER_LOOK = 3;

    /**
     * For how long at least virtual threads keep their carriers from others, unless links gather.
     */
    private static final long CARRIER_NS = 200_000;

    /** One help of so many looks at that. */
    private static final int HELPS_PER_LOOK = 16;

    private final PollRight right;
    private final Rounds rounds;
    private final Doorbell bell;
    private final ProgressLoop loop;
    private final ProgressLoop.Guard guard;
    private final CoreYield core;
    private final boolean hasCore;

    /** What is to be run when the right has been given back; for who helps. */
    private final List<Runnable> later = new ArrayList<>(MOST_LATER); // needs no memory to add

    /** Whether who has the right helps; written and read by that one. */
    private boolean helps;

    private final Pace pace = new Pace();

    /** How often virtual threads have begun to help; a race only loses the count of one. */
    private int turns;

    /** When one of them let others run; a guess is good enough. */
    private long lastHandOffNs = System.nanoTime();

    Helper(
            PollRight right,
            Rounds rounds,
            Doorbell bell,
            ProgressLoop loop,
            CoreYield core,
            boolean hasCore) {
        this.core = core;
        this.right = right;
        this.rounds = rounds;
        this.bell = bell;
        this.loop = loop;
        this.guard = loop.guard();
        this.hasCore = hasCore;
    }

    /** As {@link Progress#help}. */
    boolean help(BooleanSupplier until, long idleNs) {
        if (until.getAsBoolean()) {
            return true;
        }
        Thread me = Thread.currentThread();
        if (!mayHelp() || me.isInterrupted() || right.isHeldBy(me)) {
            return until.getAsBoolean();
        }
        boolean goesOn = !me.isVirtual() || letOthersRun();
        if (until.getAsBoolean() || !goesOn || !take(until)) {
            return until.getAsBoolean();
        }
        boolean isOver = false;
        Runnable[] due = null;
        try {
            begin(me, idleNs);
            isOver = poll(until);
        } finally { // also if the caller's condition fails
            try {
                due = end(isOver);
            } catch (RuntimeException | Error _) {
                try { // what could not be taken out, while it has the right
                    later.forEach(Rounds::runAside);
                    later.clear();
                } finally {
                    right.holder = PollRight.NOBODY;
                    right.state = PollRight.FREE;
                }
            }
            afterwards(isOver, due);
        }
        return isOver || until.getAsBoolean();
    }

    /** As {@link Progress#pollOnce}. */
    void pollOnce() {
        Thread me = Thread.currentThread();
        if (right.isHeldBy(me)) {
            return;
        }
        if (!me.isVirtual()) {
            var _ = right.moveOnce(me);
            return;
        }
        long before = rounds.count();
        var _ = help(() -> false, 0);
        if (rounds.count() == before) {
            bell.ring(); // a frame that is not urgent has woken nobody
        }
        if (isTimeToHandOff(0) && Carriers.mayBeWanted()) {
            LockSupport.parkNanos(1); // who looks until something is so lets others make it so
        }
    }

    /**
     * Returns false if others are ready still and none of them has come to run: the scheduler
     * prefers who yields to those that were made ready elsewhere, until he parks.
     */
    private boolean letOthersRun() {
        int turn = ++turns;
        if (!Carriers.mayBeWanted() || !rounds.gather() && !isTimeToHandOff(turn)) {
            return true;
        }
        Thread.yield();
        return turns != turn || !Carriers.areWanted();
    }

    private boolean isTimeToHandOff(int turn) {
        if (turn % HELPS_PER_LOOK != 0) {
            return false;
        }
        long now = System.nanoTime();
        boolean isTime = now - lastHandOffNs > CARRIER_NS;
        if (isTime) {
            lastHandOffNs = now;
        }
        return isTime;
    }

    private boolean mayHelp() {
        return hasCore && rounds.suitAnyThread();
    }

    /** As {@link Progress#othersAreReady}. */
    boolean othersAreReady() {
        return rounds.gather() && mayHelp() && Carriers.areWanted();
    }

    /** As {@link Progress#afterwards}. */
    void afterwards(Runnable code) {
        boolean isHelping = right.isHeldBy(Thread.currentThread()) && helps;
        if (!isHelping || later.size() == MOST_LATER || !later.add(code)) {
            code.run();
        }
    }

    /** Takes the right, which only the progress thread gives up for one who helps. */
    private boolean take(BooleanSupplier until) {
        if (right.tryTake()) {
            return true;
        }
        boolean hasAsked = false;
        for (int i = 0; i < TRIES && isToBeHad() && !until.getAsBoolean(); i++) {
            hasAsked = hasAsked || ask();
            Thread.onSpinWait();
            if (right.tryTake()) {
                return true;
            }
        }
        long now = System.nanoTime();
        if (!core.isCostly(now)) {
            var _ = core.giveUp(now); // the progress thread may have lost its core
        }
        return !until.getAsBoolean() && right.tryTake();
    }

    private boolean isToBeHad() {
        return loop.polls() || right.isOffered();
    }

    private boolean ask() {
        return right.ask(right.isOffered() ? PollRight.HELPER_ASKS : PollRight.WAITER_ASKS);
    }

    private void begin(Thread me, long idleNs) {
        long now = System.nanoTime();
        guard.begins(now);
        pace.begin(now, idleNs);
        right.heldBy(me);
        helps = true;
        if (bell.level() != Doorbell.AWAKE) {
            bell.arm(Doorbell.AWAKE);
        }
    }

    /** Gives the right back, unless it throws; returns what is to be run now. */
    private Runnable[] end(boolean isOver) {
        helps = false;
        Runnable[] due = null;
        if (!later.isEmpty()) {
            due = later.toArray(Runnable[]::new);
            later.clear();
        }
        if (!isOver) {
            right.leaveToSleep();
        } else if (guard.stands() && right.levelAtRest() == Doorbell.IDLE) {
            right.lend();
        } else {
            right.leave(false);
        }
        return due;
    }

    private void afterwards(boolean isOver, Runnable[] due) {
        if (isOver && guard.isWanted()) {
            bell.ring();
        }
        for (int i = 0; due != null && i < due.length; i++) {
            Rounds.runAside(due[i]);
        }
    }

    /** Returns whether what it helps for is there. */
    private boolean poll(BooleanSupplier until) {
        int idleRounds = 0;
        while (true) {
            int moved = rounds.run(idleRounds == 0 ? Rounds.FRAMES_PER_ROUND : 1);
            if (until.getAsBoolean()) {
                if (idleRounds > 0) {
                    rounds.run(); // what is left here would wake the progress thread each time
                }
                return true;
            }
            if (!later.isEmpty() || right.isAskedFor(PollRight.WAITER_ASKS)) {
                return false;
            }
            if (moved == 0 && (++idleRounds & ROUNDS_PER_LOOK) != 0) {
                if (idleRounds > EAGER_ROUNDS) {
                    Thread.onSpinWait();
                }
                continue;
            }
            long now = System.nanoTime();
            if (moved > 0) {
                idleRounds = 0;
                pace.moved(now);
            }
            boolean spinsOnly = core.isCostly(now);
            if (pace.isOver(now, spinsOnly)) {
                return false;
            }
            if (!spinsOnly && pace.isYieldDue(now)) {
                pace.yielded(now, core.giveUp(now));
            }
        }
    }

    /**
     * Whether virtual threads are ready that have no carrier, as the JDK's own bean tells. It takes
     * some ten milliseconds to have that bean made, so this is done aside when it is asked for
     * first.
     *
     * <p><b>Threading:</b> safe.
     */
    private static final class Carriers {

        private static final AtomicBoolean BEGUN = new AtomicBoolean();

        private static volatile VirtualThreadSchedulerMXBean scheduler;

        private Carriers() {}

        /** For sure. */
        static boolean areWanted() {
            return scheduler != null && scheduler.getQueuedVirtualThreadCount() > 0;
        }

        /** Unless it is known that they are not. */
        static boolean mayBeWanted() {
            if (scheduler == null) {
                begin();
                return true;
            }
            return areWanted();
        }

        private static void begin() {
            if (!BEGUN.get() && BEGUN.compareAndSet(false, true)) {
                try {
                    Thread.ofPlatform().daemon().name("look for carriers").start(Carriers::find);
                } catch (OutOfMemoryError e) {
                    LOG.debug("no thread can be had to look for carriers", e);
                }
            }
        }

        private static void find() {
            try {
                scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
            } catch (RuntimeException | LinkageError e) {
                LOG.debug("the JDK does not tell of virtual threads that are ready", e);
            }
        }
    }

    /**
     * How long one helps, and how often it gives up the core meanwhile: seldom while it has the
     * core for itself, since an answer takes less than the yield and would wait for its end; as
     * soon as nothing comes where the last yield has let another thread run, perhaps the one that
     * is to answer. All times are of {@code System.nanoTime()}.
     *
     * <p><b>Threading:</b> who has the right.
     */
    static final class Pace {

        /** How long who has the core alone spins between two yields. */
        static final long YIELD_NS = 3_000;

        /** How long who shares it does: enough for a few looks. */
        static final long SHARED_YIELD_NS = 250;

        /** A yield that took longer than this has let another thread run. */
        static final long SHARED_NS = 2_000;

        /** How long one goes on while nothing comes where a yield costs milliseconds. */
        static final long SPIN_NS = 30_000;

        /** Frames for others may come without an end. */
        static final long LONGEST_NS = 1_000_000;

        private long yieldNs = YIELD_NS;
        private long idleNs;
        private long beginNs;
        private long lastMoveNs;
        private long lastYieldNs;

        void begin(long nowNs, long longestIdleNs) {
            idleNs = longestIdleNs;
            beginNs = nowNs;
            moved(nowNs);
        }

        /** Something has come. */
        void moved(long nowNs) {
            lastMoveNs = nowNs;
            lastYieldNs = nowNs;
        }

        /** Whether it has gone on for long enough; sooner for one who may not yield. */
        boolean isOver(long nowNs, boolean spinsOnly) {
            long limitNs = spinsOnly ? Math.min(idleNs, SPIN_NS) : idleNs;
            return nowNs - lastMoveNs > limitNs || nowNs - beginNs > LONGEST_NS;
        }

        boolean isYieldDue(long nowNs) {
            return nowNs - lastYieldNs > yieldNs;
        }

        /** The time in which others ran does not count as idle. */
        void yielded(long beforeNs, long afterNs) {
            boolean isShared = afterNs - beforeNs > SHARED_NS;
            yieldNs = isShared ? SHARED_YIELD_NS : YIELD_NS;
            lastMoveNs += isShared ? afterNs - beforeNs : 0;
            lastYieldNs = afterNs;
        }
    }
}
