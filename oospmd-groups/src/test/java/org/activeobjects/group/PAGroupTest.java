package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIterable;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Members live in the caller's runtime and, every other one, in a second runtime of this JVM. */
@Timeout(60)
class PAGroupTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("groups", TransportConfig.newSecret());
    private final NodeRuntime here = NodeRuntime.open(config);
    private final NodeRuntime there = NodeRuntime.open(config);
    private Worker group;

    @BeforeEach
    void makeGroup() {
        here.makeDefault();
        Node remote = here.connect(there.card());
        group = PAGroup.newGroup(Worker.class, new Object[][] {{0}, {1}, {2}}, here.node(), remote);
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    @Test
    void aCallGoesToAllMembersAndItsResultsAreInTheirOrder() {
        IntWrapper results = group.plus(new IntWrapper(10));

        assertThat(PAGroup.size(results)).isEqualTo(3);
        PAGroup.waitAll(results);
        assertThat(PAGroup.allArrived(results)).isTrue();
        assertThat(PAGroup.getGroup(results))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(10, 11, 12);
        assertThat((Object) PAGroup.getGroup(results).getExceptionList()).isNull();
    }

    @Test
    void membersLieOnTheNodesInTurn() {
        assertThat(PAGroup.getGroup(group))
                .extracting(member -> PAActiveObject.getActiveObjectNode(member).runtimeId())
                .containsExactly(
                        here.node().runtimeId(), there.node().runtimeId(), here.node().runtimeId());
    }

    @Test
    void arraysReachEveryMember() {
        double[] values = new double[10_000];
        java.util.Arrays.fill(values, 0.5);

        Worker.Sum sums = group.sum(values);

        assertThat(PAGroup.getGroup(sums))
                .extracting(Worker.Sum::value)
                .containsExactly(5000.0, 5001.0, 5002.0);
    }

    @Test
    void aCallOfAGroupOfResultsGoesToEveryResult() {
        Worker.Sum doubled = group.sum(new double[] {1}).twice();

        assertThat(PAGroup.getGroup(doubled))
                .extracting(Worker.Sum::value)
                .containsExactly(2.0, 4.0, 6.0);
    }

    @Test
    void aCallWithoutResultReachesAllAndWaitsForNone() {
        int before = Worker.ONE_WAY_CALLS.get();

        group.note();

        await().until(() -> Worker.ONE_WAY_CALLS.get() == before + 3);
    }

    @Test
    void aMemberThatFailsLeavesItsExceptionAndIsPassedOverLater() {
        IntWrapper results = group.failIfOdd();

        PAGroup.waitAll(results);

        assertThat(PAGroup.get(results, 0)).isEqualTo(PAGroup.get(results, 0));
        assertThat(PAGroup.get(results, 1))
                .isInstanceOfSatisfying(
                        ExceptionInGroup.class,
                        failed -> {
                            assertThat(failed.getIndex()).isEqualTo(1);
                            assertThat(failed.getThrowable())
                                    .isInstanceOf(IllegalStateException.class)
                                    .hasMessageContaining("odd 1");
                        });
        ExceptionListException failures = PAGroup.getGroup(results).getExceptionList();
        assertThat(failures.size()).isEqualTo(1);
        assertThat(failures.iterator().next().getIndex()).isEqualTo(1);
        assertThat(failures.iterator().next().getObject()).isEqualTo(PAGroup.get(group, 1));

        PAGroup.getGroup(results).purgeExceptionAndNull();
        assertThat(PAGroup.getGroup(results))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(0, 2);
    }

    @Test
    void aLoopOverResultsThrowsTheFailureOfAMemberWhereItComesToIt() {
        IntWrapper results = group.failIfOdd();
        PAGroup.waitAll(results);
        Group<IntWrapper> members = PAGroup.getGroup(results);
        List<Integer> seen = new ArrayList<>();

        assertThatThrownBy(
                        () -> {
                            for (IntWrapper each : members) {
                                seen.add(each.getIntValue());
                            }
                        })
                .isInstanceOfSatisfying(
                        ExceptionInGroup.class,
                        failed -> assertThat(failed.getIndex()).isEqualTo(1))
                .hasMessageContaining("index=1")
                .hasRootCauseMessage("odd 1");
        assertThat(seen).containsExactly(0);
        assertThatThrownBy(() -> members.stream().mapToInt(IntWrapper::getIntValue).sum())
                .isInstanceOf(ExceptionInGroup.class);
        assertThatThrownBy(() -> members.get(1)).isInstanceOf(ExceptionInGroup.class);
        Object[] all = members.toArray();
        assertThat(all[1]).isInstanceOf(ExceptionInGroup.class);
        assertThat(members.indexOf(all[2])).isEqualTo(2);
        assertThat(members.toString()).contains("odd 1");
        assertThat(members.remove(all[2])).isTrue();
        assertThat(members).hasSize(2);
    }

    @Test
    void aLaterCallHasNullWhereAMemberHadFailed() {
        Worker.Sum sums = PAGroup.newGroup(Worker.Sum.class);
        PAGroup.getGroup(sums).add(new Worker.Sum(1));
        PAGroup.getGroup(sums).add(null);
        PAGroup.getGroup(sums).add(new Worker.Sum(2));

        Worker.Sum doubled = sums.twice();

        assertThat(PAGroup.get(doubled, 1)).isNull();
        assertThat(((Worker.Sum) PAGroup.get(doubled, 2)).value()).isEqualTo(4.0);
    }

    @Test
    void aVoidCallThatDeclaresExceptionsThrowsThoseOfAllMembers() throws IOException {
        group.check(3);

        assertThatThrownBy(() -> group.check(1))
                .isInstanceOfSatisfying(
                        ExceptionListException.class,
                        failed -> {
                            assertThat((Iterable<ExceptionInGroup>) failed)
                                    .extracting(ExceptionInGroup::getIndex)
                                    .containsExactly(1, 2);
                            assertThat(failed.iterator().next().getThrowable())
                                    .isInstanceOf(IOException.class)
                                    .hasMessageContaining("over 1: 1");
                        });
    }

    @Test
    void aCallToAMemberThatHasEndedIsNotLostSilently() {
        PAActiveObject.terminateActiveObject(PAGroup.get(group, 2), true);
        await().until(() -> !PAActiveObject.pingActiveObject(PAGroup.get(group, 2)));

        IntWrapper results = group.number();
        PAGroup.waitAll(results);

        assertThat(PAGroup.get(results, 2)).isInstanceOf(ExceptionInGroup.class);
        assertThat(((IntWrapper) PAGroup.get(results, 1)).getIntValue()).isEqualTo(1);
        assertThatThrownBy(group::note).isInstanceOf(ExceptionListException.class);
    }

    @Test
    void aResultThatCannotBeStoodInForIsRefusedBeforeAnythingIsSent() {
        assertThatThrownBy(group::primitive)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Worker.primitive()")
                .hasMessageContaining("result=int");
    }

    @Test
    void waitsForOneForSomeAndForACertainOne() {
        Worker.GATES[0] = new CountDownLatch(1);
        Worker.GATES[1] = new CountDownLatch(1);
        Worker.Sum results = PAGroup.newGroup(Worker.class, new Object[][] {{0}, {1}}).whenLetGo();
        assertThat(PAGroup.allAwaited(results)).isTrue();

        Worker.GATES[1].countDown();
        PAGroup.waitOne(results);
        assertThat(PAGroup.allAwaited(results)).isFalse();
        assertThat(PAGroup.waitOneAndGetIndex(results)).isEqualTo(1);
        PAGroup.waitN(results, 1);
        PAGroup.waitTheNth(results, 1);
        assertThat(((Worker.Sum) PAGroup.waitAndGetTheNth(results, 1)).value()).isEqualTo(1.0);
        assertThat(PAGroup.waitAndGetOne(results)).isSameAs(PAGroup.get(results, 1));
        PAGroup.getGroup(results).waitTheNth(1);
        assertThat(PAGroup.getGroup(results).waitAndGetOne().value()).isEqualTo(1.0);
        assertThat(PAGroup.allArrived(results)).isFalse();

        Worker.GATES[0].countDown();
        PAGroup.waitAll(results);
        assertThat(PAGroup.allArrived(results)).isTrue();
        assertThatThrownBy(() -> PAGroup.waitN(results, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("count=3 size=2");
    }

    @Test
    void resultsAreTakenOutAsTheyArriveAndFailuresToo() {
        IntWrapper results = group.failIfOdd();
        int size = PAGroup.size(results);

        List<Object> taken = new ArrayList<>();
        while (PAGroup.size(results) > 0) {
            taken.add(PAGroup.waitAndGetOneThenRemoveIt(results));
        }

        assertThat(taken).hasSize(size);
        assertThat(taken.stream().filter(ExceptionInGroup.class::isInstance)).hasSize(size / 2);
        assertThatThrownBy(() -> PAGroup.waitAndGetOneThenRemoveIt(results))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void membersAreMadeOnNodesThatAreGivenByTheirUrlsAndByTheNameOfTheClass() throws Exception {
        String name = Worker.class.getName();
        Object[][] params = {{1}, {2}, {3}};
        String[] urls = {here.node().url(), there.node().url()};

        List<Object> groups =
                List.of(
                        PAGroup.newGroup(Worker.class, params, urls),
                        PAGroup.newGroup(name, params, urls),
                        PAGroup.newGroup(name, params, urls[0]),
                        PAGroup.newGroup(name, params),
                        PAGroup.newGroupInParallel(Worker.class, params, here.node()),
                        PAGroup.newGroupInParallel(name, params, new Node[] {here.node()}));

        for (Object made : groups) {
            assertThat(PAGroup.getGroup(((Worker) made).number()))
                    .extracting(IntWrapper::getIntValue)
                    .containsExactly(1, 2, 3);
        }
        assertThat(PAGroup.getGroup(groups.getFirst()))
                .extracting(PAActiveObject::getActiveObjectNodeUrl)
                .containsExactly(urls[0], urls[1], urls[0]);
    }

    @Test
    void aScatteredArgumentIsDealtOut() {
        IntWrapper terms = PAGroup.newGroup(IntWrapper.class);
        PAGroup.getGroup(terms).addAll(List.of(new IntWrapper(100), new IntWrapper(200)));
        PAGroup.setScatterGroup(terms);
        assertThat(PAGroup.isScatterGroupOn(terms)).isTrue();

        IntWrapper results = group.plus(terms);

        assertThat(PAGroup.getGroup(results))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(100, 201, 102);
    }

    @Test
    void noElementOfAScatteredArgumentIsLeftOut() {
        IntWrapper terms = PAGroup.newGroup(IntWrapper.class);
        for (int i = 1; i <= 7; i++) {
            PAGroup.getGroup(terms).add(new IntWrapper(100 * i));
        }
        PAGroup.setScatterGroup(terms);

        IntWrapper results = group.plus(terms);

        assertThat(PAGroup.getGroup(results))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(100, 201, 302, 400, 501, 602, 700);
    }

    @Test
    void aGroupThatIsNoLongerScatteredGoesToEachMemberWhole() {
        IntWrapper terms = PAGroup.newGroup(IntWrapper.class);
        for (int i = 0; i < 7; i++) {
            PAGroup.getGroup(terms).add(new IntWrapper(i));
        }
        PAGroup.setScatterGroup(terms);
        PAGroup.unsetScatterGroup(terms);

        assertThat(PAGroup.isScatterGroupOn(terms)).isFalse();
        assertThat(PAGroup.size(group.plus(terms))).isEqualTo(3);
    }

    @Test
    void aMemberThatIsCalledMoreThanOnceFailsForEachOfItsElements() {
        IntWrapper terms = PAGroup.newGroup(IntWrapper.class);
        for (int i = 0; i < 5; i++) {
            PAGroup.getGroup(terms).add(new IntWrapper(i));
        }
        PAGroup.setScatterGroup(terms);

        assertThatThrownBy(() -> group.checkSum(terms))
                .isInstanceOfSatisfying(
                        ExceptionListException.class,
                        failed ->
                                assertThatIterable(failed)
                                        .extracting(ExceptionInGroup::getIndex)
                                        .containsExactly(2, 4));
    }

    @Test
    void aGroupKnowsItselfAndItsMembers() {
        assertThat(PAGroup.isGroup(group)).isTrue();
        assertThat(PAGroup.isGroup(PAGroup.get(group, 0))).isFalse();
        assertThat(PAGroup.isGroup(null)).isFalse();
        assertThat(PAGroup.getType(group)).isEqualTo(Worker.class);
        assertThat(PAGroup.getGroup(group).getGroupByType()).isSameAs(group);
        assertThat(group).isEqualTo(group).isNotEqualTo(PAGroup.get(group, 0));
        assertThat(group).hasToString("group of 3 Worker");
        assertThatThrownBy(() -> PAGroup.size("no group"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a typed group: type=java.lang.String");
    }

    @Test
    void classNamesMakeGroupsToo() throws ClassNotFoundException {
        Worker named =
                (Worker)
                        PAGroup.newGroup(
                                Worker.class.getName(), new Object[][] {{7}, {8}}, here.node());

        assertThat(PAGroup.getGroup(named.number()))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(7, 8);
        assertThatThrownBy(() -> PAGroup.newGroup("no.such.Class"))
                .isInstanceOf(ClassNotFoundException.class);
    }
}
