package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.TransferTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A peer that has proved itself and then sends what it likes. */
@Timeout(60)
class HostilePeerInputTest {

    /** Of the numbering "1 request ask, 2 reply answer". */
    private static final long DIGEST = 0xbcfbb6d03b245a45L;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final Endpoint endpoint = engine.openEndpoint();
    private final BlockingQueue<PeerLostException> lost = new LinkedBlockingQueue<>();

    private final SilentLink link = new SilentLink();

    HostilePeerInputTest() {
        engine.onPeerLost(lost::add);
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private void feed(FrameHeader header) {
        Landing landing = new Landing();
        peer.receiver().onHeader(header, landing);
        int length = header.payloadLength();
        if (length > 0) {
            if (landing.slice() != null) {
                byte[] bytes = new byte[length];
                landing.slice().copyFrom(landing.offset(), MemorySegment.ofArray(bytes), 0, length);
            }
            peer.receiver().onPayload(header);
        }
    }

    @ParameterizedTest(name = "kind {0}: {8}")
    @CsvSource({
        // kind, type, length, source, destination, tag, context, word, then what it is
        "0, 0, 0, 0, 0, 0, 0, 0, an unknown kind",
        "99, 0, 0, 0, 0, 0, 0, 0, an unknown kind",
        "255, 0, 64, 0, 0, 0, 0, 0, an unknown kind",
        "1, 0, 8, 1, 1, 0, 0, 0, unknown type",
        "1, 9, 8, 1, 1, 0, 0, 0, unknown type",
        "1, 8, 7, 1, 1, 0, 0, 0, unknown type",
        "1, 8, 8, 1, 1, -5, 0, 0, unknown type",
        "2, 8, 0, 1, 1, 0, 0, 7, unknown type",
        "2, 8, 16, 1, 1, 0, 0, 8, impossible length",
        "3, 0, 0, 0, 0, 0, 0, 12345, never announced",
        "3, 0, 0, 0, 0, 0, 0, -1, never announced",
        "4, 1, 0, 0, 0, 0, 0, 0, impossible length",
        "4, 1, 4096, 0, 0, 0, 0, 0, impossible length",
        "4, 1, 10, 0, 0, 77, 0, 0, never announced",
        "5, 0, 64, 3, 0, 0, 0, 0, no receive expects",
        "5, 0, 64, -3, 0, 0, 0, -1, no receive expects",
        "6, 0, 0, 0, 0, 0, 0, 1000, never sent",
        "6, 0, 0, 0, 0, 0, 0, -1, never sent",
        "10, 0, 0, 0, 0, 0, 0, 9223372036854775807, never sent",
        "7, 0, 4, 0, 0, 0, 4, 0, impossible lengths",
        "7, 1, 4, 0, 0, 0, 5, 0, impossible lengths",
        "7, 1, 4, 0, 0, 0, -1, 0, impossible lengths",
        "7, 1, 16, 1, 0, 0, 100, 0, impossible lengths",
        "7, 1, 16, -1, 0, 0, 8, 0, impossible lengths",
        "7, 1, 16, 2, 0, 0, 0, 0, unknown type or length",
        "8, 1, 0, 2000000, 0, 0, 0, 99999999, impossible lengths",
        "8, 1, 0, 1, 0, 0, 5, 9223372036854775807, longer than maxMessageLength",
        "8, 1, 8, 0, 0, 0, 8, 8, has one",
        "9, 0, 64, 5, 0, 0, 0, 0, unknown message",
        "13, 0, 0, 0, 0, 0, 0, 12345, never announced",
        "13, 0, 8, 0, 0, 0, 0, 0, has no payload has one",
        "15, 0, 0, 0, 0, 0, 0, 0, cannot be",
        "15, 0, 0, -1, 0, 0, 0, 0, cannot be",
        "15, 0, 8, 0, 0, 0, 0, 0, cannot be",
        "15, 0, 1025, 1, 0, 0, 0, 0, impossible length",
        "15, 0, -1, 1, 0, 0, 0, 0, impossible length",
        "20, 0, 2000, 1, 0, 0, 0, 0, impossible length",
        "20, 0, -1, 1, 0, 0, 0, 0, impossible length",
        "20, 0, 0, 1, 0, 0, 0, 0, impossible table",
        "20, 0, 8, 0, 0, 0, 0, 0, impossible table",
        "20, 0, 8, 256, 0, 0, 0, 0, impossible table",
        "21, 0, 0, 1, 0, 0, 0, 1, not asked",
        "21, 0, 0, -1, 0, 0, 0, 1, not asked",
        "22, 1, 8, 1, 0, 0, 0, 0, not agreed on",
        "22, 1, 8, -1, 0, 0, 0, 0, not agreed on",
        "22, 1, 72, 1, 0, 0, 0, 0, impossible length",
        "22, 1, 7, 1, 0, 0, 0, 0, impossible length",
        "22, 1, -8, 1, 0, 0, 0, 0, impossible length",
        "23, 1, 0, 300, 0, 0, 0, 1, not agreed on",
        "24, 0, 0, 0, 0, 0, 0, 1, never sent",
        "24, 0, 0, 0, 0, 0, 0, -1, never sent",
        "24, 0, 8, 0, 0, 0, 0, 1, has no payload has one",
        "25, 1, 0, 1, 0, 8, 0, 64, not agreed on",
        "26, 0, 64, 3, 0, 0, 0, 0, unknown bulk request",
        "27, 0, 8, 3, 0, 0, 0, 0, not known",
        "28, 0, 0, 3, 0, 0, 0, 0, not known",
        "14, 0, 0, 3, 0, 0, 0, 0, the end of an unknown message",
        "14, 0, 8, 0, 0, 0, 0, 0, has no payload has one",
        "29, 0, 0, 3, 0, 0, 0, 0, the end of an unknown bulk request",
        "29, 0, 8, 0, 0, 0, 0, 0, has no payload has one",
        "30, 0, 0, 0, 0, 0, 0, 0, an unknown kind"
    })
    void losesItsLinkAndNothingElse(
            int kind,
            int type,
            int length,
            int source,
            int destination,
            int tag,
            int context,
            long word,
            String what)
            throws InterruptedException {
        Request waiting =
                endpoint.irecv(new EndpointAddress(peer.id(), 1), 50, 0, Slice.of(new double[1]));

        feed(new FrameHeader().set(kind, type, 0, length, source, destination, tag, context, word));

        PeerLostException loss = lost.poll(30, TimeUnit.SECONDS);
        assertThat(loss).hasMessageContaining(what).hasMessageContaining(peer.id().toString());
        assertThatThrownBy(waiting::await).isInstanceOf(PeerLostException.class);
        assertThat(peer.isOpen()).isFalse();
    }

    @Test
    void neverThrowsWhateverComes() {
        Random random = new Random(42);
        long seed = random.nextLong();
        random.setSeed(seed);
        for (int i = 0; i < 20_000; i++) {
            Peer one = engine.learn(LoneEngine.card(1000 + i));
            FrameHeader header = new FrameHeader();
            Landing landing = new Landing();
            for (int j = 0; j < 3; j++) {
                header.set(
                        random.nextInt(32),
                        random.nextInt(10),
                        0,
                        random.nextInt(3) * random.nextInt(2000),
                        random.nextInt(4) - 1,
                        random.nextInt(3),
                        random.nextInt(3) - 1,
                        random.nextInt(40) - 2,
                        random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(4000));
                one.receiver().onHeader(header, landing);
                int length = header.payloadLength();
                if (length > 0) {
                    if (landing.slice() != null) {
                        assertThat(landing.offset() + length)
                                .as("seed %d", seed)
                                .isBetween(0L, landing.slice().byteLength());
                    }
                    one.receiver().onPayload(header);
                }
            }
        }
    }

    @Test
    void refusesMoreEagerBytesThanTheWindowHolds() throws InterruptedException {
        for (int i = 0; i < 260 && lost.isEmpty(); i++) {
            feed(new FrameHeader().set(Wire.EAGER, 1, 0, 16_384, 1, 1, 0, 0, 0));
        }

        assertThat(lost.poll(30, TimeUnit.SECONDS))
                .hasMessageContaining("more eager bytes than the window holds");
    }

    private void announceToNobody(int times) {
        FrameHeader header = new FrameHeader();
        for (int i = 0; i < times && lost.isEmpty(); i++) {
            long word = (long) (i % TransferTable.CAPACITY) << 48 | 8;
            feed(header.set(Wire.READY_TO_SEND, 1, 0, 0, 1, 99, 0, 0, word));
        }
    }

    @Test
    void mayAnnounceAsLongAsItTakesTheAnswers() {
        announceToNobody(3 * TransferTable.CAPACITY);

        assertThat(lost).isEmpty();
        assertThat(peer.isOpen()).isTrue();
    }

    @Test
    void cannotMakeAnswersPileUpByAnnouncingWithoutTakingThem() throws InterruptedException {
        link.isFull = true;
        announceToNobody(TransferTable.CAPACITY);
        assertThat(lost).as("as many as an honest one may have open").isEmpty();

        announceToNobody(1);

        assertThat(lost.poll(30, TimeUnit.SECONDS))
                .hasMessageContaining("more announcements than there are numbers");
    }

    @Test
    void refusesMoreBegunMessagesThanTheWindowHolds() throws InterruptedException {
        for (int id = 0; id < 200 && lost.isEmpty(); id++) {
            feed(new FrameHeader().set(Wire.BULK, 1, 0, 0, 0, id, 0, 1 << 20, 1 << 20));
        }

        assertThat(lost.poll(30, TimeUnit.SECONDS))
                .hasMessageContaining("more messages than may be under way");
    }

    @Test
    void refusesMoreMessagesBehindOneThatDoesNotEndThanTheWindowHolds()
            throws InterruptedException {
        feed(new FrameHeader().set(Wire.BULK, 1, 0, 0, 0, 1, 0, 100, 100));
        for (int i = 0; i < 5000 && lost.isEmpty(); i++) {
            feed(new FrameHeader().set(Wire.MESSAGE, 1, 0, 16_384, 0, 0, 0, 16_384, 0));
        }

        assertThat(lost.poll(30, TimeUnit.SECONDS))
                .hasMessageContaining("more messages than may be under way");
    }

    private void sayHello() {
        byte[] text = "test\n1 request ask, 2 reply answer".getBytes(StandardCharsets.US_ASCII);
        FrameHeader hello = new FrameHeader();
        hello.set(Wire.TABLE_HELLO, 0, 0, text.length, 1, 0, 0, 0, DIGEST);
        Landing landing = new Landing();
        peer.receiver().onHeader(hello, landing);
        landing.slice().copyFrom(landing.offset(), MemorySegment.ofArray(text), 0, text.length);
        peer.receiver().onPayload(hello);
    }

    @Test
    void cannotMakeRepliesPileUpByAskingWithoutTakingThem() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        engine.tables()
                .open(
                        "test",
                        table ->
                                table.onRequest(
                                                1,
                                                "ask",
                                                request -> {
                                                    asked.incrementAndGet();
                                                    request.reply(2);
                                                })
                                        .onReply(2, "answer", reply -> {}));
        sayHello();
        link.isFull = true;
        for (int i = 0; i < 10_000 && lost.isEmpty(); i++) {
            feed(new FrameHeader().set(Wire.SHORT_REQUEST, 1, 0, 0, 1, 0, 0, 0, 0));
        }

        assertThat(lost.poll(30, TimeUnit.SECONDS))
                .hasMessageContaining("requests without taking the answers");
        assertThat(asked.get()).isBetween(ActiveMessages.WINDOW, 3 * ActiveMessages.WINDOW);
    }

