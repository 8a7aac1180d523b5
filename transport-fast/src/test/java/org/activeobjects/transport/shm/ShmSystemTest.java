package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

@Tag("system")
@Timeout(60)
class ShmSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir Path logs;
    @TempDir Path memory;

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(memory)) {
            return all.filter(Files::isRegularFile).map(f -> f.getFileName().toString()).toList();
        }
    }

    @Test
    void leavesNothingOfAKilledProcessAfterTheNextStart() throws Exception {
        try (NodeProcess node =
                NodeProcess.start(logs, "node", ShmRuntimeMain.class, memory.toString(), "stay")) {
            node.awaitLine("READY frames=1000", LIMIT);
            assertThat(files()).as("bells").hasSize(2);
            try (ShmPair.Side living = new ShmPair.Side(memory, "other")) {
                assertThat(files()).as("of the living").hasSize(3);
                assertThat(living.service.offer()).isNotEmpty();
            }

            node.kill();
            node.awaitExit(LIMIT);
            assertThat(files()).as("no one to tidy up").hasSize(2);

            try (ShmPair.Side next = new ShmPair.Side(memory, "other")) {
                assertThat(files()).containsExactly(next.service.bellName());
            }
            assertThat(memory).isEmptyDirectory();
        }
    }

    @Test
    void leavesNothingOfAProcessThatEndsWithoutClosing() {
        try (NodeProcess node =
                NodeProcess.start(logs, "node", ShmRuntimeMain.class, memory.toString(), "end")) {
            node.awaitExit(LIMIT);
            assertThat(memory).isEmptyDirectory();
        }
    }

    @Test
    void worksWithoutNativeAccessAndWithoutAWarning() {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShmRuntimeMain.class.getName(),
                        memory.toString(),
                        "end");
        try (NodeProcess node = NodeProcess.startCommand(logs, "node", Map.of(), command)) {
            node.awaitExit(LIMIT);
            assertThat(node.output()).contains("READY frames=1000").doesNotContain("WARNING");
            assertThat(memory).isEmptyDirectory();
        }
    }
}
