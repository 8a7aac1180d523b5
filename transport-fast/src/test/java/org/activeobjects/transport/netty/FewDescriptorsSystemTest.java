package org.activeobjects.transport.netty;

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
class FewDescriptorsSystemTest {

    private static final int FEW = 128;

    @Test
    void areToldAsTheReasonWhyThereIsNoLink(@TempDir Path folder) {
        try (NodeProcess process =
                NodeProcess.startWithFewDescriptors(folder, "few", FEW, FewDescriptorsMain.class)) {
            process.awaitExit(Duration.ofSeconds(60));
            assertThat(process.output())
                    .containsPattern(
                            "start: the event loops cannot be started.*Too many open files")
                    .contains("ulimit -n")
                    .containsPattern("open: no connection: .*Too many open files")
                    .contains("DONE");
        }
    }
}
