package org.activeobjects.npb.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.command.Ao;
import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;

@Tag("system")
@Timeout(120)
class NpbSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir private Path logs;

    private NodeProcess ao(String line) {
        return NodeProcess.start(logs, "ao", Ao.class, line.split(" "));
    }

    @ParameterizedTest(name = "ao npb {0}")
    @CsvSource({
        "cg -c S -np 1, CG",
        "cg -c S -np 2, CG",
        "cg -c S -np 4, CG",
        "cg -c S -np 2 --transport netty, CG",
        "ep -c S -np 2, EP"
    })
    void printsNpbsReportAndEndsWithZeroWhenTheResultIsVerified(String line, String kernel) {
        try (NodeProcess ao = ao("npb " + line)) {
            assertThat(ao.awaitExit(LIMIT)).describedAs(ao::output).isZero();

            assertThat(ao.output())
                    .contains(" NAS Parallel Benchmarks 3.4 -- " + kernel + " Benchmark")
                    .contains(" " + kernel + " Benchmark Completed.")
                    .contains(" Class           =                        S")
                    .containsPattern(" Mop/s total     = +\\d+\\.\\d\\d\n")
                    .contains(" Verification    =               SUCCESSFUL");
        }
    }

    @Test
    void endsWithTheFailureOfARankThatCannotHoldTheProblem() {
        // MaxHeapSize is what -Xmx sets too, but the check before the start looks at -Xmx alone.
        try (NodeProcess ao = ao("npb cg -c A -np 2 --jvm-args=-XX:MaxHeapSize=24m")) {
            assertThat(ao.awaitExit(LIMIT)).describedAs(ao::output).isNotZero();

            assertThat(ao.output())
                    .contains("OutOfMemoryError")
                    .doesNotContain("Verification    =               SUCCESSFUL");
        }
    }
}
