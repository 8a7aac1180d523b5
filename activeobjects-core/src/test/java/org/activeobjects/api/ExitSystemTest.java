package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;

/** A program ends its JVM itself. */
@Tag("system")
@Timeout(120)
class ExitSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @ParameterizedTest
    @CsvSource({"success, 0", "failure, 1"})
    void theExitCodeTellsWhetherItWasASuccess(String outcome, int code, @TempDir Path logs)
            throws Exception {
        try (NodeProcess program = NodeProcess.start(logs, outcome, ExitMain.class, outcome)) {
            program.awaitLine("REGISTERED", LIMIT);

            assertThat(program.awaitExit(LIMIT)).isEqualTo(code);
        }
    }

    @Test
    void aFailureThatNobodyHasLookedAtIsLoggedAtTheEnd(@TempDir Path logs) throws Exception {
        try (NodeProcess program = NodeProcess.start(logs, "return", ExitMain.class, "return")) {
            assertThat(program.awaitExit(LIMIT)).isZero();

            assertThat(program.output())
                    .contains("nobody has looked at its result: call=Account#1.fails")
                    .contains("the bank is closed");
        }
    }
}
