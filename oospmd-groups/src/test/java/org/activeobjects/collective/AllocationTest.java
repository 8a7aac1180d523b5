package org.activeobjects.collective;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.activeobjects.spmd.exchange.Exchanger;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Warm operations allocate nothing. A wait that sleeps may, for its system call, and how often
 * ranks sleep is up to the machine; so the best of many rounds counts: what an operation allocates
 * itself is in every round.
 */
@Timeout(120)
class AllocationTest {

    private static final int WARM_UP = 20_000;
    private static final int ROUNDS = 1000;
    private static final int OPERATIONS = 2000;

    /**
     * One object per operation would be 16 bytes or more for each. What is left is boxed by the
     * calls into the kernel of the few operations that had to sleep.
     */
    private static final long LIMIT = 16 * OPERATIONS / 2;

    private final ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private Transport first;
    private Transport second;
    private List<Endpoint> endpoints;
    private List<EndpointAddress> members;

    @BeforeEach
    void open() {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("alloc", TransportConfig.newSecret())
                        .withLinks("shm")
                        .withRanksOnHost(2);
        first = Transport.open(config);
        second = Transport.open(config);
        first.learn(second.card());
        second.learn(first.card());
        endpoints = List.of(first.openEndpoint(), second.openEndpoint());
        members = endpoints.stream().map(Endpoint::address).toList();
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void allReduceOfNumbersAndShortArraysAllocatesNothing() {
        double[][] arrays = {new double[64], new double[64]};
        assertNothingAllocated(
                ranks -> {
                    ranks.allReduce(1.5, Reduction.SUM);
                    ranks.allReduce(arrays[ranks.rank()], Reduction.MAX);
                });
    }

    @Test
    void barrierAndBroadcastAllocateNothing() {
        long[][] arrays = {new long[32], new long[32]};
        assertNothingAllocated(
                ranks -> {
                    ranks.broadcast(arrays[ranks.rank()], 0, 32, 1);
                    ranks.barrier();
                });
    }

    @Test
    void exchangeAllocatesNothing() {
        double[][] source = new double[2][512];
        double[][] target = new double[2][512];
        Exchanger[] exchangers = {
            new Exchanger(endpoints.get(0), members, 0, new Occupation()),
            new Exchanger(endpoints.get(1), members, 1, new Occupation())
        };
        assertNothingAllocated(
                ranks -> {
                    int own = ranks.rank();
                    exchangers[own].exchange("a", 1 - own, source[own], 0, target[own], 0, 512);
                    exchangers[own].exchange("b", 1 - own, source[own], 8, target[own], 0, 1);
                });
    }

    private interface Operation {
        void run(Communicator ranks);
    }

    private void assertNothingAllocated(Operation operation) {
        List<Long> allocated =
                Ranks.results(
                        2,
                        rank -> new Communicator(endpoints.get(rank), members, 1),
                        ranks -> {
                            for (int i = 0; i < WARM_UP; i++) {
                                operation.run(ranks);
                            }
                            long id = Thread.currentThread().threadId();
                            long least = Long.MAX_VALUE;
                            long worst = Long.MAX_VALUE;
                            for (int round = 0; round < ROUNDS && worst >= LIMIT; round++) {
                                long before = beans.getThreadAllocatedBytes(id);
                                for (int i = 0; i < OPERATIONS; i++) {
                                    operation.run(ranks);
                                }
                                long after = beans.getThreadAllocatedBytes(id);
                                least = Math.min(least, after - before);
                                worst = ranks.allReduce(least, Reduction.MAX);
                            }
                            return least;
                        });
        assertThat(allocated).allMatch(bytes -> bytes < LIMIT);
    }
}
