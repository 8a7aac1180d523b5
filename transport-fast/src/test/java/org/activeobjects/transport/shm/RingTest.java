package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.shm.segment.Window;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;

/** Both ends of a ring, by one thread. */
@Timeout(60)
class RingTest {

    private static final int CAPACITY = 4096;
    private static final int LONGEST = 1000;

    private final MemorySegment head = MemorySegment.ofArray(new long[64]);
    private final MemorySegment data = MemorySegment.ofArray(new long[CAPACITY / 8]);
    private final MemorySegment near = MemorySegment.ofArray(new long[Window.LENGTH / 8]);
    private final FrameHeader in = new FrameHeader();
    private RingWriter writer = new RingWriter(data, head, Layout.HALF_LINE, null, null);
    private RingReader reader =
            new RingReader(data, head, Layout.HALF_LINE, LONGEST, CAPACITY / 4, null);

    private int write(int number, long lastWord, Slice payload, int length) {
        FrameHeader out = new FrameHeader().setWords(0, number, ~number, lastWord);
        long word = 1L << 56 | Layout.COMMITTED | length;
        return writer.tryWrite(word, out, payload, 0, length);
    }

    private int write(int number, long lastWord, int length) {
        return write(number, lastWord, Slice.of(bytes(number, length)), length);
    }

