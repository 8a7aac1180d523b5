package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/** What is made of two groups, parts of one, and members by their names. */
@Timeout(60)
class GroupSetsTest {

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("sets", TransportConfig.newSecret()));
    private Worker typed;
    private Group<Worker> group;

    @BeforeEach
    void makeGroup() {
        here.makeDefault();
        typed = PAGroup.newGroup(Worker.class, new Object[][] {{0}, {1}, {2}, {3}});
        group = PAGroup.getGroup(typed);
    }

    @AfterEach
    void close() {
        here.close();
    }

    /** Members of the group, as others would have got their stubs: equal, not the same. */
    private Group<Worker> some(int... numbers) {
        Group<Worker> some = PAGroup.getGroup(PAGroup.newGroup(Worker.class));
        for (int number : numbers) {
            some.add(
                    number < group.size()
                            ? group.get(number)
                            : PAGroup.getGroup(
                                            PAGroup.newGroup(
                                                    Worker.class, new Object[][] {{number}}))
                                    .get(0));
        }
        return some;
    }

    private static List<Integer> numbersOf(Group<Worker> workers) {
        return PAGroup.getGroup(workers.getGroupByType().number()).stream()
                .map(IntWrapper::getIntValue)
                .toList();
    }

    @Test
    void groupsAreCombinedByTheirMembers() {
        Group<Worker> one = some(0, 1, 2);
        Group<Worker> other = some(2, 9, 1);

        assertThat(numbersOf(one.union(other))).containsExactly(0, 1, 2, 9);
        assertThat(numbersOf(one.intersection(other))).containsExactly(1, 2);
        assertThat(numbersOf(one.difference(other))).containsExactly(0, 9);
        assertThat(numbersOf(one.exclude(other))).containsExactly(0);
        assertThat(numbersOf(other.exclude(one))).containsExactly(9);
        assertThat(one).hasSize(3);
        assertThat(other).hasSize(3);
    }

    @Test
    void resultsAreTheSameIfTheirValuesAreAndFailedOnesAsThemselves() {
        Group<IntWrapper> one = PAGroup.getGroup(typed.failIfOdd());
        Group<IntWrapper> other = PAGroup.getGroup(typed.failIfOdd());

        Group<IntWrapper> all = one.union(other);

        all.purgeExceptionAndNull();
        assertThat(all).extracting(IntWrapper::getIntValue).containsExactly(0, 2);
        assertThat(one.intersection(one)).hasSize(4);
        assertThat(one.intersection(other)).hasSize(2);
        ExceptionListException failed = one.exclude(other).getExceptionList();
        assertThat(failed.size()).isEqualTo(2);
        assertThat(failed.iterator().next().getObject()).isEqualTo(group.get(1));
    }

    @Test
    void aRangeHasItsFirstAndItsLastMember() {
        assertThat(numbersOf(group.range(1, 2))).containsExactly(1, 2);
        assertThat(numbersOf(group.range(3, 3))).containsExactly(3);
        assertThatThrownBy(() -> group.range(1, 4))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("first=1 last=4 size=4");
        assertThatThrownBy(() -> group.range(2, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // as an old program may have it
    void aGroupOfAnotherTypeIsRefused() {
        Group others = PAGroup.getGroup(typed.number());

        assertThatThrownBy(() -> group.union(others))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("IntWrapper")
                .hasMessageContaining("Worker");
    }

    @Test
    void membersHaveNames() {
        Worker fifth = some(9).get(0);
        group.addNamedElement("fifth", fifth);

        assertThat(group).hasSize(5);
        assertThat(group.getNamedElement("fifth")).isSameAs(fifth);
        assertThat(group.containsKey("fifth")).isTrue();
        assertThat(group.keySet()).containsExactly("fifth");

        Worker instead = some(10).get(0);
        group.add(group.get(0));
        group.addNamedElement("fifth", instead);

        assertThat(numbersOf(group)).containsExactly(0, 1, 2, 3, 10, 0);

        assertThat(group.removeNamedElement("fifth")).isSameAs(instead);
        assertThat(group.removeNamedElement("fifth")).isNull();
        assertThat(numbersOf(group)).containsExactly(0, 1, 2, 3, 0);
    }

    @Test
    void aNameGoesWithItsMember() {
        group.addNamedElement("a", some(9).get(0));
        group.addNamedElement("b", some(10).get(0));

        group.remove(4);

        assertThat(group.containsKey("a")).isFalse();
        assertThat(group.getNamedElement("a")).isNull();
        assertThat(group.keySet()).containsExactly("b");
        assertThat(group.getNamedElement("b")).isEqualTo(group.get(4));
    }

    @Test
    void whatOnlyMadeOldCallsQuickerChangesNothing() {
        PAGroup.setUniqueSerialization(typed);
        PAGroup.unsetUniqueSerialization(typed);
        group.setRatioMemberToThread(2);

        assertThat(numbersOf(group)).containsExactly(0, 1, 2, 3);
        assertThatThrownBy(() -> PAGroup.setUniqueSerialization("none"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> group.setRatioMemberToThread(0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
