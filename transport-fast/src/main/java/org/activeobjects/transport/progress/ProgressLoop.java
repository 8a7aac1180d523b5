package org.activeobjects.transport.progress;

import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.posix.CoreYield;
import org.activeobjects.transport.spi.Doorbell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * What the progress thread does: it polls while nobody waits, and sleeps at the doorbell while
 * nothing comes.
 *
 * <p><b>Threading:</b> {@link #run} by the progress thread.
 */
final class ProgressLoop implements Runnable {

    private static final FaultLog TURNS =
            new FaultLog(ProgressLoop.class, "the links were not looked after in a turn {}");
    private static final long AFTERMATH_NS = 50_000;
    private static final long SLEEP_IDLE_NS = 100_000_000;

    /** After a fault, of which there may be one in each turn. */
    private static final long PAUSE_NS = 10_000_000;

    /** About 5 µs: who has asked and spins takes it at once, who must be woken asks again. */
    private static final int SPINS_FOR_TAKER = 200;

    /** Where both have one core. */
    private static final int YIELDS_FOR_TAKER = 8;

    /** Longest wait for the end of the thread once it has been told to end. */
    private static final long JOIN_MS = 1000;

    private final PollRight right;
    private final Rounds rounds;
    private final Doorbell bell;
    private final CoreYield core;
    private final int cores;
    private final Thread thread;
    private final Guard guard = new Guard();
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

    /** What this loop does for those who help. */
    Guard guard() {
        return guard;
    }

    /** Whether the progress thread polls; a hint. */
    boolean polls() {
        return right.isHeldBy(thread);
    }

    @Override
    public void run() {
        while (!closed) {
            try {
                takeTurn();
            } catch (RuntimeException | Error e) {
                // Such as want of memory, which may pass: without this thread nobody would be
                // served any more, and no peer would learn of it while this process lives.
                if (polls()) {
                    right.letGo();
                }
                TURNS.tell(thread, e);
                LockSupport.parkNanos(this, PAUSE_NS);
            }
        }
    }

    private void takeTurn() {
        // By a handler, or by the JVM if memory was closed during a copy: no sleep would last.
        var _ = Thread.interrupted();
        // Read before the right is asked for: a ring after that ends the sleep.
        int state = bell.state();
        long guardNs = guard.stand(System.nanoTime());
        if (guardNs > 0 && right.isLent()) {
            bell.sleepBeside(state, guardNs);
        } else if (right.tryTake()) {
            right.heldBy(thread);
            if (pollWhileBusy()) {
                sleepWhileQuiet();
            }
        } else if (right.ask(PollRight.PROGRESS_ASKS)) {
            bell.sleepBeside(state, guard.limit(SLEEP_IDLE_NS));
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
                var _ = core.giveUp(now);
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
                var _ = core.giveUp(System.nanoTime()); // to spin would keep it from the core
            }
        }
    }

    private void sleepWhileQuiet() {
        int level = right.armAtRest();
        rounds.watch();
        boolean quiet = !rounds.hasWork() && !closed;
        long limit = quiet ? guard.limit(rounds.sleepLimit()) : 0;
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
                thread.join(JOIN_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Looks after the links for those who help again and again, so that they need not tell the
     * peers each time that nobody polls for a microsecond or two. It looks as soon as nobody has
     * come back for half a millisecond: so late is a message noticed at the worst, the first time
     * after many short pauses that one of those who help has gone to do something else.
     *
     * <p><b>Threading:</b> as each method says.
     */
    static final class Guard {

        /** So often in a row somebody must have come back soon. */
        static final int MANY = 64;

        /** Time from one help to the next that is short. */
        static final long SOON_NS = 50_000;

        /** For how long nobody need look at the links. */
        static final long LONGEST_NS = 500_000;

        private static final VarHandle BEGUN;
        private static final VarHandle SOON;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                BEGUN = lookup.findVarHandle(Guard.class, "begunNs", long.class);
                SOON = lookup.findVarHandle(Guard.class, "soon", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** When the last help began; written by who has the right. */
        private long begunNs = System.nanoTime();

        /** How many helps have come soon after the one before, up to {@link #MANY}. */
        private int soon;

        /** Written by the progress thread alone, which wakes in time from then on. */
        private volatile boolean stands;

        /** A help begins; for who has the right. */
        void begins(long nowNs) {
            int next = nowNs - begunNs > SOON_NS ? 0 : Math.min(MANY, soon + 1);
            if (next != soon) {
                SOON.setOpaque(this, next);
            }
            BEGUN.setOpaque(this, nowNs);
        }

        /** Whether the right may be lent; for who has it. */
        boolean stands() {
            return stands && soon == MANY;
        }

        /** Whether the progress thread is to be woken, so that it may be lent; for who has it. */
        boolean isWanted() {
            return !stands && soon == MANY;
        }

        /**
         * For the progress thread: begins or ends to stand guard. Returns for how long the links
         * need not be looked at if the right is lent; 0 if this is no guard.
         */
        long stand(long nowNs) {
            if (!stands && (int) SOON.getOpaque(this) < MANY) {
                return 0;
            }
            long leftNs = (long) BEGUN.getOpaque(this) + LONGEST_NS - nowNs;
            boolean isInTime = leftNs > 0;
            if (stands != isInTime) {
                stands = isInTime;
            }
            return Math.max(0, leftNs);
        }

        /** Whether the progress thread wakes in time; a hint. */
        boolean isUp() {
            return stands;
        }

        /** For the progress thread: how long it may sleep. */
        long limit(long sleepNs) {
            return stands ? Math.min(sleepNs, LONGEST_NS) : sleepNs;
        }
    }
}
