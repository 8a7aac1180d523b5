package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;

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
        try (NodeProcess ao =
                NodeProcess.start(
                        logs,
                        "ao",
                        Ao.class,
                        "run",
                        "-np",
                        "2",
                        "--jvm-args=-XX:TieredStopAtLevel=1",
                        Reading.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output().lines())
                    .contains(
                            "[0] program reads -1",
                            "[1] file reads -1",
                            "[0] cat ended with 0",
                            "[1] cat ended with 0");
        }
    }
}
