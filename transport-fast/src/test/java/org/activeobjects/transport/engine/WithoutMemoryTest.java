package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Home.Farewells;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A frame that cannot be taken, in a runtime that has no memory to say so: its peer is given up
 * nevertheless, for it would wait for ever for what was lost.
 */
@Timeout(60)
class WithoutMemoryTest {

    private static final int TAG = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final AtomicBoolean hasNone = new AtomicBoolean();
    private final LoneEngine alone =
            new LoneEngine(
                    new Farewells() {
                        @Override
                        public void giveUp(Peer peer, String reason) {
                            if (hasNone.getAndSet(false)) {
                                throw new OutOfMemoryError("on purpose");
                            }
                        }

                        @Override
                        public void onPeerClosed(Peer peer, String reason) {}
                    });
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final BlockingQueue<PeerLostException> lost = new LinkedBlockingQueue<>();

    private final Endpoint endpoint = engine.openEndpoint();
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final OneFault fault = new OneFault();
    private final RecordingLink link =
            new RecordingLink() {
                @Override
                public void close() {
                    fault.strike("close");
                }
            };

    /** Memory that is wanting once, where a test says so. */
    private static final class OneFault {

        private final AtomicReference<String> where = new AtomicReference<>("");

        void strike(String here) {
            if (where.compareAndSet(here, "")) {
                throw new OutOfMemoryError("on purpose");
            }
            if (where.compareAndSet(here + " is broken", "")) {
                throw new IllegalStateException("on purpose");
            }
        }
    }

