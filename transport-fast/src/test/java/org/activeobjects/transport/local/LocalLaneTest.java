package org.activeobjects.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.DirectLane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

class LocalLaneTest {

    private final ExposedSlices nearSlices = new ExposedSlices();
    private final ExposedSlices farSlices = new ExposedSlices();
    private final LocalLane near = new LocalLane(nearSlices, farSlices);
    private final LocalLane far = new LocalLane(farSlices, nearSlices);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000, 131_072, 131_073, 1_000_000})
    void copiesWhatThePeerExposes(int count) {
        double[] source = new double[count + 3];
        Arrays.setAll(source, i -> i / 3.0);
        double[] destination = new double[count + 7];
        long handle = near.expose(Slice.of(source, 3, count));

        DirectLane.Pull pull = far.pull(handle, Slice.of(destination, 5, count), count * 8L);
        while (!pull.advance()) {
            assertThat(count).isGreaterThan(131_072);
        }
        near.conceal(handle);

        assertThat(Arrays.copyOfRange(destination, 5, 5 + count))
                .isEqualTo(Arrays.copyOfRange(source, 3, 3 + count));
        assertThat(destination[5 + count]).isZero();
        assertThat(destination[4]).isZero();
    }

    @Test
    void knowsAHandleNoMoreOnceItIsConcealedEvenIfItsPlaceIsUsedAgain() {
        Slice room = Slice.of(new int[4]);
        long first = near.expose(Slice.of(new int[4]));
        near.conceal(first);
        for (int i = 0; i < ExposedSlices.PLACES; i++) {
            assertThat(near.expose(Slice.of(new int[4]))).isNotEqualTo(first);
        }

        assertThat(far.pull(first, room, 16)).isNull();
        near.conceal(first); // takes nothing of another's away
        assertThat(near.expose(Slice.of(new int[4]))).isEqualTo(DirectLane.NOTHING);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32 | 5})
    void refusesHandlesThatWereNeverGiven(long handle) {
        var _ = near.expose(Slice.of(new int[4]));

        assertThat(far.pull(handle, Slice.of(new int[4]), 16)).isNull();
    }

    @Test
    void refusesToReadMoreThanIsThereOrFits() {
        long handle = near.expose(Slice.of(new int[4]));

        assertThat(far.pull(handle, Slice.of(new int[8]), 20)).isNull();
        assertThat(far.pull(handle, Slice.of(new int[2]), 16)).isNull();
    }

    @Test
    void exposesAsManyAsThereArePlacesAndMoreWhenSomeAreFreeAgain() {
        long[] handles = new long[ExposedSlices.PLACES];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = near.expose(Slice.of(new int[1]));
        }

        assertThat(Arrays.stream(handles).distinct()).hasSize(handles.length);
        assertThat(near.expose(Slice.EMPTY)).isEqualTo(DirectLane.NOTHING);
        near.conceal(handles[17]);
        assertThat(near.expose(Slice.EMPTY)).isNotEqualTo(DirectLane.NOTHING);
    }

    @Test
    void failsATransferWhoseSourceIsTakenBackInTheMidst() {
        int count = 2_500_000;
        long handle = near.expose(Slice.of(new int[count]));
        DirectLane.Pull pull = far.pull(handle, Slice.of(new int[count]), count * 4L);

        assertThat(pull.advance()).isFalse();
        near.conceal(handle);
        assertThat(pull.advance()).isFalse();
        assertThatThrownBy(pull::advance)
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("taken its elements back");
    }

    /** An error of the JVM's would come again and again, in each round of who polls. */
    @Test
    void failsATransferOutOfAFileThatWasCutShort(@TempDir Path folder) throws IOException {
        Path path = Files.write(folder.resolve("elements"), new byte[4096]);
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment memory = file.map(FileChannel.MapMode.READ_ONLY, 0, 4096, Arena.ofAuto());
            long handle = near.expose(Slice.of(memory, ElementType.BYTE));
            file.truncate(0);
            DirectLane.Pull pull = far.pull(handle, Slice.of(new byte[4096]), 4096);

            assertThatThrownBy(pull::advance)
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("could not be copied");
        }
    }

    @Test
    void usesItsTransfersAgain() {
        long one = near.expose(Slice.of(new int[4]));
        long other = near.expose(Slice.of(new int[4]));
        DirectLane.Pull first = far.pull(one, Slice.of(new int[4]), 16);
        DirectLane.Pull second = far.pull(other, Slice.of(new int[4]), 16);
        assertThat(first.advance()).isTrue();
        assertThat(second.advance()).isTrue();

        assertThat(far.pull(one, Slice.of(new int[4]), 16)).isSameAs(second);
        assertThat(far.pull(other, Slice.of(new int[4]), 16)).isSameAs(first);
    }
}
