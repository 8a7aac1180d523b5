package org.activeobjects.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.netty.FrameParser.WrongFrameException;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class FrameParserTest {

    private static final int[] LENGTHS = {0, 1, 31, 32, 33, 0, 0, 4096, 65_536, 3, 0};

    private final FrameRecorder received = new FrameRecorder();
    private final FrameParser parser = new FrameParser(received);

    private static byte[] payload(int number, int length) {
        byte[] bytes = new byte[length];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    private static void put(ByteBuffer stream, int number, int flags, byte[] payload) {
        FrameHeader header =
                new FrameHeader().set(1, 2, flags, payload.length, 3, 4, number, 5, ~number);
        stream.putLong(header.word0()).putLong(header.word1());
        stream.putLong(header.word2()).putLong(header.word3());
        stream.put(payload);
    }

    private static ByteBuffer stream(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.nativeOrder());
    }

    private static MemorySegment frames() {
        ByteBuffer stream = stream(200_000);
        for (int i = 0; i < LENGTHS.length; i++) {
            put(stream, i, 0, payload(i, LENGTHS[i]));
        }
        return MemorySegment.ofArray(java.util.Arrays.copyOf(stream.array(), stream.position()));
    }

    private void assertAllReceived() {
        assertThat(received.frames).hasSize(LENGTHS.length);
        for (int i = 0; i < LENGTHS.length; i++) {
            assertThat(received.frames.get(i).word3()).isEqualTo(~i);
            assertThat(received.frames.get(i).payload()).isEqualTo(payload(i, LENGTHS[i]));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void takesFramesHoweverTheStreamIsCut(long seed) throws WrongFrameException {
        MemorySegment stream = frames();
        Random random = new Random(seed);
        long at = 0;
        int completed = 0;
        while (at < stream.byteSize()) {
            long end =
                    Math.min(stream.byteSize(), at + 1 + random.nextInt(1 << random.nextInt(17)));
            long taken = parser.take(stream, at, end, 1 + random.nextInt(3));
            assertThat(taken).isBetween(at, end);
            completed += parser.takeCompleted();
            at = taken;
        }
        assertThat(completed).isEqualTo(LENGTHS.length);
        assertAllReceived();
    }

    @Test
    void dropsTheRestOfAPayloadThatItsReceiverNoLongerWants() throws WrongFrameException {
        MemorySegment target = Arena.ofAuto().allocate(40_000);
        Landing[] landings = new Landing[1];
        FrameParser dropping =
                new FrameParser(
                        new FrameRecorder() {
                            @Override
                            public void onHeader(FrameHeader header, Landing landing) {
                                super.onHeader(header, landing);
                                if (header.tag() == 1) {
                                    landing.into(Slice.of(target, ElementType.BYTE), 0);
                                    landings[0] = landing;
                                }
                            }
                        });
        ByteBuffer stream = stream(50_000);
        put(stream, 1, 0, payload(1, 40_000));
        put(stream, 2, 0, payload(2, 3));
        MemorySegment bytes = MemorySegment.ofArray(stream.array());
        long first = dropping.take(bytes, 0, 1000, 9);
        byte[] left = target.toArray(ValueLayout.JAVA_BYTE);
        assertThat(dropping.directRoom()).isNotNull();

        landings[0].discard();

        assertThat(dropping.directRoom()).isNull();
        assertThat(dropping.take(bytes, first, stream.position(), 9)).isEqualTo(stream.position());
        assertThat(target.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(left);
        assertThat(dropping.takeCompleted()).isEqualTo(2);
    }

    @Test
    void takesNoMoreFramesThanAsked() throws WrongFrameException {
        MemorySegment stream = frames();
        long at = parser.take(stream, 0, stream.byteSize(), 3);
        assertThat(received.frames).hasSize(3);
        assertThat(at).isEqualTo(3 * FrameHeader.LENGTH + 0 + 1 + 31);
        assertThat(parser.takeCompleted()).isEqualTo(3);
        assertThat(parser.takeCompleted()).isZero();
        long end = parser.take(stream, at, stream.byteSize(), 1000);
        assertThat(end).isEqualTo(stream.byteSize());
        assertAllReceived();
    }

    @Test
    void handsNothingOverOnceItIsStopped() throws WrongFrameException {
        MemorySegment stream = frames();
        long at = parser.take(stream, 0, stream.byteSize(), 2);
        parser.stop();
        assertThat(parser.take(stream, at, stream.byteSize(), 1000)).isEqualTo(stream.byteSize());
        assertThat(received.frames).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, NettyLink.MAX_PAYLOAD + 1, Integer.MAX_VALUE})
    void refusesAFrameOfAWrongLength(int length) {
        ByteBuffer stream = stream(64);
        stream.putLong(new FrameHeader().set(1, 1, 0, length, 0, 0, 0, 0, 0).word0());
        MemorySegment bytes = MemorySegment.ofArray(stream.array());
        assertThatThrownBy(() -> parser.take(bytes, 0, 64, 10))
                .isInstanceOf(WrongFrameException.class)
                .hasMessageContaining("payloadLength=" + length)
                .hasMessageContaining("max=" + NettyLink.MAX_PAYLOAD);
        assertThat(parser.isStopped()).isTrue();
        assertThat(received.frames).isEmpty();
    }

    /** Puts every payload into one slice, the chunks one behind the other. */
    private static final class Into extends FrameRecorder {
        private final Slice slice;
        private long at;
        private final List<Integer> complete = new ArrayList<>();

        Into(Slice slice) {
            this.slice = slice;
        }

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            landing.into(slice, at);
        }

        @Override
        public void onPayload(FrameHeader header) {
            at += header.payloadLength();
            complete.add(header.tag());
        }
    }

    @Test
    void letsTheRestOfALongPayloadBeReadStraightIntoMemory() throws WrongFrameException {
        int chunk = NettyLink.CHUNK_LENGTH;
        ByteBuffer stream = stream(2 * (chunk + FrameHeader.LENGTH));
        put(stream, 0, FrameHeader.FLAG_DATA, payload(0, chunk));
        put(stream, 1, FrameHeader.FLAG_DATA, payload(1, chunk));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(2L * chunk + 8);
            Into into = new Into(Slice.of(memory, ElementType.BYTE));
            FrameParser direct = new FrameParser(into);
            MemorySegment bytes = MemorySegment.ofArray(stream.array());
            assertThat(direct.directRoom()).as("between frames").isNull();
            int at = 0;
            while (into.complete.size() < 2) {
                int end = Math.min(at + 100, stream.capacity());
                at += (int) (direct.take(bytes, at, end, 10) - at);
                ByteBuffer room = direct.directRoom();
                while (room != null && room.hasRemaining()) {
                    int now = Math.min(room.remaining(), 40_000);
                    room.put(stream.array(), at, now);
                    direct.tookDirect(now);
                    at += now;
                    room = direct.directRoom();
                }
            }
            assertThat(memory.asSlice(0, chunk).mismatch(MemorySegment.ofArray(payload(0, chunk))))
                    .isEqualTo(-1);
            assertThat(
                            memory.asSlice(chunk, chunk)
                                    .mismatch(MemorySegment.ofArray(payload(1, chunk))))
                    .isEqualTo(-1);
            assertThat(into.complete).containsExactly(0, 1);
        }
    }

    @Test
    void readsIntoArraysAndReadOnlyMemoryThroughABufferOnly() throws WrongFrameException {
        int chunk = NettyLink.CHUNK_LENGTH;
        ByteBuffer stream = stream(chunk + FrameHeader.LENGTH);
        put(stream, 0, FrameHeader.FLAG_DATA, payload(0, chunk));
        FrameParser toArray = new FrameParser(new Into(Slice.of(new double[chunk / 8])));
        var _ = toArray.take(MemorySegment.ofArray(stream.array()), 0, 40, 1);
        assertThat(toArray.directRoom()).isNull();
    }
}
