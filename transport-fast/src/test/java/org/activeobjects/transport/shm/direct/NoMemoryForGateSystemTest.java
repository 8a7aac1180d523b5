package org.activeobjects.transport.shm.direct;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A receive that is to read in place when the program has used up its memory off the heap. */
@Tag("system")
@Timeout(60)
class NoMemoryForGateSystemTest {

    @TempDir Path folder;

    @Test
    void failsAndIsNotTakenForComplete() {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseG1GC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:MaxDirectMemorySize=1m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NoMemoryForGateMain.class.getName(),
                        folder.toString());
        try (NodeProcess process = NodeProcess.startCommand(folder, "node", Map.of(), command)) {
            process.awaitExit(Duration.ofSeconds(40));

            assertThat(process.output())
                    .contains("FAILED", "direct buffer memory")
                    .doesNotContain("RECEIVED false");
        }
    }
}
