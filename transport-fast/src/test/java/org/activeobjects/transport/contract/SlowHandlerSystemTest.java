package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Every kind of handler is watched, wherever it runs. */
@Tag("system")
@Timeout(60)
class SlowHandlerSystemTest {

    @TempDir Path logs;
    @TempDir Path memory;

    @ParameterizedTest
    @CsvSource({
        "shm, message, peer",
        "shm, slowRequest, peer",
        "shm, slowReply, peer",
        "shm, slowRoom, peer",
        "shm, slowBulk, peer",
        "shm, message, itself",
        "shm, slowRequest, itself",
        "shm, slowBulk, itself",
        "netty, message, peer",
        "netty, slowRequest, peer"
    })
    void isReportedWithItsStack(String link, String kind, String to) {
        try (NodeProcess node =
                NodeProcess.startJvm(
                        logs,
                        "node",
                        Map.of(),
                        List.of("-Dorg.apache.logging.log4j.simplelog.level=WARN"),
                        SlowHandlerMain.class,
                        memory.toString(),
                        link,
                        kind,
                        to)) {
            String line = node.awaitLine("holds up all messages", Duration.ofSeconds(30));
            assertThat(line)
                    .contains(kind.equals("message") ? "handler=1 " : kind)
                    .contains("SlowHandlerMain.hang", "thread=", "forMs=");
        }
    }
}
