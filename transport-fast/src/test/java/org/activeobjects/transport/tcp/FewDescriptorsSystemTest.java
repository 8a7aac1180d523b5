package org.activeobjects.transport.tcp;

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

/** In a process of its own that may have few descriptors. */
@Tag("system")
@Timeout(120)
class FewDescriptorsSystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String FEW = "ulimit -n 256; exec \"$@\"";

    @Test
    void sayWhatIsMissingLoseNoneAndStartOnceThereAreEnough(@TempDir Path folder) {
        List<String> command =
                List.of(
                        "bash",
                        "-c",
                        FEW,
                        "few",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FewDescriptorsMain.class.getName());
        try (NodeProcess process = NodeProcess.startCommand(folder, "few", Map.of(), command)) {
            assertThat(process.awaitLine("elsewhere refused", PATIENCE))
                    .contains("cannot listen: bindAddress=192.0.2.1 (bind failed: ", "(errno=99)");
            process.awaitLine("before listens", PATIENCE);
            for (int free = 0; free < FewDescriptorsMain.NEEDED; free++) {
                assertThat(process.awaitLine("free=" + free + " refused", PATIENCE))
                        .contains("cannot listen: bindAddress=", " failed: ", "(errno=24)");
                assertThat(process.awaitLine("free=" + free + " left=", PATIENCE))
                        .endsWith(" left=" + free);
            }
            process.awaitLine("after listens", PATIENCE);
            assertThat(process.awaitExit(PATIENCE)).isZero();
        }
    }
}
