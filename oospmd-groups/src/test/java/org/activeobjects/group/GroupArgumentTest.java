package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Typed groups as arguments and results, within a runtime and between two. */
@Timeout(60)
class GroupArgumentTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("group-arguments", TransportConfig.newSecret());
    private final NodeRuntime here = NodeRuntime.open(config);
    private final NodeRuntime there = NodeRuntime.open(config);
    private final List<Adder> adders = new ArrayList<>();
    private Worker group;

    /** Works on groups that it is given. */
    public static class Adder {

        /** Opened by the test; static, since it is meant for copies. */
        static volatile CountDownLatch gate = new CountDownLatch(0);

        private Worker.Sum kept;

        public Worker.Sum late(double value) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("not let go: " + value, e);
            }
            return new Worker.Sum(value);
        }

        /** One-way. */
        public void keep(Worker.Sum sums) {
            kept = sums;
        }

        public boolean awaitsAll() {
            return PAGroup.allAwaited(kept);
        }

        public Worker.Sum kept() {
            return kept;
        }

        public Worker.Sum total() {
            double total = 0;
            for (Worker.Sum sum : PAGroup.getGroup(kept)) {
                total += sum.value();
            }
            return new Worker.Sum(total);
        }

        public int failures(org.activeobjects.wrapper.IntWrapper results) {
            PAGroup.waitAll(results);
            return PAGroup.getGroup(results).getExceptionList().size();
        }

        public Worker.Sum totalOf(Worker workers, double value) {
            kept = workers.sum(new double[] {value});
            return total();
        }

        /** One-way. */
        public void change(Worker.Sum sums) {
            PAGroup.getGroup(sums).set(0, new Worker.Sum(1000));
        }
    }

    @BeforeEach
    void makeGroups() {
        here.makeDefault();
        Node remote = here.connect(there.card());
        group = PAGroup.newGroup(Worker.class, new Object[][] {{0}, {1}, {2}}, here.node(), remote);
        for (Node node : List.of(here.node(), remote)) {
            adders.add(PAActiveObject.newActive(Adder.class, new Object[0], node));
        }
        Adder.gate = new CountDownLatch(0);
    }

    @AfterEach
    void close() {
        Adder.gate.countDown();
        there.close();
        here.close();
    }

    private Adder adderGroup() {
        return PAGroup.newGroup(Adder.class, new Object[][] {{}, {}}, here.node());
    }

    @Test
    void resultsThatAreAwaitedArePassedOnAndCompletedWhereTheyAre() {
        Adder.gate = new CountDownLatch(1);
        Worker.Sum pending = adderGroup().late(2.5);
        for (Adder adder : adders) {
            adder.keep(pending);
            assertThat(adder.awaitsAll()).isTrue();
        }
        Worker.Sum back = PAFuture.getFutureValue(adders.get(1).kept());
        assertThat(PAGroup.allAwaited(back)).isTrue();
        Adder.gate.countDown();

        for (Adder adder : adders) {
            assertThat(adder.total().value()).isEqualTo(5.0);
        }
        assertThat(PAGroup.getGroup(back)).extracting(Worker.Sum::value).containsExactly(2.5, 2.5);
    }

    @Test
    void resultsThatHaveFailedStayFailed() {
        for (Adder adder : adders) {
            assertThat(adder.failures(group.failIfOdd())).isEqualTo(1);
        }
    }

    @Test
    void activeMembersGoByReferenceAndAllAreCalled() {
        for (Adder adder : adders) {
            assertThat(adder.totalOf(group, 4).value()).isEqualTo(4 + 5 + 6);
        }
    }

    @Test
    void theCalleeHasAGroupOfItsOwn() {
        Worker.Sum sums = PAGroup.of(Worker.Sum.class, List.of(new Worker.Sum(1)));
        for (Adder adder : adders) {
            adder.change(sums);
            adder.keep(sums);
            assertThat(adder.total().value()).isEqualTo(1);
        }
    }
}
