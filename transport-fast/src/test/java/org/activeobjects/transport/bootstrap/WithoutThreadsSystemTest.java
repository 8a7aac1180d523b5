package org.activeobjects.transport.bootstrap;

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

/** In a process of its own, whose addresses are soon used up by the stacks of threads. */
@Tag("system")
@Timeout(120)
class WithoutThreadsSystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    @Test
    void aTransportThatFindsNoThreadLeavesNothingBehind(@TempDir Path folder) {
        List<String> command =
                List.of(
                        "bash",
                        "-c",
                        "ulimit -v 6000000; exec \"$@\"",
                        "none",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:CompressedClassSpaceSize=64m",
                        "-Xss128m",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WithoutThreadsMain.class.getName(),
                        "tcp");
        try (NodeProcess process = NodeProcess.startCommand(folder, "none", Map.of(), command)) {
            assertThat(process.awaitExit(PATIENCE)).as(process.output()).isZero();
            assertThat(process.output()).contains("pins=null", "refused: ", "opened free=");
            assertThat(process.output().lines().filter(line -> line.contains("left=")))
                    .isNotEmpty()
                    .allMatch(line -> line.endsWith("left=[][]"));
            assertThat(process.output().lines().filter(line -> line.startsWith("a buffer: ")))
                    .as("its memory is given back, and the next one is had")
                    .containsExactly(
                            "a buffer: refused [lender.release]",
                            "a buffer: bytes=8 [lender.release, lender.release]");
        }
    }
}
