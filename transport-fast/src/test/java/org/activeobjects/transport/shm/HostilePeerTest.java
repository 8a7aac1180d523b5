package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.shm.direct.ShmLane;
import org.activeobjects.transport.shm.segment.Window;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The test is the peer, and writes whatever it likes into the memory of the pair. */
@Timeout(60)
class HostilePeerTest {

    private static final String PEER = "00000000000000000000000000000abc";

    @TempDir Path folder;
    private ShmPair.Side victim;
    private Arena arena;
    private MemorySegment memory;
    private MemorySegment ring;
    private MemorySegment head;
    private RingWriter writer;

    @BeforeEach
    void join() throws Exception {
        victim = new ShmPair.Side(folder, "test");
        arrange();
    }

    private void arrange() {
        arrange("none");
    }

    private void arrange(String peerSegment) {
        arena = Arena.ofShared();
        memory = arena.allocate(Layout.pairLength(Layout.LEAST_CAPACITY), Layout.PAGE);
        ring = Layout.ringData(memory, true);
        head = Layout.ringHead(memory, true);
        writer = new RingWriter(ring, head, Layout.HALF_LINE, null, null);
        MemorySegment bellOfPeer = arena.allocate(Layout.BELL_LENGTH, 64);
        Doorbell bell = new ShmDoorbell(bellOfPeer, arena, null);
        String bellName = "bell-1-1-1-" + PEER + "0";
        ShmLane lane = victim.service.lane(PEER, bellName, bellOfPeer, memory, false);
        ShmLink.Ends ends =
                new ShmLink.Ends(
                        victim.service.folder(),
                        arena,
                        memory,
                        false,
                        bell,
                        peerSegment,
                        lane,
                        PEER,
                        false);
        victim.link = new ShmLink(ends, victim, _ -> {});
    }

    @AfterEach
    void close() {
        victim.link.close();
        victim.close();
    }

    private void internal(int kind, long argument, byte[] payload) {
        FrameHeader header = new FrameHeader().setWords(0, argument, 0, 0);
        writer.tryWrite(
                Layout.internalWord(kind, payload.length),
                header,
                Slice.of(payload),
                0,
                payload.length);
    }

    @ParameterizedTest(name = "first word {0}")
    @CsvSource({
        "1, without a commit mark",
        "7fffffff, without a commit mark",
        "100000080010001, too long",
        "1000000b7ffffff, too long",
        "ffffffffb7ffffff, too long",
        "1000000c0000000, padding of a wrong length",
        "1000000c0000040, padding of a wrong length",
        "1000000c0000020, padding of a wrong length",
        "1000000f7ffffff, padding of a wrong length",
        "1000000a0000009, too long to be brief",
        "9000000c0000000, unknown kind",
        "100000090001fff, in pieces that cannot be",
        "100000090010001, too long",
        "3000000d0004000, piece that does not fit",
        "3000000c0000040, piece that does not fit",
        "2000000c0010001, too long",
        "100000088001001, too long for a window",
        "100000088000000, too long for a window",
        "2000000c8000010, cannot be near",
        "1000000c8000040, cannot be near",
        "1000000a8000008, cannot be near",
        "3000000c8000010, cannot be near",
    })
    void isCutOffForARecordThatCannotBe(String word, String reason) {
        long value = Long.parseUnsignedLong(word, 16);
        ring.set(ValueLayout.JAVA_LONG, 0, value);
        expectEnd(reason);
    }

    private void expectEnd(String reason) {
        for (int i = 0; i < 10 && victim.closings.isEmpty(); i++) {
            victim.link.poll(16);
        }
        assertThat(victim.closings).hasSize(1).first().asString().contains(reason);
        assertThat(victim.link.poll(16)).isZero();
        assertThat(victim.link.hasInput()).isFalse();
    }

    @Test
    void isCutOffForARecordThatReachesOverTheEnd() {
        byte[] filler = new byte[4096];
        FrameHeader header = new FrameHeader().set(1, 1, 0, filler.length, 0, 0, 0, 0, 0);
        long word = header.word0() | Layout.COMMITTED;
        for (int i = 0; i < 126; i++) {
            writer.tryWrite(word, header, Slice.of(filler), 0, filler.length);
        }
        ring.set(ValueLayout.JAVA_LONG, 126 * 4160, word);
        expectEnd("too long");
        assertThat(victim.headers).hasSize(126);
    }

