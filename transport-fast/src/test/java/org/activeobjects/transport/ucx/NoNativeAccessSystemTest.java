package org.activeobjects.transport.ucx;

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

@Tag("system")
@Timeout(60)
class NoNativeAccessSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir private Path logs;

    @Test
    void saysWhichFlagIsMissingWhereNativeAccessIsDenied() {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--illegal-native-access=deny",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NoNativeAccessMain.class.getName());
        try (NodeProcess node = NodeProcess.startCommand(logs, "node", Map.of(), command)) {
            assertThat(node.awaitLine("REFUSED", LIMIT))
                    .contains("--enable-native-access=ALL-UNNAMED");
            assertThat(node.awaitExit(LIMIT)).isZero();
        }
    }
}
