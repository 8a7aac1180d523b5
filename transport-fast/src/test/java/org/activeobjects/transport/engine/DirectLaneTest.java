package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Announced messages over a link by which the receiver can read the sender's memory. */
@Timeout(60)
class DirectLaneTest {

    private static final int LENGTH = 10_000; // doubles
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final FakeLane laneOne = new FakeLane();
    private final FakeLane laneTwo = new FakeLane(laneOne);
    private final Side one = new Side(1, laneOne);
    private final Side two = new Side(2, laneTwo);
    private final double[] source = new double[LENGTH];
    private final double[] destination = new double[LENGTH];

    /** One of the two runtimes. */
    private static final class Side {

        final FakeLane lane;
        final ParkingDoorbell bell = new ParkingDoorbell();
        final Progress progress;
        final Engine engine;
        final RuntimeCard card;
        final Endpoint endpoint;
        Peer other;
        PipeLink link;

        Side(long id, FakeLane lane) {
            this.lane = lane;
            this.card =
                    new RuntimeCard(
                            new RuntimeId(id, id), "host", "kernel", 9, "127.0.0.1", 5, Map.of());
            this.progress = new Progress("test-progress-" + id, bell, 0);
            this.engine =
                    new Engine(
                            card,
                            TransportConfig.defaults(),
                            progress,
                            peer -> {
                                throw new PeerLostException(peer.id().toString(), "none", null);
                            },
                            LoneEngine.LINKS_ALONE);
            this.endpoint = engine.openEndpoint();
        }

        void meet(Side side) {
            other = engine.learn(side.card);
            link = new PipeLink(other.receiver(), bell, lane);
        }

        void close() {
            engine.closeEndpoints();
            engine.closePeers();
            progress.close();
            bell.close();
        }
    }

    @BeforeEach
    void open() {
        one.meet(two);
        two.meet(one);
        PipeLink.join(one.link, two.link);
        one.other.attach(one.link);
        two.other.attach(two.link);
        for (int i = 0; i < LENGTH; i++) {
            source[i] = i + 0.5;
        }
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
        assertThat(laneOne.nowExposed()).isZero();
        assertThat(laneOne.concealments).hasValue(laneOne.exposures.get());
        assertThat(laneTwo.concealments).hasValue(laneTwo.exposures.get());
    }

    private Request send() {
        return one.endpoint.isend(two.endpoint.address(), 5, 0, Slice.of(source));
    }

    private Request receive() {
        return two.endpoint.irecv(one.endpoint.address(), 5, 0, Slice.of(destination));
    }

    /** Has the transfer begin, and stop after some steps. */
    private void stopAfter(int steps) {
        laneTwo.stepsAllowed.set(steps);
    }

    private void awaitSteps(int steps) {
        Awaitility.await().until(() -> laneTwo.stepsDone.get() >= steps);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theReceiverReadsWithoutAFrameOfData(boolean isReceivePosted) {
        Request receive = isReceivePosted ? receive() : null;
        Request send = send();
        if (receive == null) {
            assertThat(two.endpoint.probe(one.endpoint.address(), 5, 0).count()).isEqualTo(LENGTH);
            receive = receive();
        }

        assertThat(receive.await().count()).isEqualTo(LENGTH);
        send.await();

        assertThat(destination).isEqualTo(source);
        assertThat(one.link.sent(Wire.DATA)).isZero();
        assertThat(two.link.sent(Wire.PULLED)).isOne();
        assertThat(laneOne.concealments).hasValue(1);
    }

    @Test
    void aVirtualThreadReceivesToo() {
        send();
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            two.endpoint.recv(one.endpoint.address(), 5, 0, Slice.of(destination));
                            done.complete(null);
                        });

        done.join();

