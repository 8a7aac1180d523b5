package org.activeobjects.transport.shm.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.contract.MemorySource;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.shm.joint.CountingBell;
import org.activeobjects.transport.shm.joint.Helping;
import org.activeobjects.transport.shm.joint.JointLayout;
import org.activeobjects.transport.shm.joint.JointWords;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;

/** A pull from one registered buffer into another, of which the sender copies a part. */
@Timeout(60)
class JointPullTest {

    private static final int BLOCK = (int) JointLayout.BLOCK;
    private static final int LONG = 64 * BLOCK;

    @TempDir Path parent;

    private final CountingBell bell = new CountingBell();
    private LanePair pair;
    private JointWords words; // of what the reader pulls
    private Room source;
    private Room target;

    /** A registered buffer with a view of its bytes. */
    private static final class Room {

        final LinkService.Memory memory;
        final RegisteredBuffer.View view;

        Room(SharedBuffers buffers, long bytes) {
            memory = buffers.allocate(bytes);
            view = new RegisteredBuffer(new MemorySource(memory)).view(ElementType.BYTE);
        }

        long number() {
            return ((SharedBuffer) memory).number();
        }
    }

    @BeforeEach
    void open() throws LinkUnavailableException {
        pair = new LanePair(parent);
        words = new JointWords(pair.readersWords);
        source = new Room(pair.ownersBuffers, LONG);
        target = new Room(pair.readersBuffers, LONG);
        fill(source.memory.segment(), 3);
    }

    @AfterEach
    void close() {
        source.memory.release();
        target.memory.release();
        pair.close();
        assertThat(parent).isEmptyDirectory();
    }

    private static void fill(MemorySegment memory, long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[(int) memory.byteSize()];
        random.nextBytes(bytes);
        memory.copyFrom(MemorySegment.ofArray(bytes));
    }

