package org.activeobjects.transport.shm.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Two runtimes, one of which reads the registered buffers of the other. */
class BufferLaneTest {

    @TempDir Path parent;

    private LanePair pair;
    private SharedBuffers buffers;
    private BufferLane near;
    private BufferLane far;

    @BeforeEach
    void open() throws LinkUnavailableException {
        pair = new LanePair(parent);
        buffers = pair.ownersBuffers;
        near = pair.owner;
        far = pair.reader;
    }

    @AfterEach
    void close() {
        pair.close();
        assertThat(parent).isEmptyDirectory();
    }

    private static Slice doubles(LinkService.Memory memory, long from, long count) {
        return Slice.of(memory.segment().asSlice(from * 8, count * 8), ElementType.DOUBLE);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "5, 1000", "3, 131072", "0, 400000"})
    void copiesOutOfTheBufferOfThePeer(int from, int count) {
        LinkService.Memory memory = buffers.allocate((from + count) * 8L);
        for (int i = 0; i < count; i++) {
            memory.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, from + i, i / 3.0);
        }
        double[] destination = new double[count + 3];
        long handle = near.expose(doubles(memory, from, count));

        DirectLane.Pull pull = far.pull(handle, Slice.of(destination, 2, count), count * 8L);
        while (!pull.advance()) {
            assertThat(count).isGreaterThan(131_072);
        }
        near.conceal(handle);
        memory.release();

        for (int i = 0; i < count; i++) {
            assertThat(destination[2 + i]).isEqualTo(i / 3.0);
        }
        assertThat(destination[1]).isZero();
        assertThat(destination[2 + count]).isZero();
    }

    @Test
    void fillsABufferWithZerosAndAlignsIt() {
        LinkService.Memory memory = buffers.allocate(100_001);

        assertThat(memory.segment().byteSize()).isEqualTo(100_001);
        assertThat(memory.segment().address() % 64).isZero();
        assertThat(memory.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        memory.release();
    }

    @Test
    void exposesOnlyWhatLiesInABuffer() {
        LinkService.Memory one = buffers.allocate(4096);
        LinkService.Memory other = buffers.allocate(8192);
        MemorySegment elsewhere = pair.arena.allocate(64);

        for (LinkService.Memory memory : List.of(one, other)) {
            long size = memory.segment().byteSize();
            assertThat(near.expose(doubles(memory, 0, size / 8))).isNotZero();
            assertThat(near.expose(doubles(memory, size / 8 - 1, 1))).isNotZero();
        }
        assertThat(near.expose(Slice.of(elsewhere, ElementType.BYTE))).isZero();
        assertThat(near.expose(Slice.of(new double[8]))).isZero();
        assertThat(near.expose(Slice.gather(doubles(one, 0, 1), doubles(one, 1, 1)))).isZero();
        one.release();
        other.release();
        assertThat(near.expose(Slice.of(elsewhere, ElementType.BYTE))).isZero();
    }

    @Test
    void knowsAHandleNoMoreOnceItIsConcealedEvenIfItsPlaceIsUsedAgain() {
        LinkService.Memory memory = buffers.allocate(64);
        Slice room = Slice.of(new double[8]);
        long first = near.expose(doubles(memory, 0, 8));
        near.conceal(first);
        assertThat(far.pull(first, room, 64)).isNull();
        for (int i = 0; i < BufferLayout.PLACES; i++) {
            assertThat(near.expose(doubles(memory, 0, 8))).isNotIn(0L, first);
        }

        near.conceal(first);
        assertThat(far.pull(first, room, 64)).isNull();
        assertThat(near.expose(doubles(memory, 0, 8))).isZero();
        memory.release();
    }

    @Test
    void failsATransferWhoseSourceIsTakenBackInTheMidst() {
        int count = 200_000;
        LinkService.Memory memory = buffers.allocate(count * 8L);
        long handle = near.expose(doubles(memory, 0, count));
        DirectLane.Pull pull = far.pull(handle, Slice.of(new double[count]), count * 8L);

        assertThat(pull.advance()).isFalse();
        near.conceal(handle);

        assertThatThrownBy(pull::advance)
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("taken its elements back");
        memory.release();
    }

    @Test
    void refusesToReadMoreThanIsExposedOrFits() {
        LinkService.Memory memory = buffers.allocate(1024);
        long handle = near.expose(doubles(memory, 0, 8));

        assertThat(far.pull(handle, Slice.of(new double[128]), 72)).isNull();
        assertThat(far.pull(handle, Slice.of(new double[7]), 64)).isNull();
        assertThat(far.pull(handle, Slice.of(new double[8]), -8)).isNull();
        memory.release();
    }

    @Test
    void refusesHandlesThatWereNeverGiven() {
        LinkService.Memory memory = buffers.allocate(1024);
        long handle = near.expose(doubles(memory, 0, 8));
        Slice room = Slice.of(new double[8]);
        Random random = new Random(7);

        for (long wrong :
                new long[] {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, handle + 1, ~handle}) {
            assertThat(far.pull(wrong, room, 64)).as("handle %x", wrong).isNull();
        }
        for (int i = 0; i < 200; i++) {
            long wrong = handle & -1L << 40 | random.nextLong() >>> 24;
            assertThat(wrong == handle ? null : far.pull(wrong, room, 64)).isNull();
        }
        memory.release();
    }

    @ParameterizedTest
    @ValueSource(longs = {-8, Long.MIN_VALUE, Long.MAX_VALUE, 1 << 20, 968})
    void readsNothingOutsideOfTheBufferWhateverThePeerWrites(long offset) throws IOException {
        LinkService.Memory memory = buffers.allocate(1024);
        long handle = near.expose(doubles(memory, 0, 8));
        try (RandomAccessFile file =
                new RandomAccessFile(pair.bufferFiles().getFirst().toFile(), "rw")) {
            file.seek(BufferLayout.exposure(BufferLayout.place(handle)) + 8);
            file.writeLong(Long.reverseBytes(offset));
            file.writeLong(-1L >>> 1); // any length but a negative one, in either byte order
            file.getFD().sync();
        }

        assertThat(far.pull(handle, Slice.of(new double[8]), 64)).isNull();
        memory.release();
    }

    @Test
    void failsWhenThePeerCutsTheSegmentOff() throws IOException {
        int count = 300_000;
        LinkService.Memory memory = buffers.allocate(count * 8L);
        long handle = near.expose(doubles(memory, 0, count));
        DirectLane.Pull pull = far.pull(handle, Slice.of(new double[count]), count * 8L);
        try (RandomAccessFile file =
                new RandomAccessFile(pair.bufferFiles().getFirst().toFile(), "rw")) {
            file.setLength(1 << 20);
        }

        assertThatThrownBy(
                        () -> {
                            while (!pull.advance()) {
                                assertThat(pull).isNotNull();
                            }
                        })
                .isInstanceOf(TransportException.class);
        memory.release();
    }

    @Test
    void goesOnWithOtherBuffersWhenOneIsCutOff() throws IOException {
        LinkService.Memory memory = buffers.allocate(1024);
        long handle = near.expose(doubles(memory, 0, 8));
        assertThat(far.pull(handle, Slice.of(new double[8]), 64)).isNotNull();
        Path file = pair.bufferFiles().getFirst();
        cut(file, 0);
        LinkService.Memory other = buffers.allocate(1024);
        long good = near.expose(doubles(other, 0, 8));

        DirectLane.Pull pull = far.pull(good, Slice.of(new double[8]), 64);
        far.sweep();

        assertThat(pull).isNotNull();
        assertThat(far.pull(handle, Slice.of(new double[8]), 64)).isNull();
        cut(file, BufferLayout.DATA + 1024);
        memory.release();
        other.release();
    }

    private static void cut(Path file, long length) throws IOException {
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            cut.setLength(length);
        }
    }

    @Test
    void refusesASegmentThatIsNoBuffer() throws IOException {
        LinkService.Memory memory = buffers.allocate(1024);
        long handle = near.expose(doubles(memory, 0, 8));
        try (RandomAccessFile file =
                new RandomAccessFile(pair.bufferFiles().getFirst().toFile(), "rw")) {
            file.setLength(4096);
        }

        assertThat(far.pull(handle, Slice.of(new double[8]), 64)).isNull();
        try (RandomAccessFile file =
                new RandomAccessFile(pair.bufferFiles().getFirst().toFile(), "rw")) {
            file.setLength(BufferLayout.DATA + 1024);
        }
        memory.segment().fill((byte) 0);
        memory.release();
    }

    @Test
    void removesTheFileOfABufferThatIsReleasedAndUnmapsItAtThePeer() throws IOException {
        LinkService.Memory memory = buffers.allocate(1024);
        Slice room = Slice.of(new double[8]);
        long handle = near.expose(doubles(memory, 0, 8));
        DirectLane.Pull pull = far.pull(handle, room, 64);
        near.conceal(handle);
        far.sweep(); // it stays while it may be used again

        long again = near.expose(doubles(memory, 0, 8));
        assertThat(far.pull(again, room, 64)).isNotNull();
        near.conceal(again);
        memory.release();
        memory.release();
        far.sweep();

        assertThat(pair.bufferFiles()).isEmpty();
        assertThatThrownBy(pull::advance).isInstanceOf(TransportException.class);
        assertThat(far.pull(handle, room, 64)).isNull();
    }

    @Test
    void givesOutNothingWhereThereIsTooLittleRoom() throws IOException {
        long tooMuch = Files.getFileStore(parent).getUsableSpace();

        assertThat(buffers.allocate(tooMuch)).isNull();
        assertThat(buffers.allocate(Long.MAX_VALUE)).isNull();
        assertThat(pair.bufferFiles()).isEmpty();
    }

    @Test
    void mapsABufferOnceHoweverOftenItIsRead() {
        LinkService.Memory memory = buffers.allocate(8192);
        LinkService.Memory other = buffers.allocate(8192);
        memory.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, 0, 1);
        other.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, 0, 2);
        double[] room = new double[1024];
        for (int round = 0; round < 600; round++) {
            LinkService.Memory turn = round % 2 == 0 ? memory : other;
            long handle = near.expose(doubles(turn, 0, 1024));
            DirectLane.Pull pull = far.pull(handle, Slice.of(room), 8192);
            assertThat(pull.advance()).isTrue();
            near.conceal(handle);
            assertThat(room[0]).isEqualTo(1 + round % 2);
            Arrays.fill(room, 0);
        }
        memory.release();
        other.release();
    }
}