    @ParameterizedTest(name = "in the place of the second of four pieces {0}")
    @CsvSource({
        "1000000a0000008, does not fit",
        "100000090004000, does not fit",
        "2000000c0000010, does not fit",
        "3000000c0000000, does not fit",
        "3000000c0003001, does not fit",
        "3000000c0010001, does not fit",
        "3000000c8003001, cannot be near",
        "100000088000100, cannot be near",
    })
    void isCutOffForWhatIsNotThePieceThatIsDue(String word, String reason) {
        byte[] payload = new byte[16 * 1024];
        FrameHeader header = new FrameHeader().set(1, 1, 0, payload.length, 0, 0, 0, 0, 0);
        writer.tryWrite(
                header.word0() | Layout.COMMITTED, header, Slice.of(payload), 0, payload.length);
        long second = Layout.ALIGNMENT + Layout.pieceLength(payload.length);
        ring.set(ValueLayout.JAVA_LONG, second, Long.parseUnsignedLong(word, 16));

        expectEnd(reason);
        assertThat(victim.headers).hasSize(1);
        assertThat(victim.payloads).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 65, 1 << 20, Long.MAX_VALUE})
    void isCutOffForAPositionThatItCannotHaveReached(long consumed) {
        MemorySegment outHead = Layout.ringHead(memory, false);
        outHead.set(ValueLayout.JAVA_LONG, Layout.CONSUMED, consumed);
        int refused = 0;
        for (int i = 0; i < 4000 && victim.closings.isEmpty(); i++) {
            refused += victim.trySend(1, 0, new byte[100]) ? 0 : 1;
            victim.link.poll(1);
        }
        assertThat(refused).isZero();
        assertThat(victim.closings).hasSize(1).first().asString().contains("beside a ring");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 1 << 20, Long.MAX_VALUE})
    void isSentThroughTheRingWhatItsPositionInTheWindowLeavesNoRoomFor(long consumed) {
        MemorySegment outHead = Layout.ringHead(memory, false);
        outHead.set(ValueLayout.JAVA_LONG, Layout.WINDOW_CONSUMED, consumed);
        MemorySegment records = Layout.ringData(memory, false);
        int near = 0;
        long at = 0;
        for (int i = 0; i < 400; i++) {
            assertThat(victim.trySend(1, 0, new byte[100])).isTrue();
            boolean isNear = (records.get(ValueLayout.JAVA_LONG, at) & Layout.NEAR) != 0;
            near += isNear ? 1 : 0;
            at += isNear ? Layout.HALF_LINE : record(records, at);
        }
        assertThat(near).isEqualTo(Window.LENGTH / 128);
        assertThat(victim.closings).isEmpty();
    }

    @ParameterizedTest(name = "offer of {0} with {1} bytes")
    @CsvSource({
        "../../etc/passwd, 1052672",
        "bulk-1-1-1-00000000000000000000000000000def0, 1052672",
        "bulk-1-1-1-00000000000000000000000000000abc0, 1052672",
        "bulk-1-1-1-00000000000000000000000000000abc0, 0",
        "bulk-1-1-1-00000000000000000000000000000abc0, -1",
        "bulk-1-1-1-00000000000000000000000000000abc0, 9223372036854775807",
        "bulk-1-1-1-00000000000000000000000000000abc0, 1052673",
        "'', 1052672",
        "sealed-1-1-1-1-0000000000000000, 1052672",
    })
    void isToldNoWhenItOffersABulkRingThatIsNone(String name, long length) {
        internal(Layout.BULK_OFFER, length, name.getBytes(StandardCharsets.US_ASCII));
        victim.link.poll(1);
        assertThat(victim.closings).isEmpty();
        assertThat(head.get(ValueLayout.JAVA_INT, Layout.BULK_ANSWER))
                .isEqualTo(Layout.BULK_REFUSED);
    }

    /** A peer whose memory cannot be opened from here offers a file, and nothing is slower then. */
    @ParameterizedTest(name = "offer of {0}: warnings={1}")
    @CsvSource({"sealed-1-1-1-1-0000000000000000, 0", "../../etc/passwd, 1"})
    void warnsOfARingThatItCannotMapOnlyWhenNoOtherIsOffered(String name, int warnings) {
        List<String> seen = new ArrayList<>();
        Logger logger = (Logger) LogManager.getLogger(BulkReceiver.class);
        Level level = logger.getLevel();
        AbstractAppender appender =
                new AbstractAppender("seen", null, null, false, Property.EMPTY_ARRAY) {
                    @Override
                    public void append(LogEvent event) {
                        seen.add(event.getMessage().getFormattedMessage());
                    }
                };
        appender.start();
        logger.addAppender(appender); // sets all levels anew
        logger.setLevel(Level.WARN);
        try {
            internal(Layout.BULK_OFFER, 1052672, name.getBytes(StandardCharsets.US_ASCII));
            victim.link.poll(1);
        } finally {
            logger.removeAppender(appender);
            logger.setLevel(level);
        }

        assertThat(head.get(ValueLayout.JAVA_INT, Layout.BULK_ANSWER))
                .isEqualTo(Layout.BULK_REFUSED);
        assertThat(seen).hasSize(warnings).allMatch(line -> line.contains(" reason="));
    }

    @Test
    void isCutOffForMoreOffersThanThereAreKindsOfRings() {
        for (int offer = 0; offer < 3; offer++) {
            assertThat(victim.closings).isEmpty();
            internal(Layout.BULK_OFFER, 1052672, new byte[] {'x'});
            victim.link.poll(1);
        }
        expectEnd("unknown kind");
    }

    @Test
    void isOfferedAFileWhenItCannotMapSealedMemory() {
        String own = victim.service.bellName();
        victim.link.close();
        arrange(own);
        for (int tries = 0; tries < 2; tries++) {
            assertThat(victim.trySend(1, FrameHeader.FLAG_DATA, new byte[64])).isFalse();
        }
        assertThat(offer(0)).startsWith("sealed-");
        MemorySegment outHead = Layout.ringHead(memory, false);
        outHead.set(ValueLayout.JAVA_INT, Layout.bulkAnswer(0), Layout.BULK_REFUSED);
        for (int tries = 0; tries < 2; tries++) {
            assertThat(victim.trySend(1, FrameHeader.FLAG_DATA, new byte[64])).isFalse();
        }
        assertThat(offer(1)).startsWith("bulk-");
        outHead.set(ValueLayout.JAVA_INT, Layout.bulkAnswer(1), Layout.BULK_MAPPED);
        assertThat(victim.trySend(1, FrameHeader.FLAG_DATA, new byte[64])).isFalse();
        assertThat(victim.trySend(1, FrameHeader.FLAG_DATA, new byte[64])).isTrue();
        assertThat(victim.link.describe()).contains("bulk up");
    }

    /** The name in the first or second record that the victim has sent. */
    private String offer(int index) {
        MemorySegment records = Layout.ringData(memory, false);
        long at = 0;
        for (int i = 0; i < index; i++) {
            at += record(records, at);
        }
        int length = (int) (records.get(ValueLayout.JAVA_LONG, at) & Layout.LENGTH_MASK);
        byte[] name = records.asSlice(at + 32, length).toArray(ValueLayout.JAVA_BYTE);
        return new String(name, StandardCharsets.US_ASCII);
    }

    private static long record(MemorySegment records, long at) {
        long length = records.get(ValueLayout.JAVA_LONG, at) & Layout.LENGTH_MASK;
        return (32 + length + 63) & -64;
    }

    @Test
    void isCutOffForAnAnswerThatIsNone() {
        Layout.ringHead(memory, false).set(ValueLayout.JAVA_INT, Layout.BULK_ANSWER, 9);
        for (int i = 0; i < 5; i++) {
            victim.trySend(1, FrameHeader.FLAG_DATA, new byte[64]);
        }
        expectEnd("beside a ring");
    }

    @Test
    void sendsDataThroughTheControlRingWhenThePeerRefusesABulkRing() {
        Layout.ringHead(memory, false)
                .set(ValueLayout.JAVA_INT, Layout.BULK_ANSWER, Layout.BULK_REFUSED);
        byte[] chunk = new byte[victim.link.chunkLength(1 << 20)];
        int tries = 1;
        while (!victim.trySend(1, FrameHeader.FLAG_DATA, chunk)) {
            assertThat(tries++).isLessThan(5);
        }
        assertThat(victim.link.chunkLength(1 << 20)).isEqualTo(chunk.length);
        assertThat(victim.link.describe()).contains("bulk none");
    }

    @Test
    void canMakeNeitherAnExceptionNorAnEndlessPollOfRandomBytes() {
        int ended = 0;
        for (int seed = 0; seed < 3000; seed++) {
            victim.closings.clear();
            victim.payloads.clear();
            victim.headers.clear();
            arrange();
            Random random = new Random(seed);
            for (int round = 0; round < 4 && arena.scope().isAlive(); round++) {
                scribble(random);
                for (int i = 0; i < 3; i++) {
                    assertThat(victim.link.poll(50)).isBetween(0, 50);
                }
                victim.trySend(1, random.nextInt(2), new byte[random.nextInt(8192)]);
                victim.link.hasInput();
                victim.link.describe();
            }
            ended += victim.closings.size();
            victim.link.close();
        }
        assertThat(ended).as("links cut off").isGreaterThan(800);
    }

    private void scribble(Random random) {
        byte[] bytes = new byte[random.nextInt(4096)];
        random.nextBytes(bytes);
        long start = random.nextInt(4) == 0 ? 0 : random.nextInt(1000) * 64L;
        long length = Math.min(bytes.length, memory.byteSize() - start);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, start, (int) length);
        for (int i = random.nextInt(8); i > 0; i--) {
            long word =
                    (long) random.nextInt(4) << 56
                            | Layout.COMMITTED
                            | (random.nextBoolean() ? Layout.INTERNAL : 0)
                            | (random.nextInt(4) == 0 ? Layout.BRIEF : 0)
                            | (random.nextInt(4) == 0 ? Layout.SPLIT : 0)
                            | (random.nextInt(4) == 0 ? Layout.NEAR : 0)
                            | random.nextInt(1 << random.nextInt(1, 18));
            ring.set(ValueLayout.JAVA_LONG, random.nextInt(128) * 32L, word);
        }
    }
}