    WithoutMemoryTest() {
        engine.onPeerLost(lost::add);
        link.whileSending = () -> fault.strike("send");
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    @Test
    void whoHasNoMemoryToGiveAPeerUpTriesAgain() throws InterruptedException {
        FrameHeader unknown = new FrameHeader().set(99, 0, 0, 0, 0, 0, 0, 0, 0);
        hasNone.set(true);
        assertThatThrownBy(() -> RecordingLink.feed(peer, unknown, new byte[0]))
                .isInstanceOf(OutOfMemoryError.class);

        alone.progress().kick(); // the next round of whoever polls
        assertThat(lost.poll(30, TimeUnit.SECONDS))
                .isNotNull()
                .hasMessageContaining("it has sent an unknown kind of frame");
    }

    private void assertLost(String why) throws InterruptedException {
        assertThat(lost.poll(30, TimeUnit.SECONDS)).isNotNull().hasMessageContaining(why);
    }

    private void feed(int kind, int type, long word, byte[] payload) {
        FrameHeader header =
                new FrameHeader().set(kind, type, 0, payload.length, 1, 1, TAG, 0, word);
        orFail(() -> RecordingLink.feed(peer, header, payload));
    }

    /** An error of that kind would end the run of all tests. */
    private static void orFail(Runnable step) {
        try {
            step.run();
        } catch (OutOfMemoryError e) {
            throw new AssertionError("thrown to who has nothing to do with it", e);
        }
    }

    private void announce(long bytes) {
        feed(Wire.READY_TO_SEND, ElementType.BYTE.wireId(), 7L << 48 | bytes, new byte[0]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "close is broken"})
    void aPeerWhoseEndIsBrokenOffIsEndedAllTheSame(String step) throws InterruptedException {
        Request receive = endpoint.irecv(there, TAG, 0, Slice.of(new byte[1]));
        Request send = endpoint.issend(there, TAG, 0, Slice.of(new byte[1]));
        fault.where.set(step);

        orFail(() -> peer.lose("it is to be lost", null));

        assertThatThrownBy(() -> receive.await(PATIENCE)).isInstanceOf(PeerLostException.class);
        assertThatThrownBy(() -> send.await(PATIENCE)).isInstanceOf(PeerLostException.class);
        assertLost("it is to be lost");
    }

    @Test
    void aRuntimeThatClosesEndsAPeerAlsoIfThatIsBrokenOffAtFirst() {
        Request send = endpoint.issend(there, TAG, 0, Slice.of(new byte[1]));
        Request receive = engine.openEndpoint().irecv(there, TAG, 0, Slice.of(new byte[1]));
        fault.where.set("close");

        assertThatThrownBy(engine::closePeers).isInstanceOf(OutOfMemoryError.class);
        orFail(engine::closePeers);

        assertThatThrownBy(() -> send.await(PATIENCE)).isInstanceOf(TransportClosedException.class);
        assertThatThrownBy(() -> receive.await(PATIENCE))
                .isInstanceOf(TransportClosedException.class);
    }

    @Test
    void aReceiveThatElementsInPiecesDoNotFitFailsAlsoIfTheirSenderCannotBeTold()
            throws InterruptedException {
        Request receive = endpoint.irecv(there, TAG, 0, Slice.of(new int[1]));
        fault.where.set("send");

        feed(Wire.EAGER, ElementType.BYTE.wireId(), 0, new byte[1]);

        assertThatThrownBy(() -> receive.await(PATIENCE)).isInstanceOf(TransportException.class);
        assertLost("it could not be told something");
    }

    @Test
    void aReceiveThatElementsAtOnceDoNotFitFailsAlsoIfTheirSenderCannotBeTold()
            throws InterruptedException {
        Request receive = endpoint.irecv(there, TAG, 0, Slice.of(new int[1]));
        fault.where.set("send");

        FrameHeader header =
                new FrameHeader().set(Wire.EAGER, ElementType.BYTE.wireId(), 0, 1, 1, 1, TAG, 0, 0);
        MemorySegment payload = MemorySegment.ofArray(new byte[1]);
        orFail(() -> peer.receiver().onWhole(header, payload, 0));

        assertThatThrownBy(() -> receive.await(PATIENCE))
                .isInstanceOf(MessageMismatchException.class);
        assertLost("it could not be told something");
    }

    @Test
    void aReceiveThatAnAnnouncedMessageDoesNotFitFailsAlsoIfItsSenderCannotBeTold()
            throws InterruptedException {
        Request receive = endpoint.irecv(there, TAG, 0, Slice.of(new int[1]));
        fault.where.set("send");

        announce(1 << 20);

        assertThatThrownBy(() -> receive.await(PATIENCE)).isInstanceOf(TransportException.class);
        assertLost("it could not be told something");
    }

    /** It would wait for leave to send for ever. */
    @Test
    void aSenderThatCannotBeToldToSendIsGivenUp() throws InterruptedException {
        announce(1 << 20);
        fault.where.set("send");

        Request[] receive = new Request[1];
        Slice room = Slice.of(new byte[1 << 20]);
        orFail(() -> receive[0] = endpoint.irecv(there, TAG, 0, room));

        assertThatThrownBy(() -> receive[0].await(PATIENCE)).isInstanceOf(PeerLostException.class);
        assertLost("it could not be told something");
    }

    @Test
    void aSendWhoseAnnouncementIsBrokenOffIsAnnouncedOnce() throws InterruptedException {
        link.isFull = true;
        Request send = endpoint.issend(there, TAG, 0, Slice.of(new byte[1]));
        fault.where.set("send");
        link.isFull = false;
        alone.progress().kick();
        FrameHeader announcement = link.next().header();
        long id = announcement.word3() >>> 48;

        feed(Wire.REFUSAL, Wire.NO_ENDPOINT, 0, (int) id);
        assertThatThrownBy(() -> send.await(PATIENCE)).isInstanceOf(TransportClosedException.class);
        Request next = endpoint.issend(there, TAG, 0, Slice.of(new byte[1]));
        assertThat(link.next().header().word3() >>> 48)
                .as("no number is left behind")
                .isEqualTo(id);
        assertThat(next.test()).isFalse();
        assertThat(id).isZero();
    }

    /** Else there would be none left some day, and the next request would wait for ever. */
    @Test
    void requestsThatCannotBeSentKeepNeitherCreditsNorBuffers() throws Exception {
        ActiveMessages.Target target = target();
        Arena arena = Arena.ofShared();
        RegisteredBuffer buffer = new RegisteredBuffer(new Memory(arena));
        RegisteredBuffer.View view = buffer.view(ElementType.BYTE);

        fault.where.set("send");
        assertThatThrownBy(() -> target.request(1, 0)).isInstanceOf(OutOfMemoryError.class);
        assertThat(target.underWay()).isZero();
        fault.where.set("send");
        assertThatThrownBy(() -> target.bulk(2, view.slice(), new long[0], 0))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(target.underWay()).isZero();

        assertThat(target.tryRequest(1, new long[1], 1)).isTrue();
        view.close();
        buffer.close();
        assertThat(arena.scope().isAlive()).isFalse();
    }

    private record Memory(Arena arena) implements RegisteredBuffer.Source {

        @Override
        public MemorySegment segment() {
            return arena.allocate(8);
        }

        @Override
        public void release() {
            arena.close();
        }

        @Override
        public void forgotten() {}
    }

    /** A table that both sides have opened. */
    private ActiveMessages.Target target() throws NoSuchAlgorithmException {
        String numbering = "1 request ask, 2 bulk fill";
        ActiveMessages table =
                engine.tables()
                        .open(
                                "table",
                                handlers ->
                                        handlers.onRequest(1, "ask", request -> {})
                                                .onBulk(2, "fill", _ -> null, _ -> {}, _ -> {}));
        byte[] digest =
                MessageDigest.getInstance("SHA-256")
                        .digest(numbering.getBytes(StandardCharsets.US_ASCII));
        byte[] text = ("table\n" + numbering).getBytes(StandardCharsets.US_ASCII);
        feed(Wire.TABLE_HELLO, 0, ByteBuffer.wrap(digest).getLong(), text);
        return table.target(peer.id());
    }

    private void feed(int kind, int type, long word, int tag) {
        byte[] text = "no".getBytes(StandardCharsets.UTF_8);
        FrameHeader header = new FrameHeader().set(kind, type, 0, text.length, 0, 0, tag, 0, word);
        RecordingLink.feed(peer, header, text);
    }
}
