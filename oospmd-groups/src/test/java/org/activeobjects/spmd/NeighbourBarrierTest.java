package org.activeobjects.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
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

import java.util.Arrays;
import java.util.List;

/** Members live in two runtimes of this JVM, in turn. */
@Timeout(60)
class NeighbourBarrierTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("neighbours", TransportConfig.newSecret());
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
    @CsvSource({"1, false", "2, false", "5, false", "4, true"})
    void whatNeighboursSendAfterABarrierIsServedAfterAllThatTheySentBefore(
            int size, boolean isPicky) {
        Cell group = newGroup(isPicky ? Cell.Picky.class : Cell.class, size);
        int steps = 50;
        for (int step = 0; step < steps; step++) {
            group.step(step);
        }

        awaitOrder(group, 2 * 3 * steps);
    }

    static void awaitOrder(Cell group, int notes) {
        await().untilAsserted(
                        () ->
                                assertThat(PAGroup.getGroup(group.served()))
                                        .extracting(Outcome::number)
                                        .containsOnly((double) notes));
        for (Outcome outcome : PAGroup.getGroup(group.served())) {
            List<String> served = Arrays.asList(outcome.text().split(","));
            for (int step = 0; served.contains("before " + step); step++) {
                assertThat(served.indexOf("after " + step))
                        .as("step %d on rank %d: %s", step, outcome.rank(), served)
                        .isGreaterThan(served.lastIndexOf("before " + step));
            }
        }
    }

    @Test
    void whoIsNotConcernedIsNotHeldUp() {
        Group<Cell> cells = PAGroup.getGroup(newGroup(Cell.class, 4));

        assertThat(cells.get(0).meet("b", 1).text()).isEqualTo("called");
        assertThat(cells.get(2).meet("b", 3).text()).isEqualTo("called");
        assertThat(cells.get(3).meet("b", 2).text()).isEqualTo("called");

        await().untilAsserted(
                        () -> {
                            assertThat(cells.get(2).served().text()).isEqualTo("3 after b");
                            assertThat(cells.get(3).served().text()).isEqualTo("2 after b");
                        });
        assertThat(cells.get(1).served().text()).isEmpty();
        assertThat(cells.get(1).meet("b", 0).text()).isEqualTo("called");
        await().untilAsserted(
                        () -> {
                            assertThat(cells.get(0).served().text()).isEqualTo("1 after b");
                            assertThat(cells.get(1).served().text()).isEqualTo("0 after b");
                        });
    }

    @Test
    void barriersThatMembersCallInDifferentOrderDoNotWaitForEachOther() {
        Group<Cell> cells = PAGroup.getGroup(newGroup(Cell.class, 2));

        assertThat(cells.get(0).meet("a", 1).text()).isEqualTo("called");
        assertThat(cells.get(1).meet("b", 0).text()).isEqualTo("called");
        assertThat(cells.get(0).meet("b", 1).text()).isEqualTo("called");
        assertThat(cells.get(1).meet("a", 0).text()).isEqualTo("called");

        await().untilAsserted(
                        () -> {
                            assertThat(cells.get(0).served().text())
                                    .isEqualTo("1 after b,1 after a");
                            assertThat(cells.get(1).served().text())
                                    .isEqualTo("0 after a,0 after b");
                        });
    }

    @Test
    void aTotalBarrierOfTheSameNameIsAnotherOne() {
        Cell group = newGroup(Cell.class, 3);
        Group<Cell> cells = PAGroup.getGroup(group);

        group.meetTotally("b");
        assertThat(cells.get(0).meet("b", 1).text()).isEqualTo("called");
        assertThat(cells.get(1).meet("b", 0).text()).isEqualTo("called");

        await().untilAsserted(
                        () -> {
                            assertThat(cells.get(0).served().text()).isEqualTo("1 after b");
                            assertThat(cells.get(1).served().text()).isEqualTo("0 after b");
                        });
    }

    @ParameterizedTest(name = "rank {0} ends")
    @CsvSource({"2", "3"})
    void whoNamesAMemberThatHasEndedIsToldAndItsOtherNeighboursGoOn(int gone) {
        Group<Cell> cells = PAGroup.getGroup(newGroup(Cell.class, 4));
        assertThat(cells.get(0).meet("b", 1, gone).text()).isEqualTo("called");
        cells.get(0).note("not concerned");
        PAActiveObject.terminateActiveObject(cells.get(gone), true);

        assertThat(cells.get(1).meet("b", 0).text()).isEqualTo("called");

        await().untilAsserted(
                        () -> {
                            assertThat(cells.get(0).served().text())
                                    .isEqualTo("not concerned,1 after b");
                            assertThat(cells.get(1).served().text()).isEqualTo("0 after b");
                        });
        await().untilAsserted(
                        () ->
                                assertThat(cells.get(0).meet("c", gone, 1).text())
                                        .contains("name=\"c\" rank=0 ranks=0,1," + gone)
                                        .contains("rank " + gone + " has not called it")
                                        .contains("member of the group was terminated"));
        // Its neighbour is not held up by that.
        assertThat(cells.get(1).meet("c", 0).text()).isEqualTo("called");
        await().untilAsserted(
                        () -> assertThat(cells.get(1).served().text()).isEqualTo("0 after b"));
        assertThat(cells.get(0).meet("d", 1).text()).isEqualTo("called");
    }

    @Test
    void aNeighbourThatHasCalledMayEndThen() {
        Group<Cell> cells = PAGroup.getGroup(newGroup(Cell.class, 3));
        assertThat(cells.get(1).meet("b", 0).text()).isEqualTo("called");
        PAActiveObject.terminateActiveObject(cells.get(1), true);
        await().untilAsserted(
                        () ->
                                assertThatThrownBy(() -> cells.get(1).served().text())
                                        .hasMessageContaining("terminated"));

        assertThat(cells.get(0).call("b", 1, 2).text()).isEqualTo("called");
        assertThat(cells.get(2).meet("b", 0).text()).isEqualTo("called");

        await().untilAsserted(
                        () ->
                                assertThat(cells.get(0).served().text())
                                        .isEqualTo("1 after b,2 after b"));
    }

    @Test
    void whatIsNoGroupOfMembersIsRefused() {
        Cell cell = (Cell) PAGroup.get(newGroup(Cell.class, 2), 0);
        Cell stranger = PAActiveObject.newActive(Cell.class);

        assertThat(cell.meetGroup("b", PAGroup.of(Cell.class, List.of(cell, stranger))).text())
                .contains("no member of the caller's SPMD group: name=\"b\" rank=0 index=1");
        assertThat(cell.meetGroup("b", cell).text()).contains("a typed group: name=b group=");
        assertThat(cell.meetGroup(null, null).text()).contains("name=null group=null");
        assertThatThrownBy(() -> PASPMD.neighbourBarrier("b", cell))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PASPMD.newSPMDGroup")
                .hasMessageContaining("in a request");
    }

    private Cell newGroup(Class<? extends Cell> type, int size) {
        return PASPMD.newSPMDGroup(type, new Object[size][0], here.node(), remote);
    }
}
