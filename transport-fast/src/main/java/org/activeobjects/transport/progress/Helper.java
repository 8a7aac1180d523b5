package org.activeobjects.transport.progress;

import org.activeobjects.transport.posix.CoreYield;
import org.activeobjects.transport.spi.Doorbell;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/**
 * Threads, also virtual ones, that move the links for some microseconds before they go to sleep
 * elsewhere, since what they wait for is likely to come: it comes to them without a hand-over then.
 *
 * <p>While one helps, the doorbell is at {@link Doorbell#AWAKE}, so that no peer rings. It gives
 * the core up about every microsecond: where two who help have one core, each of them would
 * otherwise spin for its whole time before the other could do what it waits for. It ends as soon as
 * it has taken something that another thread is to be woken for, or that thread could not run on
 * the carrier, nor poll for what it waits for itself.
 *
 * <p><b>Threading:</b> safe.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding is a stage of waiting
final class Helper {

    private static final Logger LOG = LogManager.getLogger(Helper.class);

    private static final int TRIES = 100;
    private static final int EAGER_ROUNDS = 16;
    private static final long YIELD_NS = 1_000;

    /** Frames for others may come without an end. */
    private static final long LONGEST_NS = 1_000_000;

    /** One help of so many is followed by a yield, chosen by lot so that no rhythm evades it. */
    private static final int HELPS_PER_YIELD = 16;

    private final PollRight right;
    private final Rounds rounds;
    private final Doorbell bell;
    private final ProgressLoop loop;
    private final CoreYield core;
    private final boolean hasCore;

    /** What is to be run when the right has been given back; for who helps. */
    private final List<Runnable> later = new ArrayList<>();

    /** Whether who has the right helps; written and read by that one. */
    private boolean helps;

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
        this.hasCore = hasCore;
    }

    /** As {@link Progress#help}. */
    boolean help(BooleanSupplier until, long idleNs) {
        if (until.getAsBoolean()) {
            return true;
        }
        Thread me = Thread.currentThread();
        if (!hasCore
                || core.isCostly(System.nanoTime())
                || !rounds.suitAnyThread()
                || me.isInterrupted()
                || right.isHeldBy(me)
                || !take(until)) {
            return until.getAsBoolean();
        }
        boolean isOver = false;
        begin(me);
        try {
            isOver = poll(until, idleNs);
        } finally {
            end(isOver).forEach(Helper::runLater); // also if the caller's condition fails
        }
        if (isOver && me.isVirtual() && isChosenToYield()) {
            Thread.yield(); // as long as each help pays, this thread is never parked
        }
        return isOver || until.getAsBoolean();
    }

    private static boolean isChosenToYield() {
        return ThreadLocalRandom.current().nextInt(HELPS_PER_YIELD) == 0;
    }

    private static void runLater(Runnable code) {
        try {
            code.run();
        } catch (RuntimeException | Error e) {
            // The fault of one must not keep the others asleep.
            LOG.error("what was put off while the links were moved failed", e);
        }
    }

    /** As {@link Progress#afterwards}. */
    void afterwards(Runnable code) {
        if (right.isHeldBy(Thread.currentThread()) && helps) {
            later.add(code);
        } else {
            code.run();
        }
    }

    /** Takes the right, which only the progress thread gives up for one who helps. */
    private boolean take(BooleanSupplier until) {
        if (right.tryTake()) {
            return true;
        }
        boolean hasAsked = false;
        for (int i = 0; i < TRIES && loop.polls() && !until.getAsBoolean(); i++) {
            hasAsked = hasAsked || right.ask(PollRight.WAITER_ASKS);
            Thread.onSpinWait();
            if (right.tryTake()) {
                return true;
            }
        }
        long unused = core.giveUp(System.nanoTime()); // the progress thread may have lost its core
        return !until.getAsBoolean() && right.tryTake();
    }

    private void begin(Thread me) {
        right.isHeldNowBy(me);
        helps = true;
        if (bell.level() != Doorbell.AWAKE) {
            bell.arm(Doorbell.AWAKE);
        }
    }

    /** Gives the right back; returns what is to be run now. */
    private List<Runnable> end(boolean isOver) {
        List<Runnable> due = List.of();
        if (!later.isEmpty()) {
            due = List.copyOf(later);
            later.clear();
        }
        helps = false;
        if (isOver) {
            right.leave(false);
        } else {
            right.leaveToSleep();
        }
        return due;
    }

    /** Returns whether what it helps for is there. */
    private boolean poll(BooleanSupplier until, long idleNs) {
        long begin = System.nanoTime();
        long lastMove = begin;
        long lastYield = begin;
        int idleRounds = 0;
        while (true) {
            int moved = rounds.run(idleRounds == 0 ? Rounds.FRAMES_PER_ROUND : 1);
            if (until.getAsBoolean()) {
                if (idleRounds > 0) {
                    rounds.run(); // what is left here would wake the progress thread each time
                }
                return true;
            }
            long now = System.nanoTime();
            if (moved > 0) {
                idleRounds = 0;
                lastMove = now;
                lastYield = now;
            } else if (++idleRounds > EAGER_ROUNDS) {
                Thread.onSpinWait();
            }
            if (!later.isEmpty()
                    || right.isAskedFor(PollRight.WAITER_ASKS)
                    || now - lastMove > idleNs
                    || core.isCostly(now)
                    || now - begin > LONGEST_NS) {
                return false;
            }
            if (now - lastYield > YIELD_NS) {
                lastYield = core.giveUp(now);
                lastMove += Math.max(0, lastYield - now - YIELD_NS);
            }
        }
    }
}
