package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Names of hosts with several addresses, at the first of which nobody listens. */
@Tag("system")
@Timeout(60)
class NamesSystemTest {

    @TempDir Path folder;

    @Test
    void areFollowedToTheFirstAddressThatAnswers() throws Exception {
        Path hosts = folder.resolve("hosts");
        Files.writeString(
                hosts,
                """
                127.0.0.2 several.test
                127.0.0.1 several.test
                127.0.0.2 silent.test
                127.0.0.3 silent.test
                """);
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djdk.net.hosts.file=" + hosts,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NamesMain.class.getName(),
                        folder.toString(),
                        "several.test",
                        "silent.test",
                        "unknown.test");
        try (NodeProcess node = NodeProcess.startCommand(folder, "names", Map.of(), command)) {
            node.awaitExit(Duration.ofSeconds(40));
            assertThat(node.output())
                    .contains("several.test connected=true", "DONE")
                    .containsPattern(
                            "cannot reach a runtime: address=silent.test:[0-9]+ reason=.*127.0.0.2:"
                                    + " Connection refused, 127.0.0.3: Connection refused")
                    .containsPattern("address=unknown.test:[0-9]+ reason=.*unknown.test")
                    .doesNotContain("unresolved");
        }
    }
}
