package org.activeobjects.transport.shm.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.posix.PinnedArrays;
import org.activeobjects.transport.posix.ProcessMemory;
import org.activeobjects.transport.shm.buffer.BufferLane;
import org.activeobjects.transport.shm.buffer.SharedBuffers;
import org.activeobjects.transport.shm.joint.CountingBell;
import org.activeobjects.transport.shm.joint.Helping;
import org.activeobjects.transport.shm.joint.JointLane;
import org.activeobjects.transport.shm.joint.JointLayout;
import org.activeobjects.transport.shm.joint.JointWords;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/** A pull from one array into another, of which the sender has the kernel write a part. */
@Timeout(60)
@EnabledIfSystemProperty(
        named = "activeobjects.testing.collector",
        matches = "G1",
        disabledReason = "arrays can be pinned with G1 only")
class JointArraysTest {

    private static final int BLOCK = (int) JointLayout.BLOCK;

    /** So long that the collector leaves arrays where they are; four parts. */
    private static final int LONG = 64 * BLOCK;

    private static final int PART = 16 * BLOCK;

    @TempDir Path parent;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment shown = arena.allocate(ShownArrays.LENGTH, 4096);
    private final ShownArrays arrays = new ShownArrays(shown, true);
    private final MemorySegment laneWords = arena.allocate(2 * ShmLane.WORDS, 8);
    private final MemorySegment sendersPulls = arena.allocate(JointLayout.LENGTH, 8);
    private final MemorySegment receiversPulls = arena.allocate(JointLayout.LENGTH, 8);
    private final CountingBell bell = new CountingBell();
    private final JointWords words = new JointWords(receiversPulls);
    private final byte[] source = new byte[LONG];
    private final byte[] target = new byte[LONG];
    private SegmentFolder folder;
    private ShmLane sender;
    private ShmLane receiver;

    @BeforeEach
    void open() throws LinkUnavailableException {
        String runtime = RuntimeId.random().toString();
        folder = SegmentFolder.enter(parent, "job", runtime);
        String bell = folder.create("bell", 4096, arena).name();
        SharedBuffers buffers = new SharedBuffers(folder);
        JointLane sends = new JointLane(sendersPulls, receiversPulls, true);
        JointLane receives = new JointLane(receiversPulls, sendersPulls, true);
        SingleCopy all = new SingleCopy(true, BLOCK, BLOCK, BLOCK);
        MemorySegment first = laneWords.asSlice(0, ShmLane.WORDS);
        MemorySegment second = laneWords.asSlice(ShmLane.WORDS, ShmLane.WORDS);
        sender =
                new ShmLane(
                        new BufferLane(buffers, folder, runtime, bell, sends),
                        sends,
                        arrays,
                        shown,
                        first,
                        second,
                        all);
        receiver =
                new ShmLane(
                        new BufferLane(buffers, folder, runtime, bell, receives),
                        receives,
                        arrays,
                        shown,
                        second,
                        first,
                        all);
        new Random(7).nextBytes(source);
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .until(
                        () -> {
                            receiver.sweep();
                            return sender.isBetterRead(Slice.of(source));
                        });
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
        folder.leave();
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    private DirectLane.Pull pull(long handle, int to, int length) {
        return receiver.pull(handle, Slice.of(target, to, length), length);
    }

    private DirectLane.Pull pullAll() {
        return pull(sender.expose(Slice.of(source)), 0, LONG);
    }

    private int help() {
        return sender.help(bell);
    }

    private static void finish(DirectLane.Pull pull) {
        while (!pull.advance()) {
            Thread.onSpinWait();
        }
    }

    private void requireSame(int from, int to, int length) {
        assertThat(Arrays.mismatch(source, from, from + length, target, to, to + length))
                .isEqualTo(-1);
    }

    @Test
    void isCopiedByBothTheReceiverFromTheFrontTheSenderFromTheEnd() {
        DirectLane.Pull pull = pullAll();
        assertThat(help()).as("nothing is shown yet").isZero();
        assertThat(pull.advance()).isFalse();
        assertThat(target[LONG - 1]).isZero();

        assertThat(help()).isEqualTo(1);
        assertThat(help()).isEqualTo(1);

        requireSame(LONG - 2 * PART, LONG - 2 * PART, 2 * PART);
        finish(pull);
        requireSame(0, 0, LONG);
        assertThat(help()).as("nothing is left").isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 64, 131072",
        "7, 0, 131073",
        "0, 100, 131071",
        "1, 131171, 200000",
        "4096, 53248, 262144",
        "53248, 4096, 1048576",
        "3, 68, 4000000",
        "65536, 65535, 3000001"
    })
    void isWholeWhateverItsPlaceAndLengthWithASenderThatHelps(int from, int to, int length) {
        boolean isWorthHelp = length >= 2 * BLOCK;
        int parts;
        try (Helping helping = new Helping(this::help)) {
            for (int round = 0; round < 50 || isWorthHelp && helping.parts() < 20; round++) {
                source[from + round % length] = (byte) round;
                long handle = sender.expose(Slice.of(source, from, length));
                finish(pull(handle, to, length));
                sender.wasRead(handle);
                requireSame(from, to, length);
                assertThat(target[to + length]).isZero();
                Arrays.fill(target, (byte) 0);
            }
            parts = helping.parts();
        }
        assertThat(parts > 0).isEqualTo(isWorthHelp);
    }

