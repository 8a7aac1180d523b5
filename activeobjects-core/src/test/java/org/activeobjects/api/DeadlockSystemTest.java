package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Deadlocks in JVMs of their own: what is reported by itself, and between two. */
@Tag("system")
@Timeout(120)
class DeadlockSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @AfterAll
    static void leaveNothing() {
        Leftovers.remove(ServerMain.JOB);
    }

    @Test
    void isReportedAndNothingFailsWhereNothingElseIsSaid(@TempDir Path logs) {
        try (NodeProcess alone = NodeProcess.start(logs, "alone", NeighbourMain.class, "circle")) {
            alone.awaitLine("With -Dactiveobjects.deadlock=fail one of these waits fails", LIMIT);

            assertThat(alone.output())
                    .containsPattern(
                            "deadlock: Neighbour#(\\d)\\.ask waits for Neighbour#(\\d)\\.ask"
                                    + " waits for Neighbour#\\1\\.ask\n")
                    .contains("thread 'Neighbour#1 ask'")
                    .contains("thread 'Neighbour#2 ask'")
                    .doesNotContain("CAME BACK")
                    .doesNotContain("Exception");
            assertThat(alone.handle().isAlive()).isTrue();
        }
    }

    @Test
    void isFoundBetweenTwoJvmsWithTheStacksOfBoth(@TempDir Path logs) throws Exception {
        System.setProperty(DeadlockPolicy.SETTING, "fail");
        try (NodeRuntime here =
                        NodeRuntime.open(TransportConfig.defaults().withJob(ServerMain.JOB, null));
                NodeProcess server =
                        NodeProcess.startJvm(
                                logs,
                                "server",
                                Map.of(),
                                List.of("-D" + DeadlockPolicy.SETTING + "=fail"),
                                NeighbourMain.class)) {
            here.makeDefault();
            String url = server.awaitLine("READY", LIMIT).split(" ")[1];
            Neighbour far = PAActiveObject.lookupActive(Neighbour.class, url);
            Neighbour near = PAActiveObject.newActive(Neighbour.class);
            near.knows(far);
            far.knows(near);

            assertThatThrownBy(() -> near.ask(2).getIntValue())
                    .isInstanceOf(DeadlockException.class)
                    .hasMessageContaining("deadlock: Neighbour#1.ask")
                    .satisfies(
                            e ->
                                    assertThat(e.getMessage().split("thread 'Neighbour#1 ask'"))
                                            .hasSize(3));
        } finally {
            System.clearProperty(DeadlockPolicy.SETTING);
        }
    }
}
