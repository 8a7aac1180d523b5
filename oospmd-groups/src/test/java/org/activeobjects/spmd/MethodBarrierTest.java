package org.activeobjects.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.group.Group;
import org.activeobjects.group.PAGroup;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spmd.Solver.Outcome;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;

/** Members live in two runtimes of this JVM, in turn. */
@Timeout(60)
class MethodBarrierTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("methods", TransportConfig.newSecret());
    private final NodeRuntime here = NodeRuntime.open(config);
    private final NodeRuntime there = NodeRuntime.open(config);
    private Node remote;

    @BeforeEach
    void connect() {
        here.makeDefault();
        remote = here.connect(there.card());
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    @ParameterizedTest(name = "{0} ranks, chosen by name: {1}")
    @CsvSource({"1, false", "4, false", "3, true"})
    void aStepIsServedWhenTheBordersOfBothSidesHaveCome(int size, boolean isPicky) {
        int steps = 50;
        Cell group = newGroup(isPicky ? Cell.Picky.class : Cell.class, size);

        runSteps(group, steps);
    }

    @ParameterizedTest(name = "{0} ranks, chosen by name: {1}")
    @CsvSource({"2, false", "5, false", "5, true"})
    void aTotalBarrierBehindTheFirstStepIsABeginningToo(int size, boolean isPicky) {
        Cell group = newGroup(isPicky ? Cell.Picky.class : Cell.class, size);
        int steps = 20;
        for (int round = 0; round < 20; round++) {
            group.start(steps);
            awaitSteps(group, (round + 1) * (3 * steps + 1));
        }
        for (Outcome outcome : PAGroup.getGroup(group.servedSoFar())) {
            List<String> served = Arrays.asList(outcome.text().split(","));
            for (int round = 0; round < 20; round++) {
                int from = round * (3 * steps + 1);
                requireInOrder(outcome, served.subList(from, from + 3 * steps + 1), steps);
            }
        }
    }

    /** Nobody may begin before all are prepared: its borders would come too early. */
    static void runSteps(Cell group, int steps) {
        assertThat(PAGroup.getGroup(group.prepare(steps)))
                .extracting(Outcome::text)
                .containsOnly("called");
        group.begin();
        awaitSteps(group, 3 * steps + 1);
        for (Outcome outcome : PAGroup.getGroup(group.servedSoFar())) {
            requireInOrder(outcome, Arrays.asList(outcome.text().split(",")), steps);
        }
    }

    private static void awaitSteps(Cell group, int served) {
        await().untilAsserted(
                        () ->
                                assertThat(PAGroup.getGroup(group.servedSoFar()))
                                        .extracting(Outcome::number)
                                        .containsOnly((double) served));
    }

    private static void requireInOrder(Outcome outcome, List<String> served, int steps) {
        for (int step = 0; step < steps; step++) {
            assertThat(served.subList(3 * step, 3 * step + 3))
                    .as("step %d on rank %d: %s", step, outcome.rank(), served)
                    .startsWith("step " + step)
                    .containsOnlyOnce("left " + step, "right " + step);
        }
    }

    @ParameterizedTest(name = "chosen by name: {0}")
    @ValueSource(booleans = {false, true})
    void othersWaitUntilOneOfEachMethodHasCome(boolean isPicky) {
        Cell cell = first(newGroup(isPicky ? Cell.Picky.class : Cell.class, 2));
        assertThat(cell.waitFor("left", "right", "left").text()).isEqualTo("called");
        cell.note("held");
        cell.left("left 1");
        cell.right("right 1");
        cell.right("right 2");
        await().until(() -> cell.servedSoFar().text().equals("left 1,right 1"));

        cell.left("left 2");

        await().until(() -> cell.servedSoFar().number() == 5);
        assertThat(cell.served().text())
                .isIn(
                        "left 1,right 1,left 2,held,right 2",
                        "left 1,right 1,held,left 2,right 2"); // whose notes come first
    }

    @Test
    void whatIsNoMethodThatWaitsInTheQueueIsRefused() {
        Cell cell = first(newGroup(Cell.class, 2));

        assertThat(cell.waitFor("lefft").text())
                .startsWith("IllegalArgumentException")
                .contains("method=lefft")
                .contains("it has atOnce, begin, call, ")
                .contains("left, ");
        assertThat(cell.waitFor("left", null).text())
                .startsWith("IllegalArgumentException")
                .contains("method=null");
        assertThat(cell.waitFor("atOnce").text())
                .startsWith("IllegalArgumentException")
                .contains("served at once");
        assertThat(cell.waitFor().text()).startsWith("IllegalArgumentException");
        assertThat(cell.atOnce("left").text())
                .startsWith("IllegalStateException")
                .contains("not in an immediate service");
        assertThatThrownBy(() -> PASPMD.methodBarrier(new String[] {"left"}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PASPMD.newSPMDGroup");
        cell.note("goes on");
        assertThat(cell.served().text()).isEqualTo("goes on");
    }

    @ParameterizedTest(name = "rank {0} ends")
    @ValueSource(ints = {1, 2})
    void aMemberThatEndsFailsABarrierThatMayWaitForIt(int gone) {
        Group<Cell> cells = PAGroup.getGroup(newGroup(Cell.class, 3));
        Cell cell = cells.getFirst();
        assertThat(cell.waitFor("left", "right").text()).isEqualTo("called");
        cell.note("held");
        cell.left("left");
        await().until(() -> cell.servedSoFar().text().equals("left"));

        PAActiveObject.terminateActiveObject(cells.get(gone), true);

        await().until(() -> cell.servedSoFar().text().equals("left,held"));
        assertThat(cell.waitFor("left").text())
                .startsWith("ActiveObjectException")
                .contains("methods=left,right rank=0 size=3")
                .contains("missing=right")
                .contains("member of the group was terminated: rank=" + gone);
    }

    @Test
    void whatHasComeWhenAMemberEndsIsNotMissed() {
        Group<Cell> cells = PAGroup.getGroup(newGroup(Cell.class, 2));
        Cell cell = cells.getFirst();
        cells.get(1).sendBorderAndEnd(cell);
        await().untilAsserted(
                        () ->
                                assertThatThrownBy(() -> cells.get(1).served().text())
                                        .hasMessageContaining("terminated"));

        cell.expectBorderAfter(cell);

        await().until(() -> cell.servedSoFar().text().equals("expected,left,held"));
    }

    @Test
    void anOrderToEndThatFindsABarrierIncompleteEndsTheObject() {
        Cell cell = first(newGroup(Cell.class, 2));
        assertThat(cell.waitFor("left").text()).isEqualTo("called");
        Outcome held = cell.served();

        PAActiveObject.terminateActiveObject(cell, false);

        assertThatThrownBy(held::text).isInstanceOf(BodyTerminatedException.class);
    }

    private static Cell first(Cell group) {
        return (Cell) PAGroup.get(group, 0);
    }

    private Cell newGroup(Class<? extends Cell> type, int size) {
        return PASPMD.newSPMDGroup(type, new Object[size][0], here.node(), remote);
    }
}
