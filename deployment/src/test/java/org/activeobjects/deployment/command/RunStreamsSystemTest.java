package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.command.RankPrograms.Holding;
import org.activeobjects.deployment.command.RankPrograms.Reading;
import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/** What ranks and the processes that they start find on their standard streams. */
@Tag("system")
@Timeout(90)
class RunStreamsSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(40);

    @TempDir private Path logs;

    @Test
    @EnabledOnOs(OS.LINUX)
    void theStandardInputIsEmptyForProcessesThatInheritItToo() {
        try (NodeProcess ao = run(Reading.class, "")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output().lines())
                    .contains(
                            "[0] program reads -1",
                            "[1] file reads -1",
                            "[0] cat ended with 0",
                            "[1] cat ended with 0");
        }
    }

    @Test
    void aFailureIsToldAlsoIfTheProgramHoldsTheStreamOfErrors() {
        try (NodeProcess ao = run(Holding.class, "err")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output()).contains("ao run: rank 1 failed: pid=", "rank one gives up");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatGoesOnIsToldAlsoIfTheProgramHoldsTheStreamForIt() throws Exception {
        try (NodeProcess ao = run(Holding.class, "out")) {
            ao.awaitLine("[0] holds it", LIMIT);
            ao.awaitLine("[1] holds it", LIMIT);

            Process kill = new ProcessBuilder("kill", "-USR1", Long.toString(ao.pid())).start();
            assertThat(kill.waitFor()).isZero();

            ao.awaitLine("[0] thread 'main' of the program: state=", LIMIT);
            ao.awaitLine("[1] thread 'main' of the program: state=", LIMIT);
        }
    }

    private NodeProcess run(Class<?> program, String argument) {
        return NodeProcess.start(
                logs,
                "ao",
                Ao.class,
                "run",
                "-np",
                "2",
                "--jvm-args=-XX:TieredStopAtLevel=1",
                program.getName(),
                argument);
    }
}
