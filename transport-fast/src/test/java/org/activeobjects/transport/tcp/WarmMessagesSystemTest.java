package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * In a JVM of its own: what else a JVM has run changes how well its compiler does. In one of about
 * twenty it leaves an object in the JDK's own code around a native call, so a second and a third
 * one may be asked; ours must be free of them in every one.
 */
@Tag("system")
@Timeout(180)
class WarmMessagesSystemTest {

    private static final int JVMS = 3;
    private static final String NOTHING = "least=0";
    private static final List<String> ALL_COMPILERS = List.of("-XX:TieredStopAtLevel=4");

    @Test
    void allocateNothing(@TempDir Path folder) throws Exception {
        List<String> lines = new ArrayList<>();
        while (lines.size() < JVMS && !lines.contains(NOTHING)) {
            lines.add(leastAllocated(folder.resolve(String.valueOf(lines.size()))));
        }
        assertThat(lines).as("bytes for a hundred messages").contains(NOTHING);
    }

    private static String leastAllocated(Path folder) throws Exception {
        Files.createDirectory(folder);
        try (NodeProcess process =
                NodeProcess.startJvm(
                        folder, "warm", Map.of(), ALL_COMPILERS, WarmMessagesMain.class)) {
            return process.awaitLine("least=", Duration.ofSeconds(50));
        }
    }
}
