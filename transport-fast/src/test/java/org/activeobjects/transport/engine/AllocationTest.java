package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.management.ManagementFactory;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Warm operations of the matched plane allocate nothing. A wait that sleeps may, for its system
 * call, and how often ranks sleep is up to the machine; so the best of many rounds counts: what an
 * operation allocates itself is in every round.
 */
@Timeout(120)
class AllocationTest {

    private static final int ROUNDS = 1000;
    private static final int OPERATIONS = 200;

    // One object per operation would be 16 bytes or more for each. What is left is boxed by the
    // calls into the kernel of the few operations that had to sleep.
    private static final long LIMIT = 16L * OPERATIONS / 2;

    private static final int TAG = 1;

    private final ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What one side does once. */
    private interface Step {
        void run();
    }

    /** Makes the step of one side. */
    private interface Side {
        Step steps(Endpoint endpoint, EndpointAddress other);
    }

    @ParameterizedTest(name = "{1} doubles over {0}")
    @CsvSource({
        "shm, 1",
        "shm, 1024",
        "shm, 8192",
        "shm, 50000",
        "local, 1",
        "local, 8192",
        "local, 50000",
        "tcp, 1",
        "tcp, 8192",
        "tcp, 200000",
        "netty, 1",
        "netty, 8192",
        "netty, 200000",
        "ucx, 1",
        "ucx, 8192",
        "ucx, 50000"
    })
    void exchangeAllocatesNothing(String link, int count) {
        assertNothingAllocated(
                link,
                (endpoint, other) -> {
                    Slice source = Slice.of(new double[count]);
                    Slice destination = Slice.of(new double[count]);
                    return () -> endpoint.exchange(other, TAG, 0, source, destination);
                });
    }

    @ParameterizedTest(name = "{1} doubles over {0}")
    @CsvSource({
        "shm, 1",
        "shm, 1024",
        "shm, 8192",
        "shm, 50000",
        "local, 1",
        "local, 8192",
        "local, 50000",
        "tcp, 1",
        "tcp, 8192",
        "tcp, 200000",
        "netty, 1",
        "netty, 8192",
        "netty, 200000",
        "ucx, 1",
        "ucx, 8192",
        "ucx, 50000"
    })
    void aPersistentExchangeAllocatesNothing(String link, int count) {
        assertNothingAllocated(
                link,
                (endpoint, other) -> {
                    Slice source = Slice.of(new double[count]);
                    Slice destination = Slice.of(new double[count]);
                    PersistentRequest exchange =
                            endpoint.exchangeInit(other, TAG, 0, source, destination);
                    return () -> {
                        exchange.start();
                        exchange.await();
                    };
                });
    }

    @ParameterizedTest(name = "{1} doubles over {0}")
    @CsvSource({
        "shm, 1",
        "shm, 8192",
        "shm, 50000",
        "local, 1",
        "local, 8192",
        "tcp, 1",
        "tcp, 200000",
        "netty, 1",
        "netty, 200000",
        "ucx, 1",
        "ucx, 50000"
    })
    void persistentSendsAndReceivesAllocateNothing(String link, int count) {
        assertNothingAllocated(
                link,
                (endpoint, other) -> {
                    PersistentRequest send =
                            endpoint.sendInit(other, TAG, 0, Slice.of(new double[count]));
                    PersistentRequest receive =
                            endpoint.recvInit(other, TAG, 0, Slice.of(new double[count]));
                    return () -> {
                        receive.start();
                        send.start();
                        send.await();
                        receive.await();
                    };
                });
    }

    @ParameterizedTest(name = "{1} doubles in strides over {0}")
    @CsvSource({
        "shm, 8",
        "shm, 8192",
        "local, 8",
        "local, 2048",
        "local, 8192",
        "tcp, 8",
        "tcp, 8192",
        "netty, 8192",
        "ucx, 8192"
    })
    void stridesAllocateNothing(String link, int count) {
        assertNothingAllocated(
                link,
                (endpoint, other) -> {
                    Slice source = Slice.strided(new double[count * 4], 0, 1, 4, count);
                    Slice destination = Slice.strided(new double[count * 4], 0, 2, 8, count / 2);
                    return () -> endpoint.exchange(other, TAG, 0, source, destination);
                });
    }

    private void assertNothingAllocated(String link, Side side) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("matched-alloc", TransportConfig.newSecret())
                        .withLinks(link)
                        .withRanksOnHost(2);
        try (Transport first = Transport.open(config);
                Transport second = Transport.open(config)) {
            first.learn(second.card());
            second.learn(first.card());
            Endpoint near = first.openEndpoint();
            Endpoint far = second.openEndpoint();
            exchangeOnThreadsThatEnd(near, far);
            long[] least = {Long.MAX_VALUE, Long.MAX_VALUE};
            CyclicBarrier roundEnd = new CyclicBarrier(2);
            CompletableFuture<Void> partner = new CompletableFuture<>();
            Step farStep = side.steps(far, near.address());
            Thread.ofPlatform()
                    .daemon()
                    .start(
                            () -> {
                                try {
                                    repeat(farStep, 1, least, roundEnd);
                                    partner.complete(null);
                                } catch (Throwable e) {
                                    partner.completeExceptionally(e);
                                }
                            });
            repeat(side.steps(near, far.address()), 0, least, roundEnd);
            partner.join();
            assertThat(least[0]).isLessThan(LIMIT);
            assertThat(least[1]).isLessThan(LIMIT);
        }
    }

    /** What is kept for the thread that comes first is for another one when that has ended. */
    private static void exchangeOnThreadsThatEnd(Endpoint near, Endpoint far) {
        Thread[] threads = {
            Thread.ofPlatform().start(() -> exchange(near, far)),
            Thread.ofVirtual().start(() -> exchange(far, near))
        };
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void exchange(Endpoint one, Endpoint with) {
        Slice source = Slice.of(new double[1]);
        Slice destination = Slice.of(new double[1]);
        one.exchange(with.address(), TAG, 0, source, destination);
        one.isend(with.address(), TAG, 0, source).await();
        one.recv(with.address(), TAG, 0, destination);
    }

    /** Until the best round of both sides is good enough: the compiler may take its time. */
    private void repeat(Step step, int side, long[] least, CyclicBarrier roundEnd) {
        long id = Thread.currentThread().threadId();
        for (int round = 0; round < ROUNDS; round++) {
            awaitOther(roundEnd);
            if (least[0] < LIMIT && least[1] < LIMIT) {
                return;
            }
            awaitOther(roundEnd);
            long before = beans.getThreadAllocatedBytes(id);
            for (int i = 0; i < OPERATIONS; i++) {
                step.run();
            }
            least[side] = Math.min(least[side], beans.getThreadAllocatedBytes(id) - before);
        }
    }

    private static void awaitOther(CyclicBarrier roundEnd) {
        try {
            roundEnd.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