        assertThat(destination).isEqualTo(source);
    }

    @Test
    void bothHalvesOfAnExchangeAreReadByTheirReceivers() {
        double[] back = new double[LENGTH];
        double[] reply = new double[LENGTH];
        java.util.Arrays.fill(reply, 3);
        Thread partner =
                Thread.ofPlatform()
                        .start(
                                () ->
                                        two.endpoint.exchange(
                                                one.endpoint.address(),
                                                5,
                                                0,
                                                Slice.of(reply),
                                                Slice.of(destination)));

        one.endpoint.exchange(two.endpoint.address(), 5, 0, Slice.of(source), Slice.of(back));

        assertThat(back).isEqualTo(reply);
        Awaitility.await().until(() -> !partner.isAlive());
        assertThat(destination).isEqualTo(source);
        assertThat(one.link.sent(Wire.DATA) + two.link.sent(Wire.DATA)).isZero();
    }

    @Test
    void theLaneIsToldHowManyAreAheadWhetherTheyAreReadOrGoInFrames() {
        Request first = send();
        Request second = send();
        receive().await();
        receive().await();
        List.of(first, second).forEach(Request::await);
        assertThat(laneOne.ahead).containsExactly(0, 1);

        laneOne.exposesNothing = true;
        one.link.fillWithData(true);
        Request third = send();
        Request thirdReceive = receive();
        Awaitility.await().until(() -> one.link.refused() > 0);
        Request fourth = send();
        one.link.fillWithData(false);
        thirdReceive.await();
        receive().await();
        List.of(third, fourth).forEach(Request::await);

        assertThat(laneOne.ahead).containsExactly(0, 1, 0, 1);
    }

    @Test
    void manyAreReadAtOnce() {
        List<Request> all = new ArrayList<>();
        double[][] there = new double[100][LENGTH];
        for (int i = 0; i < there.length; i++) {
            all.add(two.endpoint.irecv(one.endpoint.address(), i, 0, Slice.of(there[i])));
        }
        for (int i = 0; i < there.length; i++) {
            all.add(one.endpoint.isend(two.endpoint.address(), i, 0, Slice.of(source)));
        }

        all.forEach(Request::await);

        assertThat(List.of(there)).allSatisfy(array -> assertThat(array).isEqualTo(source));
        assertThat(laneTwo.pulls).hasValue(100);
    }

    @Test
    void aTransferThatRunsByItselfIsWaitedForToo() {
        laneTwo.runsByItself = true;
        Request send = send();

        two.endpoint.recv(one.endpoint.address(), 5, 0, Slice.of(destination));
        send.await();

        assertThat(destination).isEqualTo(source);
    }

    @Test
    void whatCannotBeExposedGoesInFrames() {
        laneOne.exposesNothing = true;
        Request send = send();

        two.endpoint.recv(one.endpoint.address(), 5, 0, Slice.of(destination));
        send.await();

        assertThat(destination).isEqualTo(source);
        assertThat(laneTwo.pulls).hasValue(0);
        assertThat(one.link.sent(Wire.DATA)).isPositive();
    }

    @Test
    void whatTheReceiverCannotReadGoesInFrames() {
        laneTwo.pullsNothing = true;
        Request send = send();

        two.endpoint.recv(one.endpoint.address(), 5, 0, Slice.of(destination));
        send.await();

        assertThat(destination).isEqualTo(source);
        assertThat(one.link.sent(Wire.DATA)).isPositive();
        assertThat(laneOne.concealments).hasValue(1);
        assertThat(laneOne.ends).as("nothing is taken back that is read").hasValue(1);
    }

    @Test
    void aMessageOfNoElementsIsNotExposed() {
        Request send = one.endpoint.issend(two.endpoint.address(), 5, 0, Slice.EMPTY);

        two.endpoint.recv(one.endpoint.address(), 5, 0, Slice.EMPTY);
        send.await();

        assertThat(laneOne.exposures).hasValue(0);
    }

    @Test
    void aMessageThatDoesNotFitIsNotRead() {
        Request send = send();
        Request receive =
                two.endpoint.irecv(one.endpoint.address(), 5, 0, Slice.of(new float[LENGTH]));

        assertThatThrownBy(receive::await).isInstanceOf(MessageMismatchException.class);
        assertThatThrownBy(send::await).isInstanceOf(MessageMismatchException.class);

        assertThat(laneTwo.pulls).hasValue(0);
        assertThat(laneOne.concealments).hasValue(1);
    }

    @Test
    void aReadThatFailsFailsBothSides() {
        laneTwo.fails = true;
        Request send = send();
        Request receive = receive();

        assertThatThrownBy(receive::await)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("the lane is broken")
                .hasMessageContaining("double[10000]".toUpperCase(java.util.Locale.ROOT));
        assertThatThrownBy(send::await)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("the lane is broken");
        assertThat(one.other.isOpen()).isTrue();
    }

    @Test
    void aReadThatCannotBeginForWantOfMemoryFailsBothSides() {
        laneTwo.beforePull =
                () -> {
                    throw new OutOfMemoryError("on purpose");
                };
        Request send = send();
        Request receive = receive();

        assertThatThrownBy(() -> receive.await(PATIENCE))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("OutOfMemoryError: on purpose");
        assertThatThrownBy(() -> send.await(PATIENCE))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("OutOfMemoryError: on purpose");
        assertThat(one.other.isOpen()).isTrue();
        assertThat(two.other.isOpen()).isTrue();
    }

    @Test
    void aReadIsOverAlsoIfThereIsNoMemoryToTellItsSender() {
        two.link.kindWithoutMemory = Wire.PULLED;
        Request send = send();
        Request receive = receive();

        receive.await(PATIENCE);
        assertThat(destination).isEqualTo(source);
        assertThatThrownBy(() -> send.await(PATIENCE)).isInstanceOf(PeerLostException.class);
    }

    @Test
    void anEndpointMayBeClosedWhileItIsFoundOutThatNothingCanBeRead() {
        laneTwo.pullsNothing = true;
        laneTwo.beforePull =
                () -> {
                    Thread.ofPlatform().daemon().start(two.endpoint::close);
                    while (isOpen(two.endpoint)) {
                        Thread.onSpinWait();
                    }
                };
        Request send = send();
        Request receive = receive();

        assertThatThrownBy(() -> receive.await(PATIENCE))
                .isInstanceOf(TransportClosedException.class);
        Awaitility.await().until(send::test); // its elements are sent, and dropped
    }

    private static boolean isOpen(Endpoint endpoint) {
        try {
            endpoint.iprobe(EndpointAddress.ANY_SOURCE, 0, 0);
            return true;
        } catch (TransportClosedException e) {
            return false;
        }
    }

    @Test
    void nothingIsWrittenAfterTheReceiversEndpointWasClosed() {
        stopAfter(3);
        Request send = send();
        Request receive = receive();
        awaitSteps(3);

        two.endpoint.close();

        assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
        assertThat(laneTwo.abandoned).hasValue(1);
        double[] seen = destination.clone();
        stopAfter(1000);
        assertThatThrownBy(send::await)
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("the endpoint is closed");
        assertThat(destination).isEqualTo(seen);
        assertThat(laneTwo.stepsDone).hasValue(3);
    }

    @Test
    void theReceiveFailsWhenTheSendersEndpointIsClosedInTheMidst() {
        stopAfter(3);
        Request send = send();
        Request receive = receive();
        awaitSteps(3);

        one.endpoint.close();

        assertThatThrownBy(send::await).isInstanceOf(TransportClosedException.class);
        assertThat(laneOne.concealments).hasValue(1);
        assertThatThrownBy(receive::await)
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("the sender has closed its endpoint");
        assertThat(two.other.isOpen()).isTrue();
    }

    @Test
    void bothSidesAreToldOfAReceiveWhoseMemoryIsClosedInTheMidst() {
        stopAfter(3);
        Request send = send();
        Request receive;
        try (Arena arena = Arena.ofShared()) {
            Slice room = Slice.of(arena.allocate(LENGTH * 8L, 8), ElementType.DOUBLE);
            receive = two.endpoint.irecv(one.endpoint.address(), 5, 0, room);
            awaitSteps(3);
        }
        stopAfter(1000);

        for (Request side : List.of(receive, send)) {
            assertThatThrownBy(() -> side.await(PATIENCE))
                    .hasMessageContaining("the memory of a receive was closed");
        }
        assertThat(two.other.isOpen()).isTrue();
    }

    @Test
    void bothSidesFailWhenTheLinkBreaksInTheMidst() {
        stopAfter(3);
        Request send = send();
        Request receive = receive();
        awaitSteps(3);

        two.link.cut();

        assertThatThrownBy(receive::await).isInstanceOf(PeerLostException.class);
        assertThat(laneTwo.abandoned).hasValue(1);
        double[] seen = destination.clone();
        stopAfter(1000);
        assertThatThrownBy(send::await).isInstanceOf(PeerLostException.class);
        assertThat(destination).isEqualTo(seen);
        assertThat(laneOne.concealments).hasValue(1);
    }

    @Test
    void aSendThatIsNotMatchedIsConcealedWhenItsRuntimeCloses() {
        Request send = send();
        Awaitility.await().until(() -> two.endpoint.iprobe(one.endpoint.address(), 5, 0) != null);

        one.close();

        assertThatThrownBy(send::await).isInstanceOf(TransportException.class);
        assertThat(laneOne.concealments).hasValue(1);
    }

    @Test
    void aPeerThatSaysItHasReadWhatItCannotKnowLosesItsLink() {
        laneOne.exposesNothing = true;
        Request send = send();

        feed(two, 999);
        assertThatThrownBy(send::await).isInstanceOf(PeerLostException.class);
        assertThat(one.other.isOpen()).isFalse();
    }

    @Test
    void aPeerThatSaysItHasReadWhatWasNeverExposedLosesItsLink() {
        laneOne.exposesNothing = true;
        Request send = one.endpoint.issend(two.endpoint.address(), 5, 0, Slice.of(source));

        feed(two, 0);

        assertThatThrownBy(send::await).isInstanceOf(PeerLostException.class);
        Awaitility.await().until(() -> !one.other.isOpen());
    }

    private static void feed(Side from, int id) {
        FrameHeader frame = new FrameHeader();
        frame.set(Wire.PULLED, 0, 0, 0, 0, 0, 0, 0, (long) id << 32);
        from.link.trySend(frame, null, 0, 0);
    }

    @Test
    void aHandleOfImpossibleLengthCostsTheLink() {
        FrameHeader frame = new FrameHeader();
        frame.set(Wire.READY_TO_SEND, 1, 0, 16, 1, 1, 5, 0, 64);
        Landing landing = new Landing();

        one.other.receiver().onHeader(frame, landing);

        Awaitility.await().until(() -> !one.other.isOpen());
        assertThat(landing.slice()).isNull();
    }
}
