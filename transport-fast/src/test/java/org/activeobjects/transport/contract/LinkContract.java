package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What every kind of link between two runtimes must do; a link's own test extends this.
 *
 * <p>Both ends are in this JVM, and the two runtimes have nothing else in common than what an
 * authenticated bootstrap connection would have carried between them.
 */
@Timeout(60)
public abstract class LinkContract {

    private static final int[] LENGTHS = {
        0, 1, 2, 3, 7, 8, 9, 15, 16, 31, 32, 33, 63, 64, 65, 127, 255, 1023, 1024, 1025, 4095, 4096
    };

    @TempDir Path sharedMemory;

    private final FrameRecorder near = new FrameRecorder();
    private final FrameRecorder far = new FrameRecorder();

    /**
     * The kind of link.
     *
     * @return a new provider, or the same again
     */
    protected abstract LinkProvider provider();

    /**
     * The settings of both runtimes; a link that needs some changes these.
     *
     * @return settings for one test
     */
    protected TransportConfig config() {
        return TransportConfig.defaults().withSharedMemory(sharedMemory);
    }

    /**
     * Which host the far end says it is on; a link that goes about peers on other hosts in another
     * way changes this.
     *
     * @return {@code "this host"}, or anything else
     */
    protected String farHost() {
        return "this host";
    }

    private LinkPair open(FrameReceiver nearReceiver, FrameReceiver farReceiver)
            throws LinkUnavailableException {
        return LinkPair.open(provider(), config(), farHost(), nearReceiver, farReceiver);
    }

    private static FrameHeader header(int flags, int length, int number) {
        return new FrameHeader()
                .set(0xfe, 8, flags, length, -1, 1 << 30, number, Integer.MIN_VALUE, ~number);
    }

