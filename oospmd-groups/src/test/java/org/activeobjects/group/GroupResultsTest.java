package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAFuture;
import org.activeobjects.error.ProActiveTimeoutException;
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

/** Results of groups in groups, that are null, that have failed: waits for them, use of them. */
@Timeout(60)
class GroupResultsTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("group-results", TransportConfig.newSecret());
    private final NodeRuntime here = NodeRuntime.open(config);
    private final NodeRuntime there = NodeRuntime.open(config);
    private List<Node> nodes;

    /** Answers when the test lets it go. */
    public static class Late {

        static final List<CountDownLatch> GATES = new ArrayList<>();

        private final int number;

        public Late(Integer number) {
            this.number = number;
        }

        public IntWrapper numberLater() {
            try {
                GATES.get(number).await();
                return new IntWrapper(number);
            } catch (InterruptedException e) {
                throw new IllegalStateException("not let go: " + number, e);
            }
        }

        public IntWrapper numberOrNull() {
            return number == 1 ? null : new IntWrapper(number);
        }

        public IntWrapper odd() {
            if (number % 2 == 1) {
                throw new IllegalStateException("odd " + number);
            }
            return new IntWrapper(number);
        }

        public IntWrapper numberUnlessOdd() throws IOException {
            if (number % 2 == 1) {
                throw new IOException("odd " + number);
            }
            return new IntWrapper(number);
        }
    }

    @BeforeEach
    void open() {
        here.makeDefault();
        nodes = List.of(here.node(), here.connect(there.card()));
        Late.GATES.clear();
        for (int i = 0; i < 4; i++) {
            Late.GATES.add(new CountDownLatch(1));
        }
    }

    @AfterEach
    void close() {
        Late.GATES.forEach(CountDownLatch::countDown);
        there.close();
        here.close();
    }

    private Late group(int from, int to) {
        Object[][] parameters = new Object[to - from][];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = new Object[] {from + i};
        }
        return PAGroup.newGroup(Late.class, parameters, nodes);
    }

    @Test
    void aGroupAmongTheMembersHasArrivedWhenAllOfItHas() {
        IntWrapper results =
                PAGroup.of(Late.class, List.of(group(0, 2), group(2, 4))).numberLater();
        IntWrapper second = (IntWrapper) PAGroup.get(results, 1);
        assertThat(PAGroup.allAwaited(results)).isTrue();

        Late.GATES.get(0).countDown();
        Late.GATES.get(3).countDown();
        PAGroup.waitOne(PAGroup.get(results, 0));
        PAGroup.waitOne(second);
        assertThat(PAGroup.allAwaited(results)).isFalse();
        Late.GATES.get(2).countDown();
        assertThat(PAGroup.waitOneAndGetIndex(results)).isEqualTo(1);
        assertThat(PAGroup.allArrived(second)).isTrue();
        assertThat(PAGroup.allArrived(results)).isFalse();
        PAGroup.getGroup(results).waitTheNth(1);
        PAGroup.waitN(results, 1);

        Late.GATES.get(1).countDown();
        PAGroup.waitAll(results);
        assertThat(PAGroup.allArrived(results)).isTrue();
        assertThat(PAGroup.allArrived(PAGroup.get(results, 0))).isTrue();
    }

    @Test
    void aWaitForACertainMemberThatIsAGroupIsForAllOfIt() throws InterruptedException {
        IntWrapper results = PAGroup.of(Late.class, List.of(group(0, 2))).numberLater();
        Thread waiting = Thread.ofPlatform().start(() -> PAGroup.getGroup(results).waitTheNth(0));
        await().until(() -> waiting.getState() == Thread.State.WAITING);

        Late.GATES.get(0).countDown();
        PAGroup.waitOne(PAGroup.get(results, 0));
        await().until(() -> waiting.getState() == Thread.State.WAITING);
        Late.GATES.get(1).countDown();
        waiting.join();

        assertThat(PAGroup.allArrived(results)).isTrue();
    }

    @Test
    void toTheWaitsForFuturesAGroupIsThereWhenAllOfItIs() throws InterruptedException {
        IntWrapper first = group(0, 2).numberLater();
        IntWrapper nested = PAGroup.of(Late.class, List.of(group(2, 4))).numberLater();
        Late.GATES.get(0).countDown();
        PAGroup.waitOne(first);

        assertThat(PAFuture.isAwaited(first)).isTrue();
        assertThat(PAFuture.isAwaited(nested)).isTrue();
        assertThatThrownBy(() -> PAFuture.waitFor(first, 10))
                .isInstanceOf(ProActiveTimeoutException.class);
        assertThatThrownBy(() -> PAFuture.waitForAny(List.of(first, nested), 10))
                .isInstanceOf(ProActiveTimeoutException.class);
        Late.GATES.get(2).countDown();
        Late.GATES.get(3).countDown();
        assertThat(PAFuture.waitForAny(List.of(first, nested))).isEqualTo(1);
        PAFuture.waitFor(nested);
        assertThatThrownBy(() -> PAFuture.waitForAll(List.of(nested, first), 10))
                .isInstanceOf(ProActiveTimeoutException.class);

        Thread waiting = Thread.ofPlatform().start(() -> PAFuture.waitFor(first));
        await().until(() -> waiting.getState() == Thread.State.WAITING);
        Late.GATES.get(1).countDown();
        waiting.join();
        PAFuture.waitForAll(List.of(nested, first));

        assertThat(PAFuture.isAwaited(first)).isFalse();
        assertThat(PAFuture.isAwaited(group(0, 2))).isFalse();
    }

    @Test
    void failuresInAGroupAmongTheMembersAreToldWithTheIndicesOfBoth() {
        IntWrapper results = PAGroup.of(Late.class, List.of(group(0, 1), group(2, 4))).odd();
        PAGroup.waitAll(results);

        List<ExceptionInGroup> failed = new ArrayList<>();
        PAGroup.getGroup(results).getExceptionList().forEach(failed::add);

        assertThat(failed).hasSize(1);
        ExceptionInGroup outer = failed.getFirst();
        assertThat(outer.getIndex()).isEqualTo(1);
        assertThat(outer.getObject()).isSameAs(PAGroup.get(results, 1));
        assertThat(outer.getThrowable())
                .isInstanceOfSatisfying(
                        ExceptionListException.class,
                        inner -> {
                            assertThat(inner.size()).isEqualTo(1);
                            assertThat(inner.iterator().next().getIndex()).isEqualTo(1);
                            assertThat(inner.iterator().next().getThrowable())
                                    .isInstanceOf(IllegalStateException.class)
                                    .hasMessage("odd 3");
                        });
    }

    @Test
    void resultsThatAreNullArePurged() {
        IntWrapper results = group(0, 3).numberOrNull();
        PAGroup.waitAll(results);

        PAGroup.getGroup(results).purgeExceptionAndNull();

        assertThat(PAGroup.getGroup(results))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(0, 2);
    }

    @Test
    void resultsOfWhichSomeHaveFailedCanBeRemovedAll() {
        Group<IntWrapper> results = PAGroup.getGroup(group(0, 4).odd());
        results.waitAll();
        assertThat(results.contains(new IntWrapper(7))).isFalse();

        results.subList(1, 3).clear();
        assertThat(results.size()).isEqualTo(2);
        assertThat(PAGroup.get(results.getGroupByType(), 1)).isInstanceOf(ExceptionInGroup.class);
        results.clear();

        assertThat(results.isEmpty()).isTrue();
    }

    @Test
    void anExceptionThatTheMethodDeclaresIsWhatItThrew() throws IOException {
        IntWrapper results = group(0, 2).numberUnlessOdd();

        assertThat(PAGroup.getGroup(results).getExceptionList().iterator().next())
                .hasMessageContaining("index=1: java.io.IOException: odd 1")
                .satisfies(
                        failed ->
                                assertThat(failed.getThrowable()).isInstanceOf(IOException.class));
    }

    @Test
    void aScatteredResultThatHasFailedThrowsWhereItIsUsedAsOneThatFailsLater() {
        Worker workers = PAGroup.newGroup(Worker.class, new Object[][] {{0}, {1}, {2}}, nodes);
        IntWrapper terms = workers.failIfOdd();
        PAGroup.waitAll(terms);
        PAGroup.setScatterGroup(terms);

        IntWrapper sums = workers.plus(terms);
        PAGroup.waitAll(sums);

        assertThat(((ExceptionInGroup) PAGroup.get(sums, 1)).getThrowable())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("odd 1");
        assertThat(((IntWrapper) PAGroup.get(sums, 2)).getIntValue()).isEqualTo(4);
    }

    @Test
    void aNodeThatIsNullIsNamed() {
        Object[][] parameters = {{0}, {1}};

        assertThatThrownBy(() -> PAGroup.newGroup(Worker.class, parameters, here.node(), null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a node of a group is null: index=1 nodes=2");
    }
}
