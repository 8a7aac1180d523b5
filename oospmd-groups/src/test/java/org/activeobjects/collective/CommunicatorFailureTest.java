package org.activeobjects.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** When one rank is wrong or gone, no rank waits for ever and every text names the ranks. */
@Timeout(120)
class CommunicatorFailureTest {

    private static final int EAGER_BYTES = 64;

    @ParameterizedTest(name = "{0} ranks, {1} elements, on one rank {2}")
    @CsvSource({
        "2, 4, 5",
        "3, 5, 4",
        "4, 4, 5",
        "7, 5, 0",
        "8, 1000, 1001",
        "8, 5000, 5001",
        "9, 5001, 5000",
        "4, 5000, 5004",
        "8, 70000, 65536",
        "8, 70000, 131072",
        "9, 70000, 3"
    })
    void allReduceOfDifferentLengthsFailsOnEveryRank(int size, int count, int oddCount) {
        List<Object> outcomes =
                run(
                        size,
                        ranks -> {
                            int own = ranks.rank() == size - 1 ? oddCount : count;
                            ranks.allReduce(new double[own], Reduction.SUM);
                            return "passed";
                        });

        assertThat(outcomes).allMatch(outcome -> outcome instanceof MessageMismatchException);
        assertThat(outcomes)
                .allSatisfy(
                        outcome ->
                                assertThat(((Throwable) outcome).getMessage())
                                        .contains("allReduce failed on rank ")
                                        .contains(" of " + size)
                                        .containsPattern("with rank \\d"));
    }

    @ParameterizedTest(name = "root gives {0}, the others {1}")
    @CsvSource({"10, 12", "12, 10", "100000, 100001", "100000, 7", "7, 100000"})
    void broadcastOfDifferentLengthsFailsOnEveryRankThatWaits(int rootCount, int otherCount) {
        List<Object> outcomes =
                run(
                        5,
                        ranks -> {
                            int own = ranks.rank() == 0 ? rootCount : otherCount;
                            ranks.broadcast(new double[own], 0, own, 0);
                            ranks.barrier();
                            return "passed";
                        });

        assertThat(outcomes).allMatch(outcome -> outcome instanceof MessageMismatchException);
    }

    @ParameterizedTest(name = "root gives {0}, the others {1}")
    @CsvSource({"200000, 4", "4, 200000"})
    void theAnnouncementOfALengthIsNeverTakenForElements(int rootCount, int otherCount) {
        for (int size : new int[] {2, 5}) {
            List<Object> outcomes =
                    run(
                            size,
                            ranks -> {
                                int own = ranks.rank() == 0 ? rootCount : otherCount;
                                char[] elements = new char[own];
                                elements[0] = (char) otherCount;
                                elements[1] = (char) (otherCount >>> Character.SIZE);
                                ranks.broadcast(elements, 0);
                                ranks.barrier();
                                return "passed";
                            });

            assertThat(outcomes).allMatch(outcome -> outcome instanceof MessageMismatchException);
        }
    }

    @Test
    void whoHasAnnouncedMoreElementsIsNamed() {
        List<Object> outcomes =
                run(
                        2,
                        ranks -> {
                            ranks.broadcast(new char[ranks.rank() == 0 ? 200_000 : 4], 0);
                            return "passed";
                        });

        assertThat(outcomes)
                .allSatisfy(
                        outcome ->
                                assertThat(outcome)
                                        .asString()
                                        .contains("rank 1 called broadcast with root 0 of CHAR[4],")
                                        .contains(
                                                "; rank 0 called broadcast with root 0 of more than"
                                                        + " 262144 bytes"));
    }

    @Test
    void differentTypesFailOnEveryRank() {
        List<Object> outcomes =
                run(
                        4,
                        ranks -> {
                            Object own = ranks.rank() == 2 ? new long[3] : new double[3];
                            ranks.allReduce(own, 0, 3, Reduction.MAX);
                            return "passed";
                        });

        assertThat(outcomes).allMatch(outcome -> outcome instanceof MessageMismatchException);
    }

    /** What rank 0 calls, what the others call, and how each is named. */
    private static List<Arguments> differentCalls() {
        double[] few = new double[3];
        double[] many = new double[100_000];
        double[] room = new double[500_000];
        List<Arguments> cases = new ArrayList<>();
        for (double[] own : List.of(few, many)) {
            int n = own.length;
            cases.add(
                    differ(
                            "broadcast with root 0 of DOUBLE[" + n + "]",
                            ranks -> ranks.broadcast(own.clone(), 0, n, 0),
                            "broadcast with root 1 of DOUBLE[" + n + "]",
                            ranks -> ranks.broadcast(own.clone(), 0, n, 1)));
            cases.add(
                    differ(
                            "allReduce SUM of DOUBLE[" + n + "]",
                            ranks -> ranks.allReduce(own.clone(), Reduction.SUM),
                            "allReduce MAX of DOUBLE[" + n + "]",
                            ranks -> ranks.allReduce(own.clone(), Reduction.MAX)));
            cases.add(
                    differ(
                            "reduce MIN with root 1 of DOUBLE[" + n + "]",
                            ranks -> ranks.reduce(own.clone(), 0, n, Reduction.MIN, 1),
                            "reduce MAX with root 1 of DOUBLE[" + n + "]",
                            ranks -> ranks.reduce(own.clone(), 0, n, Reduction.MAX, 1)));
            cases.add(
                    differ(
                            "reduce SUM with root 1 of DOUBLE[" + n + "]",
                            ranks -> ranks.reduce(own.clone(), 0, n, Reduction.SUM, 1),
                            "reduce SUM with root 0 of DOUBLE[" + n + "]",
                            ranks -> ranks.reduce(own.clone(), 0, n, Reduction.SUM, 0)));
            cases.add(
                    differ(
                            "allGather of DOUBLE[" + n + "]",
                            ranks -> ranks.allGather(own, 0, room.clone(), 0, n),
                            "allReduce SUM of DOUBLE[" + n + "]",
                            ranks -> ranks.allReduce(own.clone(), Reduction.SUM)));
            cases.add(
                    differ(
                            "barrier",
                            Communicator::barrier,
                            "broadcast with root 1 of DOUBLE[" + n + "]",
                            ranks -> ranks.broadcast(own.clone(), 0, n, 1)));
        }
        return cases;
    }

