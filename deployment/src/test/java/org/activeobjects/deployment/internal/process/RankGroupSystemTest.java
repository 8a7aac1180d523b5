package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.deployment.error.EnvironmentException;
import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.ControlLine.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * What happens to a job while its processes are still being started; any program does as a rank.
 */
@Tag("system")
@Timeout(60)
class RankGroupSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Joins the job, prints, is done, and ends with the job. */
    private static final RankLaunch TALKING =
            shell(
                    "printf '\\001token CARD .eA==\\n' >&2; echo one; echo two;"
                            + " printf '\\001token DONE\\n' >&2; exec cat >/dev/null");

    private static final RankLaunch DYING = shell("exit 7");

    /** Writes what it does when it is asked to, and ends when its standard input does. */
    private static final RankLaunch TELLING =
            shell("while read order; do echo here;" + " printf '\\001token DUMPED\\n' >&2; done");

    @TempDir private Path folder;
    private Path pid;
    private RankLaunch waiting;
    private int asked;

    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);

    /** Takes nothing until the gate opens. */
    private final OutputStream gated =
            new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    reached.countDown();
                    try {
                        gate.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    taken.write(b);
                }
            };

    @BeforeEach
    void nameFiles() {
        pid = folder.resolve("pid");
        // Ends when its standard input does.
        waiting = shell("echo $$ >'" + pid + ".new'; mv '" + pid + ".new' '" + pid + "'; exec cat");
    }

    @AfterEach
    void openTheGate() {
        gate.countDown();
    }

    @Test
    void aRankThatDiesWhileOthersAreStillToComeEndsTheJob() throws Exception {
        RankGroup group = group(DYING, waiting, waiting);

        group.start(forks(() -> group.awaitFailure(LIMIT)));

        assertThat(group.awaitEnd(LIMIT)).isTrue();
        assertThat(group.failure().orElseThrow().exitCode()).isEqualTo(7);
        assertThat(group.failure().orElseThrow().message())
                .startsWith("rank 0 ended with exit code 7 before it had joined the job");
        assertThat(pid).doesNotExist();
    }

    @Test
    void aJobThatIsKilledWhileItStartsStartsNoMore() throws Exception {
        RankGroup group = group(waiting, shell("touch '" + folder.resolve("second") + "'"));

        group.start(
                forks(
                        () -> {
                            awaitPid();
                            group.kill();
                            return true;
                        }));

        assertThat(group.awaitEnd(LIMIT)).isTrue();
        assertThat(group.failure()).isEmpty();
        // No failure, and yet nobody need wait for its start any more.
        assertThat(group.isStopping()).isTrue();
        assertThat(folder.resolve("second")).doesNotExist();
        assertThat(ProcessHandle.of(awaitPid())).isEmpty();
    }

    @Test
    void ranksThatAreToldToEndBeforeAllHaveJoinedHaveNotFailed() throws Exception {
        RankGroup group = group(waiting, waiting);
        group.start();

        group.end();

        assertThat(group.awaitEnd(LIMIT)).isTrue();
        assertThat(group.failure()).isEmpty();
        assertThat(group.isStopping()).isFalse();
    }

    @Test
    void whoWaitsForADumpHasThatOfEachRankThatRuns() throws Exception {
        RankGroup group = group(new LineOutput(taken, taken), TELLING, TELLING);
        group.start();

        assertThat(group.awaitDump(LIMIT.multipliedBy(10))).isEmpty();
        assertThat(group.awaitDump(LIMIT.multipliedBy(10))).isEmpty();
        group.kill();

        assertThat(group.awaitOutput()).isTrue();
        assertThat(taken.toString(StandardCharsets.UTF_8).lines()).hasSize(4).containsOnly("here");
    }

    @Test
    void aRankThatDoesNotAnswerIsNamed() throws Exception {
        RankGroup group = group(new LineOutput(taken, taken), waiting, TELLING);
        group.start();

        await().atMost(LIMIT)
                .until(() -> group.awaitDump(Duration.ofMillis(100)).equals(List.of(0)));
        group.kill();

        assertThat(RankFailure.late(LIMIT, List.of(0)).message())
                .contains("where each rank was, but for those that did not answer")
                .contains("ranks=[0]");
    }

    @Test
    void aDumpIsNotWaitedForAfterTheJobHasFailed() throws Exception {
        RankGroup group = group(waiting, DYING);
        group.start();
        assertThat(group.awaitFailure(LIMIT)).isTrue();

        assertThat(group.awaitDump(LIMIT.multipliedBy(10))).isEmpty();

        assertThat(group.awaitEnd(LIMIT)).isTrue();
    }

    @Test
    void noneIsLeftIfOneCannotBeStarted() throws Exception {
        RankGroup group =
                group(waiting, new RankLaunch(List.of(folder + "/no-such-program"), Map.of()));

        assertThatThrownBy(() -> group.start(forks(() -> awaitPid() > 0)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("cannot start the process of rank 1: program=");

        assertThat(group.awaitEnd(LIMIT)).isTrue();
        assertThat(ProcessHandle.of(awaitPid())).isEmpty();
    }

    @Test
    void anArgumentThatIsTooLongForTheKernelIsToldOf() {
        RankGroup group =
                group(new RankLaunch(List.of("/bin/true", "x".repeat(200_000)), Map.of()));

        assertThatThrownBy(group::start)
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContainingAll(
                        "Argument list too long",
                        "neither the class path nor an argument longer than 128 KiB");
    }

    @Test
    void whatAProcessHasPrintedIsPassedOnHoweverLateItIsTaken() throws Exception {
        RankGroup group = group(new LineOutput(gated, gated), TALKING);
        group.start();

        assertThat(group.awaitEnd(LIMIT)).isTrue();
        assertThat(taken.size()).isZero();
        gate.countDown();

        assertThat(group.awaitOutput()).isTrue();
        assertThat(taken).hasToString("one\ntwo\n");
        assertThat(group.failure()).isEmpty();
    }

    @Test
    void whoTakesNoLineOfAJobThatIsKilledIsGivenUp() throws Exception {
        RankGroup group = group(new LineOutput(gated, gated), shell("echo one; exec cat"));
        group.start();
        assertThat(reached.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        group.kill();

        assertThat(group.awaitOutput()).isFalse();
        assertThat(group.failure()).isEmpty();
    }

    @Test
    void aProcessThatHoldsTheOutputOpenDoesNotHoldTheJobUp() throws Exception {
        RankGroup group =
                group(
                        new LineOutput(taken, taken),
                        shell("sleep 600 & echo $! >'" + pid + "'; printf 'last words'"));
        group.start();
        try {
            assertThat(group.awaitOutput()).isTrue();

            assertThat(taken).hasToString("last words\n");
        } finally {
            ProcessHandle.of(awaitPid()).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void whatAProcessHasPrintedIsPassedOnAlsoIfItIsKilled() throws Exception {
        RankGroup group =
                group(
                        new LineOutput(gated, gated),
                        shell(
                                "seq 5000; echo $$ >'"
                                        + pid
                                        + ".new'; mv '"
                                        + pid
                                        + ".new' '"
                                        + pid
                                        + "'; exec cat"));
        group.start();
        assertThat(reached.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        awaitPid(); // the rest is in the pipe, for the first piece is not taken yet

        group.kill();
        gate.countDown();

        assertThat(group.awaitOutput()).isTrue();
        assertThat(taken.toString().lines()).hasSize(5000).endsWith("5000");
    }

    @Test
    void aProcessThatEndsInTheMidstOfAMessageAndLeavesAnotherDoesNotHoldTheJobUp()
            throws Exception {
        RankGroup group =
                group(
                        shell(
                                "sleep 600 & echo $! >'"
                                        + pid
                                        + "'; printf '\\001token FAILED .r' >&2; exit 3"));
        group.start();
        try {
            assertThat(group.awaitOutput()).isTrue();

            assertThat(group.failure().orElseThrow().exitCode()).isEqualTo(3);
        } finally {
            ProcessHandle.of(awaitPid()).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void aRankThatIsKilledIsToBlameAlsoIfAProcessThatItHasStartedHoldsItsOutputOpen()
            throws Exception {
        ControlLine lost = ControlLine.of(Verb.FAILED, "lost", "rank 1 is lost", "");
        Path helper = folder.resolve("helper");
        RankLaunch killed =
                shell(
                        "sleep 600 & echo $! >'%s'; echo $$ >'%s'; kill -KILL $$"
                                .formatted(helper, pid));
        // Goes on until it is killed.
        RankLaunch losing =
                shell(
                        "trap '' TERM; until [ -s '%s' ]; do sleep 0.01; done;".formatted(pid)
                                + " while kill -0 $(cat '%s') 2>/dev/null; do sleep 0.01; done;"
                                        .formatted(pid)
                                + " printf '\\001token %s\\n' >&2; exec cat >&2"
                                        .formatted(lost.encode()));
        RankGroup group = group(losing, killed);
        group.start();
        try {
            assertThat(group.awaitEnd(LIMIT)).isTrue();

            assertThat(group.failure().orElseThrow().message())
                    .startsWith("rank 1 was ended by signal 9 (SIGKILL)");
        } finally {
            ProcessHandle.of(Long.parseLong(Files.readString(helper).strip()))
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void aJobCanBeKilledAlsoWhileARankTakesNothingThatItIsTold() throws Exception {
        // The cards of both are more than the pipe of one holds.
        Path pids = folder.resolve("pids");
        RankLaunch deaf =
                shell(
                        "echo $$ >>'"
                                + pids
                                + "'; printf '\\001token CARD .' >&2;"
                                + " head -c 100000 /dev/zero | tr '\\0' A >&2; echo >&2;"
                                + " exec sleep 600");
        RankGroup group = group(deaf, deaf);
        group.start();
        try {
            // On a thread of its own: if the lock of the group were held, nothing would end that.
            FutureTask<Boolean> killed =
                    new FutureTask<>(
                            () -> {
                                assertThat(group.awaitReady(LIMIT)).isPresent();
                                group.kill();
                                return group.awaitEnd(LIMIT);
                            });
            Thread.ofPlatform().daemon().start(killed);

            assertThat(killed.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(group.failure()).isEmpty();
        } finally {
            for (String each : Files.readAllLines(pids)) {
                ProcessHandle.of(Long.parseLong(each)).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    @Test
    void aLimitMayBeAsLongAsADurationIs() throws Exception {
        RankGroup group = group(DYING);
        group.start();

        assertThat(group.awaitEnd(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    }

    /** Does something after the first process was started, and before the second one is. */
    private SlowForks forks(Callable<Boolean> between) {
        return new SlowForks(
                () -> {
                    if (asked++ == 1) {
                        try {
                            assertThat(between.call()).isTrue();
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    }
                    return 0;
                },
                text -> {});
    }

    private long awaitPid() throws IOException {
        await().atMost(LIMIT).until(() -> Files.exists(pid));
        return Long.parseLong(Files.readString(pid).strip());
    }

    private static RankGroup group(RankLaunch... launches) {
        OutputStream nowhere = OutputStream.nullOutputStream();
        return group(new LineOutput(nowhere, nowhere), launches);
    }

    private static RankGroup group(LineOutput output, RankLaunch... launches) {
        return new RankGroup(List.of(launches), "token", output, false, false);
    }

    private static RankLaunch shell(String script) {
        return new RankLaunch(List.of("/bin/sh", "-c", script), Map.of());
    }
}
