package org.activeobjects.benchmarks.idle;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.command.Ao;
import org.activeobjects.deployment.command.ExitCodes;
import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;

@Tag("system")
@Timeout(60)
class IdleSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(50);

    private final StringWriter err = new StringWriter();

    private int ao(String... args) {
        CommandLine line = Ao.commandLine();
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    @Test
    void refusesAHeapThatIsNoSize() {
        assertThat(ao("bench", "idle", "--heap", "lots")).isEqualTo(ExitCodes.USAGE);

        assertThat(err.toString())
                .contains("ao bench idle: not a size: --heap=lots; write such as 512m or 3g");
    }

    @Test
    void doesNotWeighAFewAgainstTheRestOfTheJvm(@TempDir Path logs) {
        String line = "bench idle --count 10 --heap 64m";
        try (NodeProcess ao = NodeProcess.start(logs, "ao", Ao.class, line.split(" "))) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output())
                    .contains("idle, never called")
                    .contains("too few to be weighed; from 100000 on")
                    .doesNotContain("bytes each");
        }
    }

    @Test
    void whatTheMeasuredJvmPrintsIsPassedOn() {
        StringWriter out = new StringWriter();
        CommandLine line = Ao.commandLine();
        line.setOut(new PrintWriter(out));

        assertThat(line.execute("bench", "idle", "--count", "10", "--heap", "64m")).isZero();

        assertThat(out.toString()).containsPattern("create .*\\R(.*\\R)*objects alive +10\\R");
    }

    @Test
    void tellsWhatToDoWhenTheHeapIsFull(@TempDir Path logs) {
        String line = "bench idle --count 100000000 --heap 32m";
        try (NodeProcess ao = NodeProcess.start(logs, "ao", Ao.class, line.split(" "))) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(ExitCodes.FAILED);

            assertThat(ao.output())
                    .contains("ao bench idle: the measured JVM has failed: exitCode=3")
                    .contains("--count=100000000 --heap=32m;")
                    .contains("a larger --heap or a smaller --count")
                    .doesNotContain("\tat ");
        }
    }
}
