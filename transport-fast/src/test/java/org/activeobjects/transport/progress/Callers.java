package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Threads that call at the same time, each one call after the other. */
final class Callers {

    private static final int CALLERS = 4;
    private static final int CALLS = 1_500;

    private Callers() {}

    /** Fails if a call does. */
    static void makeCalls(boolean isVirtual, Consumer<SplittableRandom> call)
            throws InterruptedException {
        AtomicBoolean failed = new AtomicBoolean();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            SplittableRandom random = new SplittableRandom(i);
            Runnable code =
                    () -> {
                        for (int made = 0; made < CALLS && !failed.get(); made++) {
                            call.accept(random);
                        }
                    };
            Thread.Builder builder = isVirtual ? Thread.ofVirtual() : Thread.ofPlatform();
            callers.add(
                    builder.uncaughtExceptionHandler((thread, thrown) -> failed.set(true))
                            .start(code));
        }
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(failed).isFalse();
    }
}
