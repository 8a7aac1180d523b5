package org.activeobjects.transport.tcp;

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

/** In a JVM of its own: what else a JVM has run changes how well its compiler does. */
@Tag("system")
@Timeout(120)
class WarmMessagesSystemTest {

    @Test
    void allocateNothing(@TempDir Path folder) throws Exception {
        try (NodeProcess process =
                NodeProcess.startJvm(folder, "warm", Map.of(), List.of(), WarmMessagesMain.class)) {
            String line = process.awaitLine("least=", Duration.ofSeconds(100));
            assertThat(line).as("bytes for a hundred messages").endsWith("least=0");
        }
    }
}
