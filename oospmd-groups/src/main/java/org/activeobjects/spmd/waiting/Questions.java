package org.activeobjects.spmd.waiting;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks other ranks what they do, one question at a time: to a process that is stopped, there is no
 * answer and no failure.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Questions {

    private static final long ANSWER_LIMIT_MS = 5000;

    private final Ranks others;
    private CompletableFuture<RankState> question;
    private int asked;

    Questions(Ranks others) {
        this.others = others;
    }

    /** The state of a rank, or an exception that tells why there is none. */
    RankState ask(int other) {
        if (question == null || question.isDone() || asked != other) {
            asked = other;
            question =
                    CompletableFuture.supplyAsync(
                            () -> others.ask(other),
                            task ->
                                    Thread.ofVirtual()
                                            .name("question to rank " + other)
                                            .start(task));
        }
        try {
            return question.get(ANSWER_LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("is its process stopped, or its host busy?", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
