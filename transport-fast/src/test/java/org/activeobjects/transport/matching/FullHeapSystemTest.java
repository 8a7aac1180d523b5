package org.activeobjects.transport.matching;

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

/** Operations and messages in a runtime whose heap is full for a moment. */
@Tag("system")
@Timeout(120)
class FullHeapSystemTest {

    @TempDir Path folder;

    @Test
    void losesNoneOfThem() {
        try (NodeProcess process =
                NodeProcess.startJvm(
                        folder, "node", Map.of(), List.of("-Xmx16m"), FullHeapMain.class)) {
            process.awaitExit(Duration.ofSeconds(100));

            for (String when : List.of("AT FIRST ", "WITHOUT MEMORY ")) {
                assertThat(process.output())
                        .contains(when + "TAKEN 128")
                        .contains(when + "FAILED 64")
                        .contains(when + "NUMBERS 65536")
                        .contains(when + "ADMITTED 63")
                        .contains(when + "RELEASED 3");
            }
        }
    }
}
