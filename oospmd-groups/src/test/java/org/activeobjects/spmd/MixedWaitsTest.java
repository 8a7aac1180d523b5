package org.activeobjects.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.api.PAFuture;
import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.group.PAGroup;
import org.activeobjects.node.Job;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** Members that wait for each other, some of them in calls and some among the ranks. */
@Timeout(60)
class MixedWaitsTest {

    /** Long enough for a deadlock to be found meanwhile. */
    private static final int PATIENCE_MS = 3000;

    private static final String MEET = "Pair#1.meet (rank 0)";
    private static final String ASK = "Pair#1.askAndMeet (rank 1)";

    private NodeRuntime here;
    private NodeRuntime there;
    private Pair first;
    private Pair second;

    /** Waits as it is told to. */
    public static class Pair {

        private Pair other;

        public IntWrapper knows(Pair newOther) {
            other = newOther;
            return new IntWrapper(PASPMD.getMyRank());
        }

        public int answer() {
            return 1;
        }

        public IntWrapper meet(boolean isExchange) {
            double[] own = new double[1];
            if (isExchange) {
                PASPMD.exchange("left", 1 - PASPMD.getMyRank(), own, 0, new double[1], 0, 1);
            } else {
                PASPMD.barrier();
            }
            return new IntWrapper(0);
        }

        public IntWrapper askAndMeet(boolean isExchange) {
            int answer = other.answer();
            return new IntWrapper(answer + meet(isExchange).getIntValue());
        }

        public IntWrapper laterAnswer() {
            return new IntWrapper(1);
        }

        public IntWrapper askForAWhileAndMeet(boolean isExchange) {
            IntWrapper answer = other.laterAnswer();
            try {
                PAFuture.waitFor(answer, PATIENCE_MS);
                throw new IllegalStateException("served while it waits");
            } catch (ProActiveTimeoutException expected) {
                meet(isExchange);
            }
            return answer;
        }
    }

    /** Waits for a message in one request, and sends one in another beside it. */
    @DefineGroups(@Group(name = "any", selfCompatible = true))
    public static class Several {

        private static Endpoint endpoint() {
            return PASPMD.communicator().endpoint();
        }

        private static EndpointAddress other() {
            return PASPMD.communicator().member(1 - PASPMD.getMyRank());
        }

        @MemberOf("any")
        public IntWrapper receive() {
            int[] got = new int[1];
            endpoint().recv(other(), 5, 2, Slice.of(got));
            return new IntWrapper(got[0]);
        }

        @MemberOf("any")
        public IntWrapper send(int value) {
            endpoint().send(other(), 5, 2, Slice.of(new int[] {value}));
            return new IntWrapper(0);
        }
    }

    @Test
    void whatAnotherRequestOfAMultiActiveMemberMayEndIsNoDeadlock() {
        Several group = PASPMD.newSPMDGroup(Several.class, new Object[2][0], here.node(), remote());
        List<Several> members =
                List.of((Several) PAGroup.get(group, 0), (Several) PAGroup.get(group, 1));
        List<IntWrapper> received = members.stream().map(Several::receive).toList();
        assertThatThrownBy(() -> PAFuture.waitForAny(received, PATIENCE_MS))
                .isInstanceOf(ProActiveTimeoutException.class);

        members.forEach(member -> member.send(7));

        assertThat(received).extracting(IntWrapper::getIntValue).containsExactly(7, 7);
    }

    @BeforeEach
    void open() {
        System.setProperty(DeadlockPolicy.SETTING, "fail");
        here = NodeRuntime.open(TransportConfig.defaults());
        there = NodeRuntime.open(TransportConfig.defaults());
        here.makeDefault();
        Node remote = remote();
        here.job(new Job("mixed", 0, 2, List.of(here.node(), remote)));
        there.job(new Job("mixed", 1, 2, List.of(there.connect(here.card()), there.node())));
        Pair group = PASPMD.newSPMDGroup(Pair.class, new Object[2][0], here.node(), remote);
        first = (Pair) PAGroup.get(group, 0);
        second = (Pair) PAGroup.get(group, 1);
        assertThat(second.knows(first).getIntValue()).isEqualTo(1);
    }

    private Node remote() {
        return here.connect(there.card());
    }

    @AfterEach
    void close() {
        System.clearProperty(DeadlockPolicy.SETTING);
        there.close();
        here.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCircleOfACallAndAnOperationAmongTheRanksIsFound(boolean isExchange) {
        IntWrapper met = first.meet(isExchange);
        IntWrapper asked = second.askAndMeet(isExchange);

        Throwable ofFirst = catchThrowable(() -> PAFuture.getFutureValue(met));
        Throwable ofSecond = catchThrowable(() -> PAFuture.getFutureValue(asked));
        Throwable told = ofSecond instanceof DeadlockException ? ofSecond : ofFirst;
        assertThat(told)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining(MEET + " waits for " + ASK)
                .hasMessageContaining(ASK + " waits for " + MEET)
                .hasMessageContaining(
                        "Pair#1.meet waits for the arrival of active object Pair#1 of rank 1 (pid ")
                .hasMessageContaining(isExchange ? " in exchange tag=\"left\"" : " in barrier")
                .hasMessageContaining("as rank 1 of the group")
                .hasMessageContaining("waits for the awaited result of Pair#1.answer of rank 0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallThatIsWaitedForOnlyForAWhileIsNoPartOfACircle(boolean isExchange) {
        IntWrapper met = first.meet(isExchange);
        IntWrapper asked = second.askForAWhileAndMeet(isExchange);

        assertThat(met.getIntValue()).isZero();
        assertThat(asked.getIntValue()).isEqualTo(1);
    }
}