    @Test
    void isReadByTheReceiverAloneWhereTheSenderDoesNothing() {
        finish(pullAll());

        requireSame(0, 0, LONG);
    }

    @Test
    void waitsForThePartThatTheSenderWrites() {
        DirectLane.Pull pull = pullAll();
        assertThat(pull.advance()).isFalse();
        int block = words.claimLast();
        assertThat(pull.runsByItself()).as("there is something to read").isFalse();
        for (int i = 0; i < 100; i++) {
            assertThat(pull.advance()).isFalse();
        }
        assertThat(pull.runsByItself()).as("who waits may sleep").isTrue();
        assertThat(receiver.isHelped()).isFalse();
        assertThat(words.sleepsFor()).isEqualTo(words.sequence());

        System.arraycopy(source, block * BLOCK, target, block * BLOCK, BLOCK);
        words.tellDone(1, false);

        assertThat(receiver.isHelped()).as("who sleeps goes on").isTrue();
        assertThat(pull.advance()).isTrue();
        requireSame(0, 0, LONG);
    }

    /** Its own part is what the sender was told to have taken. */
    @Test
    void readsByItselfWhatTheSenderCouldNotWrite() {
        DirectLane.Pull pull = pullAll();
        assertThat(pull.advance()).isFalse();
        words.claimLast();
        words.claimLast();
        words.tellDone(1, true);

        finish(pull);

        requireSame(0, 0, LONG);
    }

    @Test
    void isBehindAnotherThatBothCopyButNotForEver() {
        long handle = sender.expose(Slice.of(source));
        DirectLane.Pull first = pull(handle, 0, 3 * PART);
        DirectLane.Pull second = pull(handle, 3 * PART, PART);
        assertThat(first.advance()).isFalse();
        assertThat(second.advance()).isFalse();
        assertThat(target[3 * PART]).as("it waits for its turn").isZero();
        words.claimLast();

        while (!second.advance()) {
            assertThat(first.advance()).as("its sender stands still").isFalse();
        }

        requireSame(0, 3 * PART, PART);
        first.abandon();
    }

    /** The sender may stand still behind its claim, and go on after the end of the receive. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void letsNobodyWriteIntoTheArrayOnceItIsGivenUp(boolean isLinkGone) {
        DirectLane.Pull pull = pullAll();
        assertThat(pull.advance()).isFalse();
        long gate = receiver.gate().address();
        int block = words.claimLast();
        PinnedArrays pins = PinnedArrays.get().orElseThrow();
        long to = pins.pin(target) + (long) block * BLOCK;
        long from = pins.pin(source);
        if (isLinkGone) {
            arena.close();
            assertThatThrownBy(() -> finish(pull)).isInstanceOf(TransportException.class);
        } else {
            pull.abandon();
            assertThat(help()).as("it takes no further part").isZero();
        }
        Arrays.fill(target, (byte) 9);

        assertThat(writePast(gate, to, from)).isFalse();

        assertThat(target).containsOnly((byte) 9);
        pins.unpin(target, to - (long) block * BLOCK);
        pins.unpin(source, from);
    }

    /** It may hang in the kernel behind its first word, for longer than anybody waits. */
    @Test
    void unpinsAnArrayThatWasLeftWhenTheWriteIntoItIsOver() {
        MemorySegment gate = MemorySegment.ofAddress(receiver.gate().address()).reinterpret(16);
        WeakReference<byte[]> left = leaveOne(gate);
        receiver.sweep();
        System.gc();
        assertThat(left.get()).as("it is kept where it is").isNotNull();

        gate.set(ValueLayout.JAVA_LONG, Gate.ENDED, 1);
        receiver.sweep();

        Awaitility.await()
                .until(
                        () -> {
                            System.gc();
                            return left.get() == null;
                        });
    }

    private WeakReference<byte[]> leaveOne(MemorySegment gate) {
        byte[] array = new byte[LONG];
        DirectLane.Pull pull =
                receiver.pull(sender.expose(Slice.of(source)), Slice.of(array), LONG);
        assertThat(pull.advance()).isFalse();
        words.claimLast();
        gate.set(ValueLayout.JAVA_LONG, 0, 1);
        pull.abandon();
        return new WeakReference<>(array);
    }

