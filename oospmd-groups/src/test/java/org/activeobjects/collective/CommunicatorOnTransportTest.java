package org.activeobjects.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** The operations over real transports: all ranks on one, or spread over several of this JVM. */
@Timeout(120)
class CommunicatorOnTransportTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("collective", TransportConfig.newSecret());
    private final List<Transport> transports = new ArrayList<>();

    @AfterEach
    void closeTransports() {
        transports.forEach(Transport::close);
    }

    @ParameterizedTest(name = "{0} ranks on {1} transports")
    @CsvSource({"2, 1", "5, 1", "8, 1", "2, 2", "3, 3", "4, 2", "7, 3"})
    void allOperationsGiveTheSerialResult(int size, int transportCount) {
        IntFunction<Communicator> communicators = open(size, transportCount);
        int[] counts = {0, 1, 100, Reducer.SEGMENT_BYTES / 8 + 17};
        List<Boolean> right =
                Ranks.results(
                        size,
                        communicators,
                        ranks -> {
                            boolean good = true;
                            for (int round = 0; round < 3; round++) {
                                for (int count : counts) {
                                    good &= allReduceIsRight(ranks, count);
                                    good &= reduceIsRight(ranks, count, round % size);
                                    good &= broadcastIsRight(ranks, count, (round + 1) % size);
                                    good &= allGatherIsRight(ranks, Math.min(count, 1000));
                                    ranks.barrier();
                                }
                            }
                            return good;
                        });
        assertThat(right).containsOnly(true);
    }

    @ParameterizedTest(name = "{0} elements, on one rank {1}")
    @CsvSource({"4, 5", "5000, 5001", "300000, 300001", "300000, 65536"})
    void differentLengthsFailOnEveryRank(int count, int oddCount) {
        List<Object> outcomes =
                Ranks.outcomes(
                        4,
                        open(4, 2),
                        ranks -> {
                            int own = ranks.rank() == 2 ? oddCount : count;
                            ranks.allReduce(new double[own], Reduction.SUM);
                            return "passed";
                        });

        assertThat(outcomes).allMatch(outcome -> outcome instanceof MessageMismatchException);
    }

    @ParameterizedTest(name = "rank 0: {0}, others: {1}")
    @MethodSource("org.activeobjects.collective.CommunicatorFailureTest#differentCalls")
    void differentCallsFailOnEveryRankAndNameBoth(
            String own, String other, Consumer<Communicator> first, Consumer<Communicator> rest) {
        List<Object> outcomes =
                Ranks.outcomes(
                        3,
                        open(3, 2),
                        ranks -> {
                            ranks.barrier();
                            (ranks.rank() == 0 ? first : rest).accept(ranks);
                            ranks.barrier();
                            return "passed";
                        });

        CommunicatorFailureTest.assertBothAreNamed(outcomes, own, other);
    }

    @Test
    void aTransportThatClosesFailsTheOperationOnAllRanks() {
        IntFunction<Communicator> communicators = open(4, 4);
        List<Object> outcomes =
                Ranks.outcomes(
                        4,
                        communicators,
                        ranks -> {
                            ranks.barrier();
                            if (ranks.rank() == 3) {
                                transports.get(3).close();
                                return "closed";
                            }
                            ranks.allReduce(new double[200_000], Reduction.SUM);
                            return "passed";
                        });

        assertThat(outcomes.subList(0, 3))
                .allMatch(outcome -> outcome instanceof TransportException)
                .anyMatch(outcome -> outcome instanceof PeerLostException);
    }

    @ParameterizedTest(name = "{0} elements")
    @ValueSource(ints = {1, 300_000})
    void aRankThatGivesUpWithoutAWordFailsTheOperationOnAllRanks(int count) {
        List<Object> outcomes =
                Ranks.outcomes(
                        4,
                        open(4, 2),
                        ranks -> {
                            ranks.occupation().explainedBy(rank -> rank + " knows why");
                            ranks.barrier();
                            if (ranks.rank() == 3) {
                                ranks.giveUp(() -> new IllegalStateException("given up"));
                                return "given up";
                            }
                            ranks.allReduce(new double[count], Reduction.SUM);
                            return "passed";
                        });

        assertThat(outcomes.subList(0, 3))
                .allSatisfy(
                        outcome ->
                                assertThat((Throwable) outcome)
                                        .isInstanceOf(TransportClosedException.class)
                                        .hasMessageContaining("at its step with rank 3")
                                        .hasMessageContaining("3 knows why"));
    }

    private static boolean allReduceIsRight(Communicator ranks, int count) {
        long[] own = numbers(ranks.rank(), count);
        ranks.allReduce(own, Reduction.SUM);
        return Arrays.equals(own, sums(ranks.size(), count));
    }

    private static boolean reduceIsRight(Communicator ranks, int count, int root) {
        long[] own = numbers(ranks.rank(), count);
        ranks.reduce(own, 0, count, Reduction.SUM, root);
        long[] expected =
                ranks.rank() == root ? sums(ranks.size(), count) : numbers(ranks.rank(), count);
        return Arrays.equals(own, expected);
    }

    private static boolean broadcastIsRight(Communicator ranks, int count, int root) {
        long[] own = numbers(ranks.rank(), count);
        ranks.broadcast(own, 0, count, root);
        return Arrays.equals(own, numbers(root, count));
    }

    private static boolean allGatherIsRight(Communicator ranks, int count) {
        long[] all = new long[ranks.size() * count];
        ranks.allGather(numbers(ranks.rank(), count), 0, all, 0, count);
        for (int rank = 0; rank < ranks.size(); rank++) {
            long[] part = Arrays.copyOfRange(all, rank * count, (rank + 1) * count);
            if (!Arrays.equals(part, numbers(rank, count))) {
                return false;
            }
        }
        return true;
    }

    private static long[] numbers(int rank, int count) {
        long[] numbers = new long[count];
        Arrays.setAll(numbers, i -> (rank + 1L) * (i + 7));
        return numbers;
    }

    private static long[] sums(int size, int count) {
        long[] sums = new long[count];
        Arrays.setAll(sums, i -> size * (size + 1L) / 2 * (i + 7));
        return sums;
    }

    private IntFunction<Communicator> open(int size, int transportCount) {
        for (int i = 0; i < transportCount; i++) {
            transports.add(Transport.open(config));
        }
        for (Transport transport : transports) {
            for (Transport other : transports) {
                if (!other.equals(transport)) {
                    transport.learn(other.card());
                }
            }
        }
        List<Endpoint> endpoints = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            endpoints.add(transports.get(rank % transportCount).openEndpoint());
        }
        List<EndpointAddress> members = endpoints.stream().map(Endpoint::address).toList();
        return rank -> new Communicator(endpoints.get(rank), members, 3);
    }
}
