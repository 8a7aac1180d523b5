package org.activeobjects.transport.shm;

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

/** A message of which the first piece has left when there is no memory for what helps to copy. */
@Tag("system")
@Timeout(60)
class FullHeapPiecesSystemTest {

    @TempDir Path folder;

    @Test
    void leavesNoMessageInPiecesUnfinished() {
        try (NodeProcess process =
                NodeProcess.startJvm(
                        folder,
                        "node",
                        Map.of(),
                        List.of("-Xmx32m"),
                        FullHeapPiecesMain.class,
                        folder.toString())) {
            process.awaitExit(Duration.ofSeconds(40));

            assertThat(process.output()).contains("SENT true WHOLE true", "CLOSED []");
        }
    }
}
