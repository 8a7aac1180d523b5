package org.activeobjects.internal.alive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Code that runs on a thread of its own, though none can be had at first. */
@Timeout(30)
class SoonTest {

    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void runsOnAThreadOfThatName() {
        CompletableFuture<Thread> ran = new CompletableFuture<>();

        Soon.run("errand", () -> ran.complete(Thread.currentThread()));

        assertThat(ran.join().isVirtual()).isTrue();
        assertThat(ran.join().getName()).isEqualTo("errand");
    }

    @Test
    void runsWhenAThreadCanBeHadAgain() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        Soon.run(
                "errand",
                ran::countDown,
                (name, code) -> {
                    switch (attempts.incrementAndGet()) {
                        case 1 -> throw new OutOfMemoryError("no thread, as the test wants it");
                        case 2 -> throw new StackOverflowError("no stack, as the test wants it");
                        default -> Thread.ofVirtual().name(name).start(code);
                    }
                });

        ran.await();

        assertThat(attempts).hasValue(3);
    }

    @Test
    void runsOnceAlsoIfAThreadBeginsWhoseStartHasFailed() throws Exception {
        CountDownLatch triedAgain = new CountDownLatch(1);
        Soon.run(
                "errand",
                runs::incrementAndGet,
                (name, code) -> {
                    code.run();
                    if (attempts.incrementAndGet() == 1) {
                        throw new OutOfMemoryError("too late, as the test wants it");
                    }
                    triedAgain.countDown();
                });

        triedAgain.await();

        assertThat(runs).hasValue(1);
    }

    @Test
    void whatIsWrongInTheProgramIsThrown() {
        assertThatThrownBy(
                        () ->
                                Soon.run(
                                        "errand",
                                        runs::incrementAndGet,
                                        (name, code) -> {
                                            throw new IllegalStateException("as the test wants it");
                                        }))
                .isInstanceOf(IllegalStateException.class);
    }
}
