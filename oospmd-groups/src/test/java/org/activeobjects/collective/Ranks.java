package org.activeobjects.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Runs the same code on a platform thread for each rank. */
final class Ranks {

    /** What one rank does. */
    interface Program<T> {
        T run(Communicator ranks) throws Exception;
    }

    private static final int LIMIT_SECONDS = 60;

    private Ranks() {}

    /** What each rank returned, or the exception that it threw. */
    static List<Object> outcomes(
            int size, IntFunction<Communicator> communicators, Program<?> program) {
        List<FutureTask<Object>> ranks = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            int own = rank;
            var task = new FutureTask<Object>(() -> program.run(communicators.apply(own)));
            ranks.add(task);
            threads.add(Thread.ofPlatform().daemon().name("rank " + rank).start(task));
        }
        List<Object> outcomes = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            outcomes.add(outcome(ranks.get(rank), threads.get(rank)));
        }
        return outcomes;
    }

    private static Object outcome(FutureTask<Object> task, Thread thread) {
        try {
            return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            return failed.getCause();
        } catch (TimeoutException | InterruptedException hung) {
            AssertionError error = new AssertionError(thread.getName() + " did not end", hung);
            Throwable place = new Throwable("where it is");
            place.setStackTrace(thread.getStackTrace());
            error.addSuppressed(place);
            throw error;
        }
    }

    /** What each rank returned; an exception on any rank fails the test. */
    @SuppressWarnings("unchecked")
    static <T> List<T> results(
            int size, IntFunction<Communicator> communicators, Program<T> program) {
        List<Object> outcomes = outcomes(size, communicators, program);
        for (Object outcome : outcomes) {
            if (outcome instanceof Throwable failed) {
                throw new AssertionError("a rank failed", failed);
            }
        }
        return (List<T>) outcomes;
    }
}
