package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/** In a process of its own that may have few descriptors. */
@Tag("system")
@Timeout(120)
class ShortageSystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FEW = 256;

    @Test
    void peersHearOfThisOneAndWhoConnectsIsAcceptedAfterwards(
            @TempDir Path folder, @TempDir Path memory) {
        try (NodeProcess process =
                NodeProcess.startWithFewDescriptors(
                        folder, "few", FEW, ShortageMain.class, memory.toString())) {
            for (int round = 0; round < ShortageMain.ROUNDS; round++) {
                process.awaitLine("round=" + round + " alive", PATIENCE);
                process.awaitLine("round=" + round + " accepted=true", PATIENCE);
            }
            assertThat(process.awaitExit(PATIENCE)).isZero();
            assertThat(process.output().lines().filter(line -> line.contains("connections wait")))
                    .as("said once for each shortage; one ends when a descriptor comes back")
                    .hasSizeBetween(1, ShortageMain.ROUNDS)
                    .allMatch(line -> line.contains("ulimit -n"));
            assertThat(process.output()).doesNotContain("ERROR");
        }
    }
}
