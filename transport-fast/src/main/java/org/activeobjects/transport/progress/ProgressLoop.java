package org.activeobjects.transport.progress;

import org.activeobjects.transport.posix.CoreYield;
import org.activeobjects.transport.spi.Doorbell;

import java.util.concurrent.locks.LockSupport;

/**
 * What the progress thread does: it polls while nobody waits, and sleeps at the doorbell while
 * nothing comes.
 *
 * <p><b>Threading:</b> {@link #run} by the progress thread.
 */
final class ProgressLoop implements Runnable {

    private static final long AFTERMATH_NS = 50_000;
    private static final long SLEEP_IDLE_NS = 100_000_000;

    /** About 5 µs: who has asked and spins takes it at once, who must be woken asks again. */
    private static final int SPINS_FOR_TAKER = 200;

    /** Where both have one core. */
    private static final int YIELDS_FOR_TAKER = 8;

    private final PollRight right;
    private final Rounds rounds;
    private final Doorbell bell;
    private final CoreYield core;
    private final int cores;
    private final Thread thread;
    private volatile boolean closed;

    /** The loop of one runtime, with its thread, which is not started yet. */
    ProgressLoop(
            String name, PollRight right, Rounds rounds, Doorbell bell, CoreYield core, int cores) {
        this.core = core;
        this.right = right;
        this.rounds = rounds;
        this.bell = bell;
        this.cores = cores;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this);
    }

    void start() {
        thread.start();
    }

    /** Whether the progress thread polls; a hint. */
    boolean polls() {
        return right.isHeldBy(thread);
    }

    @Override
    public void run() {
        while (!closed) {
            // Read before the right is asked for: a ring after that ends the sleep.
            int state = bell.state();
            if (right.tryTake()) {
                right.isHeldNowBy(thread);
                if (pollWhileBusy()) {
                    sleepWhileQuiet();
                }
            } else if (right.ask(PollRight.PROGRESS_ASKS)) {
                bell.sleepBeside(state, SLEEP_IDLE_NS);
            }
        }
    }

    /** Polls until nothing comes any more; returns whether it still has the right. */
    private boolean pollWhileBusy() {
        long quietSince = 0;
        while (!closed) {
            boolean isQuiet = rounds.run() == 0;
            if (!isQuiet) {
                quietSince = 0;
            }
            if (right.isAskedFor(PollRight.WAITER_ASKS)) {
                if (!stepBack()) {
                    return false;
                }
            } else if (isQuiet) {
                long now = System.nanoTime();
                if (quietSince == 0) {
                    quietSince = now;
                }
                if (cores == 0 || now - quietSince > AFTERMATH_NS || core.isCostly(now)) {
                    return true;
                }
                right.letGo(); // who works may need both the right and this core
                long unused = core.giveUp(now);
                if (!right.tryTakeAgain(thread)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Lets go for those who work; returns whether it has the right again. */
    private boolean stepBack() {
        int marks = right.letGo();
        if ((marks & PollRight.WAITER_ASKS) != 0) {
            waitForTaker();
        }
        return right.tryTakeAgain(thread);
    }

    private void waitForTaker() {
        int looks = cores > 1 ? SPINS_FOR_TAKER : YIELDS_FOR_TAKER;
        for (int i = 0; i < looks && right.isFree(); i++) {
            if (cores > 1) {
                Thread.onSpinWait();
            } else {
                long unused = core.giveUp(System.nanoTime()); // to spin would keep it from the core
            }
        }
    }

    private void sleepWhileQuiet() {
        int level = right.armAtRest();
        rounds.watch();
        boolean quiet = !rounds.hasWork() && !closed;
        long limit = quiet ? rounds.sleepLimit() : 0;
        int marks = right.letGo();
        if (quiet && (marks & PollRight.LEVEL_CHANGED) == 0) {
            bell.sleep(level, limit);
        }
    }

    /** Ends the thread and waits for that, unless it is the one that calls. */
    void close() {
        closed = true;
        right.close();
        bell.ring();
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread) {
            try {
                thread.join(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
