package org.activeobjects.internal.alive;

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
class ScarceThreadsSystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    @Test
    void aResultThatIsBroughtWhileNoThreadCanBeHadComesAsSoonAsOneCan(@TempDir Path folder) {
        List<String> command =
                List.of(
                        "bash",
                        "-c",
                        "ulimit -v 6000000; exec \"$@\"",
                        "scarce",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djdk.virtualThreadScheduler.parallelism=2",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:CompressedClassSpaceSize=64m",
                        "-Xss128m",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ScarceThreadsMain.class.getName());
        try (NodeProcess process = NodeProcess.startCommand(folder, "scarce", Map.of(), command)) {
            assertThat(process.awaitExit(PATIENCE)).as(process.output()).isZero();
            assertThat(process.output()).contains("came=false", "then=here");
        }
    }
}
