package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.ObjectCodecException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.object.JavaObjectCodec;
import org.activeobjects.transport.object.ObjectCodec;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Persistent requests, objects, strides, several requests at once; over whatever link. */
public abstract class MatchedExtrasContract extends TwoTransports {

    /** A class that nobody has allowed. */
    record Shape(String name, double[] corners) implements Serializable {}

    protected MatchedExtrasContract(String link) {
        super(link);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 500, 2_000, 100_000})
    void aPersistentExchangeRunsRoundAfterRound(int count) {
        double[] here = new double[count];
        double[] there = new double[count];
        double[] fromThere = new double[count];
        double[] fromHere = new double[count];
        CompletableFuture<Void> partner =
                onThread(
                        () -> {
                            try (PersistentRequest exchange =
                                    far.exchangeInit(
                                            nearAddress,
                                            TAG,
                                            CONTEXT,
                                            Slice.of(there),
                                            Slice.of(fromHere))) {
                                for (int round = 0; round < 50; round++) {
                                    java.util.Arrays.fill(there, -round);
                                    exchange.start();
                                    exchange.await();
                                    assertThat(fromHere).isEqualTo(filled(count, round));
                                }
                            }
                            return null;
                        });
        try (PersistentRequest exchange =
                near.exchangeInit(farAddress, TAG, CONTEXT, Slice.of(here), Slice.of(fromThere))) {
            for (int round = 0; round < 50; round++) {
                java.util.Arrays.fill(here, round);
                exchange.start();
                exchange.await();
                assertThat(fromThere).isEqualTo(filled(count, -round));
            }
            assertThat(exchange.status().count()).isEqualTo(count);
        }
        partner.join();
    }

    private static double[] filled(int count, double value) {
        double[] all = new double[count];
        java.util.Arrays.fill(all, value);
        return all;
    }

    @Test
    void persistentSendsAndReceivesMatchOrdinaryOnes() {
        int[] source = {1, 2, 3};
        int[] destination = new int[3];
        PersistentRequest send = near.sendInit(farAddress, TAG, CONTEXT, Slice.of(source));
        PersistentRequest receive =
                far.recvInit(EndpointAddress.ANY_SOURCE, TAG, CONTEXT, Slice.of(destination));
        for (int round = 0; round < 20; round++) {
            source[0] = round;
            PersistentRequest.startAll(send, receive);
            PersistentRequest.awaitAll(send, receive);
            assertThat(destination).containsExactly(round, 2, 3);
        }
        assertThat(receive.status())
                .isEqualTo(new Status(nearAddress, TAG, CONTEXT, ElementType.INT, 3));
        assertThat(send.status()).isNull();
        near.send(farAddress, TAG, CONTEXT, Slice.of(new int[] {7, 8, 9}));
        receive.start();
        Awaitility.await().until(receive::test);
        receive.await();
        assertThat(destination).containsExactly(7, 8, 9);
    }

    @Test
    void aPersistentRequestSaysWhatWasDoneWrongWithIt() {
        PersistentRequest receive =
                far.recvInit(nearAddress, TAG, CONTEXT, Slice.of(new long[100_000]));
        assertThat(receive.test()).isTrue();
        assertThatThrownBy(receive::await)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no round was started");
        receive.start();
        assertThat(receive.isActive()).isTrue();
        assertThatThrownBy(receive::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a round is under way")
                .hasMessageContaining("tag=" + TAG);
        assertThatThrownBy(receive::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a round is under way");
        assertThatThrownBy(() -> receive.await(Duration.ofMillis(20)))
                .isInstanceOf(TransportTimeoutException.class);
        near.isend(farAddress, TAG, CONTEXT, Slice.of(new long[100_000]));
        receive.await(PATIENCE);
        receive.close();
        receive.close();
        assertThatThrownBy(receive::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(
                        () ->
                                near.exchangeInit(
                                        farAddress,
                                        TAG,
                                        CONTEXT,
                                        Slice.of(new int[2]),
                                        Slice.of(new long[2])))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPersistentReceiveGoesOnAfterARoundThatFailed() {
        byte[] destination = new byte[4];
        PersistentRequest receive = far.recvInit(nearAddress, TAG, CONTEXT, Slice.of(destination));
        // One that is complete early would fail what its endpoint does next.
        Request misfit = near.issend(farAddress, TAG, CONTEXT, Slice.of(new byte[100_000]));
        receive.start();
        assertThatThrownBy(receive::await).isInstanceOf(MessageMismatchException.class);
        assertThatThrownBy(misfit::await).isInstanceOf(MessageMismatchException.class);
        assertThat(receive.isActive()).isFalse();
        near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[] {4, 3, 2, 1}));
        receive.start();
        receive.await();
        assertThat(destination).containsExactly(4, 3, 2, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 50_000, 1_000_000})
    void anObjectOfAnySizeComesAsItWas(int length) {
        byte[] bytes = randomBytes(length, length);
        Map<String, Object> sent = Map.of();
        List<Object> list = new ArrayList<>(List.of("a", 1, 2.5, true));
        list.add(bytes);
        list.add(null);
        list.add(sent.size());
        near.isendObject(farAddress, TAG, CONTEXT, list);

        List<?> received = (List<?>) far.recvObject(nearAddress, TAG, CONTEXT);

        assertThat((byte[]) received.get(4)).isEqualTo(bytes);
        assertThat(received.get(0)).isEqualTo("a");
        assertThat(received).hasSize(7);
        Request receive = near.irecvObject(EndpointAddress.ANY_SOURCE, TAG, CONTEXT);
        assertThatThrownBy(receive::object).isInstanceOf(IllegalStateException.class);
        far.sendObject(nearAddress, TAG, CONTEXT, null);
        assertThat(receive.await().source()).isEqualTo(farAddress);
        assertThat(receive.object()).isNull();
    }

    @Test
    void anObjectOfAClassThatNobodyAllowedIsRefusedWithTheLineThatAllowsIt() {
        Shape shape = new Shape("triangle", new double[] {1, 2, 3});
        near.sendObject(farAddress, TAG, CONTEXT, shape);
        Request receive = far.irecvObject(nearAddress, TAG, CONTEXT);
        receive.await();
        assertThatThrownBy(receive::object)
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("class=" + Shape.class.getName())
                .hasMessageContaining(
                        "-Dactiveobjects.transport.objects.allow=" + Shape.class.getName());

        far.useCodec(JavaObjectCodec.allowing(Shape.class.getPackageName() + ".*"));
        near.sendObject(farAddress, TAG, CONTEXT, shape);
        Shape received = (Shape) far.recvObject(nearAddress, TAG, CONTEXT);

        assertThat(received.name()).isEqualTo("triangle");
        assertThat(received.corners()).containsExactly(1, 2, 3);
    }

    @Test
    void aCodecWithoutBytesForAnObjectIsNamed() {
        near.useCodec(new Mute(1));
        for (Object object : new Object[] {"text", null}) {
            String type = object == null ? "null" : "java.lang.String";
            for (ThrowingCallable send :
                    List.<ThrowingCallable>of(
                            () -> near.sendObject(farAddress, TAG, CONTEXT, object),
                            () -> near.isendObject(farAddress, TAG, CONTEXT, object))) {
                assertThatThrownBy(send)
                        .isInstanceOf(ObjectCodecException.class)
                        .hasMessageContaining("codec=" + Mute.class.getName() + " class=" + type);
            }
        }
        near.useCodec(JavaObjectCodec.allowing("java.lang.String"));
        near.isendObject(farAddress, TAG, CONTEXT, "text");
        assertThat(far.recvObject(nearAddress, TAG, CONTEXT)).isEqualTo("text");
    }

    @Test
    void aCodecOfLessThanNothingIsNamed() {
        near.useCodec(new Mute(-1));
        for (ThrowingCallable receive :
                List.<ThrowingCallable>of(
                        () -> near.irecvObject(farAddress, TAG, CONTEXT),
                        () -> near.recvObject(farAddress, TAG, CONTEXT))) {
            assertThatThrownBy(receive)
                    .isInstanceOf(ObjectCodecException.class)
                    .hasMessageContaining("codec=" + Mute.class.getName() + " maxLength=-1");
        }
        near.useCodec(JavaObjectCodec.allowing("java.lang.String"));
        far.isendObject(nearAddress, TAG, CONTEXT, "text");
        assertThat(near.recvObject(farAddress, TAG, CONTEXT)).isEqualTo("text");
    }

    private record Mute(int maxLength) implements ObjectCodec {

        @Override
        public byte[] encode(Object object) {
            return null;
        }

        @Override
        public Object decode(byte[] bytes) {
            throw new AssertionError();
        }
    }

    @Test
    void anObjectThatCannotBeEncodedIsNotSent() {
        assertThatThrownBy(
                        () ->
                                near.sendObject(
                                        farAddress,
                                        TAG,
                                        CONTEXT,
                                        new ArrayList<>(List.of(new Object()))))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("class=java.lang.Object")
                .hasMessageContaining("root=java.util.ArrayList");
    }

    @Test
    void objectsAndElementsDoNotMatch() {
        near.isendObject(farAddress, TAG, CONTEXT, new byte[2_000_000]);
        assertThatThrownBy(() -> far.recv(nearAddress, TAG, CONTEXT, Slice.of(new byte[3_000_000])))
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("an object of");
        Request send = near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[3_000_000]));
        Request receive = far.irecvObject(nearAddress, TAG, CONTEXT);
        assertThatThrownBy(receive::await)
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("expected=an object");
        assertThatThrownBy(send::await).isInstanceOf(MessageMismatchException.class);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aSendThatWasCompleteIsToldOfItsMisfitByTheNextOperationWithThatPeer(boolean isEarly) {
        Request receive =
                isEarly ? far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new float[2])) : null;
        near.send(farAddress, TAG, CONTEXT, Slice.of(new int[] {1, 2, 3}));
        if (receive == null) {
            receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new float[2]));
        }
        assertThatThrownBy(receive::await).isInstanceOf(MessageMismatchException.class);
        assertThat(receive.status())
                .isEqualTo(new Status(nearAddress, TAG, CONTEXT, ElementType.INT, 3, true));

        // The news comes some time after; until then operations go well.
        Awaitility.await()
                .untilAsserted(
                        () ->
                                assertThatThrownBy(() -> near.iprobe(farAddress, 1, 1))
                                        .isInstanceOf(MessageMismatchException.class)
                                        .hasMessageContaining("from=" + one.card())
                                        .hasMessageContaining("to=" + farAddress)
                                        .hasMessageContaining("INT[3]")
                                        .hasMessageContaining("FLOAT[2]"));
        assertThat(near.iprobe(farAddress, 1, 1)).isNull();
    }

    @ParameterizedTest(name = "{0} elements, before their receive: {1}")
    @CsvSource({"2, true", "2, false", "2000000, true", "2000000, false"})
    void whereTagsAreComparedAMessageWithAnotherTagFailsTheNextReceive(int count, boolean early) {
        far.compareTags(CONTEXT);
        Request receive = early ? null : receiveInts(count);
        Request send = near.issend(farAddress, TAG + 1, CONTEXT, Slice.of(new int[count]));
        assertThatThrownBy((early ? receiveInts(count) : receive)::await)
                .asInstanceOf(InstanceOfAssertFactories.type(MessageMismatchException.class))
                .extracting(MessageMismatchException::sentTag, MessageMismatchException::sent)
                .containsExactly(TAG + 1, "INT[" + count + "]");
        Awaitility.await().until(send::test);

        // In another context the same tags select, as ever.
        near.isend(farAddress, 1, CONTEXT + 1, Slice.of(new int[] {1}));
        near.isend(farAddress, 2, CONTEXT + 1, Slice.of(new int[] {2}));
        int[] got = new int[1];
        far.recv(nearAddress, 2, CONTEXT + 1, Slice.of(got));
        assertThat(got).containsExactly(2);
    }

    private Request receiveInts(int count) {
        return far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new int[count]));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 200_000})
    void whereTagsAreComparedExchangesOfDifferentTagsFailOnBothSides(int count) {
        near.compareTags(CONTEXT);
        far.compareTags(CONTEXT);
        CompletableFuture<Void> partner =
                onThread(
                        () -> {
                            far.exchange(
                                    nearAddress,
                                    TAG + 1,
                                    CONTEXT,
                                    Slice.of(new int[count]),
                                    Slice.of(new int[count]));
                            return null;
                        });
        assertThatThrownBy(
                        () ->
                                near.exchange(
                                        farAddress,
                                        TAG,
                                        CONTEXT,
                                        Slice.of(new int[count]),
                                        Slice.of(new int[count])))
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("tag=" + TAG)
                .hasMessageContaining("tag=" + (TAG + 1));
        assertThatThrownBy(partner::join).cause().isInstanceOf(MessageMismatchException.class);
    }

    /** The other side may never receive it; if it does, it is told. */
    @ParameterizedTest
    @CsvSource({
        "100, false", "30000, false", "400000, false", "1200001, false",
        "100, true", "30000, true", "400000, true", "1200001, true"
    })
    void anExchangeThatFailsDoesNotWaitForItsOwnMessage(int length, boolean isPersistent)
            throws Exception {
        for (Endpoint other : List.of(far, one.openEndpoint())) {
            CompletableFuture<?> exchange =
                    onThread(() -> exchangeBytes(other.address(), length, isPersistent));
            Request misfit = other.issend(nearAddress, TAG, CONTEXT, Slice.of(new int[3]));
            assertThatThrownBy(() -> exchange.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(MessageMismatchException.class);
            assertThatThrownBy(misfit::await).isInstanceOf(MessageMismatchException.class);

            byte[] room = new byte[length];
            Request receive = other.irecv(nearAddress, TAG, CONTEXT, Slice.of(room));
            if (length > 1_000_000) { // announced over every link
                assertThatThrownBy(() -> receive.await(PATIENCE))
                        .isInstanceOf(TransportClosedException.class)
                        .hasMessageContaining("its exchange has failed");
            } else if (length == 100) {
                assertThat(receive.await(PATIENCE).count()).isEqualTo(length);
            }
            near.isend(other.address(), TAG + 1, CONTEXT, Slice.of(new int[] {4}));
            int[] next = new int[1];
            other.recv(nearAddress, TAG + 1, CONTEXT, Slice.of(next));
            assertThat(next).containsExactly(4);
        }
    }

    @Test
    void everyRequestIsAwaitedAlsoIfOneFails() {
        int[] first = new int[1];
        int[] last = new int[1];
        Request[] requests = {
            far.irecv(nearAddress, 1, CONTEXT, Slice.of(first)),
            null,
            far.irecv(nearAddress, 2, CONTEXT, Slice.of(new int[0])),
            far.irecv(nearAddress, 3, CONTEXT, Slice.of(new int[0])),
            far.irecv(nearAddress, 4, CONTEXT, Slice.of(last))
        };
        CompletableFuture<Void> partner =
                onThread(
                        () -> {
                            for (int tag = 1; tag <= 4; tag++) {
                                try {
                                    near.issend(farAddress, tag, CONTEXT, Slice.of(new int[] {tag}))
                                            .await();
                                } catch (MessageMismatchException expected) {
                                    assertThat(tag).isBetween(2, 3);
                                }
                            }
                            return null;
                        });

        assertThatThrownBy(() -> Request.awaitAll(requests))
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("tag=2")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        partner.join();
        assertThat(first[0] + last[0]).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thoseThatAreAwaitedTogetherAreReportedInWhicheverOrderTheyCome(boolean isFirstTheLast) {
        byte[] longOne = new byte[200_000];
        Arrays.fill(longOne, (byte) 7);
        try (Endpoint third = other.openEndpoint()) {
            byte[] room = new byte[longOne.length];
            int[] ofThird = new int[1];
            int[] shortOne = new int[1];
            Request[] requests = {
                far.irecv(nearAddress, 1, CONTEXT, Slice.of(room)),
                third.irecv(nearAddress, 2, CONTEXT, Slice.of(ofThird)),
                far.irecv(nearAddress, 3, CONTEXT, Slice.of(shortOne)),
                null
            };
            CompletableFuture<Void> partner =
                    onThread(
                            () -> {
                                for (int i = 1; i <= 3; i++) {
                                    int tag = isFirstTheLast ? 4 - i : i;
                                    Slice sent =
                                            tag == 1 ? Slice.of(longOne) : Slice.of(new int[] {9});
                                    EndpointAddress to = tag == 2 ? third.address() : farAddress;
                                    near.send(to, tag, CONTEXT, sent);
                                }
                                return null;
                            });

            Request.awaitAll(requests);
            partner.join();
            assertThat(room).isEqualTo(longOne);
            assertThat(ofThird[0] + shortOne[0]).isEqualTo(18);
            assertThat(requests[0].status().count()).isEqualTo(room.length);
        }
        Request later = far.irecv(nearAddress, 4, CONTEXT, Slice.of(new int[1]));
        near.send(farAddress, 4, CONTEXT, Slice.of(new int[1]));
        assertThat(far.peek()).isSameAs(later);
        Request.awaitAll(new Request[2]);
    }

    @Test
    void aRequestThatFailsMayBeAmongThoseThatAreAwaitedTwice() {
        Request cancelled = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new byte[1]));
        assertThat(cancelled.cancel()).isTrue();

        assertThatThrownBy(() -> Request.awaitAll(cancelled, null, cancelled))
                .isInstanceOf(TransportClosedException.class);
    }

    @Test
    void anyOfSeveralRequestsOfTwoEndpointsIsAwaited() {
        try (org.activeobjects.transport.Endpoint third = other.openEndpoint()) {
            Request[] requests = {
                null,
                far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new int[1])),
                third.irecv(nearAddress, TAG, CONTEXT, Slice.of(new int[1]))
            };
            CompletableFuture<Integer> any = onVirtualThread(() -> Request.awaitAny(requests));
            near.send(third.address(), TAG, CONTEXT, Slice.of(new int[1]));
            assertThat(any.join()).isEqualTo(2);
            assertThat(requests[2].await().count()).isOne();
            assertThat(requests[1].cancel()).isTrue();
            assertThat(requests[1].status()).isNull();
            assertThatThrownBy(requests[1]::await).isInstanceOf(TransportException.class);
            assertThat(requests[1].endpoint()).isSameAs(far);
        }
        assertThatThrownBy(() -> Request.awaitAny(new Request[3]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatHasFailedOrWasCancelledIsCompleteForThoseWhoAwaitAny() throws Exception {
        Request pending = far.irecv(nearAddress, 1, CONTEXT, Slice.of(new int[1]));
        Request cancelled = far.irecv(nearAddress, 2, CONTEXT, Slice.of(new int[1]));
        CompletableFuture<Integer> any =
                onVirtualThread(() -> Request.awaitAny(pending, cancelled, pending));
        assertThat(cancelled.cancel()).isTrue();
        assertThat(cancelled.cancel()).isFalse();
        assertThat(any.get()).isEqualTo(1);
        assertThat(Request.awaitAny(pending, null, cancelled, cancelled)).isEqualTo(2);

        Request misfit = far.irecv(nearAddress, 3, CONTEXT, Slice.of(new int[1]));
        any = onThread(() -> far.awaitAny(pending, misfit));
        Request send = near.issend(farAddress, 3, CONTEXT, Slice.of(new int[2]));
        assertThat(any.get()).isEqualTo(1);
        assertThatThrownBy(misfit::await).isInstanceOf(MessageMismatchException.class);
        assertThatThrownBy(send::await).isInstanceOf(MessageMismatchException.class);
        assertThat(far.awaitAny(pending, misfit)).isEqualTo(1);

        any = onThread(() -> Request.awaitAny(pending, pending));
        near.send(farAddress, 1, CONTEXT, Slice.of(new int[1]));
        assertThat(any.get()).isZero();
        assertThat(pending.await().count()).isOne();
        assertThatThrownBy(Request::awaitAny).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(far::awaitAny).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aWaitForAnyEndsWhenItsTimeIsOverAndTheOperationsGoOn() {
        Request first = far.irecv(nearAddress, 1, CONTEXT, Slice.of(new int[1]));
        Request second = far.irecv(nearAddress, 2, CONTEXT, Slice.of(new int[1]));

        for (Duration timeout : List.of(Duration.ZERO, Duration.ofMillis(20))) {
            assertThatThrownBy(() -> Request.awaitAny(timeout, first, null, second))
                    .isInstanceOf(TransportTimeoutException.class)
                    .hasMessageContaining("timeout=" + timeout)
                    .hasMessageContaining("tag=1")
                    .hasMessageContaining("tag=2");
        }
        near.send(farAddress, 2, CONTEXT, Slice.of(new int[1]));
        near.send(farAddress, 1, CONTEXT, Slice.of(new int[1]));

        assertThat(Request.awaitAny(PATIENCE, null, second)).isOne();
        assertThat(second.await().count()).isOne();
        assertThat(far.awaitAny(PATIENCE, first)).isZero();
        assertThat(first.await().count()).isOne();
        assertThatThrownBy(() -> Request.awaitAny(PATIENCE, null, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aProbeEndsWhenItsTimeIsOver() {
        for (Duration timeout : List.of(Duration.ZERO, Duration.ofMillis(20))) {
            assertThatThrownBy(() -> far.probe(nearAddress, 7, CONTEXT, timeout))
                    .isInstanceOf(TransportTimeoutException.class)
                    .hasMessageContaining("timeout=" + timeout)
                    .hasMessageContaining("tag=7");
        }
        near.send(farAddress, 6, CONTEXT, Slice.of(new int[2]));
        near.send(farAddress, 7, CONTEXT, Slice.of(new int[3]));

        assertThat(far.probe(nearAddress, 7, CONTEXT, PATIENCE).count()).isEqualTo(3);
        assertThat(far.recv(nearAddress, 7, CONTEXT, Slice.of(new int[3])).count()).isEqualTo(3);
        assertThat(far.recv(nearAddress, 6, CONTEXT, Slice.of(new int[2])).count()).isEqualTo(2);
    }

    @Test
    void anEndpointThatClosesEndsAProbeThatHasALimit() {
        CompletableFuture<Status> probe =
                onThread(() -> far.probe(nearAddress, TAG, CONTEXT, PATIENCE));
        far.close();

        assertThatThrownBy(probe::join).hasRootCauseInstanceOf(TransportClosedException.class);
    }

    @Test
    void anEndpointThatClosesEndsTheWaitForAnyOfItsOperations() {
        Request[] requests = {
            far.irecv(nearAddress, 1, CONTEXT, Slice.of(new int[1])),
            far.irecv(EndpointAddress.ANY_SOURCE, 2, CONTEXT, Slice.of(new int[1]))
        };
        CompletableFuture<Integer> any = onThread(() -> Request.awaitAny(requests));
        far.close();
        assertThat(any.join()).isBetween(0, 1);
        for (Request request : requests) {
            assertThatThrownBy(request::await).isInstanceOf(TransportClosedException.class);
        }
    }

    /** Either the message is left to the next receive, or it is there and nothing was cancelled. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3_000, 500_000})
    void aReceiveThatIsCancelledWhileItsMessageComesGetsAllOfItOrNothing(int count)
            throws Exception {
        int rounds = count < 10_000 ? 300 : 30;
        int[] source = new int[count];
        for (int round = 1; round <= rounds; round++) {
            java.util.Arrays.fill(source, round);
            int[] room = new int[count];
            boolean isAny = round % 2 == 0;
            Request receive =
                    far.irecv(
                            isAny ? EndpointAddress.ANY_SOURCE : nearAddress,
                            isAny ? org.activeobjects.transport.Endpoint.ANY_TAG : TAG,
                            CONTEXT,
                            Slice.of(room));
            CompletableFuture<Void> sender =
                    onThread(
                            () -> {
                                near.send(farAddress, TAG, CONTEXT, Slice.of(source));
                                return null;
                            });
            for (int i = 0; i < round % 7; i++) {
                boolean unused = receive.test();
            }
            if (receive.cancel()) {
                assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
                assertOnly(room, 0);
                int[] next = new int[count];
                far.recv(nearAddress, TAG, CONTEXT, Slice.of(next));
                assertOnly(next, round);
                assertOnly(room, 0);
            } else {
                assertThat(receive.await().count()).isEqualTo(count);
                assertOnly(room, round);
            }
            sender.get();
        }
        assertThat(far.iprobe(EndpointAddress.ANY_SOURCE, TAG, CONTEXT)).isNull();
    }

    /** As {@code containsOnly} says it, which makes an object of each element. */
    private static void assertOnly(int[] array, int value) {
        int[] expected = new int[array.length];
        java.util.Arrays.fill(expected, value);
        assertThat(java.util.Arrays.mismatch(array, expected)).as("only " + value).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 1_000_000})
    void aSynchronousSendOutlivesTheReceiveThatIsCancelled(int length) {
        Request cancelled = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new byte[length]));
        assertThat(cancelled.cancel()).isTrue();
        Request send = near.issend(farAddress, TAG, CONTEXT, Slice.of(new byte[length]));
        assertThat(send.cancel()).as("a send cannot be taken back").isFalse();
        far.probe(nearAddress, TAG, CONTEXT);
        assertThat(send.test()).isFalse();

        Request receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new byte[length]));
        assertThat(receive.cancel()).isFalse();
        assertThat(receive.await().count()).isEqualTo(length);
        assertThat(send.await()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 6000})
    void aSendIsCompleteWithoutItsReceiveUpToTheLimitThatIsSetForTheLink(int limit) {
        close();
        config = config.withSetting(link + ".eagerLimit", Integer.toString(limit));
        openWith(config);
        near.send(farAddress, TAG, CONTEXT, Slice.of(new byte[limit]));
        Request longer = near.isend(farAddress, TAG + 1, CONTEXT, Slice.of(new byte[limit + 1]));
        far.probe(nearAddress, TAG + 1, CONTEXT);
        assertThat(longer.test()).isFalse();
        assertThat(far.recv(nearAddress, TAG, CONTEXT, Slice.of(new byte[limit])).count())
                .isEqualTo(limit);
        Request receive = far.irecv(nearAddress, TAG + 1, CONTEXT, Slice.of(new byte[limit + 1]));
        longer.await();
        assertThat(receive.await().count()).isEqualTo(limit + 1);
    }

    @Test
    void aPersistentRequestSaysThatItsEndpointIsClosed() {
        PersistentRequest receive =
                far.recvInit(nearAddress, TAG, CONTEXT, Slice.of(new long[100_000]));
        PersistentRequest exchange =
                far.exchangeInit(
                        nearAddress,
                        TAG + 1,
                        CONTEXT,
                        Slice.of(new long[100_000]),
                        Slice.of(new long[100_000]));
        PersistentRequest.startAll(receive, exchange);
        far.close();

        assertThatThrownBy(() -> PersistentRequest.awaitAll(receive, exchange))
                .isInstanceOf(TransportClosedException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        for (PersistentRequest request : new PersistentRequest[] {receive, exchange}) {
            assertThat(request.isActive()).isFalse();
            assertThat(request.status()).isNull();
            assertThatThrownBy(request::start).isInstanceOf(TransportClosedException.class);
            assertThat(request.isActive()).isFalse();
            request.close();
        }
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void stridesAreSentAndFilledAtEveryLength(ElementType type) {
        for (int count : new int[] {0, 1, 10, 3_000, 60_000}) {
            Object matrix = Elements.random(type, count * 7 + 5);
            Object target = Elements.zeros(type, count * 5 + 3);
            Slice source = Slice.strided(matrix, 2, 3, 7, count);
            Slice destination = Slice.strided(target, 1, 3, 5, count);
            Request receive = far.irecv(nearAddress, TAG, CONTEXT, destination);
            near.isend(farAddress, TAG, CONTEXT, source);

            assertThat(receive.await().count()).isEqualTo(3L * count);

            byte[] sent = new byte[(int) source.byteLength()];
            byte[] received = new byte[(int) destination.byteLength()];
            source.copyTo(0, MemorySegment.ofArray(sent), 0, sent.length);
            destination.copyTo(0, MemorySegment.ofArray(received), 0, received.length);
            assertThat(received).isEqualTo(sent);
        }
    }

    @Test
    void directBuffersAndArraysExchangeTheirBytes() {
        ByteBuffer direct = ByteBuffer.allocateDirect(100_000);
        byte[] bytes = randomBytes(100_000, 3);
        direct.put(bytes).flip();
        byte[] received = new byte[100_000];
        Request receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(received));
        near.isend(farAddress, TAG, CONTEXT, Slice.of(direct));
        receive.await();
        assertThat(received).isEqualTo(bytes);
    }

    @Test
    void memoryThatCannotBeMovedByEveryThreadIsRefusedAtOnce() {
        try (Arena confined = Arena.ofConfined()) {
            Slice mine = Slice.of(confined.allocate(100_000), ElementType.BYTE);
            assertThatThrownBy(() -> near.isend(farAddress, TAG, CONTEXT, mine))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Arena.ofShared()");
        }
        Slice constant =
                Slice.of(MemorySegment.ofArray(new byte[8]).asReadOnly(), ElementType.BYTE);
        assertThatThrownBy(() -> near.irecv(farAddress, TAG, CONTEXT, constant))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only");
    }

    @Test
    void aMessageLongerThanTwoGibibytesArrives() {
        // The same memory again and again, on both sides: what counts is the length on the way.
        byte[] part = randomBytes(1 << 24, 5);
        byte[] room = new byte[part.length];
        Slice[] from = new Slice[136];
        Slice[] to = new Slice[136];
        java.util.Arrays.fill(from, Slice.of(part));
        java.util.Arrays.fill(to, Slice.of(room));
        long bytes = (long) from.length * part.length;
        CompletableFuture<Status> receive =
                onThread(() -> far.recv(nearAddress, TAG, CONTEXT, Slice.gather(to)));

        near.ssend(farAddress, TAG, CONTEXT, Slice.gather(from));

        assertThat(bytes).isGreaterThan(1L << 31);
        assertThat(receive.join().count()).isEqualTo(bytes);
        assertThat(java.util.Arrays.equals(room, part)).isTrue();
    }
}
