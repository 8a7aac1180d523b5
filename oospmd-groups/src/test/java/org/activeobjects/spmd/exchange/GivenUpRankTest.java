package org.activeobjects.spmd.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.collective.Occupation;
import org.activeobjects.collective.OccupationTesting;
import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportClosedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Exchanges with a rank that takes part in nothing any more, and has closed its endpoint. */
@Timeout(60)
class GivenUpRankTest {

    private final TransportConfig config =
            TransportConfig.defaults().withJob("given-up", TransportConfig.newSecret());
    private final Transport here = Transport.open(config);
    private final Transport there = Transport.open(config);
    private final Endpoint own = here.openEndpoint();
    private final Occupation occupation = new Occupation();

    @BeforeEach
    void meet() {
        here.learn(there.card());
        there.learn(here.card());
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private CompletableFuture<Void> exchange(Endpoint other, int count) {
        Exchanger zero = new Exchanger(own, List.of(own.address(), other.address()), 0, occupation);
        return CompletableFuture.runAsync(
                () -> zero.exchange("halo", 1, new double[count], 0, new double[count], 0, count),
                code -> Thread.ofPlatform().daemon().start(code));
    }

    /** What an exchange fails with that is under way when its other side closes. */
    private Throwable failureOfOneUnderWay(Endpoint other, int count) {
        CompletableFuture<Void> exchange = exchange(other, count);
        int context = new Tags().of("halo").context();
        await().until(() -> other.iprobe(own.address(), Endpoint.ANY_TAG, context) != null);
        other.close();
        return failureOf(exchange);
    }

    private static Throwable failureOf(CompletableFuture<Void> exchange) {
        return exchange.orTimeout(30, TimeUnit.SECONDS)
                .handle(
                        (_, failure) ->
                                failure instanceof CompletionException e ? e.getCause() : failure)
                .join();
    }

    @ParameterizedTest(name = "{0} doubles")
    @ValueSource(ints = {1, 300_000})
    void whoExchangesWithItIsToldWhyAndWithWhom(int count) {
        occupation.explainedBy(rank -> "why rank " + rank + " has given up");
        for (Endpoint other : List.of(here.openEndpoint(), there.openEndpoint())) {
            assertTold(failureOfOneUnderWay(other, count), count);
            assertTold(failureOf(exchange(other, count)), count);
        }
    }

    private static void assertTold(Throwable failure, int count) {
        assertThat(failure)
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("the other side of an exchange has given up")
                .hasMessageContaining("tag=\"halo\" rank=0 peer=1 type=DOUBLE count=" + count)
                .hasMessageContaining("why rank 1 has given up");
    }

    @ParameterizedTest(name = "{0} doubles")
    @ValueSource(ints = {1, 300_000})
    void whoGivesUpBecauseOfItFailsWithTheSameReport(int count) {
        occupation.explainedBy(
                rank -> {
                    String report = "a circle with rank " + rank;
                    OccupationTesting.fail(occupation, () -> new DeadlockException(report));
                    return report;
                });

        assertThat(failureOfOneUnderWay(there.openEndpoint(), count))
                .isInstanceOf(DeadlockException.class)
                .hasMessage("a circle with rank 1");
    }

    @ParameterizedTest(name = "{0} doubles")
    @ValueSource(ints = {1, 300_000})
    void ifNobodyKnowsWhyItsEndpointIsNamed(int count) {
        Endpoint other = there.openEndpoint();

        assertThat(failureOfOneUnderWay(other, count))
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("the endpoint is closed: endpoint=")
                .hasMessageContaining("#" + other.address().id());
    }
}
