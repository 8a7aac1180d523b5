package org.activeobjects.deployment.job;

import org.activeobjects.deployment.internal.process.RankGroup;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Interrupts the thread that has made it when the job fails, and no later than {@link #end}
 * returns: what that thread waits for then is its own.
 *
 * <p><b>Threading:</b> used by one thread, which another one interrupts.
 */
final class FailureAlarm {

    private final AtomicBoolean armed = new AtomicBoolean(true);
    private final Thread watch;

    /** For the failure of a job. */
    static FailureAlarm of(RankGroup ranks) {
        return new FailureAlarm(
                action ->
                        Thread.ofPlatform()
                                .daemon()
                                .name("failure of the job")
                                .start(() -> awaitFailure(ranks, action)));
    }

    private static void awaitFailure(RankGroup ranks, Runnable action) {
        try {
            if (ranks.awaitFailure(Duration.ZERO)) {
                action.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * From now on.
     *
     * @param onFailure runs something when the job fails, on a thread that it gives and that ends
     *     when it is interrupted before
     */
    FailureAlarm(Function<Runnable, Thread> onFailure) {
        Thread caller = Thread.currentThread();
        watch =
                onFailure.apply(
                        () -> {
                            if (armed.compareAndSet(true, false)) {
                                caller.interrupt();
                            }
                        });
    }

    /** Ends it; true if it has gone off. Its interrupt has come then, and nobody sees it. */
    boolean end() {
        if (armed.compareAndSet(true, false)) {
            watch.interrupt();
            return false;
        }
        boolean isOver = false;
        while (!isOver) {
            try {
                watch.join();
                isOver = true;
            } catch (InterruptedException e) {
                isOver = !watch.isAlive(); // this is what was to come
            }
        }
        var _ = Thread.interrupted();
        return true;
    }
}
