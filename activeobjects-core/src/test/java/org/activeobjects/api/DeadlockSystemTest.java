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
                    .contains("\n    Have one of them go on without waiting: ")
                    .contains("thread 'Neighbour#1 ask'")
                    .contains("thread 'Neighbour#2 ask'")
                    .doesNotContain("CAME BACK")
                    .doesNotContain("Exception");
            assertThat(alone.handle().isAlive()).isTrue();
        }
    }

    @Test
    void ofACrowdOfTheSameKindTheFirstIsReportedAndThenHowManyThereAre(@TempDir Path logs) {
        try (NodeProcess alone = NodeProcess.start(logs, "alone", CrowdMain.class)) {
            alone.awaitLine("with other requests of the same methods: deadlocks=10", LIMIT);

            // Each circle is told from one of its two waits on.
            assertThat(alone.output().split("Desk#\\d\\.ask is queued; not beside", -1))
                    .hasSizeBetween(2, 3);
            assertThat(alone.output()).doesNotContain("CAME BACK");
        }
    }

    /** Takes half a minute. */
    @Test
    void whatAConditionOfAnObjectHoldsUpIsToldInTheEndAndNothingFails(@TempDir Path logs) {
        try (NodeProcess alone =
                NodeProcess.startJvm(
                        logs,
                        "alone",
                        Map.of(),
                        List.of("-Dorg.apache.logging.log4j.simplelog.level=WARN"),
                        DoubtMain.class)) {
            alone.awaitLine("unless a condition that is a method of an object", LIMIT.plus(LIMIT));

            assertThat(alone.output())
                    .containsPattern("perhaps a deadlock: (Host#1|Guest#2)\\.visit waits for ")
                    .contains(
                            "Guest#2.visit waits for Host#1.visit (queued) waits for Host#1.visit")
                    .contains(
                            "Host#1.visit is queued; not beside or before visit, as a condition of"
                                    + " the object says now")
                    .doesNotContain("CAME BACK")
                    .doesNotContain("Exception");
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
