package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/** Groups with the members of others, and groups whose members are all made alike. */
@Timeout(60)
class GroupViewTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("views", TransportConfig.newSecret());
    private final NodeRuntime here = NodeRuntime.open(config);
    private final NodeRuntime there = NodeRuntime.open(config);
    private Node remote;
    private Worker workers;

    @BeforeEach
    void open() {
        here.makeDefault();
        remote = here.connect(there.card());
        workers = PAGroup.newGroup(Worker.class, new Object[][] {{0}, {1}, {2}});
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    private static List<Integer> numbers(Worker group) {
        return PAGroup.getGroup(group.number()).stream().map(IntWrapper::getIntValue).toList();
    }

    @Test
    void allMembersOfAnotherGroupAreAddedAsTheyAreThen() {
        Worker others = PAGroup.newGroup(Worker.class, new Object[][] {{7}, {8}});

        PAGroup.getGroup(workers).addMerge(others);
        PAGroup.getGroup(others).clear();

        assertThat(numbers(workers)).containsExactly(0, 1, 2, 7, 8);
        PAGroup.getGroup(workers).addMerge(workers);
        assertThat(numbers(workers)).containsExactly(0, 1, 2, 7, 8, 0, 1, 2, 7, 8);
    }

    @Test
    void resultsThatAreAwaitedAndThatHaveFailedAreAddedToo() {
        IntWrapper even = workers.failIfOdd();
        PAGroup.waitAll(even);
        IntWrapper numbers = workers.number();

        PAGroup.getGroup(numbers).addMerge(even);

        assertThat(PAGroup.size(numbers)).isEqualTo(6);
        PAGroup.waitAll(numbers);
        assertThat(PAGroup.get(numbers, 4)).isInstanceOf(ExceptionInGroup.class);
        PAGroup.getGroup(numbers).purgeExceptionAndNull();
        assertThat(PAGroup.getGroup(numbers))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(0, 1, 2, 0, 2);
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingIsAdded() {
        IntWrapper numbers = PAGroup.of(IntWrapper.class, List.of(new IntWrapper(1)));
        Group<Worker> group = PAGroup.getGroup(workers);

        assertThatThrownBy(() -> group.addMerge(numbers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("type=" + IntWrapper.class.getName())
                .hasMessageContaining("expected=" + Worker.class.getName());
        assertThatThrownBy(() -> group.addMerge("no group"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a typed group: type=java.lang.String");
        assertThat(group).hasSize(3);
    }

    @Test
    void aViewHasTheMembersOfItsTimeWhateverBecomesOfTheOther() {
        Worker view = PAGroup.captureView(workers);

        PAGroup.getGroup(workers).remove(0);
        PAGroup.getGroup(view).add(PAActiveObject.newActive(Worker.class, 9));

        assertThat(numbers(workers)).containsExactly(1, 2);
        assertThat(numbers(view)).containsExactly(0, 1, 2, 9);
        assertThat(PAGroup.getType(view)).isEqualTo(Worker.class);
        assertThat(view).isNotEqualTo(workers);
        assertThatThrownBy(() -> PAGroup.captureView("no group"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a typed group");
    }

    @Test
    void aViewOfResultsNamesTheMemberThatFailed() {
        IntWrapper view = PAGroup.captureView(workers.failIfOdd());

        PAGroup.waitAll(view);

        ExceptionInGroup failed = (ExceptionInGroup) PAGroup.get(view, 1);
        assertThat(failed.getObject()).isEqualTo(PAGroup.get(workers, 1));
    }

    @Test
    void whereOneArrayOfArgumentsIsGivenEachNodeHasAMemberMadeWithIt() throws Exception {
        Node[] nodes = {here.node(), remote, remote};
        Object[] parameters = {5};
        String[] urls = {here.node().getNodeInformation().getURL()};

        for (Object group :
                List.of(
                        PAGroup.newGroup(Worker.class, parameters, nodes),
                        PAGroup.newGroup(Worker.class, parameters, List.of(nodes)),
                        PAGroup.newGroup(Worker.class.getName(), parameters, nodes))) {
            assertThat(numbers((Worker) group)).containsExactly(5, 5, 5);
            assertThat(PAActiveObject.getActiveObjectNodeUrl(PAGroup.get(group, 2)))
                    .isEqualTo(remote.getNodeInformation().getURL());
        }
        assertThat(numbers(PAGroup.newGroup(Worker.class, parameters, urls))).containsExactly(5);
        assertThat(numbers((Worker) PAGroup.newGroup(Worker.class.getName(), parameters, urls)))
                .containsExactly(5);
        assertThatThrownBy(() -> PAGroup.newGroup(Worker.class, parameters, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nodes=0");
    }
}
