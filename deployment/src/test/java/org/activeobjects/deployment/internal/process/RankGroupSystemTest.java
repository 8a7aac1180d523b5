package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.deployment.error.EnvironmentException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * What happens to a job while its processes are still being started; any program does as a rank.
 */
@Tag("system")
@Timeout(60)
class RankGroupSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final RankLaunch DYING = shell("exit 7");

    @TempDir private Path folder;
    private Path pid;
    private RankLaunch waiting;
    private int asked;

    @BeforeEach
    void nameFiles() {
        pid = folder.resolve("pid");
        // Ends when its standard input does.
        waiting = shell("echo $$ >'" + pid + ".new'; mv '" + pid + ".new' '" + pid + "'; exec cat");
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
    void noneIsLeftIfOneCannotBeStarted() throws Exception {
        RankGroup group =
                group(waiting, new RankLaunch(List.of(folder + "/no-such-program"), Map.of()));

        assertThatThrownBy(() -> group.start(forks(() -> awaitPid() > 0)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("cannot start the process of rank 1: program=");

        assertThat(group.awaitEnd(LIMIT)).isTrue();
        assertThat(ProcessHandle.of(awaitPid())).isEmpty();
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
        LineOutput nowhere =
                new LineOutput(new ByteArrayOutputStream(), new ByteArrayOutputStream());
        return new RankGroup(List.of(launches), "token", nowhere, false);
    }

    private static RankLaunch shell(String script) {
        return new RankLaunch(List.of("/bin/sh", "-c", script), Map.of());
    }
}