    private static Arguments differ(
            String own, Consumer<Communicator> first, String other, Consumer<Communicator> rest) {
        return Arguments.of(own, other, first, rest);
    }

    @ParameterizedTest(name = "rank 0: {0}, others: {1}")
    @MethodSource("differentCalls")
    void differentCallsFailOnEveryRankAndNameBoth(
            String own, String other, Consumer<Communicator> first, Consumer<Communicator> rest) {
        for (int size : new int[] {2, 3, 5}) {
            List<Object> outcomes =
                    run(
                            size,
                            ranks -> {
                                ranks.barrier();
                                (ranks.rank() == 0 ? first : rest).accept(ranks);
                                ranks.barrier(); // those that only send see it here
                                return "passed";
                            });

            assertBothAreNamed(outcomes, own, other);
        }
    }

    /** Of a call that only a message tells of, the number of elements is not known. */
    static void assertBothAreNamed(List<Object> outcomes, String own, String other) {
        assertThat(outcomes)
                .allSatisfy(
                        outcome ->
                                assertThat(outcome)
                                        .isInstanceOf(MessageMismatchException.class)
                                        .asString()
                                        .containsPattern("rank \\d called .*rank \\d called ")
                                        .containsPattern(", its [23]\\. "));
        assertThat(outcomes.toString())
                .contains(own.replaceFirst(" of DOUBLE.*", ""))
                .contains(other.replaceFirst(" of DOUBLE.*", ""));
    }

    @Test
    void whoCallsSomethingElseIsNamedAlsoWhileAnotherRankIsWaitedFor() {
        CountDownLatch failed = new CountDownLatch(1);
        List<Object> outcomes =
                run(
                        3,
                        ranks -> {
                            if (ranks.rank() == 0) {
                                ranks.barrier();
                                return "passed";
                            }
                            if (ranks.rank() == 2) {
                                failed.await(30, TimeUnit.SECONDS);
                            }
                            try {
                                ranks.allGather(new double[1000], 0, new double[3000], 0, 1000);
                            } finally {
                                failed.countDown();
                            }
                            return "passed";
                        });

        assertThat(outcomes).allMatch(outcome -> outcome instanceof MessageMismatchException);
        assertThat(outcomes.get(1))
                .asString()
                .contains("allGather failed on rank 1 of 3 at its step with rank 0: ")
                .contains("rank 1 called allGather of DOUBLE[1000], its 1. operation of all ranks")
                .contains("; rank 0 called barrier");
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {2, 3, 5, 8, 9})
    void aLostRankFailsTheOperationOnAllOthersAndIsNamed(int size) {
        FakeNetwork network = new FakeNetwork(size, EAGER_BYTES);
        int gone = size - 1;
        List<Object> outcomes =
                Ranks.outcomes(
                        size,
                        rank ->
                                new Communicator(
                                        network.endpoints().get(rank), network.addresses(), 0),
                        ranks -> {
                            if (ranks.rank() == gone) {
                                network.lose(gone);
                                return "gone";
                            }
                            ranks.allReduce(new double[100_000], Reduction.SUM);
                            return "passed";
                        });

        String runtime = network.addresses().get(gone).runtime().toString();
        assertThat(outcomes.subList(0, gone))
                .allSatisfy(
                        outcome ->
                                assertThat(outcome)
                                        .isInstanceOfSatisfying(
                                                PeerLostException.class,
                                                lost ->
                                                        assertThat(lost.runtime())
                                                                .isEqualTo(runtime)));
    }

    @Test
    void aCommunicatorThatFailedStaysSo() {
        List<Object> outcomes =
                run(
                        2,
                        ranks -> {
                            int own = 1 + ranks.rank();
                            assertThatThrownBy(
                                            () -> ranks.allReduce(new double[own], Reduction.SUM))
                                    .isInstanceOf(MessageMismatchException.class);
                            ranks.barrier();
                            return "passed";
                        });

        assertThat(outcomes).allMatch(outcome -> outcome instanceof MessageMismatchException);
    }

    private static List<Object> run(int size, Ranks.Program<String> program) {
        FakeNetwork network = new FakeNetwork(size, EAGER_BYTES);
        return Ranks.outcomes(
                size,
                rank -> new Communicator(network.endpoints().get(rank), network.addresses(), 0),
                program);
    }
}
