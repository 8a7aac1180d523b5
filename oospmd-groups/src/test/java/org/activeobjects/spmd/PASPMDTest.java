package org.activeobjects.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.collective.Reduction;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.group.Group;
import org.activeobjects.group.PAGroup;
import org.activeobjects.node.Job;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spmd.Solver.Outcome;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;

/** Ranks live in the caller's runtime and, every other one, in a second runtime of this JVM. */
@Timeout(120)
class PASPMDTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("spmd", TransportConfig.newSecret());
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

    @Test
    void membersKnowTheirRankTheSizeAndTheGroupAndRunOnPlatformThreads() {
        Group<Outcome> outcomes = PAGroup.getGroup(newGroup(3).whoAmI());

        assertThat(outcomes)
                .extracting(Outcome::text)
                .containsExactly("0/3 platform", "1/3 platform", "2/3 platform");
        assertThat(outcomes).extracting(Outcome::number).containsOnly(3.0);
    }

    @Test
    void groupsAreMadeOnNodesThatAreGivenByTheirUrlsAndByTheNameOfTheClass() throws Exception {
        String name = Solver.class.getName();
        Object[][] params = {{0}, {1}};
        String[] urls = {here.node().url(), remote.url()};

        List<Object> groups =
                List.of(
                        PASPMD.newSPMDGroup(Solver.class, params, urls),
                        PASPMD.newSPMDGroup(Solver.class, params),
                        PASPMD.newSPMDGroup(name, params, urls),
                        PASPMD.newSPMDGroup(name, params),
                        PASPMD.newSPMDGroupInParallel(Solver.class, params, here.node()),
                        PASPMD.newSPMDGroupInParallel(name, params, here.node()));

        for (Object group : groups) {
            assertThat(PAGroup.getGroup(((Solver) group).whoAmI()))
                    .extracting(Outcome::text)
                    .containsExactly("0/2 platform", "1/2 platform");
        }
        assertThat(PAGroup.getGroup(groups.getFirst()))
                .extracting(PAActiveObject::getActiveObjectNodeUrl)
                .containsExactly(urls);
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void ranksExchangeWithEachOtherAndWithThemselves(int size) {
        Solver group = newGroup(size);
        double expected = size * (size - 1) / 2.0;

        for (int length : new int[] {0, 1, 1000, 300_000}) {
            assertThat(PAGroup.getGroup(group.meetAll(2, length)))
                    .extracting(Outcome::number)
                    .containsOnly(length == 0 ? 0 : 2 * expected);
        }
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 3})
    void ranksSendMessagesToEachOtherBesides(int size) {
        String expected = "true " + size * (size - 1) / 2.0;
        for (int length : new int[] {1, 300_000}) {
            Group<Outcome> outcomes = PAGroup.getGroup(newGroup(size).passOn(length));

            assertThat(outcomes).extracting(Outcome::text).containsOnly(expected);
            for (int rank = 0; rank < size; rank++) {
                assertThat(outcomes.get(rank).number()).isEqualTo(Math.floorMod(rank - 1, size));
            }
        }
    }

    @ParameterizedTest(name = "{0} rows")
    @ValueSource(ints = {0, 1, 3, 200})
    void ranksExchangeNumbersThatAreReadAndPutOneByOne(int rows) {
        String[] expected = new String[2];
        for (int rank = 0; rank < 2; rank++) {
            double[] matrix = new double[3 * rows];
            for (int row = 0; row < rows; row++) {
                matrix[3 * row + 1] = 1000 * (1 - rank) + row;
            }
            expected[rank] = Arrays.toString(matrix);
        }

        assertThat(PAGroup.getGroup(newGroup(2).swapColumns(rows)))
                .extracting(Outcome::text)
                .containsExactly(expected);
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {2, 3, 5})
    void ranksReduceAndBroadcast(int size) {
        double sum = size * (size - 1) / 2.0;

        assertThat(PAGroup.getGroup(newGroup(size).reduce()))
                .allSatisfy(
                        outcome -> {
                            assertThat(outcome.number()).isEqualTo(sum);
                            assertThat(outcome.rank()).isEqualTo(size - 1);
                            assertThat(outcome.text())
                                    .isEqualTo(size + ".0 0 1 " + (sum == 0 ? 0 : -sum));
                        });
    }

    @Test
    void anExchangeOfDifferentLengthsFailsOnBothRanksAndNamesTheTag() {
        assertThat(PAGroup.getGroup(newGroup(2).mismatch()))
                .extracting(Outcome::text)
                .allSatisfy(
                        text ->
                                assertThat(text)
                                        .startsWith("MessageMismatchException")
                                        .contains("tag=\"halo\"")
                                        .contains("INT[4]")
                                        .contains("INT[5]"));
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 4})
    void whatIsSentAfterATotalBarrierIsServedAfterAllThatWasSentBefore(int size) {
        Solver group = newGroup(size);
        int steps = 20;
        for (int step = 0; step < steps; step++) {
            group.step(step);
        }

        await().untilAsserted(
                        () ->
                                assertThat(PAGroup.getGroup(group.served()))
                                        .extracting(Outcome::number)
                                        .containsOnly(2.0 * size * steps));
        for (Outcome outcome : PAGroup.getGroup(group.served())) {
            List<String> served = Arrays.asList(outcome.text().split(","));
            for (int step = 0; step < steps; step++) {
                assertThat(served.indexOf("after " + step))
                        .as("on rank %d: %s", outcome.rank(), served)
                        .isGreaterThan(served.lastIndexOf("before " + step));
            }
        }
    }

    @Test
    void aTotalBarrierFailsWhenAMemberHasEnded() {
        Solver group = newGroup(3);
        PAGroup.getGroup(group.whoAmI()).waitAll();
        PAActiveObject.terminateActiveObject(PAGroup.get(group, 2), true);
        Solver first = (Solver) PAGroup.get(group, 0);
        Solver second = (Solver) PAGroup.get(group, 1);

        first.callBarrier("b");

        await().untilAsserted(
                        () -> {
                            String reason = "rank 2 does not answer";
                            assertThat(first.tryBarrier("b").text()).contains(reason);
                            assertThat(second.tryBarrier("b").text()).contains(reason);
                        });
    }

    @Test
    void noGroupIsMadeIfAMemberCannotBe() {
        assertThatThrownBy(
                        () ->
                                PASPMD.newSPMDGroup(
                                        Solver.class, new Object[][] {{1}, {"no number"}}, remote))
                .isInstanceOf(ActiveObjectCreationException.class);
        assertThatThrownBy(() -> PASPMD.newSPMDGroup(Solver.class, new Object[0][], remote))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("members=0 nodes=1");
        assertThatThrownBy(
                        () -> PASPMD.newSPMDGroup(Solver.class, new Object[][] {{1}}, remote, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a node of an SPMD group is null: index=1 nodes=2");
    }

    @Test
    void outsideOfAGroupThereIsNoRank() {
        assertThatThrownBy(PASPMD::getMyRank)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PASPMD.newSPMDGroup")
                .hasMessageContaining("ao run");
        assertThatThrownBy(PASPMD::barrier).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(PASPMD::getSPMDGroup).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aRuntimeOfAJobIsARank() {
        Node back = there.connect(here.card());
        here.job(new Job("j", 0, 2, List.of(here.node(), remote)));
        there.job(new Job("j", 1, 2, List.of(back, there.node())));
        Solver other = PAActiveObject.newActive(Solver.class, new Object[] {5}, remote);

        // The active object belongs to no group, so that its JVM is the rank.
        Outcome atOther = other.asRankOfJob();
        double[] mine = {1};
        double[] received = {0};
        PASPMD.exchange("job", 1, mine, 0, received, 0, 1);
        double sum = PASPMD.allReduce(1.0, Reduction.SUM);

        assertThat(PASPMD.getMyRank()).isZero();
        assertThat(PASPMD.getMySPMDGroupSize()).isEqualTo(2);
        assertThat(received).containsExactly(5);
        assertThat(sum).isEqualTo(6);
        assertThat(atOther.rank()).isEqualTo(1);
        assertThat(atOther.number()).isEqualTo(6);
        assertThat(atOther.text()).isEqualTo("2 1.0");
    }

    @Test
    void theRankOfAJobThatCannotBeReachedIsNamed() {
        here.job(new Job("j", 0, 2, List.of(here.node(), remote)));
        there.close();

        assertThatThrownBy(PASPMD::barrier)
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageStartingWith(
                        "the ranks of the job cannot all be reached: rank=0 size=2 missing=1: ");
    }

    @Test
    void ranksThatOnlyWaitForEachOtherInDifferentOperationsOfAllFail() {
        assertThat(PAGroup.getGroup(newGroup(2).broadcastCrosswise()))
                .extracting(Outcome::text)
                .allSatisfy(
                        text ->
                                assertThat(text)
                                        .startsWith("MessageMismatchException")
                                        .contains("rank 0 called broadcast with root 1, the 1.")
                                        .contains("rank 1 called broadcast with root 0, the 1."))
                .hasSize(2);
    }

    @ParameterizedTest(name = "after another operation: {0}")
    @ValueSource(booleans = {false, true})
    void whereDeadlocksFailThoseWhoWaitForAMemberThatHasThrownAreToldWhatItThrew(boolean haveMet) {
        System.setProperty(DeadlockPolicy.SETTING, "fail");
        Solver group;
        try {
            group = newGroup(4);
        } finally {
            System.clearProperty(DeadlockPolicy.SETTING);
        }

        Group<Outcome> outcomes = PAGroup.getGroup(group.reduceUnless(1, haveMet));
        outcomes.waitAll();

        assertThat(outcomes.getExceptionList().getMessage()).contains("no matrix");
        outcomes.purgeExceptionAndNull();
        assertThat(outcomes)
                .extracting(Outcome::text)
                .allSatisfy(
                        text ->
                                assertThat(text)
                                        .startsWith("DeadlockException")
                                        .contains("waits for rank 1, which has thrown")
                                        .contains("request reduceUnless")
                                        .contains("IllegalStateException: no matrix"))
                .hasSize(3);
    }

    @ParameterizedTest(name = "{0} doubles")
    @ValueSource(ints = {1, 300_000})
    void whereDeadlocksFailRanksThatDisagreeAreToldSoAndTakePartInNothingMore(int length) {
        System.setProperty(DeadlockPolicy.SETTING, "fail");
        Solver group;
        try {
            group = newGroup(4);
        } finally {
            System.clearProperty(DeadlockPolicy.SETTING);
        }

        String report = "DeadlockExceptiondeadlock among ranks: rank 0 waits for rank 1 waits for";
        assertThat(PAGroup.getGroup(group.disagree(length)))
                .extracting(Outcome::text)
                .allSatisfy(text -> assertThat(text).startsWith(report))
                .hasSize(4);
        assertThat(PAGroup.getGroup(group.reduceOrReason()))
                .extracting(Outcome::text)
                .allSatisfy(text -> assertThat(text).startsWith(report));
    }

    private Solver newGroup(int size) {
        Object[][] params = new Object[size][];
        Arrays.setAll(params, i -> new Object[] {i});
        return PASPMD.newSPMDGroup(Solver.class, params, here.node(), remote);
    }
}
