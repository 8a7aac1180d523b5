package org.activeobjects.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Runs the same code on a platform thread for each rank. */
final class Ranks {

    /** What one rank does. */
    interface Program<T> {
        T run(Communicator ranks) throws Exception;
    }

    private Ranks() {}

    /** What each rank returned, or the exception that it threw. */
    static List<Object> outcomes(
            int size, IntFunction<Communicator> communicators, Program<?> program) {
        List<Object> outcomes = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(size)) {
            List<Future<?>> results = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                int own = rank;
                results.add(threads.submit(() -> program.run(communicators.apply(own))));
            }
            for (Future<?> result : results) {
                try {
                    outcomes.add(result.get(60, TimeUnit.SECONDS));
                } catch (ExecutionException failed) {
                    outcomes.add(failed.getCause());
                }
            }
        } catch (Exception hung) {
            throw new AssertionError("a rank did not end", hung);
        }
        return outcomes;
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
