package org.activeobjects.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.group.Group;
import org.activeobjects.group.PAGroup;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spmd.Solver.Outcome;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.List;

/** Four members, every other one in a second runtime of this JVM; one of them is terminated. */
@Timeout(30)
class EndedMemberTest {

    private static final int SIZE = 4;

    private final TransportConfig config =
            TransportConfig.defaults().withJob("ended", TransportConfig.newSecret());
    private final NodeRuntime here = NodeRuntime.open(config);
    private final NodeRuntime there = NodeRuntime.open(config);
    private Group<Solver> members;

    @BeforeEach
    void makeGroup() {
        here.makeDefault();
        Node remote = here.connect(there.card());
        Object[][] params = new Object[SIZE][];
        Arrays.setAll(params, i -> new Object[] {i});
        members = PAGroup.getGroup(PASPMD.newSPMDGroup(Solver.class, params, here.node(), remote));
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    @ParameterizedTest(name = "rank {0} ends, the others are in {1}")
    @CsvSource({
        "0, barrier",
        "1, barrier",
        "2, broadcast",
        "3, allReduce of many",
        "0, exchange",
        "3, exchange",
        "1, exchange of many"
    })
    void whoWaitsForAMemberThatTerminatesItselfIsToldAtOnce(int gone, String operation) {
        List<Outcome> outcomes =
                members.stream().map(member -> member.meetAndEnd(gone, operation)).toList();

        for (int rank = 0; rank < SIZE; rank++) {
            if (rank != gone) {
                String text = outcomes.get(rank).text();
                assertNames(text, rank, gone, operation);
                assertThat(text.endsWith("; left ones met")).as(text).isEqualTo((rank ^ 1) != gone);
            }
        }
    }

    @ParameterizedTest(name = "rank {0} was terminated, the others begin {1}")
    @CsvSource({"0, barrier", "1, broadcast", "0, exchange", "1, exchange of many"})
    void whoWaitsForAMemberThatWasTerminatedBeforeIsToldAtOnce(int gone, String operation) {
        Solver ended = members.get(gone);
        PAActiveObject.terminateActiveObject(ended, true);
        await().untilAsserted(
                        () ->
                                assertThatThrownBy(() -> ended.whoAmI().text())
                                        .isInstanceOf(ActiveObjectException.class));

        List<Solver> left = members.stream().filter(member -> member != ended).toList();
        for (int round = 0; round < 2; round++) {
            List<Outcome> outcomes =
                    left.stream().map(member -> member.waitForOne(gone, operation)).toList();
            for (Outcome outcome : outcomes) {
                assertNames(outcome.text(), outcome.rank(), gone, operation);
            }
        }
    }

    private static void assertNames(String text, int rank, int gone, String operation) {
        assertThat(text)
                .startsWith("TransportClosedException")
                .contains("member of the group was terminated: rank=" + gone + " body=");
        if (operation.startsWith("exchange")) {
            assertThat(text)
                    .contains("the other side of an exchange has ended: tag=\"end\"")
                    .contains("rank=" + rank + " peer=" + gone);
        } else {
            assertThat(text)
                    .contains("[rank " + rank + ", in " + operation.replace(" of many", ""));
        }
    }
}
