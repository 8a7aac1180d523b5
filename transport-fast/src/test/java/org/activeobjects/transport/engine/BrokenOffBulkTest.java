package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

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
    private int table;

    /** Opens the table, and has the peer open the same. */
    @BeforeEach
    void agree() throws InterruptedException {
        engine.tables()
                .open(
                        "test",
                        handlers ->
                                handlers.onBulk(
                                        1,
                                        "bulk",
                                        bulk -> room,
                                        bulk -> complete.add(bulk.room()),
                                        bulk -> {
                                            assertThat(bulk.word(0)).isEqualTo(0);
                                            brokenOff.add(bulk.room());
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
        requireNextIsServed();
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
                .contains("memory is closed");
        assertThat(brokenOff).isEmpty();
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
