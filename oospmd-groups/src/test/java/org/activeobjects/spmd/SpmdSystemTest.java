package org.activeobjects.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAFuture;
import org.activeobjects.group.Group;
import org.activeobjects.group.PAGroup;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spmd.Solver.Outcome;
import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** Ranks in two JVMs of their own, made and asked by a third. */
@Tag("system")
@Timeout(120)
class SpmdSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final NodeRuntime here =
            NodeRuntime.open(TransportConfig.defaults().withJob(NodeMain.JOB, null));
    private NodeProcess first;
    private NodeProcess second;
    private Node firstNode;
    private Node secondNode;

    @BeforeEach
    void startNodes(@TempDir Path logs) {
        here.makeDefault();
        first = NodeProcess.start(logs, "first", NodeMain.class);
        second = NodeProcess.start(logs, "second", NodeMain.class);
        firstNode = connect(first);
        secondNode = connect(second);
    }

    @AfterEach
    void stopNodes() {
        here.close();
        first.close();
        second.close();
    }

    @Test
    void ranksOfTwoJvmsExchangeReduceAndMeetAtBarriers() {
        int size = 4;
        Solver group = newGroup(size);

        assertThat(PAGroup.getGroup(group.meetAll(3, 100_000)))
                .extracting(Outcome::number)
                .containsOnly(3 * 6.0);
        assertThat(PAGroup.getGroup(group.reduce())).extracting(Outcome::number).containsOnly(6.0);

        int steps = 10;
        for (int step = 0; step < steps; step++) {
            group.step(step);
        }
        await().atMost(LIMIT)
                .untilAsserted(
                        () ->
                                assertThat(PAGroup.getGroup(group.served()))
                                        .extracting(Outcome::number)
                                        .containsOnly(2.0 * size * steps));
        for (Outcome outcome : PAGroup.getGroup(group.served())) {
            var served = Arrays.asList(outcome.text().split(","));
            for (int step = 0; step < steps; step++) {
                assertThat(served.indexOf("after " + step))
                        .as("on rank %d: %s", outcome.rank(), served)
                        .isGreaterThan(served.lastIndexOf("before " + step));
            }
        }
    }

    @Test
    void neighboursOfTwoJvmsMeetAtBarriersAndAreToldOfAKilledJvm() {
        int steps = 30;
        Cell ring = PASPMD.newSPMDGroup(Cell.class, new Object[4][0], firstNode, secondNode);
        for (int step = 0; step < steps; step++) {
            ring.step(step);
        }
        NeighbourBarrierTest.awaitOrder(ring, 2 * 3 * steps);
        Group<Cell> cells = PAGroup.getGroup(ring);
        assertThat(cells.get(0).call("b", 1, 2).text()).isEqualTo("called");
        cells.get(0).note("not concerned");

        second.kill();

        await().atMost(LIMIT)
                .untilAsserted(
                        () ->
                                assertThat(cells.get(0).call("c", 1).text())
                                        .contains("rank 1 has not called it and never will")
                                        .contains(Long.toString(second.handle().pid())));
        assertThat(cells.get(2).meet("b", 0).text()).isEqualTo("called");
        await().atMost(LIMIT)
                .untilAsserted(
                        () ->
                                assertThat(cells.get(0).served().text())
                                        .endsWith("not concerned,2 after b"));
    }

    @Test
    void theLogSaysWhoHasNotCalledABarrierAndWhy() {
        Cell all = PASPMD.newSPMDGroup(Cell.class, new Object[4][0], firstNode, secondNode);
        Group<Cell> cells = PAGroup.getGroup(all);
        assertThat(cells.get(1).call("b", 3).text()).isEqualTo("called");
        cells.get(3).failBefore("no matrix");

        assertThat(cells.get(0).call("a", 3).text()).isEqualTo("called");
        assertThat(cells.get(2).call("b", 1).text()).isEqualTo("called");
        assertThat(cells.get(0).waitFor("left").text()).isEqualTo("called");

        String holds = " holds back requests in ";
        String thrown = "rank 3 has thrown: request failBefore threw";
        first.awaitLine(
                "rank 0" + holds + "neighbour barrier \"a\" of ranks 0,3: " + thrown, LIMIT);
        first.awaitLine(
                "rank 0" + holds + "method barrier of left, missing left: " + thrown, LIMIT);
        first.awaitLine(
                "rank 2"
                        + holds
                        + "neighbour barrier \"b\" of ranks 1,2: rank 1 has named ranks [1, 3]",
                LIMIT);
        assertThat(cells.get(3).call("a", 0).text()).isEqualTo("called"); // it may come yet
    }

    @Test
    void queuesOfTwoJvmsWaitForRequestsAndAreToldOfAKilledJvm() {
        int steps = 30;
        Cell ring = PASPMD.newSPMDGroup(Cell.class, new Object[4][0], firstNode, secondNode);
        MethodBarrierTest.runSteps(ring, steps);
        Cell cell = (Cell) PAGroup.get(ring, 0);
        assertThat(cell.waitFor("left").text()).isEqualTo("called");
        Outcome held = cell.waitFor("right");
        assertThat(cell.servedSoFar().number()).isEqualTo(3.0 * steps + 1);

        second.kill();

        assertThat(held.text()).contains("missing=left").contains("does not answer");
    }

    @Test
    void aKilledJvmFailsTheExchangeAndTheCollectiveAndTheBarrierThatWaitForItsRank() {
        Group<Solver> ranks = PAGroup.getGroup(newGroup(4));
        assertThat(ranks.get(1).whoAmI().text()).isEqualTo("1/4 platform");
        Outcome exchange = ranks.get(0).exchangeWith(1);
        Outcome collective = ranks.get(2).reduceOrReason();
        assertThat(PAFuture.isAwaited(exchange)).isTrue();

        second.kill();

        assertThat(exchange.text())
                .startsWith("PeerLostException")
                .contains("tag=\"with\" rank=0 peer=1")
                .contains(Long.toString(second.handle().pid()));
        assertThat(collective.text()).startsWith("PeerLostException").contains("allReduce failed");
        assertThat(ranks.get(0).reduceOrReason().text()).startsWith("PeerLostException");
        await().atMost(LIMIT)
                .untilAsserted(
                        () ->
                                assertThat(ranks.get(0).tryBarrier("b").text())
                                        .contains("does not answer"));
        assertThat(ranks.get(2).whoAmI().text()).isEqualTo("2/4 platform");
    }

    private Node connect(NodeProcess process) {
        return here.connect(process.awaitLine("READY", LIMIT).split(" ")[1]);
    }

    /** Even ranks on the first node, odd ones on the second. */
    private Solver newGroup(int size) {
        Object[][] params = new Object[size][];
        Arrays.setAll(params, i -> new Object[] {i});
        return PASPMD.newSPMDGroup(Solver.class, params, firstNode, secondNode);
    }
}
