package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.ControlLine.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** How processes end, and what is done with them where the system gives no further thread. */
@Tag("system")
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class RankProcessesSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir private Path folder;

    private final RankProcesses processes =
            new RankProcesses(
                    task -> {
                        throw new OutOfMemoryError("unable to create native thread");
                    });

    private RankProcess process;

    private void start(String script) {
        process = RankProcess.start(0, new RankLaunch(List.of("sh", "-c", script), Map.of()));
        processes.add(process);
    }

    @AfterEach
    void end() {
        process.kill();
    }

    @Test
    void theyAreEndedByWhoeverWantsThemToEnd() {
        start("exec sleep 600");
        Runnable end = () -> processes.end(() -> {});

        processes.start("stop of the job", end, end);

        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void theyAreToldByWhoeverHasSomethingToTell() throws Exception {
        Path said = folder.resolve("said");
        start("cat > '" + said + "'");

        processes.tell(ControlLine.of(Verb.DUMP));
        processes.tellLast(ControlLine.of(Verb.END));

        assertThat(process.awaitEnd(LIMIT.toNanos())).isTrue();
        assertThat(Files.readAllLines(said)).containsExactly("DUMP", "END");
    }

    @Test
    void whatTheyHaveStartedEndsWithThemAndNothingElseOfThisJvm() throws Exception {
        Path pids = folder.resolve("pids");
        Process other = new ProcessBuilder("sh", "-c", "sleep 600 & wait").start();
        try {
            start(
                    "(sh -c 'sleep 600 & echo $! >> %1$s; wait') & echo $! >> %1$s; wait"
                            .formatted(pids));
            await().atMost(LIMIT).until(() -> pidsIn(pids).size() == 2);

            processes.end(() -> {});

            assertThat(process.isAlive()).isFalse();
            await().atMost(LIMIT)
                    .until(
                            () ->
                                    pidsIn(pids).stream()
                                            .allMatch(pid -> ProcessHandle.of(pid).isEmpty()));
            assertThat(other.isAlive()).isTrue();
            assertThat(other.children()).hasSize(1);
        } finally {
            other.descendants().forEach(ProcessHandle::destroyForcibly);
            other.destroyForcibly();
        }
    }

    private static List<Long> pidsIn(Path file) throws IOException {
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Long::parseLong).toList()
                : List.of();
    }
}
