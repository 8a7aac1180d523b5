package org.activeobjects.spmd.waiting;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/**
 * Asks other ranks what they do, each one question at a time: from a process that is stopped comes
 * no answer and no failure, however often it is asked.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Questions {

    private static final long ANSWER_LIMIT_MS = 5000;

    private final Ranks others;
    private final BiConsumer<Integer, Runnable> threads;

    /** Those that were not answered in time, by the rank that was asked. */
    private final Map<Integer, CompletableFuture<RankState>> open = new HashMap<>();

    Questions(Ranks others) {
        this(
                others,
                (rank, task) -> Thread.ofVirtual().name("question to rank " + rank).start(task));
    }

    /** As above; what asks a rank is run by {@code threads}. */
    Questions(Ranks others, BiConsumer<Integer, Runnable> threads) {
        this.others = others;
        this.threads = threads;
    }

    /** The state of a rank, or an exception that tells why there is none. */
    RankState ask(int other) {
        CompletableFuture<RankState> question = open.remove(other);
        if (question == null || question.isDone()) {
            question =
                    CompletableFuture.supplyAsync(
                            () -> others.ask(other), task -> threads.accept(other, task));
        }
        try {
            return question.get(ANSWER_LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            open.put(other, question);
            throw new IllegalStateException("is its process stopped, or its host busy?", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            open.put(other, question);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
