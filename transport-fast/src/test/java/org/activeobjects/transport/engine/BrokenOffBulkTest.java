package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Bulk requests of a peer that never come to their end, of which their handler is told. */
@Timeout(60)
class BrokenOffBulkTest {

    private static final byte[] NONE = {};
    private static final int LENGTH = 4096;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final RecordingLink link = new RecordingLink();
    private final List<Slice> complete = new CopyOnWriteArrayList<>();
    private final List<Slice> brokenOff = new CopyOnWriteArrayList<>();
    private Slice room = Slice.of(new byte[2 * LENGTH]);
    private Runnable onEnd = () -> {};
    private int table;
    private ActiveMessages opened;

    /** Opens the table, and has the peer open the same. */
    @BeforeEach
    void agree() throws InterruptedException {
        opened =
                engine.tables()
                        .open(
                                "test",
                                handlers ->
                                        handlers.onBulk(
                                                1,
                                                "bulk",
                                                bulk -> room,
                                                bulk -> {
                                                    complete.add(bulk.room());
                                                    onEnd.run();
                                                },
                                                bulk -> {
                                                    assertThat(bulk.word(0)).isEqualTo(0);
                                                    brokenOff.add(bulk.room());
                                                    onEnd.run();
                                                }));
        peer.attach(link);
        byte[] text = "test\n1 bulk bulk".getBytes(StandardCharsets.UTF_8);
        feed(Wire.TABLE_HELLO, 0, 9, 0, digest(), text);
        RecordingLink.Frame answer = link.next();
        while (answer.header().kind() != Wire.TABLE_ANSWER) {
            answer = link.next();
        }
        table = (int) answer.header().word3();
        assertThat(table).isPositive();
    }

    private long digest() {
        try {
            byte[] bytes =
                    MessageDigest.getInstance("SHA-256")
                            .digest("1 bulk bulk".getBytes(StandardCharsets.US_ASCII));
            return ByteBuffer.wrap(bytes).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private void feed(int kind, int type, int source, int destination, long word, byte[] payload) {
        int tag = kind == Wire.BULK_REQUEST ? ElementType.BYTE.wireId() : 0;
        FrameHeader header =
                new FrameHeader()
                        .set(kind, type, 0, payload.length, source, destination, tag, 0, word);
        RecordingLink.feed(peer, header, payload);
    }

    private void request(int id) throws InterruptedException {
        feed(Wire.BULK_REQUEST, 1, table, id, 2 * LENGTH, new byte[8]);
        FrameHeader answer = link.next().header();
        assertThat(answer.kind()).isEqualTo(Wire.BULK_ACCEPT);
        assertThat(answer.sourceEndpoint()).isEqualTo(id);
    }

    private void piece(int id, int offset) {
        feed(Wire.BULK_PIECE, 0, id, 0, offset, new byte[LENGTH]);
    }

    private void requireNextIsServed() throws InterruptedException {
        room = Slice.of(new byte[2 * LENGTH]);
        request(5);
        piece(5, 0);
        piece(5, LENGTH);
        assertThat(complete).containsExactly(room);
        assertThat(peer.loss()).isNull();
    }

    @Test
    void tellTheirHandlerIfTheirSenderBreaksThemOff() throws InterruptedException {
        request(3);
        piece(3, 0);
        feed(Wire.BULK_END, 0, 3, 0, 0, NONE);

        assertThat(brokenOff).containsExactly(room);
        requireNextIsServed();
    }

    @Test
    void tellTheirHandlerIfTheMemoryOfTheirRoomIsClosed() throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            room = Slice.of(arena.allocate(2 * LENGTH), ElementType.BYTE);
            request(3);
            piece(3, 0);
        }
        assertThat(brokenOff).isEmpty();
        piece(3, LENGTH);

        assertThat(brokenOff).containsExactly(room);
        assertThat(complete).isEmpty();
        assertThat(link.sent).isEmpty(); // the sender has sent all of it
        requireNextIsServed();
    }