    private static byte[] randomBytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Test
    void carriesFramesOfEveryLengthInOrderBothWays() throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            int[] lengths = withLimits(LENGTHS, pair.near.maxPayload());
            for (int i = 0; i < lengths.length; i++) {
                Slice payload = Slice.of(randomBytes(lengths[i], i));
                pair.send(pair.near, header(0, lengths[i], i), payload, 0, lengths[i]);
                pair.send(pair.far, header(0, lengths[i], -i), payload, 0, lengths[i]);
            }
            pair.pollUntil(
                    () ->
                            near.frames.size() == lengths.length
                                    && far.frames.size() == lengths.length,
                    "frames are missing");
            for (int i = 0; i < lengths.length; i++) {
                assertFrame(far.frames.get(i), header(0, lengths[i], i), lengths[i], i);
                assertFrame(near.frames.get(i), header(0, lengths[i], -i), lengths[i], i);
            }
        }
    }

    /** Sends the payload of the first frame into memory that is gone. */
    private static final class Homeless extends FrameRecorder {

        private final Slice gone;
        private Landing landing;
        private RuntimeException fault;

        Homeless(int length) {
            try (Arena arena = Arena.ofShared()) {
                gone = Slice.of(arena.allocate(length), ElementType.BYTE);
            }
        }

        @Override
        public void onHeader(FrameHeader header, Landing itsLanding) {
            landing = itsLanding;
            super.onHeader(header, itsLanding);
            if (frames.isEmpty()) {
                itsLanding.into(gone, 0);
            }
        }

        @Override
        public void onPayload(FrameHeader header) {
            fault = frames.isEmpty() ? landing.fault() : fault;
            super.onPayload(header);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, FrameHeader.FLAG_DATA})
    void readsOverAPayloadWhoseMemoryIsGoneAndTellsOfIt(int flags) throws LinkUnavailableException {
        Homeless homeless = new Homeless(1 << 20);
        try (LinkPair pair = open(near, homeless)) {
            int length =
                    flags == 0
                            ? pair.near.maxPayload()
                            : Math.min(1 << 20, pair.near.chunkLength(1 << 22));
            Slice payload = Slice.of(randomBytes(length, 1));
            pair.send(pair.near, header(flags, length, 1), payload, 0, length);
            pair.send(pair.near, header(flags, length, 2), payload, 0, length);
            pair.pollUntil(() -> homeless.frames.size() == 2, "frames are missing");

            assertThat(homeless.fault).hasMessageContaining("Already closed");
            assertFrame(homeless.frames.get(1), header(flags, length, 2), length, 1);
            assertThat(homeless.closings).isEmpty();
        }
    }

    private static int[] withLimits(int[] lengths, int limit) {
        int[] all = java.util.Arrays.copyOf(lengths, lengths.length + 3);
        all[lengths.length] = limit - 1;
        all[lengths.length + 1] = limit;
        return all; // and one without a payload behind the longest
    }

    private static void assertFrame(
            FrameRecorder.Frame frame, FrameHeader expected, int length, long seed) {
        assertThat(frame.word0()).isEqualTo(expected.word0());
        assertThat(frame.word1()).isEqualTo(expected.word1());
        assertThat(frame.word2()).isEqualTo(expected.word2());
        assertThat(frame.word3()).isEqualTo(expected.word3());
        assertThat(frame.payload()).isEqualTo(randomBytes(length, seed));
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void copiesFromAndIntoArraysOfEveryTypeAtAnyOffset(ElementType type)
            throws LinkUnavailableException {
        int count = 300;
        Object source = Array.newInstance(componentOf(type), count);
        Object destination = Array.newInstance(componentOf(type), count);
        for (int i = 0; i < count; i++) {
            set(source, i, i * 31 + 1);
        }
        Into into = new Into(Slice.of(destination, 5, 200), 3L * type.size());
        try (LinkPair pair = open(near, into)) {
            int length = 101 * type.size();
            pair.send(
                    pair.near,
                    header(0, length, 1),
                    Slice.of(source, 7, 250),
                    2L * type.size(),
                    length);
            pair.pollUntil(() -> into.done, "no payload");
        }
        for (int i = 0; i < count; i++) {
            Object expected =
                    i >= 8 && i < 109
                            ? Array.get(source, i + 1)
                            : Array.get(Array.newInstance(componentOf(type), 1), 0);
            assertThat(Array.get(destination, i)).as("element %d", i).isEqualTo(expected);
        }
    }

    private static Class<?> componentOf(ElementType type) {
        return switch (type) {
            case BYTE -> byte.class;
            case BOOLEAN -> boolean.class;
            case CHAR -> char.class;
            case SHORT -> short.class;
            case INT -> int.class;
            case FLOAT -> float.class;
            case LONG -> long.class;
            case DOUBLE -> double.class;
        };
    }

    private static void set(Object array, int index, int value) {
        switch (array) {
            case byte[] bytes -> bytes[index] = (byte) value;
            case boolean[] booleans -> booleans[index] = (value & 2) != 0;
            case char[] chars -> chars[index] = (char) value;
            case short[] shorts -> shorts[index] = (short) value;
            case int[] ints -> ints[index] = value * 65_537;
            case float[] floats -> floats[index] = value / 3f;
            case long[] longs -> longs[index] = value * 0x1_0000_0001L;
            case double[] doubles -> doubles[index] = value / 3.0;
            default -> throw new AssertionError(array);
        }
    }

    private static final class Into extends FrameRecorder {
        private final Slice slice;
        private final long offset;
        private volatile boolean done;

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
            done = true;
        }
    }

    @Test
    void carriesBulkDataInOrderAndWhole() throws LinkUnavailableException {
        long total = 9_000_001;
        byte[] source = randomBytes((int) total, 42);
        byte[] destination = new byte[source.length];
        Gathering gathering = new Gathering(destination);
        try (LinkPair pair = open(near, gathering)) {
            int chunk = pair.near.chunkLength(total);
            assertThat(chunk).isPositive();
            assertThat(chunk % 64).isZero();
            for (int at = 0; at < source.length; at += chunk) {
                int length = Math.min(chunk, source.length - at);
                FrameHeader header = header(FrameHeader.FLAG_DATA, length, at);
                pair.send(pair.near, header, Slice.of(source), at, length);
            }
            pair.pollUntil(() -> gathering.received.get() == total, "bulk data is missing");
        }
        assertThat(destination).isEqualTo(source);
    }

    /** Puts frames one behind the other. */
    private static final class Gathering extends FrameRecorder {
        private final Slice slice;
        private final AtomicLong received = new AtomicLong();

        Gathering(byte[] destination) {
            slice = Slice.of(destination);
        }

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            landing.into(slice, received.get());
        }

        @Override
        public void onPayload(FrameHeader header) {
            received.addAndGet(header.payloadLength());
        }
    }

    @Test
    void readsOverPayloadsThatNobodyWants() throws LinkUnavailableException {
        FrameRecorder choosy =
                new FrameRecorder() {
                    @Override
                    public void onHeader(FrameHeader header, Landing landing) {
                        super.onHeader(header, landing);
                        if (header.tag() == 1) {
                            landing.discard();
                        }
                    }
                };
        try (LinkPair pair = open(near, choosy)) {
            for (int i = 0; i < 3; i++) {
                pair.send(pair.near, header(0, 1000, i), Slice.of(randomBytes(1000, i)), 0, 1000);
            }
            pair.pollUntil(() -> choosy.frames.size() == 3, "frames are missing");
            assertThat(choosy.frames.get(1).payload()).containsOnly(0);
            assertThat(choosy.frames.get(2).payload()).isEqualTo(randomBytes(1000, 2));
        }
    }

    @Test
    void refusesFramesWhenThePeerDoesNotTakeThemAndLosesNone() throws LinkUnavailableException {
        CountDownLatch gate = new CountDownLatch(1);
        Gated gated = new Gated(gate);
        try (LinkPair pair = open(near, gated)) {
            Slice payload = Slice.of(randomBytes(4096, 1));
            int sent = 0;
            while (pair.near.trySend(header(0, 4096, sent), payload, 0, 4096)) {
                sent++;
                assertThat(sent).as("frames ahead of the receiver").isLessThan(16_384);
            }
            gate.countDown();
            int last = sent;
            pair.send(pair.near, header(0, 4096, last), payload, 0, 4096);
            pair.pollUntil(() -> gated.next.get() == last + 1, "frames are missing");
            assertThat(gated.disorder).as("frames out of order").isFalse();
            if (!pair.near.isPolled()) {
                pair.pollUntil(() -> near.rooms.get() > 0, "nobody was told of the room");
            }
        }
    }

    /** Takes nothing before the gate is open; a polled link does not get here before that. */
    private static final class Gated extends FrameRecorder {
        private final CountDownLatch gate;
        private final AtomicLong next = new AtomicLong();
        private volatile boolean disorder;

        Gated(CountDownLatch gate) {
            this.gate = gate;
        }

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            landing.discard();
        }

        @Override
        public void onPayload(FrameHeader header) {
            disorder |= header.tag() != next.get();
            next.incrementAndGet();
        }
    }

    @Test
    void takesASmallFrameWhileBulkDataFindsNoRoom() throws LinkUnavailableException {
        CountDownLatch gate = new CountDownLatch(1);
        try (LinkPair pair = open(near, new Gated(gate))) {
            int chunk = pair.near.chunkLength(64 << 20);
            Slice payload = Slice.of(randomBytes(chunk, 1));
            FrameHeader data = header(FrameHeader.FLAG_DATA, chunk, 0);
            int sent = 0;
            while (pair.near.trySend(data, payload, 0, chunk)) {
                assertThat(++sent).as("chunks ahead of the receiver").isLessThan(1024);
            }
            assertThat(pair.near.trySend(header(0, 64, 1), payload, 0, 64))
                    .as("a small frame is taken while bulk data finds no room")
                    .isTrue();
            gate.countDown();
        }
    }

    @Test
    void carriesFramesBothWaysAtOnce() throws Exception {
        CountDownLatch open = new CountDownLatch(0);
        Gated nearEnd = new Gated(open);
        Gated farEnd = new Gated(open);
        int frames = 20_000;
        try (LinkPair pair = open(nearEnd, farEnd)) {
            FutureTask<Void> one = sendingAndTaking(pair, pair.near, nearEnd, frames);
            FutureTask<Void> other = sendingAndTaking(pair, pair.far, farEnd, frames);
            one.get();
            other.get();
        }
        assertThat(nearEnd.disorder || farEnd.disorder).as("frames out of order").isFalse();
    }

    /**
     * Takes no more once all have come: what the other end has not got by then leaves by itself.
     */
    private static FutureTask<Void> sendingAndTaking(
            LinkPair pair, Link link, Gated taken, int frames) {
        long deadline = System.nanoTime() + LinkPair.PATIENCE.toNanos();
        FutureTask<Void> task =
                new FutureTask<>(
                        () -> {
                            FrameHeader header = new FrameHeader();
                            Slice payload = Slice.of(new byte[2048]);
                            for (int i = 0; i < frames; i++) {
                                int length = 1 + i % 2048;
                                header.set(1, 1, 0, length, 1, 1, i, 0, 0);
                                while (!link.trySend(header, payload, 0, length)) {
                                    requireTime(deadline, "no room for frame", i, pair);
                                    link.poll(16);
                                    Thread.yield();
                                }
                                link.poll(1);
                            }
                            link.flush();
                            while (taken.next.get() < frames) {
                                requireTime(deadline, "frames are missing from", taken.next, pair);
                                link.poll(16);
                                Thread.yield();
                            }
                            return null;
                        });
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private static void requireTime(long deadline, String what, Object number, LinkPair pair) {
        if (System.nanoTime() - deadline > 0) {
            fail("%s %s%n%s%n%s", what, number, pair.near.describe(), pair.far.describe());
        }
    }

    /** Fails at the payload of the second frame. */
    private static final class Failing extends FrameRecorder {

        @Override
        public void onPayload(FrameHeader header) {
            if (frames.size() == 1 && closings.isEmpty()) {
                throw new StackOverflowError("on purpose");
            }
            super.onPayload(header);
        }
    }

    @Test
    void endsWhenItsReceiverFailsForWhatFollowsCannotBeToldFromWhatWasNotTaken()
            throws LinkUnavailableException {
        Failing failing = new Failing();
        try (LinkPair pair = open(near, failing)) {
            for (int i = 0; i < 3; i++) {
                pair.send(pair.near, header(0, 100, i), Slice.of(new byte[100]), 0, 100);
            }
            pair.pollUntil(() -> !failing.closings.isEmpty(), "the end is not told");
            for (int i = 0; i < 3; i++) {
                var _ = pair.far.poll(16);
            }
        }
        assertThat(failing.frames).hasSize(1);
        assertThat(failing.closings).hasSize(1);
        assertThat(failing.closings.getFirst()).contains("on purpose");
    }

    @Test
    void letsNoBulkDataOvertakeAFrameThatWasSentBefore() throws Exception {
        int pairs = 30_000;
        AtomicLong announced = new AtomicLong(-1);
        AtomicLong arrived = new AtomicLong(-1);
        AtomicBoolean overtaken = new AtomicBoolean();
        FrameRecorder watching =
                new FrameRecorder() {
                    @Override
                    public void onHeader(FrameHeader header, Landing landing) {
                        landing.discard();
                        if (header.has(FrameHeader.FLAG_DATA)) {
                            arrived.set(header.tag());
                            if (header.tag() > announced.get()) {
                                overtaken.set(true);
                            }
                        } else {
                            announced.set(header.tag());
                        }
                    }

                    @Override
                    public void onPayload(FrameHeader header) {
                        // nothing is kept
                    }
                };
        try (LinkPair pair = open(near, watching)) {
            Thread sender =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        Slice payload = Slice.of(new byte[64]);
                                        FrameHeader data = new FrameHeader();
                                        FrameHeader small = new FrameHeader();
                                        for (int i = 0; i < pairs; i++) {
                                            small.set(1, 1, 0, 0, 1, 1, i, 0, 0);
                                            data.set(
                                                    1, 1, FrameHeader.FLAG_DATA, 64, 1, 1, i, 0, 0);
                                            sendPolling(pair.near, small, null, 0);
                                            sendPolling(pair.near, data, payload, 64);
                                        }
                                        pair.near.flush();
                                        while (arrived.get() < pairs - 1 && !overtaken.get()) {
                                            pair.near.poll(16);
                                            Thread.yield();
                                        }
                                    });
            while (arrived.get() < pairs - 1 && !overtaken.get()) {
                pair.far.poll(16);
                Thread.onSpinWait();
            }
            sender.join();
        }
        assertThat(overtaken).as("bulk data has overtaken a frame that was sent before").isFalse();
    }

    private static void sendPolling(Link link, FrameHeader header, Slice payload, int length) {
        while (!link.trySend(header, payload, 0, length)) {
            link.poll(16);
            Thread.yield();
        }
    }

    @Test
    void tellsOnceThatThePeerHasClosed() throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            pair.near.close();
            pair.near.close();
            pair.pollUntil(() -> !far.closings.isEmpty(), "the far end knows nothing");
            assertThat(pair.near.trySend(header(0, 0, 1), null, 0, 0))
                    .as("a closed link takes what is sent, and drops it")
                    .isTrue();
            assertThat(pair.near.isOpen()).as("a closed link is open").isFalse();
            assertThat(pair.far.isOpen()).as("one that its peer has closed is open").isFalse();
            pair.far.close();
        }
        assertThat(far.closings).hasSize(1).first().asString().isNotBlank();
        assertThat(far.frames).isEmpty();
    }

    @Test
    void mayBeClosedWhileOthersSendAndPoll() throws Exception {
        for (int round = 0; round < 20; round++) {
            AtomicBoolean stop = new AtomicBoolean();
            try (LinkPair pair = open(near, far)) {
                Slice payload = Slice.of(new byte[1000]);
                Thread sender =
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            while (!stop.get()) {
                                                pair.near.trySend(
                                                        header(0, 1000, 1), payload, 0, 1000);
                                                pair.near.poll(4);
                                            }
                                        });
                pair.pollUntil(() -> !far.frames.isEmpty(), "nothing comes");
                pair.far.close();
                pair.near.close();
                stop.set(true);
                sender.join();
            }
            far.frames.clear();
        }
    }

    @Test
    void tellsWhatItIsWithinTheLimits() throws LinkUnavailableException {
        assertThat(provider().name()).matches("[a-z]+");
        try (LinkPair pair = open(near, far)) {
            assertThat(pair.initiating.offer())
                    .hasSizeLessThanOrEqualTo(1024)
                    .doesNotContain("\n", "\r");
            for (Link end : new Link[] {pair.near, pair.far}) {
                assertThat(end.name()).isEqualTo(provider().name());
                assertThat(end.maxPayload()).isGreaterThanOrEqualTo(4096);
                assertThat(end.describe()).isNotBlank().doesNotContain("\n");
                for (long length = 1; length > 0; length *= 8) {
                    assertThat(end.chunkLength(length)).isPositive();
                    assertThat(end.chunkLength(length) % 64).isZero();
                }
            }
        }
    }

    @Test
    void carriesEveryBitOfAHeader() throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            long[] words = {0, -1, 1, 1L << 63, 0x5555_5555_5555_5555L, Long.MAX_VALUE};
            for (long word : words) {
                // The length is 0, and the flag that chooses the lane is not set.
                FrameHeader header =
                        new FrameHeader()
                                .setWords(word & 0xffff_fffe_0000_0000L, word, ~word, word ^ 77);
                pair.send(pair.near, header, null, 0, 0);
            }
            pair.pollUntil(() -> far.frames.size() == words.length, "frames are missing");
            for (int i = 0; i < words.length; i++) {
                FrameRecorder.Frame frame = far.frames.get(i);
                assertThat(frame.word0()).isEqualTo(words[i] & 0xffff_fffe_0000_0000L);
                assertThat(frame.word1()).isEqualTo(words[i]);
                assertThat(frame.word2()).isEqualTo(~words[i]);
                assertThat(frame.word3()).isEqualTo(words[i] ^ 77);
            }
        }
    }

    /** A frame is sent whole or not at all, also where the caller's memory is gone. */
    @ParameterizedTest
    @ValueSource(ints = {8, 1000, 4096, Integer.MAX_VALUE})
    void sendsNothingOfAFrameWhosePayloadIsGone(int wanted) throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            int limit = Math.min(wanted, pair.near.maxPayload());
            for (int flags : new int[] {0, FrameHeader.FLAG_DATA}) {
                int length = flags == 0 ? limit : Math.min(limit, pair.near.chunkLength(1 << 20));
                Arena arena = Arena.ofShared();
                Slice gone = Slice.of(arena.allocate(length, 64), ElementType.BYTE);
                arena.close();
                // A link that is being set up may refuse the first of them.
                for (int i = 0; i < 3; i++) {
                    try {
                        assertThat(pair.near.trySend(header(flags, length, 1), gone, 0, length))
                                .as("sent from memory that is gone")
                                .isFalse();
                        pair.pollUntil(() -> true, "polled");
                    } catch (IllegalStateException expected) {
                        assertThat(expected).hasMessageContaining("closed");
                    }
                }
                int before = far.frames.size();
                pair.send(pair.near, header(flags, 3, 2), Slice.of(new byte[] {1, 2, 3}), 0, 3);
                pair.pollUntil(() -> far.frames.size() > before, "the next frame is missing");
                assertThat(far.frames).hasSize(before + 1);
                assertThat(far.frames.getLast().payload()).containsExactly(1, 2, 3);
            }
            assertThat(near.closings).isEmpty();
            assertThat(far.closings).isEmpty();
        }
    }

    @Test
    void takesNoMoreFramesInAPollThanAsked() throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            for (int i = 0; i < 10; i++) {
                pair.send(pair.near, header(0, 0, i), null, 0, 0);
            }
            if (!pair.far.isPolled()) {
                assertThat(pair.far.poll(3)).isZero();
                return;
            }
            // Some may be handed over outside of a poll, by a link that watches while nobody polls.
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(1))
                    .until(
                            () -> {
                                assertThat(pair.far.poll(3)).isBetween(0, 3);
                                pair.near.poll(1);
                                return far.frames.size() >= 10;
                            });
            assertThat(far.frames).hasSize(10);
        }
    }

    private static boolean comesToRest(LinkPair pair, boolean told) {
        while (pair.far.poll(16) + pair.near.poll(16) > 0) {
            Thread.onSpinWait();
        }
        if (told) {
            pair.far.watch();
        }
        return !pair.far.hasInput();
    }

    @ParameterizedTest(name = "flags {0}, told that the poller sleeps: {1}")
    @CsvSource({"0, true", "2, true", "0, false", "2, false", "1, true"})
    void noticesWhatComesWhileNobodyPolls(int flags, boolean told) throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            // One each way first: a link may be set up lazily.
            pair.send(pair.near, header(flags, 64, 0), Slice.of(new byte[64]), 0, 64);
            pair.pollUntil(() -> far.frames.size() == 1, "the first frame is missing");
            // A link may have something to do for itself for a while, and says so.
            pair.farBell.arm(Doorbell.WAITING);
            Awaitility.await().until(() -> comesToRest(pair, told));

            Slice payload = Slice.of(new byte[64]);
            FrameHeader header = header(flags, 64, 1);
            while (!pair.near.trySend(header, payload, 0, 64)) {
                pair.near.poll(16);
            }
            pair.near.flush();

            Awaitility.await("the frame is here, or is input that has rung the doorbell")
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(Duration.ofSeconds(30))
                    .until(
                            () ->
                                    far.frames.size() == 2
                                            || pair.farBell.level() == Doorbell.AWAKE
                                                    && pair.far.hasInput());
            pair.pollUntil(() -> far.frames.size() == 2, "the second frame is missing");
        }
    }

    @Test
    void noticesTheEndOfThePeerWhileNobodyPolls() throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            pair.farBell.arm(Doorbell.WAITING);
            pair.far.watch();
            pair.near.close();
            Awaitility.await("the end is told, or is input that has rung the doorbell")
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(Duration.ofSeconds(30))
                    .until(
                            () ->
                                    far.closings.size() == 1
                                            || pair.farBell.level() == Doorbell.AWAKE
                                                    && pair.far.hasInput());
            pair.pollUntil(() -> far.closings.size() == 1, "the far end knows nothing");
        }
    }

    @Test
    void deliversWhatWasTakenBeforeItsServiceClosesAndTellsThePeer()
            throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            pair.send(pair.near, header(0, 0, 1), null, 0, 0);
            pair.pollUntil(() -> far.frames.size() == 1, "the frame is missing");
            pair.initiating.close();
            pair.initiating.close();
            pair.pollUntil(() -> far.closings.size() == 1, "the far end knows nothing");
            if (!pair.near.isPolled()) {
                pair.pollUntil(() -> !near.closings.isEmpty(), "nothing says that it has ended");
            }
            assertThat(near.closings).as("of its own close").hasSizeLessThanOrEqualTo(1);
            assertThat(pair.near.trySend(header(0, 0, 2), null, 0, 0))
                    .as("a closed link takes what is sent, and drops it")
                    .isTrue();
            assertThat(pair.near.poll(16)).isZero();
            assertThat(pair.near.hasInput()).as("a closed link has input").isFalse();
        }
    }

    @Test
    void handsNothingOverWhileItStandsStill()
            throws LinkUnavailableException, InterruptedException {
        AtomicLong calls = new AtomicLong();
        FrameRecorder counting =
                new FrameRecorder() {
                    @Override
                    public void onHeader(FrameHeader header, Landing landing) {
                        calls.incrementAndGet();
                    }
                };
        try (LinkPair pair = open(near, counting)) {
            AtomicBoolean isOver = new AtomicBoolean();
            Thread sender =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        FrameHeader header = header(0, 0, 1);
                                        while (!isOver.get()) {
                                            var _ = pair.near.trySend(header, null, 0, 0);
                                            pair.near.flush();
                                            pair.near.poll(16);
                                        }
                                    });
            try {
                for (int round = 0; round < 50; round++) {
                    long seen = calls.get();
                    long deadline = System.nanoTime() + 30_000_000_000L;
                    while (calls.get() == seen) {
                        pair.far.poll(16);
                        assertThat(System.nanoTime()).isLessThan(deadline);
                    }
                    pair.far.whileStill(
                            () -> {
                                long before = calls.get();
                                for (int i = 0; i < 200; i++) {
                                    Thread.onSpinWait();
                                }
                                assertThat(calls.get()).isEqualTo(before);
                            });
                }
            } finally {
                isOver.set(true);
                sender.join();
            }
        }
    }

    @Test
    void mayBeGivenUpHalfOpen() throws LinkUnavailableException {
        try (Unlinked both = new Unlinked(provider(), config(), "this host")) {
            byte[] key = LinkPair.newKey();
            for (int round = 0; round < 3; round++) {
                LinkService.PendingLink proposed =
                        both.initiating.propose(both.initiator(key, near));
                assertThat(proposed.message()).hasSizeLessThanOrEqualTo(4096);
                LinkService.PendingLink accepted =
                        both.accepting.accept(both.acceptor(key, far), proposed.message());
                assertThat(accepted.message()).hasSizeLessThanOrEqualTo(4096);
                accepted.abandon();
                accepted.abandon();
                proposed.abandon();
                proposed.abandon();
            }
        }
        assertThat(near.closings).as("no link was ever open").isEmpty();
        assertThat(far.closings).as("no link was ever open").isEmpty();
    }

    @Test
    void mayCloseItsServiceWhileLinksAreBeingOpened() throws Exception {
        for (int round = 0; round < 5; round++) {
            CountDownLatch first = new CountDownLatch(1);
            FutureTask<Void> opening;
            try (Unlinked both = new Unlinked(provider(), config(), "this host")) {
                opening = new FutureTask<>(() -> openUntilRefused(both, first));
                Thread.ofPlatform().daemon().start(opening);
                assertThat(first.await(30, TimeUnit.SECONDS)).as("a link can be opened").isTrue();
            }
            opening.get(30, TimeUnit.SECONDS);
        }
    }

    /** Opens links and closes them until that is refused. */
    private Void openUntilRefused(Unlinked both, CountDownLatch first) {
        try {
            while (true) {
                byte[] key = LinkPair.newKey();
                LinkService.PendingLink proposed =
                        both.initiating.propose(both.initiator(key, near));
                LinkService.PendingLink accepted =
                        both.accepting.accept(both.acceptor(key, far), proposed.message());
                Link nearEnd = proposed.complete(accepted.message());
                Link farEnd = accepted.complete(new byte[0]);
                nearEnd.close();
                farEnd.close();
                first.countDown();
            }
        } catch (LinkUnavailableException refused) {
            assertThat(refused).hasMessageMatching("(?s).+");
            return null;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, 1_000_003, 9_000_000})
    void letsThePeerReadWhatItExposes(int length) throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            DirectLane sender = pair.near.directLane();
            DirectLane reader = pair.far.directLane();
            assumeTrue(sender != null && reader != null, "this kind of link has no direct lane");
            byte[] source = randomBytes(length, length);
            byte[] destination = new byte[length];
            long handle = sender.expose(Slice.of(source));
            assumeTrue(handle != DirectLane.NOTHING, "this lane exposes no arrays of the heap");
            DirectLane.Pull pull = reader.pull(handle, Slice.of(destination), length);
            if (pull != null) {
                AtomicBoolean done = new AtomicBoolean();
                pair.pollUntil(
                        () -> {
                            done.set(done.get() || pull.advance());
                            return done.get();
                        },
                        "the pull is not over");
                assertThat(destination).isEqualTo(source);
            }
            sender.conceal(handle);
            sender.conceal(handle);
            assertThatNothingIsRead(reader, handle, length);
        }
    }

    private static void assertThatNothingIsRead(DirectLane reader, long handle, int length) {
        byte[] destination = new byte[length];
        try {
            DirectLane.Pull pull = reader.pull(handle, Slice.of(destination), length);
            if (pull != null) {
                while (!pull.advance()) {
                    Thread.onSpinWait();
                }
            }
        } catch (TransportException refused) {
            assertThat(refused).hasMessageMatching("(?s).+");
        }
    }

    @Test
    void survivesHandlesThatThePeerHasMadeUp() throws LinkUnavailableException {
        try (LinkPair pair = open(near, far)) {
            DirectLane reader = pair.far.directLane();
            assumeTrue(reader != null, "this kind of link has no direct lane");
            Random random = new Random(7);
            for (int i = 0; i < 200; i++) {
                long handle = i < 64 ? 1L << i : i < 128 ? ~(1L << i - 64) : random.nextLong();
                assertThatNothingIsRead(reader, handle, 64);
            }
            pair.send(pair.near, header(0, 0, 1), null, 0, 0);
            pair.pollUntil(() -> far.frames.size() == 1, "the link goes on");
        }
    }

    /**
     * Whether the link gives out memory of its own.
     *
     * @return true if {@code LinkService.allocate} is expected to return some
     */
    protected boolean givesOutMemory() {
        return false;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 4096, 300_001})
    void memoryThatItGivesOutIsZeroAndItsOwnersUntilReleased(long length)
            throws LinkUnavailableException {
        LinkContext context = new LinkContext(RuntimeId.random(), "this host", config());
        LinkService.Memory kept;
        try (LinkService service = provider().start(context)) {
            kept = service.allocate(length);
            assertThat(kept != null).isEqualTo(givesOutMemory());
            if (kept == null) {
                return;
            }
            LinkService.Memory other = service.allocate(length);
            MemorySegment segment = kept.segment();
            assertThat(segment.byteSize()).isEqualTo(length);
            assertThat(segment.address() % 64).isZero();
            assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
            segment.fill((byte) 7);
            assertThat(other.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
            other.release();
            other.release();
        }
        assertThat(kept.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(7);
        MemorySegment released = kept.segment();
        kept.release();
        kept.release();
        assertThatThrownBy(() -> released.get(ValueLayout.JAVA_BYTE, 0))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesAProposalThatIsNone() throws LinkUnavailableException {
        LinkContext context = new LinkContext(RuntimeId.random(), "this host", config());
        try (LinkService service = provider().start(context)) {
            LinkSession session =
                    new LinkSession(
                            LinkPair.cardOf(context, provider(), service),
                            service.offer(),
                            LinkPair.newKey(),
                            near);
            for (int length : new int[] {0, 1, 15, 17, 100, 4096}) {
                byte[] garbage = randomBytes(length, length);
                assertThatThrownBy(() -> service.accept(session, garbage))
                        .as("length %d", length)
                        .isInstanceOf(LinkUnavailableException.class)
                        .hasMessageMatching("(?s).+");
            }
        }
    }
}
