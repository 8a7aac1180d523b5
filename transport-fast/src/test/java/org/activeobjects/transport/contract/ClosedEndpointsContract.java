package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Nobody waits for an endpoint that is closed while its runtime lives on; over whatever link, and
 * within one runtime.
 */
public abstract class ClosedEndpointsContract extends TwoTransports {

    private static final int OTHER_TAG = TAG + 1;

    /** How somebody waits for what an endpoint will not send. */
    enum Wait {
        RECEIVE,
        REQUEST,
        ANY_TAG,
        PERSISTENT,
        OBJECT,
        PROBE,
        LOOKS
    }

    protected ClosedEndpointsContract(String link) {
        super(link);
    }

    /** Lengths that go each link's ways, in exchanges of both kinds. */
    static Stream<Arguments> exchanges() {
        return IntStream.of(0, 2, 5000, 70_000, 1 << 20, 3_000_000)
                .boxed()
                .flatMap(length -> Stream.of(arguments(length, false), arguments(length, true)));
    }

    @ParameterizedTest(name = "{0} bytes, persistent: {1}")
    @MethodSource("exchanges")
    void anExchangeWithOneThatIsClosedEnds(int length, boolean isPersistent) {
        for (Endpoint closed : List.of(far, one.openEndpoint())) {
            closed.close();
            for (int round = 0; round < 3; round++) { // not connected at first
                EndpointAddress with = closed.address();
                assertTold(onThread(() -> exchangeBytes(with, length, isPersistent)), with);
            }
            assertOthersGoOn();
        }
    }

    @ParameterizedTest(name = "{0} bytes, persistent: {1}")
    @MethodSource("exchanges")
    void anExchangeWithANumberThatNoEndpointHasHadEndsWhereItIsTold(
            int length, boolean isPersistent) {
        EndpointAddress here = new EndpointAddress(nearAddress.runtime(), 99);
        String why = "no endpoint of that number has been opened yet: endpoint=";
        assertTold(onThread(() -> exchangeBytes(here, length, isPersistent)), why, here);
        if (length > 1 << 20) { // or it is sent at once, to whoever comes
            EndpointAddress there = new EndpointAddress(farAddress.runtime(), 99);
            assertTold(onThread(() -> exchangeBytes(there, length, isPersistent)), why, there);
        }
        assertOthersGoOn();
    }

