package org.activeobjects.spmd.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.example.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.List;
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
    void aDaemonIsWhereTheJdkWaitsForTheEndOfAProcess() throws IOException {
        Process child = new ProcessBuilder("cat").start(); // until its input ends
        try {
            await().until(
                            () ->
                                    Thread.getAllStackTraces().entrySet().stream()
                                            .filter(entry -> isReaperOf(child, entry.getKey()))
                                            .anyMatch(
                                                    entry ->
                                                            ProgramThreads.isOfProgram(
                                                                    entry.getKey(),
                                                                    entry.getValue())));
        } finally {
            child.destroy();
            child.onExit().join();
        }
    }

    private static boolean isReaperOf(Process child, Thread thread) {
        return thread.getName().contains("(pid " + child.pid() + ")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.TimerThread",
                "jdk.internal.net.http.HttpClientImpl$SelectorManager"
            })
    void aDaemonIsIfItMayCallTheProgramBack(String start) {
        Thread daemon = Thread.ofPlatform().daemon().unstarted(() -> {});
        StackTraceElement[] stack = {frame("java.lang.Object"), frame(start)};

        assertThat(ProgramThreads.isOfProgram(daemon, stack)).isTrue();
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

        assertThat(ProgramThreads.isThereAnother(Thread.currentThread(), 1)).isTrue();

        end.countDown();
        other.join();
    }

    @ParameterizedTest
    @CsvSource({
        "#31 \"\" virtual WAITING, app//org.example.Halo.run(Halo.java:4), true",
        "#31 \"a b\" virtual, org.example/org.example.Halo.lambda$run$0(Halo.java:4), true",
        "#31 \"\" virtual WAITING, org.activeobjects.spmd.waiting.RankWatch.look(RankWatch.java),"
                + " false",
        "#30 \"\" virtual WAITING, org.example.Halo.run(Halo.java:4), false",
        "#31 \"main\" WAITING, org.example.Halo.run(Halo.java:4), false"
    })
    void aVirtualThreadIsOfTheProgramIfItWasStartedToRunItsCode(
            String head, String start, boolean isOfProgram) {
        List<String> dump =
                List.of(
                        "1234",
                        "",
                        head,
                        "    at java.base/java.lang.VirtualThread.park(VirtualThread.java:784)",
                        "    at org.activeobjects.transport.Endpoint.recv(Endpoint.java:1)",
                        "    at " + start,
                        "    at java.base/java.lang.VirtualThread.run(VirtualThread.java:460)",
                        "",
                        "#40 \"Finalizer\" WAITING",
                        "    at org.example.Resource.clean(Resource.java:1)");

        assertThat(ProgramThreads.isVirtualThreadIn(dump.iterator(), 30)).isEqualTo(isOfProgram);
    }

    @Test
    void aVirtualThreadThatLivesIsFoundOncePerWait() throws InterruptedException {
        Patience program = new Patience();
        Thread known = Thread.currentThread();
        Thread other = Thread.ofVirtual().start(program);
        program.hasBegun();

        assertThat(ProgramThreads.isVirtualThreadThere(known, 1)).isTrue();
        program.end();
        other.join();
        assertThat(ProgramThreads.isVirtualThreadThere(known, 1)).as("a little later").isTrue();
        assertThat(ProgramThreads.isVirtualThreadThere(known, 2)).as("the next wait").isFalse();
        assertThat(ProgramThreads.isVirtualThreadThere(other, 3)).as("none but it").isFalse();
    }

    private static StackTraceElement frame(String className) {
        return new StackTraceElement(className, "run", null, 1);
    }
}
