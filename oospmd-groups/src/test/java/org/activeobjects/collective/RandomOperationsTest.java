package org.activeobjects.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Any operations in a row, of any types, against a serial computation. */
@Timeout(120)
class RandomOperationsTest {

    private static final int CONTEXT = 5;
    private static final int STEPS = 15;

    /** Around every switch of algorithm and segment, in bytes. */
    private static final int[] LENGTHS = {
        0, 4, Reducer.HALVING_BYTES, Spreader.SEGMENT_BYTES, Reducer.SEGMENT_BYTES
    };

    private enum Kind {
        ALL_REDUCE,
        REDUCE,
        BROADCAST,
        ALL_GATHER
    }

    /** One operation, the same on all ranks. */
    private record Step(
            Kind kind, Class<?> type, int offset, int count, int root, Reduction op, long seed) {

        static Step of(Random random, int size) {
            List<Class<?>> types = List.of(double.class, long.class, int.class, float.class);
            Class<?> type = types.get(random.nextInt(types.size()));
            int bytes = type == double.class || type == long.class ? 8 : 4;
            int near = LENGTHS[random.nextInt(LENGTHS.length)] / bytes;
            Reduction[] ops = Reduction.values();
            return new Step(
                    Kind.values()[random.nextInt(Kind.values().length)],
                    type,
                    random.nextInt(3),
                    Math.max(0, near + random.nextInt(9) - 4),
                    random.nextInt(size),
                    ops[random.nextInt(ops.length)],
                    random.nextLong());
        }

        int length(int size) {
            return offset + (kind == Kind.ALL_GATHER ? size * count : count) + 1;
        }

        /** What a rank begins with: small whole numbers, whose sums are exact in every type. */
        Object begin(int rank, int size) {
            Random random = new Random(seed + rank);
            Object array = Array.newInstance(type, length(size));
            for (int i = 0; i < Array.getLength(array); i++) {
                set(array, i, random.nextInt(1000) - 500);
            }
            return array;
        }

        private static void set(Object array, int index, long value) {
            switch (array) {
                case double[] a -> a[index] = value;
                case long[] a -> a[index] = value;
                case int[] a -> a[index] = (int) value;
                case float[] a -> a[index] = value;
                default -> throw new AssertionError(array);
            }
        }

        private static long get(Object array, int index) {
            return switch (array) {
                case double[] a -> (long) a[index];
                case long[] a -> a[index];
                case int[] a -> a[index];
                case float[] a -> (long) a[index];
                default -> throw new AssertionError(array);
            };
        }

        void run(Communicator ranks, Object array) {
            switch (kind) {
                case ALL_REDUCE -> ranks.allReduce(array, offset, count, op);
                case REDUCE -> ranks.reduce(array, offset, count, op, root);
                case BROADCAST -> ranks.broadcast(array, offset, count, root);
                case ALL_GATHER -> {
                    int own = offset + ranks.rank() * count;
                    ranks.allGather(array, own, array, offset, count);
                }
            }
        }

        /** What the ranks have to have in the end, from the offset on. */
        long[] result(int size) {
            long[] result = new long[length(size) - offset - 1];
            for (int rank = 0; rank < size; rank++) {
                Object own = begin(rank, size);
                for (int i = 0; i < result.length; i++) {
                    long value = get(own, offset + i);
                    boolean isOwn =
                            switch (kind) {
                                case BROADCAST -> rank == root;
                                case ALL_GATHER -> rank == i / count;
                                case ALL_REDUCE, REDUCE -> rank == 0;
                            };
                    boolean isCombined = kind == Kind.ALL_REDUCE || kind == Kind.REDUCE;
                    if (isOwn) {
                        result[i] = value;
                    } else if (isCombined) {
                        result[i] = combined(result[i], value);
                    }
                }
            }
            return result;
        }

        Object expected(int rank, int size, long... result) {
            Object expected = begin(rank, size);
            boolean isLeft = kind == Kind.REDUCE && rank != root;
            for (int i = 0; i < result.length && !isLeft; i++) {
                set(expected, offset + i, result[i]);
            }
            return expected;
        }

        private long combined(long one, long other) {
            return switch (op) {
                case SUM -> one + other;
                case MIN -> Math.min(one, other);
                case MAX -> Math.max(one, other);
            };
        }
    }

    @ParameterizedTest(name = "{0} ranks, {1} bytes are sent at once")
    @CsvSource({"1, 64", "2, 0", "3, 64", "5, 100000", "6, 0", "10, 64"})
    void giveTheSerialResults(int size, int eagerBytes) {
        long seed = size * 1_000_003L + eagerBytes;
        Random random = new Random(seed);
        List<Step> steps = IntStream.range(0, STEPS).mapToObj(_ -> Step.of(random, size)).toList();
        FakeNetwork network = new FakeNetwork(size, eagerBytes);

        List<List<Object>> results =
                Ranks.results(
                        size,
                        rank ->
                                new Communicator(
                                        network.endpoints().get(rank),
                                        network.addresses(),
                                        CONTEXT),
                        ranks ->
                                steps.stream()
                                        .map(
                                                step -> {
                                                    Object own = step.begin(ranks.rank(), size);
                                                    step.run(ranks, own);
                                                    return own;
                                                })
                                        .toList());

        for (int at = 0; at < STEPS; at++) {
            Step step = steps.get(at);
            long[] result = step.result(size);
            for (int rank = 0; rank < size; rank++) {
                Object[] got = {results.get(rank).get(at)};
                assertThat(Arrays.deepEquals(got, new Object[] {step.expected(rank, size, result)}))
                        .as("step %d on rank %d, seed=%d: %s", at, rank, seed, step)
                        .isTrue();
            }
        }
    }
}
