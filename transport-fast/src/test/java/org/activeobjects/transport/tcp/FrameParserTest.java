package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class FrameParserTest {

    private final FrameRecorder received = new FrameRecorder();
    private final FrameParser parser = new FrameParser(received);

    private static byte[] frame(int kind, int flags, byte... payload) {
        FrameHeader header =
                new FrameHeader().set(kind, 8, flags, payload.length, 1, 2, 3, 4, 0x0506_0708L);
        return ByteBuffer.allocate(FrameHeader.LENGTH + payload.length)
                .order(ByteOrder.nativeOrder())
                .putLong(header.word0())
                .putLong(header.word1())
                .putLong(header.word2())
                .putLong(header.word3())
                .put(payload)
                .array();
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] join(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(p -> p.length).sum());
        Arrays.stream(parts).forEach(all::put);
        return all.array();
    }

    private int take(byte[] bytes, int limit) {
        return parser.take(MemorySegment.ofArray(bytes), 0, bytes.length, limit);
    }

    @Test
    void readsEveryFieldOfAFrameFromItsBytes() {
        byte[] bytes = {
            // word 0, least significant byte first: length 3, flags 2, type 8, kind 7
            3, 0, 0, 0, 2, 0, 8, 7,
            // word 1: destination 2, source 1
            2, 0, 0, 0, 1, 0, 0, 0,
            // word 2: context 4, tag 3
            4, 0, 0, 0, 3, 0, 0, 0,
            // word 3
            8, 7, 6, 5, 4, 3, 2, 1,
            // payload
            10, 11, 12
        };
        if (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
            for (int word = 0; word < 32; word += 8) {
                reverse(bytes, word);
            }
        }
        assertThat(take(bytes, 1)).isEqualTo(bytes.length);
        FrameRecorder.Frame frame = received.frames.getFirst();
        assertThat(frame.word0()).isEqualTo(0x0708_0002_0000_0003L);
        assertThat(frame.word1()).isEqualTo(0x0000_0001_0000_0002L);
        assertThat(frame.word2()).isEqualTo(0x0000_0003_0000_0004L);
        assertThat(frame.word3()).isEqualTo(0x0102_0304_0506_0708L);
        assertThat(frame.payload()).containsExactly(10, 11, 12);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    void passesOverGapsBetweenFrames(int gaps) {
        byte[] gap = new byte[gaps * FrameHeader.LENGTH];
        Arrays.fill(gap, (byte) 0xff);
        byte[] payload = random(100, 1);
        byte[] stream = join(gap, frame(7, 0, payload), gap, frame(8, 0), gap);
        assertThat(take(stream, 3)).isEqualTo(stream.length);
        assertThat(received.frames).hasSize(2);
        assertThat(received.frames.getFirst().payload()).isEqualTo(payload);
        assertThat(parser.frames()).as("a gap is no frame").isEqualTo(2);
        assertThat(parser.remaining()).isZero();
        assertThat(parser.fault()).isNull();
    }

    @Test
    void remembersTheLengthOfTheLastPayloadAcrossFramesWithoutOne() {
        take(frame(7, 0, random(100, 1)), 1);
        take(frame(7, 0), 1);
        assertThat(parser.lastLength()).isEqualTo(100);
        assertThat(parser.remaining()).isZero();

        take(frame(7, 0, random(3, 2)), 1);
        assertThat(parser.lastLength()).isEqualTo(3);
    }

    /** Takes whole frames of one kind, and records the others. */
    private static final class Taker extends FrameRecorder {

        private final List<byte[]> taken = new ArrayList<>();

        @Override
        public boolean onWhole(FrameHeader header, MemorySegment memory, long at) {
            if (header.kind() != 7) {
                return false;
            }
            MemorySegment payload = memory.asSlice(at, header.payloadLength());
            taken.add(payload.toArray(ValueLayout.JAVA_BYTE));
            return true;
        }
    }

    @Test
    void offersWholeWhatIsHereWhole() {
        Taker taker = new Taker();
        FrameParser offering = new FrameParser(taker);
        byte[] whole = random(100, 1);
        byte[] refused = random(50, 2);
        byte[] cut = random(70, 3);
        byte[] stream =
                join(frame(7, 0, whole), frame(8, 0, refused), frame(7, 0), frame(7, 0, cut));
        MemorySegment bytes = MemorySegment.ofArray(stream);
        int here = stream.length - 1;
        assertThat(offering.take(bytes, 0, here, 10)).isEqualTo(here);
        assertThat(taker.taken).containsExactly(whole, new byte[0]);
        assertThat(offering.frames()).isEqualTo(3);
        assertThat(offering.remaining()).isEqualTo(1);
        assertThat(offering.take(bytes, here, stream.length, 10)).isEqualTo(1);
        assertThat(taker.frames)
                .extracting(FrameRecorder.Frame::payload)
                .containsExactly(refused, cut);
        assertThat(offering.lastLength()).isEqualTo(cut.length);
        assertThat(offering.remaining()).isZero();
    }

    private static void reverse(byte[] bytes, int from) {
        for (int i = 0; i < 4; i++) {
            byte kept = bytes[from + i];
            bytes[from + i] = bytes[from + 7 - i];
            bytes[from + 7 - i] = kept;
        }
    }

    @Test
    void dropsTheRestOfAPayloadThatItsReceiverNoLongerWants() {
        byte[] target = new byte[40_000];
        Landing[] landings = new Landing[1];
        FrameParser dropping =
                new FrameParser(
                        new FrameRecorder() {
                            @Override
                            public void onHeader(FrameHeader header, Landing landing) {
                                super.onHeader(header, landing);
                                if (header.kind() == 1) {
                                    landing.into(Slice.of(target), 0);
                                    landings[0] = landing;
                                }
                            }
                        });
        byte[] stream = join(frame(1, 0, random(target.length, 3)), frame(2, 0, (byte) 5));
        MemorySegment bytes = MemorySegment.ofArray(stream);
        int first = dropping.take(bytes, 0, 1000, 9);
        byte[] left = target.clone();
        assertThat(dropping.directTarget()).isNotNull();

        landings[0].discard();

        assertThat(dropping.directTarget()).isNull();
        assertThat(dropping.take(bytes, first, stream.length, 9)).isEqualTo(stream.length - first);
        assertThat(target).isEqualTo(left);
        assertThat(dropping.frames()).isEqualTo(2);
        assertThat(dropping.fault()).isNull();
    }

    @Test
    void findsTheSameFramesWhereverTheStreamIsCutInTwo() {
        byte[] stream =
                join(
                        frame(1, 0),
                        frame(2, FrameHeader.FLAG_URGENT, (byte) 1, (byte) 2),
                        frame(3, FrameHeader.FLAG_DATA, random(40, 1)),
                        frame(4, 0));
        for (int cut = 0; cut <= stream.length; cut++) {
            FrameRecorder recorder = new FrameRecorder();
            FrameParser cutting = new FrameParser(recorder);
            int taken = cutting.take(MemorySegment.ofArray(stream), 0, cut, 100);
            assertThat(cut - taken).as("left over at %d", cut).isBetween(0, 31);
            taken += cutting.take(MemorySegment.ofArray(stream), taken, stream.length, 100);
            assertThat(taken).isEqualTo(stream.length);
            assertThat(recorder.frames).as("cut at %d", cut).hasSize(4);
            assertThat(recorder.frames.get(2).payload()).isEqualTo(random(40, 1));
            assertThat(cutting.frames()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void findsTheSameFramesWhateverPiecesTheyComeIn(long seed) {
        Random random = new Random(seed);
        byte[][] frames = new byte[200][];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = frame(i & 0xff, 0, random(random.nextInt(300), i));
        }
        byte[] stream = join(frames);
        int from = 0;
        int to = 0;
        while (from < stream.length) {
            to = Math.min(stream.length, to + random.nextInt(1, 500));
            from += parser.take(MemorySegment.ofArray(stream), from, to, random.nextInt(1, 4));
        }
        assertThat(received.frames).as("seed %d", seed).hasSize(frames.length);
        for (int i = 0; i < frames.length; i++) {
            assertThat(received.frames.get(i).payload())
                    .as("frame %d, seed %d", i, seed)
                    .isEqualTo(Arrays.copyOfRange(frames[i], 32, frames[i].length));
        }
    }

    @Test
    void stopsAtTheLimitAndGoesOnThere() {
        byte[] stream = join(frame(1, 0), frame(2, 0, (byte) 5), frame(3, 0));
        assertThat(take(stream, 2)).isEqualTo(32 + 33);
        assertThat(received.frames).hasSize(2);
        assertThat(parser.canTake(32)).isTrue();
        assertThat(parser.take(MemorySegment.ofArray(stream), 65, stream.length, 2)).isEqualTo(32);
        assertThat(received.frames).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, FrameParser.MAX_PAYLOAD + 1, Integer.MAX_VALUE})
    void stopsForGoodAtAFrameOfAWrongLength(int length) {
        byte[] good = frame(1, 0);
        byte[] bad = frame(2, 0);
        ByteBuffer.wrap(bad)
                .order(ByteOrder.nativeOrder())
                .putLong(new FrameHeader().set(2, 0, 0, length, 0, 0, 0, 0, 0).word0());
        take(join(good, bad, good), 100);
        assertThat(received.frames).hasSize(1);
        assertThat(parser.fault()).contains("wrong length", "payloadLength=" + length, "max=");
        assertThat(take(good, 100)).isZero();
        assertThat(received.frames).hasSize(1);
    }

    @Test
    void takesTheLongestPayloadThereMayBe() {
        byte[] payload = random(FrameParser.MAX_PAYLOAD, 3);
        take(frame(1, 0, payload), 1);
        assertThat(parser.fault()).isNull();
        assertThat(received.frames.getFirst().payload()).isEqualTo(payload);
    }

    @Test
    void letsTheCallerPutTheRestOfALongPayloadWhereItBelongs() {
        double[] destination = new double[3000];
        Slice slice = Slice.of(destination, 100, 2800);
        FrameParser landing = new FrameParser(new Into(slice, 80));
        byte[] stream = frame(1, FrameHeader.FLAG_DATA, random(21_000, 1));
        landing.take(MemorySegment.ofArray(stream), 0, 32 + 1000, 16);
        assertThat(landing.directTarget()).isSameAs(slice);
        assertThat(landing.directOffset()).isEqualTo(80 + 1000);
        assertThat(landing.remaining()).isEqualTo(20_000);
        landing.put(20_000 - FrameParser.MIN_DIRECT);
        assertThat(landing.directTarget()).isSameAs(slice);
        landing.put(1);
        assertThat(landing.directTarget()).as("the short rest comes with what follows").isNull();
        assertThat(landing.frames()).isZero();
        int end = stream.length;
        int rest = FrameParser.MIN_DIRECT - 1;
        landing.take(MemorySegment.ofArray(stream), end - rest, end, 16);
        assertThat(landing.frames()).isEqualTo(1);
        assertThat(landing.isInPayload()).isFalse();
    }

    @Test
    void letsNobodyElsePutWhatIsNoPieceOfMemory() {
        byte[] start = Arrays.copyOf(frame(1, 0, random(40_000, 1)), 100);
        for (Slice slice :
                new Slice[] {
                    Slice.of(new boolean[40_000]),
                    Slice.gather(Slice.of(new byte[20_000]), Slice.of(new byte[20_000])),
                    Slice.of(
                            MemorySegment.ofArray(new byte[40_000]).asReadOnly(), ElementType.BYTE),
                }) {
            FrameParser landing = new FrameParser(new Into(slice, 0));
            landing.take(MemorySegment.ofArray(start), 0, 32, 16);
            assertThat(landing.directTarget()).as("%s", slice).isNull();
        }
    }

    @Test
    void readsOverAPayloadThatNobodyWants() {
        FrameRecorder choosy =
                new FrameRecorder() {
                    @Override
                    public void onHeader(FrameHeader header, Landing landing) {
                        super.onHeader(header, landing);
                        if (header.kind() == 1) {
                            landing.discard();
                        }
                    }
                };
        FrameParser landing = new FrameParser(choosy);
        byte[] stream = join(frame(1, 0, random(9000, 1)), frame(2, 0, random(9, 2)));
        landing.take(MemorySegment.ofArray(stream), 0, 5000, 16);
        assertThat(landing.directTarget()).isNull();
        landing.take(MemorySegment.ofArray(stream), 5000, stream.length, 16);
        assertThat(choosy.frames.get(0).payload()).containsOnly(0);
        assertThat(choosy.frames.get(1).payload()).isEqualTo(random(9, 2));
    }

    private static final class Into extends FrameRecorder {
        private final Slice slice;
        private final long offset;

        Into(Slice slice, long offset) {
            this.slice = slice;
            this.offset = offset;
        }

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            landing.into(slice, offset);
        }

        @Override
        public void onPayload(FrameHeader header) {
            // what came lies in the slice
        }
    }
}