    /** What the sender does once it goes on. */
    private static boolean writePast(long gate, long to, long from) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mark = arena.allocate(8);
            ProcessMemory self =
                    ProcessMemory.of(ProcessHandle.current().pid(), mark.address(), 0)
                            .orElseThrow();
            return self.write(gate, gate + Gate.GATE, gate + Gate.ENDED, to, from, BLOCK);
        }
    }

    @Test
    void goesOnWithAnotherGateOnceOneIsClosed() {
        DirectLane.Pull pull = pullAll();
        assertThat(pull.advance()).isFalse();
        words.claimLast();
        pull.abandon();

        DirectLane.Pull next = pullAll();
        assertThat(next.advance()).isFalse();
        assertThat(help()).isEqualTo(1);
        finish(next);

        requireSame(0, 0, LONG);
    }

    @Test
    void failsIfItsSourceIsTakenBackMeanwhile() {
        long handle = sender.expose(Slice.of(source));
        DirectLane.Pull pull = pull(handle, 0, LONG);
        assertThat(pull.advance()).isFalse();
        sender.conceal(handle);

        assertThatThrownBy(() -> finish(pull))
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("taken its elements back");
        assertThat(help()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 60", "0, 1, 100", "0, 20, 3", "5, 16, 40"})
    void failsIfThePeerWritesNonsenseIntoTheClaims(int more, int first, int end) {
        DirectLane.Pull pull = pullAll();
        assertThat(pull.advance()).isFalse();
        words.claims(words.sequence() + more, first, end);

        assertThatThrownBy(() -> finish(pull))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("nonsense where both copy");
    }

    /** A peer that wants other memory of this process than what it is shown. */
    @ParameterizedTest
    @CsvSource({
        "0, 4194305, 0",
        "1, 4194304, 0",
        "-1, 65536, 0",
        "4194304, 65536, 0",
        "9223372036854775807, 65536, 0",
        "-9223372036854775808, 65536, 0",
        "0, 65536, 1",
        "0, 65536, -72057594037927936"
    })
    void writesNothingButWhatIsShown(long at, long bytes, long other) {
        Gate gate = new Gate();
        long handle = sender.expose(Slice.of(source)) + other;
        PinnedArrays pins = PinnedArrays.get().orElseThrow();
        long first = pins.pin(target);

        words.order(1, (int) (bytes / BLOCK), handle, at, first, gate.address(), bytes, 1);

        assertThat(help()).isZero();
        assertThat(target).containsOnly((byte) 0);
        pins.unpin(target, first);
    }

    /** What lies there then is none of the peer's business. */
    @Test
    void writesNothingMoreOnceThePeerHasSaidThatItHasReadAll() {
        Gate gate = new Gate();
        long handle = sender.expose(Slice.of(source));
        PinnedArrays pins = PinnedArrays.get().orElseThrow();
        long first = pins.pin(target);
        words.order(1, 4, handle, 0, first, gate.address(), 4L * BLOCK, 1);
        assertThat(help()).isEqualTo(1);
        requireSame(3 * BLOCK, 3 * BLOCK, BLOCK);

        sender.wasRead(handle);
        var _ = help();

        assertThat(Arrays.copyOf(target, 3 * BLOCK)).containsOnly((byte) 0);
        assertThat(help()).isZero();
        pins.unpin(target, first);
    }

    @Test
    void writesOnlyToWhereSomethingIsAndOnlyPastAGate() {
        long handle = sender.expose(Slice.of(source));
        PinnedArrays pins = PinnedArrays.get().orElseThrow();
        long first = pins.pin(target);
        Gate gate = new Gate();
        long[][] wrong = {{1L << 46, gate.address()}, {first, 0}, {first, 1L << 46}, {0, -1}};
        for (int i = 0; i < wrong.length; i++) {
            words.order(i + 1, 1, handle, 0, wrong[i][0], wrong[i][1], BLOCK, 1);

            assertThat(help()).as("it tries, and fails").isEqualTo(1);
            assertThat(help()).isZero();
        }
        assertThat(target).containsOnly((byte) 0);
        pins.unpin(target, first);
    }

    /** As where a rule of the host forbids to write, but not to read. */
    @Test
    void helpsNoMoreOnceAllThatItWritesFails() {
        long handle = sender.expose(Slice.of(source));
        int tries = 0;
        do {
            words.order(++tries, 1, handle, 0, 0, 0, BLOCK, 1);
        } while (help() > 0 && tries < 100);

        assertThat(tries).isBetween(3, 20);
    }
}