    @Test
    void tellTheirSenderIfTheMemoryOfTheirRoomIsClosedHalfway() throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            room = Slice.of(arena.allocate(2 * LENGTH), ElementType.BYTE);
            request(3);
        }
        piece(3, 0);

        RecordingLink.Frame told = link.next();
        assertThat(told.header().kind()).isEqualTo(Wire.BULK_REFUSAL);
        assertThat(told.header().type()).isEqualTo(Wire.BROKEN_OFF);
        assertThat(told.header().sourceEndpoint()).isEqualTo(3);
        assertThat(new String(told.payload(), StandardCharsets.UTF_8)).contains("was closed");
        assertThat(brokenOff).isEmpty();
        feed(Wire.BULK_END, 0, 3, 0, 0, NONE);
        assertThat(brokenOff).containsExactly(room);
        requireNextIsServed();
    }

    @Test
    void failAtTheirSenderIfTheReceiverTakesNoMoreOfThem() throws Exception {
        CompletableFuture<Void> sending =
                CompletableFuture.runAsync(
                        () -> {
                            Slice source = Slice.of(new byte[100 * LENGTH]);
                            opened.target(peer.id()).bulk(1, source, new long[0], 0);
                        });
        RecordingLink.Frame request = link.next();
        assertThat(request.header().kind()).isEqualTo(Wire.BULK_REQUEST);
        int id = request.header().destinationEndpoint();
        link.room = 3;
        feed(Wire.BULK_ACCEPT, 0, id, 0, 0, NONE);
        assertThat(link.next().header().kind()).isEqualTo(Wire.BULK_PIECE);

        byte[] why = "the memory of its room was closed".getBytes(StandardCharsets.UTF_8);
        feed(Wire.BULK_REFUSAL, Wire.BROKEN_OFF, id, 0, 0, why);

        assertThatThrownBy(() -> sending.get(30, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("the memory of its room was closed");
        link.room = Integer.MAX_VALUE;
        alone.progress().kick();
        FrameHeader last = link.next().header();
        while (last.kind() == Wire.BULK_PIECE) {
            last = link.next().header();
        }
        assertThat(last.kind()).isEqualTo(Wire.BULK_END);
        assertThat(last.sourceEndpoint()).isEqualTo(id);
        feed(Wire.BULK_REFUSAL, Wire.BROKEN_OFF, id, 0, 0, why); // of one that is over
        assertThat(peer.loss()).isNull();
    }

    @Test
    void areRefusedIfTheMemoryOfTheirRoomIsClosedAlready() throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            room = Slice.of(arena.allocate(2 * LENGTH), ElementType.BYTE);
        }
        feed(Wire.BULK_REQUEST, 1, table, 3, 2 * LENGTH, new byte[8]);

        RecordingLink.Frame refusal = link.next();
        assertThat(refusal.header().kind()).isEqualTo(Wire.BULK_REFUSAL);
        assertThat(new String(refusal.payload(), StandardCharsets.UTF_8))
                .contains("memory that is closed");
        assertThat(brokenOff).isEmpty();
    }

    /** Until all of them are there, or never will be; their handler may release it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepTheBufferOfTheirRoomFromBeingReleased(boolean isWhole) throws InterruptedException {
        AtomicInteger releases = new AtomicInteger();
        RegisteredBuffer buffer = new RegisteredBuffer(new Ordinary(2 * LENGTH, releases));
        RegisteredBuffer.View view = buffer.view(ElementType.BYTE);
        room = view.slice();
        onEnd = buffer::close;
        request(3);
        view.close();
        piece(3, 0);
        assertThatThrownBy(buffer::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("operations=1");

        if (isWhole) {
            piece(3, LENGTH);
        } else {
            feed(Wire.BULK_END, 0, 3, 0, 0, NONE);
        }

        assertThat(isWhole ? complete : brokenOff).hasSize(1);
        assertThat(releases).hasValue(1);
        onEnd = () -> {};
        complete.clear();
        requireNextIsServed();
    }

    @Test
    void areRefusedIfTheViewOfTheirRoomIsClosedAlready() throws InterruptedException {
        AtomicInteger releases = new AtomicInteger();
        RegisteredBuffer buffer = new RegisteredBuffer(new Ordinary(2 * LENGTH, releases));
        try (RegisteredBuffer.View view = buffer.view(ElementType.BYTE)) {
            room = view.slice();
        }
        feed(Wire.BULK_REQUEST, 1, table, 3, 2 * LENGTH, new byte[8]);

        RecordingLink.Frame refusal = link.next();
        assertThat(refusal.header().kind()).isEqualTo(Wire.BULK_REFUSAL);
        assertThat(new String(refusal.payload(), StandardCharsets.UTF_8)).contains("is closed");
        buffer.close();
        assertThat(releases).hasValue(1);
        requireNextIsServed();
    }

    @Test
    void areRefusedIfTheirRoomCannotBeWritten() throws InterruptedException {
        room = Slice.of(MemorySegment.ofArray(new byte[2 * LENGTH]).asReadOnly(), ElementType.BYTE);
        feed(Wire.BULK_REQUEST, 1, table, 3, 2 * LENGTH, new byte[8]);

        RecordingLink.Frame refusal = link.next();
        assertThat(refusal.header().kind()).isEqualTo(Wire.BULK_REFUSAL);
        assertThat(new String(refusal.payload(), StandardCharsets.UTF_8)).contains("read-only");
        requireNextIsServed();
    }

    /** Memory for a buffer. */
    private record Ordinary(MemorySegment segment, Arena arena, AtomicInteger releases)
            implements RegisteredBuffer.Source {

        Ordinary(long bytes, AtomicInteger releases) {
            Arena arena = Arena.ofShared();
            this(arena.allocate(bytes, 64), arena, releases);
        }

        @Override
        public void release() {
            releases.incrementAndGet();
            arena.close();
        }

        @Override
        public void forgotten() {}
    }

    @Test
    void tellTheirHandlerIfThereIsNoMemoryToAcceptThem() {
        List<PeerLostException> lost = new CopyOnWriteArrayList<>();
        engine.onPeerLost(lost::add);
        link.whileSending =
                () -> {
                    link.whileSending = () -> {};
                    throw new OutOfMemoryError("on purpose");
                };
        feed(Wire.BULK_REQUEST, 1, table, 3, 2 * LENGTH, new byte[8]);

        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !lost.isEmpty());
        assertThat(lost.getFirst()).hasMessageContaining("it could not be told something");
        assertThat(brokenOff).containsExactly(room);
    }

    @Test
    void tellTheirHandlerIfTheirSenderIsLost() throws InterruptedException {
        request(3);
        piece(3, 0);
        request(4);

        peer.lose("its process has ended", null);

        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> brokenOff.size() == 2);
        assertThat(complete).isEmpty();
    }
}
