package org.activeobjects.internal.traits;

import org.activeobjects.internal.alive.Soon;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What an executor service was given and has not begun. One that is shut down at once drops that
 * without a word: when the service has ended, whoever is concerned is told.
 *
 * <p><b>Threading:</b> safe. Who takes it off the set runs it or refuses it, so that one of the two
 * happens, once.
 */
final class Given implements Runnable {

    private static final Set<Given> WAITING = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean LOOKS = new AtomicBoolean();
    private static final Executor LATER =
            CompletableFuture.delayedExecutor(
                    1, TimeUnit.SECONDS, look -> Soon.run("executors", look));

    private final ExecutorService executor;
    private final Runnable code;
    private final Consumer<Throwable> refused;

    private Given(ExecutorService executor, Runnable code, Consumer<Throwable> refused) {
        this.executor = executor;
        this.code = code;
        this.refused = refused;
    }

    /**
     * Gives code to an executor.
     *
     * @param executor an executor of a user's
     * @param code what to run
     * @param refused told in place of running it, if the executor ends without having begun
     * @throws RuntimeException if the executor refuses; then nobody is told
     * @throws OutOfMemoryError if it cannot make a thread; then nobody is told
     */
    static void to(Executor executor, Runnable code, Consumer<Throwable> refused) {
        if (!(executor instanceof ExecutorService service)) {
            executor.execute(code);
            return;
        }
        Given given = new Given(service, code, refused);
        WAITING.add(given);
        try {
            service.execute(given);
        } catch (RuntimeException | Error e) {
            var _ = WAITING.remove(given);
            throw e;
        }
        lookLater();
    }

    private static void lookLater() {
        if (!WAITING.isEmpty() && !LOOKS.get() && LOOKS.compareAndSet(false, true)) {
            LATER.execute(Given::look);
        }
    }

    private static void look() {
        LOOKS.set(false);
        for (Given given : List.copyOf(WAITING)) {
            if (given.executor.isTerminated() && WAITING.remove(given)) {
                given.refused.accept(
                        new RejectedExecutionException(
                                "the executor was shut down and has dropped what it was given:"
                                        + " executor="
                                        + given.executor));
            }
        }
        lookLater();
    }

    @Override
    public void run() {
        if (WAITING.remove(this)) {
            code.run();
        }
    }
}