    private static byte[] bytes(int number, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) number);
        return bytes;
    }

    /** Expects the next record; padding before it is passed over. */
    private void take(int number, long lastWord, int length) {
        do {
            assertThat(reader.hasRecord()).as("record %d is there", number).isTrue();
            assertThat(reader.open()).isNull();
        } while (skipsPadding());
        reader.header(in);
        assertThat(in.word0()).isEqualTo(1L << 56 | length);
        assertThat(in.word1()).isEqualTo(number);
        assertThat(in.word2()).isEqualTo(~number);
        assertThat(in.word3()).isEqualTo(lastWord);
        assertThat(reader.pieceLength()).isEqualTo(length);
        byte[] got = new byte[length];
        if (length > 0) {
            reader.copyPayload(Slice.of(got), 0);
        }
        assertThat(got).isEqualTo(bytes(number, length));
        var _ = reader.advance();
    }

    private boolean skipsPadding() {
        if (!reader.isInternal()) {
            return false;
        }
        assertThat(reader.kind()).isEqualTo(Layout.PADDING);
        var _ = reader.advance();
        return true;
    }

    @Test
    void putsTwoBriefRecordsIntoOneLine() {
        write(1, 0, 8);
        write(2, 0, 3);

        assertThat(data.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(1L << 56 | 0xa0000008L);
        assertThat(data.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(1);
        assertThat(data.get(ValueLayout.JAVA_LONG, 16)).isEqualTo(~1);
        assertThat(data.get(ValueLayout.JAVA_LONG, 24)).isEqualTo(0x0101010101010101L);
        assertThat(data.get(ValueLayout.JAVA_LONG, 32)).isEqualTo(1L << 56 | 0xa0000003L);
        take(1, 0, 8);
        take(2, 0, 3);
        assertThat(reader.hasRecord()).isFalse();
    }

    @Test
    void beginsALongerRecordAtALineOfItsOwn() {
        write(1, 0, 0);
        write(2, 7, 8);
        write(3, 0, 9);

        long padding = (long) Layout.PADDING << 56 | 0xc0000020L;
        assertThat(data.get(ValueLayout.JAVA_LONG, 32)).isEqualTo(padding);
        assertThat(data.get(ValueLayout.JAVA_LONG, 64)).isEqualTo(1L << 56 | 0x80000008L);
        assertThat(data.get(ValueLayout.JAVA_LONG, 64 + 24)).isEqualTo(7);
        assertThat(data.get(ValueLayout.JAVA_LONG, 64 + 32)).isEqualTo(0x0202020202020202L);
        assertThat(data.get(ValueLayout.JAVA_LONG, 128)).isEqualTo(1L << 56 | 0x80000009L);
        take(1, 0, 0);
        take(2, 7, 8);
        take(3, 0, 9);
        assertThat(reader.hasRecord()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {Layout.HALF_LINE, Layout.ALIGNMENT})
    void carriesRecordsOfEveryLengthHoweverFarTheReaderIsBehind(int unit) {
        writer = new RingWriter(data, head, unit, null, null);
        reader = new RingReader(data, head, unit, LONGEST, unit, null);
        carryAll(4);
    }

    @Test
    void carriesRecordsOfEveryLengthWithAWindowBesideIt() {
        addWindow();
        carryAll(100);
    }

    private void addWindow() {
        int unit = Layout.HALF_LINE;
        MemorySegment word = head.asSlice(Layout.WINDOW_CONSUMED, Long.BYTES);
        writer = new RingWriter(data, head, unit, null, new Window(near, word));
        reader = new RingReader(data, head, unit, LONGEST, unit, new Window(near, word));
    }

    @Test
    void putsPayloadsIntoTheWindowWhileThereIsRoom() {
        addWindow();
        for (int number = 1; number <= 10; number++) {
            write(number, 0, 1000);
        }
        for (int number = 1; number <= 8; number++) {
            long at = (number - 1) * 32L;
            assertThat(data.get(ValueLayout.JAVA_LONG, at)).isEqualTo(1L << 56 | 0x880003e8L);
            assertThat(near.get(ValueLayout.JAVA_BYTE, (number - 1) * 1024L))
                    .isEqualTo((byte) number);
        }
        assertThat(data.get(ValueLayout.JAVA_LONG, 256)).isEqualTo(1L << 56 | 0x800003e8L);
        for (int number = 1; number <= 10; number++) {
            take(number, 0, 1000);
        }
        write(11, 0, 1000);
        assertThat(near.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 11);
        take(11, 0, 1000);
        assertThat(reader.hasRecord()).isFalse();
    }

    @Test
    void putsAPayloadThatFitsInTheLineOfItsHeaderThere() {
        addWindow();
        write(1, 0, 32);
        write(2, 0, 33);

        assertThat(data.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(1L << 56 | 0x80000020L);
        assertThat(data.get(ValueLayout.JAVA_LONG, 56)).isEqualTo(0x0101010101010101L);
        assertThat(data.get(ValueLayout.JAVA_LONG, 64)).isEqualTo(1L << 56 | 0x88000021L);
        assertThat(near.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(0x0202020202020202L);
        take(1, 0, 32);
        take(2, 0, 33);
        assertThat(reader.hasRecord()).isFalse();
    }

    @Test
    void leavesNoPayloadWhoseBytesMayBeReadStill() {
        addWindow();
        for (int number = 1; number <= 8; number++) {
            write(number, 0, 1000);
        }
        take(1, 0, 1000); // not told yet
        write(9, 0, 1000);
        assertThat(near.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
        take(2, 0, 1000);
        take(3, 0, 1000);
        write(10, 0, 1000);
        assertThat(near.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 10);
        for (int number = 4; number <= 10; number++) {
            take(number, 0, 1000);
        }
    }

    private void carryAll(int sendsPerLook) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        ArrayDeque<int[]> sent = new ArrayDeque<>();
        int refused = 0;
        for (int number = 1; number <= 20_000; number++) {
            int length = random.nextInt(1 << random.nextInt(10));
            int lastWord = random.nextInt(2);
            while (write(number, lastWord, length) == RingWriter.FULL) {
                refused++;
                takeSome(sent, random, seed);
            }
            sent.add(new int[] {number, lastWord, length});
            if (random.nextInt(sendsPerLook) == 0) {
                takeSome(sent, random, seed);
            }
        }
        assertThat(refused).as("times that the ring was full; seed=%d", seed).isPositive();
    }

    private void takeSome(ArrayDeque<int[]> sent, Random random, long seed) {
        for (int left = random.nextInt(sent.size() + 1); left > 0; left--) {
            int[] next = sent.remove();
            assertThat(reader.hasRecord()).as("a record is there; seed=%d", seed).isTrue();
            take(next[0], next[1], next[2]);
        }
        if (sent.isEmpty()) {
            assertThat(reader.hasRecord()).as("more than was sent; seed=%d", seed).isFalse();
        }
    }

    @Test
    void takesNothingThatACopyHasLeftBehindThatFailed() {
        Arena arena = Arena.ofShared();
        MemorySegment gone = arena.allocate(8);
        byte[] words = new byte[512];
        for (int at = 0; at < words.length; at += Long.BYTES) {
            long looksLikeARecord = 1L << 56 | Layout.COMMITTED;
            MemorySegment.ofArray(words).set(ValueLayout.JAVA_LONG_UNALIGNED, at, looksLikeARecord);
        }
        Slice partly = Slice.gather(Slice.of(words), Slice.of(gone, ElementType.BYTE));
        write(1, 0, 8); // clears ahead
        arena.close();
        assertThatThrownBy(() -> write(2, 1, partly, 520))
                .isInstanceOf(IllegalStateException.class);

        write(3, 0, 8);
        take(1, 0, 8);
        take(3, 0, 8);
        assertThat(reader.hasRecord()).isFalse();
        write(4, 1, 100);
        take(4, 1, 100);
        assertThat(reader.hasRecord()).isFalse();
    }
}
