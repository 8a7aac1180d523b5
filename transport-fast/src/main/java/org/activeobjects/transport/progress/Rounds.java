package org.activeobjects.transport.progress;

import org.activeobjects.transport.error.FaultLog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One look at everything that moves: all peers and the tasks.
 *
 * <p><b>Threading:</b> {@link #run} by the one thread that polls, the rest by any.
 */
final class Rounds {

    private static final FaultLog MOVING =
            new FaultLog(Rounds.class, "moving a link failed link={}");
    private static final FaultLog TASKS =
            new FaultLog(Rounds.class, "a task between two rounds failed task={}");
    private static final FaultLog PUT_OFF =
            new FaultLog(Rounds.class, "what was put off while the links were moved failed {}");
    private static final FaultLog WATCHING =
            new FaultLog(Rounds.class, "a link cannot be watched link={}");
    private static final FaultLog LOOKING =
            new FaultLog(Rounds.class, "a link cannot be looked at link={}");

    /** Frames of one link that are taken in one round, unless the caller wants fewer. */
    static final int FRAMES_PER_ROUND = 16;

    private static final int NARROW_ROUNDS = 16;

    private static final int DRAIN_ROUNDS = 4;
    private static final long SLEEP_WITH_OUTPUT_NS = 200_000;
    private static final long SLEEP_WITH_DATA_NS = 1_000_000;
    private static final long SLEEP_IDLE_NS = 100_000_000;
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Rounds.class, "count", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private volatile Traffic[] traffic = {};
    private volatile boolean hasTasks;
    private volatile boolean hasPushed;
    private volatile boolean suitAnyThread = true;
    private volatile boolean gather;
    private long count; // of rounds begun; others wait for it to change
    private boolean isStream; // a waiter that looked behind a frame has found another one
    private int narrow; // since one has looked there
    private Runnable told; // the task that could not be run, and of which the log knows

    synchronized void add(Traffic added) {
        Traffic[] longer = Arrays.copyOf(traffic, traffic.length + 1);
        longer[longer.length - 1] = added;
        traffic = longer;
        lookAtTraffic();
    }

    synchronized void remove(Traffic removed) {
        traffic = Arrays.stream(traffic).filter(kept -> kept != removed).toArray(Traffic[]::new);
        lookAtTraffic();
    }

    private void lookAtTraffic() {
        hasPushed = Arrays.stream(traffic).anyMatch(Traffic::isPushed);
        gather = Arrays.stream(traffic).anyMatch(Traffic::gathers);
        suitAnyThread = Arrays.stream(traffic).allMatch(Traffic::suitsAnyThread);
    }

    /** Whether threads of users, which others may interrupt, can move all of it. */
    boolean suitAnyThread() {
        return suitAnyThread;
    }

    /** Whether some of it takes less time if several threads send before somebody looks. */
    boolean gather() {
        return gather;
    }

    /** Whether a thread of some link may need the core of one who only spins. */
    boolean hasPushed() {
        return hasPushed;
    }

    void add(Runnable task) {
        tasks.add(task);
        hasTasks = true;
    }

    /** Returns how much was moved; 0 if there was nothing to do. */
    int run() {
        return run(FRAMES_PER_ROUND);
    }

    /**
     * As above, for who waits for one frame. To look whether another one is behind it costs the
     * time in which the memory there comes from the core of the peer, which is about to write to
     * it; so that is done where frames come in streams, and now and then to find out.
     *
     * @param hasWaited whether the round before has found nothing: the next frame will have to be
     *     waited for, too
     */
    int runForWaiter(boolean hasWaited) {
        if (hasWaited || !isStream && ++narrow < NARROW_ROUNDS) {
            return run(1);
        }
        narrow = 0;
        int moved = run();
        isStream = moved > 1 || moved == 0 && isStream;
        return moved;
    }

    /** As above, but takes no more frames of each link than it is told. */
    int run(int frames) {
        int moved = 0;
        COUNT.setOpaque(this, count + 1);
        for (Traffic one : traffic) {
            try {
                moved += one.receive(frames);
                moved += one.send();
            } catch (RuntimeException | Error e) {
                // A fault of ours must not end the progress of every other peer.
                MOVING.tell(one, e);
            }
        }
        if (hasTasks) {
            runTasks();
            moved++;
        }
        return moved;
    }

    /** Number of rounds that were begun; a hint for who does not run them. */
    long count() {
        return (long) COUNT.getOpaque(this);
    }

    /** Runs until nothing is left, a few times at the most. */
    void drain() {
        for (int i = 0; i < DRAIN_ROUNDS && hasWork(); i++) {
            run();
        }
    }

    /** One that lacks memory, or a stack, is run again in the next round, and may go well then. */
    private void runTasks() {
        hasTasks = false;
        for (Runnable task = tasks.peek(); task != null; task = tasks.peek()) {
            try {
                task.run();
            } catch (OutOfMemoryError | StackOverflowError e) {
                hasTasks = true;
                tellOnce(task, e);
                return;
            } catch (RuntimeException | Error e) {
                TASKS.tell(task, e);
            }
            var _ = tasks.remove();
        }
        told = null;
    }

    /** Runs what was put off; the fault of one must not keep the others asleep. */
    static void runAside(Runnable code) {
        try {
            code.run();
        } catch (RuntimeException | Error e) {
            PUT_OFF.tell(code, e);
        }
    }

    private void tellOnce(Runnable task, Error lack) {
        if (told != task) {
            told = task;
            TASKS.tell(task, lack);
        }
    }

    /** Whoever polls is about to sleep: the links see to it that input is noticed. */
    void watch() {
        for (Traffic one : traffic) {
            try {
                one.watch();
            } catch (RuntimeException | Error e) {
                WATCHING.tell(one, e);
            }
        }
    }

    /** Whether a round would find something that has come. */
    boolean hasWork() {
        for (Traffic one : traffic) {
            if (hasInput(one)) {
                return true;
            }
        }
        return hasTasks;
    }

    private static boolean hasInput(Traffic one) {
        try {
            return one.hasInput();
        } catch (RuntimeException | Error e) {
            LOOKING.tell(one, e);
            return false;
        }
    }

    /** Whether something waits for a round to be sent. */
    boolean hasOutput() {
        for (Traffic one : traffic) {
            if (one.hasOutput()) {
                return true;
            }
        }
        return false;
    }

    /** How long one may sleep without being rung for, nanoseconds. */
    long sleepLimit() {
        long limit = SLEEP_IDLE_NS;
        for (Traffic one : traffic) {
            if (one.hasOutput()) {
                return SLEEP_WITH_OUTPUT_NS;
            }
            if (one.expectsData()) {
                limit = SLEEP_WITH_DATA_NS;
            }
        }
        return limit;
    }
}
