package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/** In a process of its own that may have few descriptors: to look for links takes one already. */
@Tag("system")
@Timeout(120)
class WithoutDescriptorsSystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void aTransportThatCannotBeOpenedSaysWhatIsMissing(@TempDir Path folder) {
        try (NodeProcess process =
                NodeProcess.startWithFewDescriptors(
                        folder, "none", 200, WithoutDescriptorsMain.class)) {
            assertThat(process.awaitLine("refused: ", PATIENCE))
                    .contains("Too many open files")
                    .contains("ulimit -n");
            process.awaitLine("DONE", PATIENCE);
            assertThat(process.awaitExit(PATIENCE)).isZero();
        }
    }
}
