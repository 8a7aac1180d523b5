package org.activeobjects.transport.progress;

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
class OneCarrierSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir private Path logs;

    @Test
    void aVirtualThreadThatHelpsLetsOthersHaveItsCarrier() {
        run("help");
    }

    @Test
    void virtualThreadsThatWaitForALockLetItsHolderHaveTheirCarrier() {
        run("lock");
    }

    @Test
    void aVirtualThreadThatHelpsLetsOneHaveItsCarrierThatAPlatformThreadHasStarted() {
        run("outside");
    }

    @Test
    void virtualThreadsThatCallLookForTheirAnswersWhenAllHaveCalled() {
        run("together");
    }

    @Test
    void virtualThreadsThatLookAgainAndAgainLetAnotherOneHaveTheirCarrier() {
        run("look");
    }

    @Test
    void soTheyDoWhereTheyHaveACoreAndMoveTheLinksThemselves() {
        run("look on a core");
    }

    private void run(String scene) {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OneCarrierMain.class.getName(),
                        scene);
        try (NodeProcess node = NodeProcess.startCommand(logs, "node", Map.of(), command)) {
            assertThat(node.awaitLine("DONE", LIMIT)).contains("DONE");
            assertThat(node.awaitExit(LIMIT)).isZero();
        }
    }
}
