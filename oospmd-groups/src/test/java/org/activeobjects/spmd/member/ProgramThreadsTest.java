package org.activeobjects.spmd.member;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.concurrent.CountDownLatch;

@Timeout(60)
class ProgramThreadsTest {

    private static final StackTraceElement[] NOTHING = {};

    @Test
    void aThreadThatKeepsTheJvmAliveIsOfTheProgramWhereverItIs() {
        Thread idle = Thread.ofPlatform().unstarted(() -> {});
        Thread daemon = Thread.ofPlatform().daemon().unstarted(() -> {});

        assertThat(ProgramThreads.isOfProgram(idle, NOTHING)).isTrue();
        assertThat(ProgramThreads.isOfProgram(daemon, NOTHING)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "org.example.Halo, true",
        "org.activeobjects.transport.progress.ProgressLoop, false",
        "io.netty.util.concurrent.FastThreadLocalRunnable, false"
    })
    void aDaemonIsIfItWasStartedToRunItsCode(String start, boolean isOfProgram) {
        Thread daemon = Thread.ofPlatform().daemon().unstarted(() -> {});
        StackTraceElement[] stack = {
            frame("java.lang.Object"),
            frame("org.example.Callback"),
            frame(start),
            frame("java.lang.Thread")
        };

        assertThat(ProgramThreads.isOfProgram(daemon, stack)).isEqualTo(isOfProgram);
    }

    @Test
    void aLiveThreadIsFoundBesideAnother() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread other =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        end.await();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                });

        assertThat(ProgramThreads.isThereAnother(Thread.currentThread())).isTrue();

        end.countDown();
        other.join();
    }

    private static StackTraceElement frame(String className) {
        return new StackTraceElement(className, "run", null, 1);
    }
}