    /** The elements of the target as its peer has mapped them, whatever is mapped here. */
    private MemorySegment targetAtPeer() throws IOException {
        try (FileChannel file =
                FileChannel.open(
                        pair.fileOfReader(target.memory),
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            return file.map(
                    FileChannel.MapMode.READ_WRITE, BufferLayout.DATA, LONG, Arena.ofAuto());
        }
    }

    private DirectLane.Pull pull(long handle, Slice destination) {
        return pair.reader.pull(handle, destination, destination.byteLength());
    }

    private long expose(long from, long length) {
        return pair.owner.expose(source.view.slice(from, length));
    }

    private void requireSame(long from, long to, long length) {
        MemorySegment sent = source.memory.segment().asSlice(from, length);
        assertThat(sent.mismatch(target.memory.segment().asSlice(to, length))).isEqualTo(-1);
    }

    /** What the sender does each time it polls and finds nothing. */
    private int help() {
        return pair.ownersJoint.help(bell);
    }

    private static void finish(DirectLane.Pull pull) {
        while (!pull.advance()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void isCopiedByBothTheReceiverFromTheFrontTheSenderFromTheEnd() {
        long handle = expose(0, LONG);
        DirectLane.Pull pull = pull(handle, target.view.slice());

        assertThat(help()).as("nothing is shown yet").isZero();
        assertThat(pull.advance()).isFalse();
        byte[] before = target.memory.segment().toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i < 20; i++) {
            assertThat(help()).isEqualTo(1);
        }
        assertThat(before[LONG / 2]).isZero();
        requireSame(LONG - 20 * BLOCK, LONG - 20 * BLOCK, 20 * BLOCK);

        finish(pull);
        requireSame(0, 0, LONG);
        assertThat(help()).as("nothing is left").isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 131072",
        "7, 0, 131073",
        "0, 5, 131071",
        "1, 131071, 200000",
        "4096, 53248, 262144",
        "53248, 4096, 1048576",
        "3, 4, 4000000",
        "0, 0, 4194304",
        "65536, 65535, 3000001"
    })
    void isWholeWhateverItsPlaceAndLengthWithASenderThatHelps(int from, int to, int length) {
        boolean isWorthHelp = length >= 2 * BLOCK;
        int parts;
        try (Helping helping = new Helping(this::help)) {
            for (int round = 0; round < 50 || isWorthHelp && helping.parts() < 20; round++) {
                MemorySegment one = source.memory.segment().asSlice(from + round % length, 1);
                one.fill((byte) round);
                long handle = expose(from, length);
                finish(pull(handle, target.view.slice(to, length)));
                pair.owner.conceal(handle);
                requireSame(from, to, length);
                target.memory.segment().fill((byte) 0);
            }
            parts = helping.parts();
        }
        assertThat(parts > 0).isEqualTo(isWorthHelp);
        assertThat(target.memory.segment().mismatch(zeros())).isEqualTo(-1);
    }

    private static MemorySegment zeros() {
        return MemorySegment.ofArray(new byte[LONG]);
    }

    @Test
    void tellsTheSenderToRingOnlyIfItMaySleep() {
        DirectLane.Pull pull = pull(expose(0, LONG), target.view.slice());
        assertThat(pull.advance()).isFalse();

        assertThat(help()).isEqualTo(1);
        assertThat(bell.rings()).as("it copies itself").isZero();

        words.sleepFor(1);
        assertThat(help()).isEqualTo(1);
        assertThat(bell.rings()).isEqualTo(1);
        finish(pull);
        DirectLane.Pull next = pull(expose(0, LONG), target.view.slice());
        assertThat(next.advance()).isFalse();
        assertThat(help()).isEqualTo(1);
        assertThat(bell.rings()).as("that was for the one before").isEqualTo(1);
        finish(next);
    }

    @Test
    void isCopiedByTheReceiverAloneWhereTheSenderDoesNothing() {
        long handle = expose(0, LONG);

        finish(pull(handle, target.view.slice()));

        requireSame(0, 0, LONG);
    }

    @Test
    void doesNotHelpWhileItPullsItself() {
        Room back = new Room(pair.readersBuffers, LONG);
        Room room = new Room(pair.ownersBuffers, LONG);
        DirectLane.Pull there = pull(expose(0, LONG), target.view.slice());
        long handle = pair.reader.expose(back.view.slice());
        DirectLane.Pull here = pair.owner.pull(handle, room.view.slice(), LONG);
        assertThat(there.advance()).isFalse();
        assertThat(here.advance()).isFalse();

        assertThat(help()).isZero();
        assertThat(pair.readersJoint.help(bell)).isZero();

        finish(here);
        assertThat(help()).isEqualTo(1);
        finish(there);
        requireSame(0, 0, LONG);
        back.memory.release();
        room.memory.release();
    }

    @Test
    void letsASecondPullGoOnAloneMeanwhile() {
        DirectLane.Pull first = pull(expose(0, LONG / 2), target.view.slice(0, LONG / 2));
        DirectLane.Pull second =
                pull(expose(LONG / 2, LONG / 2), target.view.slice(LONG / 2, LONG / 2));
        assertThat(first.advance()).isFalse();
        words.claimLast();

        finish(second);
        requireSame(LONG / 2, LONG / 2, LONG / 2);
        assertThat(first.advance()).isFalse();

        first.abandon();
    }

    @Test
    void waitsForTheBlockThatTheSenderCopies() throws IOException {
        DirectLane.Pull pull = pull(expose(0, LONG), target.view.slice());
        assertThat(pull.advance()).isFalse();
        int block = words.claimLast();
        assertThat(pull.runsByItself()).as("there is something to copy").isFalse();
        for (int i = 0; i < 100; i++) {
            assertThat(pull.advance()).isFalse();
        }
        assertThat(pull.runsByItself()).as("who waits may sleep").isTrue();
        assertThat(pair.readersJoint.isHelped()).isFalse();
        assertThat(words.sleepsFor()).as("the copy for whose end it may sleep").isEqualTo(1);

        long at = (block + 1L) * BLOCK - BufferLayout.DATA;
        MemorySegment.copy(source.memory.segment(), at, targetAtPeer(), at, BLOCK);
        words.tellDone(1, false);

        assertThat(pair.readersJoint.isHelped()).as("who sleeps goes on").isTrue();
        assertThat(pull.advance()).isTrue();
        assertThat(pair.readersJoint.isHelped()).isFalse();
        requireSame(0, 0, LONG);
    }

    /**
     * The sender may be stopped in the midst of a block, and go on after the end of the receive.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void letsNobodyWriteIntoTheBufferOnceItIsGivenUp(boolean isLinkGone) throws IOException {
        DirectLane.Pull pull = pull(expose(0, LONG), target.view.slice());
        assertThat(pull.advance()).isFalse();
        int block = words.claimLast();
        MemorySegment atPeer = targetAtPeer();
        assertThat(pull.advance()).isFalse();
        if (isLinkGone) {
            pair.arena.close();
            assertThatThrownBy(pull::advance).isInstanceOf(TransportException.class);
        } else {
            pull.abandon();
            assertThat(help()).as("it takes no further block").isZero();
        }

        target.memory.segment().fill((byte) 7);
        atPeer.asSlice((block + 1L) * BLOCK - BufferLayout.DATA, BLOCK).fill((byte) 9);

        byte[] sevens = new byte[LONG];
        Arrays.fill(sevens, (byte) 7);
        assertThat(target.memory.segment().mismatch(MemorySegment.ofArray(sevens))).isEqualTo(-1);
    }

    @Test
    void isNotExposedAnyMoreOncePeersDoNotSeeAllOfIt() {
        DirectLane.Pull pull = pull(expose(0, LONG), target.view.slice());
        assertThat(pull.advance()).isFalse();
        assertThat(pair.reader.expose(target.view.slice())).isNotEqualTo(DirectLane.NOTHING);
        words.claimLast();
        pull.abandon();

        assertThat(pair.reader.expose(target.view.slice())).isEqualTo(DirectLane.NOTHING);
        finish(pull(expose(0, LONG), target.view.slice()));
        requireSame(0, 0, LONG);
        assertThat(help()).isZero();
    }

    @Test
    void keepsItsPagesIfNothingIsUnderWayWhenItIsGivenUp() {
        DirectLane.Pull pull = pull(expose(0, LONG), target.view.slice());
        assertThat(pull.advance()).isFalse();
        assertThat(help()).isEqualTo(1);

        pull.abandon();

        assertThat(help()).isZero();
        assertThat(pair.reader.expose(target.view.slice())).isNotEqualTo(DirectLane.NOTHING);
    }

    @Test
    void failsIfItsSourceIsTakenBackMeanwhile() {
        long handle = expose(0, LONG);
        DirectLane.Pull pull = pull(handle, target.view.slice());
        assertThat(pull.advance()).isFalse();
        pair.owner.conceal(handle);

        assertThatThrownBy(() -> finish(pull))
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("taken its elements back");
    }

    @Test
    void failsOnBothSidesIfTheTargetIsCutOff() throws Exception {
        DirectLane.Pull pull = pull(expose(0, LONG), target.view.slice());
        assertThat(pull.advance()).isFalse();
        assertThat(help()).isEqualTo(1);
        try (RandomAccessFile cut =
                new RandomAccessFile(pair.fileOfReader(target.memory).toFile(), "rw")) {
            cut.setLength(BufferLayout.DATA + 2 * 1024 * 1024);
        }

        assertThat(help()).isEqualTo(1);
        assertThat(help()).as("it has failed").isZero();
        assertThatThrownBy(() -> finish(pull)).isInstanceOf(TransportException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "first, 1, 0, 60",
        "end beyond, 0, 1, 100",
        "end before, 0, 20, 3",
        "other sequence, 5, 16, 40"
    })
    void failsIfThePeerWritesNonsenseIntoTheClaims(String what, int more, int first, int end) {
        DirectLane.Pull pull = pull(expose(0, LONG), target.view.slice());
        assertThat(pull.advance()).isFalse();
        words.claims(words.sequence() + more, first, end);

        assertThatThrownBy(pull::advance)
                .as(what)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("nonsense where both copy");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1, 12_287, LONG, 1L << 40})
    void copiesNothingFromOrToPlacesThatNoBufferHas(long wrong) {
        DirectLane.Pull pull = pull(expose(0, LONG), target.view.slice());
        long handle = expose(0, LONG);
        long data = BufferLayout.DATA;
        // As long as there is room from 0 on, so that a start of 0 or 1 is wrong, too.
        long all = data + LONG;
        long[][] orders = {
            {wrong ^ 1L << 55, data, target.number(), data, LONG, 1},
            {handle, wrong, target.number(), data, all, 1},
            {handle, data, wrong ^ -1L << 20, data, LONG, 1},
            {handle, data, target.number(), wrong, all, 1},
            {handle, data, target.number(), data, wrong == LONG ? LONG + 1 : wrong, 1},
            {handle, data, target.number(), data, LONG, wrong > 0 && wrong < all ? 0 : wrong},
        };
        assertThat(pull).isNotNull();
        for (int i = 0; i < orders.length; i++) {
            words.order(i + 1, (int) (orders[i][4] / BLOCK) & 0xffff, orders[i]);

            assertThat(help()).as("order %d", i).isZero();
        }
        assertThat(target.memory.segment().mismatch(zeros())).isEqualTo(-1);
    }

    @Test
    void copiesNoMoreBlocksThanTheLengthHas() {
        long handle = expose(0, LONG);
        long data = BufferLayout.DATA;
        words.order(1, 64, handle, data, target.number(), data, 63 * BLOCK, 1);
        assertThat(help()).isZero();

        words.order(2, 63, handle, data, target.number(), data, 63 * BLOCK + 1, 1);
        assertThat(help()).isEqualTo(1);

        requireSame(62 * BLOCK, 62 * BLOCK, BLOCK + 1);
        assertThat(target.memory.segment().asSlice(63 * BLOCK + 1).mismatch(zeros()))
                .isEqualTo(BLOCK - 1);
    }

    @Test
    void copiesNothingOfWhatIsNotExposedNorMapsWhereItShouldGo() throws IOException {
        long handle = expose(0, LONG);
        pair.owner.conceal(handle);
        long before = mappings();
        words.order(1, 64, handle, BufferLayout.DATA, target.number(), BufferLayout.DATA, LONG, 1);

        assertThat(help()).isZero();

        assertThat(mappings()).isEqualTo(before);
    }

    private long mappings() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> line.contains(parent.toString()))
                .count();
    }
}