    @Test
    void cannotMakeAnswersPileUpBySayingHelloAgain() throws InterruptedException {
        engine.tables().open("test", table -> table.onReply(2, "other", reply -> {}));
        sayHello();
        assertThat(lost).isEmpty();

        sayHello();

        assertThat(lost.poll(30, TimeUnit.SECONDS)).hasMessageContaining("said before");
    }

    @Test
    void takesNoMemoryForEverOnceItIsLost() throws InterruptedException {
        int many = Engine.GONE_KEPT + 44;
        for (int i = 0; i < many; i++) {
            engine.learn(LoneEngine.card(1000 + i)).lose("gone", null);
        }
        for (int i = 0; i < many; i++) {
            assertThat(lost.poll(30, TimeUnit.SECONDS)).isNotNull();
        }

        assertThat(engine.peers()).hasSize(2 + Engine.GONE_KEPT).contains(peer, engine.self());
        assertThat(engine.peer(LoneEngine.card(1000 + many - 1).id()).loss())
                .hasMessageContaining("gone");
        assertThatThrownBy(() -> engine.peer(LoneEngine.card(1000).id()))
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("unknown peer");
    }

    @Test
    void whatWasAcknowledgedCanStillBeReceivedAfterTheLoss() throws InterruptedException {
        feed(new FrameHeader().set(Wire.EAGER, 1, 0, 4, 1, 1, 6, 0, 0));
        feed(new FrameHeader().set(99, 0, 0, 0, 0, 0, 0, 0, 0));
        assertThat(lost.poll(30, TimeUnit.SECONDS)).isNotNull();
        EndpointAddress source = new EndpointAddress(peer.id(), 1);

        assertThat(endpoint.recv(source, 6, 0, Slice.of(new byte[4])).count()).isEqualTo(4);
        assertThatThrownBy(() -> endpoint.recv(source, 6, 0, Slice.of(new byte[4])))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("peer lost");
    }

    /** Takes every frame and tells nobody. */
    private static final class SilentLink implements Link {

        private volatile boolean isFull;

        @Override
        public String name() {
            return "silent";
        }

        @Override
        public int maxPayload() {
            return 16_384;
        }

        @Override
        public int chunkLength(long messageLength) {
            return 16_384;
        }

        @Override
        public boolean trySend(FrameHeader header, Slice payload, long offset, int length) {
            return !isFull;
        }

        @Override
        public boolean isPolled() {
            return false;
        }

        @Override
        public int poll(int limit) {
            return 0;
        }

        @Override
        public boolean hasInput() {
            return false;
        }

        @Override
        public String describe() {
            return "silent";
        }

        @Override
        public void close() {}
    }
}
