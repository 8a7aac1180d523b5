package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.StubObject;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.Stubs;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Groups of ordinary objects whose members are turned active. */
@Timeout(60)
class TurnActiveGroupTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("turn", TransportConfig.newSecret());
    private final NodeRuntime here = NodeRuntime.open(config);
    private final NodeRuntime there = NodeRuntime.open(config);
    private Node remote;

    /** Cannot be active, and is a worker. */
    public static final class Last extends Worker {
        public Last(Integer number) {
            super(number);
        }
    }

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

    @Test
    void membersBecomeActiveOnTheNodesInTurn() {
        Worker group = PAGroup.of(Worker.class, List.of(new Worker(0), new Worker(1)));

        assertThat(PAGroup.turnActiveGroup(group, here.node(), remote)).isSameAs(group);

        assertThat(PAGroup.getGroup(group))
                .allMatch(StubObject.class::isInstance)
                .extracting(member -> PAActiveObject.getActiveObjectNode(member).runtimeId())
                .containsExactly(here.node().runtimeId(), there.node().runtimeId());
        assertThat(PAGroup.getGroup(group.number()))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(0, 1);
    }

    @Test
    void withoutNodesMembersBecomeActiveHereAndWhatIsActiveOrMissingStays() {
        Worker active = PAActiveObject.newActive(Worker.class, 5);
        Worker group = PAGroup.of(Worker.class, Arrays.asList(active, null, new Worker(1)));

        PAGroup.turnActiveGroup(group);

        assertThat(PAGroup.get(group, 0)).isSameAs(active);
        assertThat(PAGroup.get(group, 1)).isNull();
        assertThat(PAActiveObject.getActiveObjectNode(PAGroup.get(group, 2)).runtimeId())
                .isEqualTo(here.node().runtimeId());
    }

    @Test
    void resultsBecomeActiveWhenTheyHaveArrived() {
        Worker workers = PAGroup.newGroup(Worker.class, new Object[][] {{0}, {1}});
        Worker.Sum sums = workers.sum(new double[] {1});

        PAGroup.turnActiveGroup(sums, remote);

        assertThat(PAGroup.getGroup(sums.twice()))
                .extracting(Worker.Sum::value)
                .containsExactly(2.0, 4.0);
        assertThat(PAActiveObject.getActiveObjectNode(PAGroup.get(sums, 0)).runtimeId())
                .isEqualTo(there.node().runtimeId());
    }

    @Test
    void nodesMayBeNamedByTheirUrls() {
        Worker group = PAGroup.of(Worker.class, List.of(new Worker(0)));

        PAGroup.turnActiveGroup(group, remote.getNodeInformation().getURL());

        assertThat(PAActiveObject.getActiveObjectNode(PAGroup.get(group, 0)).runtimeId())
                .isEqualTo(there.node().runtimeId());
    }

    @Test
    void ifOneCannotBeActiveNoneIs() {
        Worker first = new Worker(0);
        Worker group = PAGroup.of(Worker.class, List.of(first, new Last(1)));

        assertThatThrownBy(() -> PAGroup.turnActiveGroup(group))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("the class is final");

        assertThat(PAGroup.get(group, 0)).isSameAs(first);
        assertThatThrownBy(() -> PAGroup.turnActiveGroup(group, new Node[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nodes=0");
        assertThatThrownBy(() -> PAGroup.turnActiveGroup("none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a typed group");
    }

    @Test
    void whatLeavesMeanwhileTakesNoPlaceOfAnother() {
        Worker first = new Worker(0);
        Worker failed =
                PAFuture.fromCompletable(
                        CompletableFuture.failedFuture(new IllegalStateException("stays")),
                        Worker.class);
        Worker last = new Worker(2);
        List<Members<Worker>> known = new ArrayList<>();
        Members<Worker> group =
                Members.ofAnswers(
                        Worker.class,
                        List.of(first, failed, last, last),
                        index -> known.getFirst().removeSame(first, 0));
        known.add(group);

        PAGroup.turnActiveGroup(group.getGroupByType());

        assertThat(group).hasSize(3);
        assertThat(group.content()[0]).isSameAs(failed);
        assertThat(Arrays.asList(group.content()).subList(1, 3))
                .allMatch(Stubs::isActive)
                .doesNotHaveDuplicates();
    }
}