    @ParameterizedTest(name = "{0} bytes, persistent: {1}")
    @MethodSource("exchanges")
    void anExchangeEndsWhosePartnerClosesWithoutHavingTakenPart(int length, boolean isPersistent) {
        for (Endpoint closing : List.of(far, one.openEndpoint())) {
            EndpointAddress with = closing.address();
            CompletableFuture<?> exchange =
                    onThread(() -> exchangeBytes(with, length, isPersistent));
            awaitMessage(closing);
            closing.close();
            assertTold(exchange, with);
            assertOthersGoOn();
        }
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 2, 5000, 70_000, 3_000_000})
    void anExchangeEndsWhosePartnerClosesWhenItHasOnlyReceived(int length) {
        for (Endpoint closing : List.of(far, one.openEndpoint())) {
            EndpointAddress with = closing.address();
            CompletableFuture<?> exchange = onThread(() -> exchangeBytes(with, length, false));
            Slice room = Slice.of(new byte[length]);
            closing.irecv(nearAddress, TAG, CONTEXT, room).await(PATIENCE);
            closing.close();
            assertTold(exchange, with);
            assertOthersGoOn();
        }
    }

    @ParameterizedTest
    @EnumSource(Wait.class)
    void whoWaitsForOneThatClosesIsTold(Wait way) {
        for (Endpoint closing : List.of(far, one.openEndpoint())) {
            EndpointAddress from = closing.address();
            assertMeets(closing);
            CompletableFuture<?> waiting = onThread(() -> await(from, way));
            closing.close();
            assertTold(waiting, from);
            assertTold(onThread(() -> await(from, way)), from);
        }
    }

    @Test
    void whoWaitsForOneThatClosesForAReasonIsToldTheReason() {
        for (Endpoint closing : List.of(far, one.openEndpoint())) {
            EndpointAddress from = closing.address();
            assertMeets(closing);
            CompletableFuture<?> waiting = onThread(() -> await(from, Wait.RECEIVE));
            closing.close("it has all");
            assertTold(waiting, " reason=it has all", from);
            assertTold(onThread(() -> await(from, Wait.PROBE)), " reason=it has all", from);
        }
    }

    @Test
    void whatItHasSentBeforeIsReceived() {
        for (Endpoint closing : List.of(far, one.openEndpoint())) {
            EndpointAddress from = closing.address();
            closing.send(nearAddress, TAG, CONTEXT, Slice.of(new int[] {4}));
            closing.send(nearAddress, OTHER_TAG, CONTEXT, Slice.of(new int[] {5}));
            closing.close();
            assertTold(onThread(() -> near.probe(from, TAG, CONTEXT + 1)), from);

            int[] got = new int[2];
            near.irecv(from, OTHER_TAG, CONTEXT, Slice.of(got, 1, 1)).await(PATIENCE);
            near.irecv(from, TAG, CONTEXT, Slice.of(got, 0, 1)).await(PATIENCE);
            assertThat(got).containsExactly(4, 5);
        }
    }

    @Test
    void receivesOfOthersAndOfAnybodyWaitOn() {
        Endpoint another = other.openEndpoint();
        int[] ofAnother = new int[1];
        int[] ofAnybody = new int[1];
        assertMeets(far);
        var first = near.irecv(another.address(), TAG, CONTEXT, Slice.of(ofAnother));
        var second =
                near.irecv(EndpointAddress.ANY_SOURCE, OTHER_TAG, CONTEXT, Slice.of(ofAnybody));
        var failed = near.irecv(farAddress, TAG, CONTEXT, Slice.of(new int[1]));
        far.close();
        assertThatThrownBy(() -> failed.await(PATIENCE))
                .isInstanceOf(TransportClosedException.class);

        another.send(nearAddress, TAG, CONTEXT, Slice.of(new int[] {4}));
        another.send(nearAddress, OTHER_TAG, CONTEXT, Slice.of(new int[] {5}));
        first.await(PATIENCE);
        second.await(PATIENCE);
        assertThat(ofAnother).containsExactly(4);
        assertThat(ofAnybody).containsExactly(5);
    }

    @Test
    void theEndOfAWholeRuntimeIsToldAsSuch() {
        assertMeets(far);
        CompletableFuture<?> exchange = onThread(() -> exchangeBytes(farAddress, 2, false));
        awaitMessage(far);
        other.close();
        assertThatThrownBy(() -> exchange.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(PeerLostException.class);
        assertThatThrownBy(() -> near.iprobe(farAddress, TAG, CONTEXT))
                .isInstanceOf(PeerLostException.class);
    }

    private Object await(EndpointAddress from, Wait way) {
        Slice room = Slice.of(new int[1]);
        switch (way) {
            case RECEIVE -> near.recv(from, TAG, CONTEXT, room);
            case REQUEST -> near.irecv(from, TAG, CONTEXT, room).await();
            case ANY_TAG -> near.recv(from, Endpoint.ANY_TAG, CONTEXT, room);
            case PERSISTENT -> {
                try (PersistentRequest receive = near.recvInit(from, TAG, CONTEXT, room)) {
                    receive.start();
                    receive.await();
                }
            }
            case OBJECT -> near.recvObject(from, TAG, CONTEXT);
            case PROBE -> near.probe(from, TAG, CONTEXT);
            case LOOKS -> {
                while (near.iprobe(from, TAG, CONTEXT) == null) {
                    Thread.onSpinWait();
                }
            }
        }
        return null;
    }

    private static void assertTold(CompletableFuture<?> waiting, EndpointAddress closed) {
        assertTold(waiting, "the endpoint is closed: endpoint=", closed);
    }

    private static void assertTold(
            CompletableFuture<?> waiting, String why, EndpointAddress endpoint) {
        assertThatThrownBy(() -> waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining(why)
                .hasMessageContaining(endpoint.runtime().toString())
                .hasMessageContaining("#" + endpoint.id());
    }

    private void assertOthersGoOn() {
        try (Endpoint another = other.openEndpoint()) {
            assertMeets(another);
        }
    }

    private void assertMeets(Endpoint with) {
        List<CompletableFuture<?>> sides =
                List.of(
                        onThread(() -> exchangeOnce(near, with)),
                        onThread(() -> exchangeOnce(with, near)));
        sides.forEach(side -> side.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join());
    }

    private static Void exchangeOnce(Endpoint own, Endpoint with) {
        Slice source = Slice.of(new byte[8]);
        own.exchange(with.address(), OTHER_TAG, CONTEXT, source, Slice.of(new byte[8]));
        return null;
    }

    private void awaitMessage(Endpoint at) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> at.iprobe(nearAddress, TAG, CONTEXT) != null);
    }
}
