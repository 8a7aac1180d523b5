package org.activeobjects.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.address.EndpointAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** The results of every operation, against a serial computation, without a transport. */
@Timeout(120)
class CommunicatorTest {

    private static final int EAGER_BYTES = 64;
    private static final int CONTEXT = 5;

    /** Around every switch of algorithm and segment, in doubles. */
    private static final int[] COUNTS = {
        0,
        1,
        7,
        8,
        9,
        Reducer.HALVING_BYTES / 8 - 1,
        Reducer.HALVING_BYTES / 8,
        Reducer.HALVING_BYTES / 8 + 5,
        Spreader.SEGMENT_BYTES / 8 + 1,
        Reducer.SEGMENT_BYTES / 8,
        Reducer.SEGMENT_BYTES / 8 + 1,
        Reducer.SEGMENT_BYTES / 4 + 3
    };

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void allReduceGivesEveryRankTheResultOfTheFixedTree(int size) {
        for (int count : COUNTS) {
            double[][] operands = randomDoubles(size, count + 2);
            for (Reduction op : Reduction.values()) {
                double[] expected = treeResult(operands, op);
                List<double[]> results =
                        Ranks.results(
                                size,
                                onFakeNetwork(size),
                                ranks -> {
                                    double[] own = operands[ranks.rank()].clone();
                                    ranks.allReduce(own, 1, count, op);
                                    return own;
                                });
                for (int rank = 0; rank < size; rank++) {
                    double[] own = operands[rank];
                    double[] whole = expected.clone();
                    whole[0] = own[0];
                    whole[count + 1] = own[count + 1];
                    assertThat(results.get(rank))
                            .as("%s of %d elements on rank %d", op, count, rank)
                            .isEqualTo(whole);
                }
            }
        }
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void reduceGivesEveryRootTheSameBitsAndLeavesTheOthersAlone(int size) {
        for (int count : new int[] {0, 1, 1000, Reducer.SEGMENT_BYTES / 8 + 1}) {
            double[][] operands = randomDoubles(size, count);
            double[] expected = treeResult(operands, Reduction.SUM);
            for (int root = 0; root < size; root++) {
                int top = root;
                List<double[]> results =
                        Ranks.results(
                                size,
                                onFakeNetwork(size),
                                ranks -> {
                                    double[] own = operands[ranks.rank()].clone();
                                    ranks.reduce(own, 0, count, Reduction.SUM, top);
                                    return own;
                                });
                for (int rank = 0; rank < size; rank++) {
                    assertThat(results.get(rank))
                            .as("%d elements to root %d, on rank %d", count, root, rank)
                            .isEqualTo(rank == root ? expected : operands[rank]);
                }
            }
        }
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
    void broadcastCopiesTheElementsOfAnyRootAndNoOthers(int size) {
        for (int count : new int[] {0, 1, 100, Spreader.SEGMENT_BYTES / 4 + 3}) {
            for (int root = 0; root < size; root++) {
                int from = root;
                List<int[]> results =
                        Ranks.results(
                                size,
                                onFakeNetwork(size),
                                ranks -> {
                                    int[] own = new int[count + 2];
                                    Arrays.setAll(own, i -> ranks.rank() * 1_000_000 + i);
                                    ranks.broadcast(own, 1, count, from);
                                    return own;
                                });
                for (int rank = 0; rank < size; rank++) {
                    int[] expected = new int[count + 2];
                    Arrays.setAll(expected, i -> from * 1_000_000 + i);
                    expected[0] = rank * 1_000_000;
                    expected[count + 1] = rank * 1_000_000 + count + 1;
                    assertThat(results.get(rank))
                            .as("%d elements of root %d, on rank %d", count, root, rank)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void allGatherPutsTheElementsInTheOrderOfTheRanks(int size) {
        for (int count : new int[] {0, 1, 3, 500}) {
            List<long[]> results =
                    Ranks.results(
                            size,
                            onFakeNetwork(size),
                            ranks -> {
                                long[] own = new long[count + 1];
                                Arrays.fill(own, ranks.rank() + 10L);
                                long[] all = new long[size * count + 2];
                                ranks.allGather(own, 1, all, 1, count);
                                return all;
                            });
            long[] expected = new long[size * count + 2];
            for (int i = 0; i < size * count; i++) {
                expected[i + 1] = i / count + 10L;
            }
            assertThat(results).as("%d elements", count).allMatch(r -> Arrays.equals(r, expected));
        }
    }

    @Test
    void everyReducibleTypeIsReduced() {
        IntFunction<Communicator> network = onFakeNetwork(3);
        List<String> results =
                Ranks.results(
                        3,
                        network,
                        ranks -> {
                            int own = ranks.rank() + 1;
                            long[] longs = {own, -own};
                            int[] ints = {own, Integer.MAX_VALUE};
                            float[] floats = {own, -0.0f};
                            ranks.allReduce(longs, Reduction.MIN);
                            ranks.allReduce(ints, 0, 2, Reduction.SUM);
                            ranks.allReduce(floats, 0, 2, Reduction.MAX);
                            return Arrays.toString(longs)
                                    + Arrays.toString(ints)
                                    + Arrays.toString(floats)
                                    + ranks.allReduce(own * 0.5, Reduction.SUM)
                                    + " "
                                    + ranks.allReduce(own, Reduction.MAX);
                        });
        assertThat(results).containsOnly("[1, -3][6, 2147483645][3.0, -0.0]3.0 3");
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
    void noRankPassesABarrierBeforeAllHaveReachedIt(int size) {
        AtomicInteger arrived = new AtomicInteger();
        List<Integer> seen =
                Ranks.results(
                        size,
                        onFakeNetwork(size),
                        ranks -> {
                            int worst = Integer.MAX_VALUE;
                            for (int round = 1; round <= 50; round++) {
                                arrived.incrementAndGet();
                                ranks.barrier();
                                worst = Math.min(worst, arrived.get() - round * size);
                            }
                            return worst;
                        });
        assertThat(seen).allMatch(least -> least >= 0);
    }

    @Test
    void communicatorsOfDifferentContextsOnOneEndpointDoNotMeet() {
        FakeNetwork network = new FakeNetwork(2, EAGER_BYTES);
        List<String> results =
                Ranks.results(
                        2,
                        rank -> onEndpoint(network, rank, 1),
                        first -> {
                            Communicator second = onEndpoint(network, first.rank(), 2);
                            long[] one = {1 + first.rank()};
                            long[] two = {10 + first.rank()};
                            // Neither order is the other rank's; eager messages keep it alive.
                            (first.rank() == 0 ? first : second).broadcast(one, 0, 1, first.rank());
                            (first.rank() == 0 ? second : first)
                                    .broadcast(two, 0, 1, 1 - first.rank());
                            return one[0] + " " + two[0];
                        });
        assertThat(results).containsExactly("1 2", "2 1");
    }

    @Test
    void argumentsThatAreWrongByThemselvesSendNothing() {
        FakeNetwork network = new FakeNetwork(2, EAGER_BYTES);
        Communicator ranks = onEndpoint(network, 0, CONTEXT);
        double[] three = new double[3];

        assertThatThrownBy(() -> ranks.broadcast(three, 0, 3, 2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("no such rank: root=2 size=2");
        assertThatThrownBy(() -> ranks.allReduce(three, 1, 3, Reduction.SUM))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("offset=1 count=3 length=3");
        assertThatThrownBy(() -> ranks.allReduce(new short[1], 0, 1, Reduction.SUM))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SHORT");
        assertThatThrownBy(() -> ranks.broadcast("text", 0, 1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.String");
        assertThatThrownBy(() -> ranks.broadcast(null, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not an array of primitives: type=null");
        assertThatThrownBy(() -> ranks.broadcast(7, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not an array of primitives: type=java.lang.Integer");
        assertThatThrownBy(() -> ranks.allGather(three, 0, three, 0, 2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("count=4 length=3");
        assertThatThrownBy(() -> ranks.allGather(three, 0, new long[9], 0, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("source=DOUBLE target=LONG");
        assertThatThrownBy(() -> ranks.allReduce((double[]) null, Reduction.SUM))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the array to reduce is null");
        assertThatThrownBy(() -> ranks.allReduce((long[]) null, Reduction.SUM))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the array to reduce is null");
        assertThatThrownBy(() -> ranks.failAll(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the report of what ranks have called is null");
        assertThatThrownBy(() -> ranks.announceEnd(1, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the report of an end is null");
        assertThatThrownBy(() -> ranks.announceEnd(2, "end"))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("no such rank: to=2 size=2");
        assertThatThrownBy(() -> ranks.giveUp(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("what gives the reason of a rank is null");
        assertThat(network.messages()).isZero();
    }

    @Test
    void aRankThatIsAloneIsRefusedWhatManyWouldBe() {
        Communicator alone = onEndpoint(new FakeNetwork(1, EAGER_BYTES), 0, CONTEXT);

        assertThatThrownBy(() -> alone.allReduce(new int[1], 0, 1, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("the operator of a reduction is null");
        assertThatThrownBy(() -> alone.reduce(new int[1], 0, 1, null, 0))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("the operator of a reduction is null");
    }

    @Test
    void membersAreCheckedWhenTheCommunicatorIsMade() {
        FakeNetwork network = new FakeNetwork(3, EAGER_BYTES);
        var own = network.endpoints().get(2);
        var firstTwo = network.addresses().subList(0, 2);

        assertThatThrownBy(() -> new Communicator(own, firstTwo, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not among the members");
        assertThatThrownBy(() -> new Communicator(own, List.of(own.address(), own.address()), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> new Communicator(null, firstTwo, 0))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the endpoint of a communicator is null");
        assertThatThrownBy(() -> new Communicator(own, null, 0))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the members of a communicator are null");
        assertThatThrownBy(() -> new Communicator(own, Arrays.asList(own.address(), null), 0))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a member of a communicator is null");
        List<EndpointAddress> withAny = List.of(own.address(), EndpointAddress.ANY_SOURCE);
        assertThatThrownBy(() -> new Communicator(own, withAny, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a member is no endpoint: member=any");
    }

    @Test
    void aCommunicatorKnowsWhereItsMembersAre() {
        FakeNetwork network = new FakeNetwork(3, EAGER_BYTES);
        Communicator second = onEndpoint(network, 1, CONTEXT);

        assertThat(second.rank()).isEqualTo(1);
        assertThat(List.of(second.member(0), second.member(1), second.member(2)))
                .isEqualTo(network.addresses());
        assertThatThrownBy(() -> second.member(3))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("rank=3 size=3");
    }

    private static IntFunction<Communicator> onFakeNetwork(int size) {
        FakeNetwork network = new FakeNetwork(size, EAGER_BYTES);
        return rank -> onEndpoint(network, rank, CONTEXT);
    }

    private static Communicator onEndpoint(FakeNetwork network, int rank, int context) {
        return new Communicator(network.endpoints().get(rank), network.addresses(), context);
    }

    private static double[][] randomDoubles(int size, int count) {
        Random random = new Random(size * 31L + count);
        double[][] operands = new double[size][count];
        for (double[] own : operands) {
            Arrays.setAll(own, i -> (random.nextDouble() - 0.5) * Math.exp(random.nextInt(40)));
        }
        return operands;
    }

    /** The documented tree: fold the ranks beyond a power of two, then distances 1, 2, 4 ... */
    private static double[] treeResult(double[][] operands, Reduction op) {
        int size = operands.length;
        int core = Integer.highestOneBit(size);
        int extra = size - core;
        double[][] level = new double[core][];
        for (int position = 0; position < core; position++) {
            level[position] =
                    position < extra
                            ? combined(operands[2 * position], operands[2 * position + 1], op)
                            : operands[position + extra];
        }
        while (level.length > 1) {
            double[][] above = new double[level.length / 2][];
            for (int i = 0; i < above.length; i++) {
                above[i] = combined(level[2 * i], level[2 * i + 1], op);
            }
            level = above;
        }
        return level[0];
    }

    private static double[] combined(double[] a, double[] b, Reduction op) {
        double[] result = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            result[i] =
                    switch (op) {
                        case SUM -> a[i] + b[i];
                        case MIN -> Math.min(a[i], b[i]);
                        case MAX -> Math.max(a[i], b[i]);
                    };
        }
        return result;
    }
}
