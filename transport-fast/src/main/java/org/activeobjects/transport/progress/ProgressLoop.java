package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;

import java.util.concurrent.locks.LockSupport;

/**
 * What the progress thread does: it polls while nobody waits, and sleeps at the doorbell while
 * nothing comes.
 *
 * <p><b>Threading:</b> {@link #run} by the progress thread.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding is the second stage of waiting
final class ProgressLoop implements Runnable {

    private static final long AFTERMATH_NS = 50_000;
    private static final long SLEEP_IDLE_NS = 100_000_000;

    private final Progress progress;
    private final PollRight right;
    private final Rounds rounds;
    private final Doorbell bell;
    private final ParkedThreads parked;
    private final boolean spins;
    private final Thread thread;
    private volatile boolean closed;

    /** The loop of one runtime, with its thread, which is not started yet. */
    ProgressLoop(
            Progress progress,
            String name,
            PollRight right,
            Rounds rounds,
            Doorbell bell,
            ParkedThreads parked,
            boolean spins) {
        this.progress = progress;
        this.right = right;
        this.rounds = rounds;
        this.bell = bell;
        this.parked = parked;
        this.spins = spins;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this);
    }

    void start() {
        thread.start();
    }

    /** Whether the progress thread itself is the given one. */
    boolean isThread(Thread other) {
        return thread == other;
    }

    @Override
    public void run() {
        while (!closed) {
            if (!right.tryTake()) {
                if (right.ask(PollRight.PROGRESS_ASKS)) {
                    bell.sleep(bell.level(), SLEEP_IDLE_NS);
                }
                continue;
            }
            progress.pollsNow(thread);
            pollWhileBusy();
            sleepWhileQuiet();
        }
    }

    private void pollWhileBusy() {
        long quietSince = 0;
        while (!closed && !right.isAskedFor(PollRight.WAITER_ASKS)) {
            if (rounds.run() > 0) {
                quietSince = 0;
                continue;
            }
            if (!spins) {
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

    private void sleepWhileQuiet() {
        int level = progress.levelAtRest();
        bell.arm(level);
        rounds.watch();
        boolean quiet = !rounds.hasWork() && !closed;
        long limit = quiet ? rounds.sleepLimit() : 0;
        progress.pollsNow(null);
        int marks = right.giveBack();
        if ((marks & PollRight.WAITER_ASKS) != 0) {
            // Who has asked takes the right, or rings if it needs it no more.
            parked.unparkOne();
            bell.sleep(bell.level(), SLEEP_IDLE_NS);
        } else if (quiet && (marks & PollRight.LEVEL_CHANGED) == 0) {
            bell.sleep(level, limit);
        }
    }

    /** Ends the thread and waits for that, unless it is the one that calls. */
    void close() {
        closed = true;
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
