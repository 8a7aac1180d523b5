package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/** In a process of its own, whose log is begun by the core. */
@Tag("system")
@Timeout(120)
class InterruptedSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void aThreadThatWasInterruptedMakesTheFirstActiveObjectAndKeepsItsInterrupt(
            @TempDir Path folder) {
        try (NodeProcess program = NodeProcess.start(folder, "program", InterruptedMain.class)) {
            assertThat(program.awaitExit(LIMIT)).as(program.output()).isZero();
            assertThat(program.output())
                    .contains("interrupted=true", "balance=7")
                    .doesNotContain("FATAL", "ERROR");
        }
    }
}
