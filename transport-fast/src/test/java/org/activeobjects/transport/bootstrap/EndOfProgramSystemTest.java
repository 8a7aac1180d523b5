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

/** A program whose runtimes are closed ends with its last line. */
@Tag("system")
@Timeout(60)
class EndOfProgramSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir private Path folder;

    @Test
    void isHeldUpByNoThreadOfALink() {
        try (NodeProcess program =
                NodeProcess.startJvm(
                        folder,
                        "program",
                        Map.of(),
                        List.of(),
                        EndOfProgramMain.class,
                        "shm",
                        "tcp",
                        "netty")) {
            assertThat(program.awaitLine("left=", LIMIT)).isEqualTo("left=[]");
            assertThat(program.awaitExit(LIMIT)).isZero();
        }
    }
}
