package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

@Timeout(60)
class ShmLinkTest {

    private static final int DATA = FrameHeader.FLAG_DATA;

    /** The common pool has one thread on a small machine; here two must run at once. */
    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    @TempDir Path folder;
    private ShmPair pair;

    @BeforeEach
    void join() throws Exception {
        pair = new ShmPair(folder);
    }

    @AfterEach
    void close() throws IOException {
        pair.close();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).as("files left behind").isEmpty();
        }
    }

    @Test
    void carriesHeaderAndPayloadUnchanged() {
        FrameHeader sent =
                new FrameHeader()
                        .set(255, 8, FrameHeader.FLAG_URGENT, 3, -1, 2, -3, 4, Long.MIN_VALUE);
        assertThat(pair.left.link.trySend(sent, Slice.of(new byte[] {9, 1, 2, 3}), 1, 3)).isTrue();

        assertThat(pair.right.link.hasInput()).isTrue();
        assertThat(pair.right.link.poll(10)).isEqualTo(1);
        assertThat(pair.right.headers.getFirst())
                .containsExactly(sent.word0(), sent.word1(), sent.word2(), sent.word3());
        assertThat(pair.right.payloads).containsExactly(new byte[] {1, 2, 3});
        assertThat(pair.right.link.hasInput()).isFalse();
    }

    @Test
    void keepsEveryLengthIntactAcrossTheEndOfTheRing() {
        Random random = new Random(1);
        byte[] source = new byte[pair.left.link.maxPayload() + 64];
        random.nextBytes(source);
        for (int length = 0;
                length <= pair.left.link.maxPayload();
                length += length < 9000 ? 1 : 1 + random.nextInt(31)) {
            int offset = length & 63;
            assertThat(pair.left.trySend(1 + length % 255, 0, Slice.of(source), offset, length))
                    .isTrue();
            pair.right.pollAll();
            assertThat(pair.right.payloads).hasSize(1);
            byte[] got = pair.right.payloads.getFirst();
            if (!Arrays.equals(got, 0, got.length, source, offset, offset + length)
                    || pair.right.kindOf(0) != 1 + length % 255) {
                throw new AssertionError("frame came changed: length=" + length);
            }
            pair.right.payloads.clear();
            pair.right.headers.clear();
        }
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void carriesEveryTypeFromAnyOffset(ElementType type) {
        Object source = arrayOf(type, 40);
        Slice slice = Slice.of(source, 3, 30);
        int length = (int) slice.byteLength();
        pair.left.trySend(1, 0, slice, 0, length);
        pair.left.trySend(2, 0, slice, type.size(), length - type.size());
        pair.right.pollAll();

        Object back = arrayOf(type, 0, 30);
        MemorySegment bytes = MemorySegment.ofArray(pair.right.payloads.getFirst());
        Slice.of(back).copyFrom(0, bytes, 0, length);
        for (int i = 0; i < 30; i++) {
            assertThat(Array.get(back, i)).isEqualTo(Array.get(source, 3 + i));
        }
        assertThat(pair.right.payloads.get(1))
                .isEqualTo(Arrays.copyOfRange(pair.right.payloads.getFirst(), type.size(), length));
    }

    private static Object arrayOf(ElementType type, int count) {
        Object array = arrayOf(type, 0, count);
        Random random = new Random(2);
        for (int i = 0; i < count; i++) {
            int bits = random.nextInt();
            switch (type) {
                case BYTE -> Array.setByte(array, i, (byte) bits);
                case BOOLEAN -> Array.setBoolean(array, i, bits > 0);
                case CHAR -> Array.setChar(array, i, (char) bits);
                case SHORT -> Array.setShort(array, i, (short) bits);
                case INT -> Array.setInt(array, i, bits);
                case FLOAT -> Array.setFloat(array, i, bits);
                case LONG -> Array.setLong(array, i, (long) bits << 7);
                case DOUBLE -> Array.setDouble(array, i, bits / 3.0);
            }
        }
        return array;
    }

    private static Object arrayOf(ElementType type, int ignored, int count) {
        return switch (type) {
            case BYTE -> new byte[count];
            case BOOLEAN -> new boolean[count];
            case CHAR -> new char[count];
            case SHORT -> new short[count];
            case INT -> new int[count];
            case FLOAT -> new float[count];
            case LONG -> new long[count];
            case DOUBLE -> new double[count];
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 1000, 16384, 20_001, 65_536})
    void refusesFramesWhenFullAndSendsNoneTwice(int length) {
        byte[] payload = new byte[length];
        int sent = 0;
        while (pair.left.trySend(1 + sent % 255, 0, payload)) {
            sent++;
        }
        assertThat(sent).isBetween(2, Layout.MOST_CAPACITY / Layout.HALF_LINE);
        assertThat(pair.left.link.hasInput()).isFalse();

        pair.right.pollAll();
        assertThat(pair.right.headers).hasSize(sent);
        for (int i = 0; i < sent; i++) {
            assertThat(pair.right.kindOf(i)).isEqualTo(1 + i % 255);
        }
        assertThat(pair.left.link.hasInput()).as("room again").isTrue();
        assertThat(pair.left.trySend(1, 0, payload)).isTrue();
        assertThat(pair.left.link.hasInput()).isFalse();
    }

    @Test
    void wakesASenderWhoSleepsUntilThereIsRoom() {
        while (pair.left.trySend(1, 0, new byte[1000])) {
            // until it is full
        }
        Doorbell bell = pair.left.service.doorbell();
        bell.arm(Doorbell.IDLE);
        assertThat(pair.right.link.poll(100)).isEqualTo(100);
        assertThat(bell.level()).as("nobody waits").isEqualTo(Doorbell.IDLE);
        bell.arm(Doorbell.WAITING);
        pair.right.pollAll();
        assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
    }

    @Test
    void ringsOnlyForWhomItMatters() {
        Doorbell bell = pair.right.service.doorbell();
        bell.arm(Doorbell.IDLE);
        pair.left.trySend(1, 0, new byte[1]);
        assertThat(bell.level()).isEqualTo(Doorbell.IDLE);
        pair.left.trySend(1, FrameHeader.FLAG_URGENT, new byte[1]);
        assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
        bell.arm(Doorbell.WAITING);
        pair.left.trySend(1, 0, new byte[1]);
        assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
    }

    @Test
    void ringsForAnUrgentFrameThatFindsNoRoom() {
        Doorbell bell = pair.right.service.doorbell();
        bell.arm(Doorbell.IDLE);
        while (pair.left.trySend(1, 0, new byte[1000])) {
            // until it is full
        }
        assertThat(bell.level()).isEqualTo(Doorbell.IDLE);
        assertThat(pair.left.trySend(1, FrameHeader.FLAG_URGENT, new byte[1000])).isFalse();
        assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
    }

    @Test
    void letsControlFramesOvertakeDataButNeverDataOvertakeThem() {
        pair.bringBulkUp();
        byte[] chunk = new byte[pair.left.link.chunkLength(1 << 20)];
        assertThat(chunk).hasSize(64 * 1024);
        assertThat(pair.left.trySend(1, 0, new byte[5])).isTrue();
        int sent = 0;
        while (pair.left.trySend(2, DATA, chunk)) {
            sent++;
        }
        assertThat(sent).isGreaterThan(3);
        assertThat(pair.left.trySend(3, 0, new byte[7])).isTrue();

        assertThat(pair.right.link.poll(1)).isEqualTo(1);
        assertThat(pair.right.kindOf(0)).isEqualTo(1);
        pair.right.pollAll();
        assertThat(pair.right.kindOf(1)).isEqualTo(3);
        assertThat(pair.right.headers).hasSize(sent + 2);
    }

    @Test
    void hasNoFileLeftOnceBothSidesHaveMappedIt() throws IOException {
        pair.bringBulkUp();
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile).map(f -> f.getFileName().toString()))
                    .hasSize(2)
                    .allMatch(name -> name.startsWith("bell-"));
        }
    }

    @Test
    void refusesAFrameLongerThanItsLane() {
        Slice source = Slice.of(new byte[1 << 20]);
        assertThatThrownBy(() -> pair.left.trySend(1, 0, source, 0, 65537))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length=65537 limit=65536");
        pair.bringBulkUp();
        assertThatThrownBy(() -> pair.left.trySend(1, DATA, source, 0, 65537))
                .hasMessageContaining("length=65537 limit=65536");
    }

    @Test
    void cutsMessagesIntoQuartersOfBoundedLength() {
        assertThat(pair.left.link.chunkLength(1 << 30)).isEqualTo(8 * 1024);
        pair.bringBulkUp();
        assertThat(pair.left.link.chunkLength(0)).isEqualTo(4096);
        assertThat(pair.left.link.chunkLength(64 * 1024)).isEqualTo(16 * 1024);
        assertThat(pair.left.link.chunkLength(100_001)).isEqualTo(24960);
        assertThat(pair.left.link.chunkLength(Long.MAX_VALUE)).isEqualTo(64 * 1024);
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void carriesLongPiecesOfEveryTypeThroughTheBulkRing(ElementType type) {
        pair.bringBulkUp();
        Object source = arrayOf(type, 70_000 / type.size());
        Slice slice = Slice.of(source);
        byte[] whole = new byte[(int) slice.byteLength()];
        slice.copyTo(0, MemorySegment.ofArray(whole), 0, whole.length);
        for (int from = 0; from + 20_000 <= whole.length; from += 3 * 1024 + 8) {
            assertThat(pair.left.trySend(1, DATA, slice, from, 20_000)).isTrue();
            pair.right.pollAll();
            assertThat(pair.right.payloads.removeLast())
                    .isEqualTo(Arrays.copyOfRange(whole, from, from + 20_000));
        }
    }

    @Test
    void hasNoFileInTheFolderForABulkRingBetweenProcessesThatSeeEachOther() throws IOException {
        pair.left.trySend(1, DATA, new byte[64]);
        try (var files = Files.list(pair.left.service.folder().path())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .isNotEmpty()
                    .noneMatch(name -> name.startsWith("bulk-"));
        }
        pair.right.pollAll();
        assertThat(pair.left.trySend(1, DATA, new byte[64])).as("takes the answer").isFalse();
        assertThat(pair.left.trySend(1, DATA, new byte[64])).isTrue();
        assertThat(pair.left.link.describe()).contains("bulk up");
    }

    /** Whoever waits moves the links, and the program may interrupt it meanwhile. */
    @Test
    void hasABulkRingAlsoIfWhoMakesItAndWhoMapsItAreInterrupted() {
        Thread.currentThread().interrupt();
        pair.bringBulkUp();

        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(pair.left.link.describe()).contains("bulk up");
    }

    @Test
    void dropsAPayloadThatNobodyWants() {
        pair.right.discards = true;
        pair.left.trySend(1, 0, new byte[100]);
        pair.right.discards = true;
        assertThat(pair.right.pollAll()).isEqualTo(1);
        assertThat(pair.right.payloads).hasSize(1);
    }

    @Test
    void tellsThePeerThatItHasClosed() {
        pair.left.trySend(7, 0, new byte[8]);
        pair.left.link.close();
        assertThat(pair.right.link.hasInput()).isTrue();
        for (int i = 0; i < 1000; i++) {
            pair.right.link.poll(10);
        }
        assertThat(pair.right.kindOf(0)).as("what was sent before still comes").isEqualTo(7);
        assertThat(pair.right.closings).containsExactly("peer has closed the link");
        assertThat(pair.right.trySend(1, 0, new byte[1])).isTrue();
        assertThat(pair.left.closings).isEmpty();
        assertThat(pair.left.link.describe()).isEqualTo("shm closed");
    }

    @Test
    void mayBeClosedByItsReceiverInTheMiddleOfAPoll() {
        pair.right.onFrame = () -> pair.right.link.close();
        pair.left.trySend(1, 0, new byte[8]);
        pair.left.trySend(1, 0, new byte[8]);
        assertThat(pair.right.link.poll(10)).isEqualTo(1);
        assertThat(pair.right.closings).isEmpty();
        assertThat(pair.right.link.poll(10)).isZero();
    }

    @Test
    void endsTheLinkWhenTheReceiverThrows() {
        pair.right.thrownByReceiver = new IllegalArgumentException("no such endpoint");
        pair.left.trySend(1, 0, new byte[8]);
        pair.right.pollAll();
        assertThat(pair.right.closings).hasSize(1).first().asString().contains("no such endpoint");
    }

    @Test
    void keepsOrderAndBytesBetweenTwoThreadsBothWays() throws Exception {
        CompletableFuture<Long> there =
                CompletableFuture.supplyAsync(() -> stream(pair.left, 40_000, 3), THREADS);
        CompletableFuture<Long> back =
                CompletableFuture.supplyAsync(() -> stream(pair.right, 40_000, 4), THREADS);
        assertThat(there.get(50, TimeUnit.SECONDS)).isEqualTo(40_000);
        assertThat(back.get(50, TimeUnit.SECONDS)).isEqualTo(40_000);
    }

    /** Sends frames of random length in both lanes, and checks those that come. */
    private static long stream(ShmPair.Side side, int count, int seed) {
        AtomicLong taken = new AtomicLong();
        long[] next = {0, 0};
        side.onFrame =
                () -> {
                    long[] header = side.headers.removeLast();
                    int lane = (int) (header[0] >>> 32) & DATA;
                    if (header[0] >>> 56 != (next[lane]++ & 0xff)) {
                        throw new IllegalStateException("out of order: lane=" + lane);
                    }
                    taken.incrementAndGet();
                };
        Random random = new Random(seed);
        Slice source = Slice.of(new byte[8192]);
        long[] sent = {0, 0};
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(45);
        for (int i = 0; i < count; i++) {
            int lane = random.nextInt(8) == 0 ? DATA : 0;
            int length = 1 + random.nextInt(random.nextInt(8) == 0 ? 8191 : 200);
            while (!side.trySend((int) (sent[lane] & 0xff), lane, source, 0, length)) {
                side.link.poll(8);
                side.payloads.clear();
                requireTime(side, deadline);
            }
            sent[lane]++;
        }
        while (taken.get() < count) {
            side.link.poll(8);
            side.payloads.clear();
            requireTime(side, deadline);
        }
        return taken.get();
    }

    private static void requireTime(ShmPair.Side side, long deadline) {
        if (System.nanoTime() > deadline) {
            throw new AssertionError(
                    "stream stands still: closings=" + side.closings + " " + side.link.describe());
        }
        Thread.onSpinWait();
    }

    @Test
    void survivesAnyNumberOfClosesWhileOthersAreInside() throws Exception {
        for (int round = 0; round < 50; round++) {
            ShmPair other = new ShmPair(folder.resolve("."));
            CompletableFuture<Void> sender =
                    CompletableFuture.runAsync(
                            () -> {
                                while (!other.left.link.describe().endsWith("closed")) {
                                    other.left.trySend(1, 0, new byte[4000]);
                                }
                            },
                            THREADS);
            CompletableFuture<Void> poller =
                    CompletableFuture.runAsync(
                            () -> {
                                while (other.right.closings.isEmpty()
                                        && !other.right.link.describe().endsWith("closed")) {
                                    other.right.link.poll(16);
                                    other.right.link.hasInput();
                                    other.right.payloads.clear();
                                }
                            },
                            THREADS);
            Thread.yield();
            other.close();
            sender.get(20, TimeUnit.SECONDS);
            poller.get(20, TimeUnit.SECONDS);
        }
    }
}
