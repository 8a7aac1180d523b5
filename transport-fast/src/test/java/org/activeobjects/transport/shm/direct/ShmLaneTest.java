package org.activeobjects.transport.shm.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.shm.buffer.BufferLane;
import org.activeobjects.transport.shm.buffer.SharedBuffers;
import org.activeobjects.transport.shm.joint.JointLane;
import org.activeobjects.transport.shm.joint.JointLayout;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two ends in one process, one of which has the kernel read the heap of the other. */
@Timeout(60)
@EnabledIfSystemProperty(
        named = "activeobjects.testing.collector",
        matches = "G1",
        disabledReason = "arrays can be pinned with G1 only")
class ShmLaneTest {

    private static final int LONG = 100_000;
    private static final int LONGER = 2 * LONG;
    private static final int HUGE = 20 << 20;

    @TempDir Path parent;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment shown = arena.allocate(ShownArrays.LENGTH, 4096);
    private final ShownArrays arrays = new ShownArrays(shown, true);
    private final MemorySegment words = arena.allocate(2 * ShmLane.WORDS, 8);
    private final MemorySegment pulls = arena.allocate(2 * JointLayout.LENGTH, 8);
    private SegmentFolder folder;
    private String runtime;
    private String bell;
    private SharedBuffers buffers;
    private ShmLane near;
    private ShmLane far;

    @BeforeEach
    void open() throws LinkUnavailableException {
        runtime = RuntimeId.random().toString();
        folder = SegmentFolder.enter(parent, "job", runtime);
        bell = folder.create("bell", 4096, arena).name();
        buffers = new SharedBuffers(folder);
        near = lane(true, LONG);
        far = lane(false, LONG);
    }

    private ShmLane lane(boolean first, long fromWhenClose) {
        return lane(first, fromWhenClose, true);
    }

    private ShmLane lane(boolean first, long fromWhenClose, boolean mayHelp) {
        JointLane joint = new JointLane(pulls(first), pulls(!first), mayHelp);
        return new ShmLane(
                new BufferLane(buffers, folder, runtime, bell, joint),
                joint,
                arrays,
                shown,
                words(first),
                words(!first),
                new SingleCopy(true, LONG, fromWhenClose, LONGER));
    }

    private MemorySegment pulls(boolean first) {
        return pulls.asSlice(first ? 0 : JointLayout.LENGTH, JointLayout.LENGTH);
    }

    private MemorySegment words(boolean first) {
        return words.asSlice(first ? 0 : ShmLane.WORDS, ShmLane.WORDS);
    }

    @AfterEach
    void close() {
        near.close();
        far.close();
        folder.leave();
        arena.close();
    }

    /** The sender says that it wants to be read, the receiver that it reads. */
    private void agree() {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .until(
                        () -> {
                            far.sweep();
                            return near.isBetterRead(Slice.of(new byte[LONG]));
                        });
    }

    @Test
    void hasOnlyTheLongestReadOncePeersAreClose() {
        near = lane(true, 2 * LONG);
        agree();
        Slice source = Slice.of(new byte[2 * LONG - 1]);
        long before = near.expose(source);
        assertThat(before).isNotEqualTo(DirectLane.NOTHING);
        near.conceal(before);

        bringClose();

        assertThat(near.expose(source)).isEqualTo(DirectLane.NOTHING);
        long after = near.expose(Slice.of(new byte[2 * LONG]));
        assertThat(after).isNotEqualTo(DirectLane.NOTHING);
        near.conceal(after);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void hasReadBehindOtherMessagesOncePeersAreCloseOnlyWhereItCanHelp(boolean mayHelp) {
        near = lane(true, HUGE, mayHelp);
        agree();
        Slice source = Slice.of(new byte[LONG]);
        long before = near.expose(source, 3);
        assertThat(before).isNotEqualTo(DirectLane.NOTHING);
        near.conceal(before);

        bringClose();

        assertThat(near.expose(source, 0)).as("alone").isEqualTo(DirectLane.NOTHING);
        assertThat(near.expose(source, 1)).as("too short").isEqualTo(DirectLane.NOTHING);
        Slice longer = Slice.of(new byte[LONGER]);
        assertThat(near.expose(longer, 0)).as("alone").isEqualTo(DirectLane.NOTHING);
        long behind = near.expose(longer, 1);
        assertThat(behind != DirectLane.NOTHING).isEqualTo(mayHelp);
        near.conceal(behind);
        long longest = near.expose(Slice.of(new byte[HUGE]), 0);
        assertThat(longest).isNotEqualTo(DirectLane.NOTHING);
        near.conceal(longest);
        assertThat(near.expose(Slice.of(new byte[HUGE]), 1) != DirectLane.NOTHING)
                .isEqualTo(mayHelp);
    }

    /** Both are of one thread here. */
    private void bringClose() {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .until(
                        () -> {
                            far.taken();
                            long handle = near.expose(Slice.of(new byte[LONG]));
                            if (handle != DirectLane.NOTHING) {
                                near.conceal(handle);
                            }
                            return handle == DirectLane.NOTHING;
                        });
    }

    @Test
    void seesHowFarThePeerIsFromWhatThatHasRead() {
        near = lane(true, 2 * LONG);
        agree();

        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .until(
                        () -> {
                            long handle = near.expose(Slice.of(new byte[LONG]));
                            if (handle == DirectLane.NOTHING) {
                                return true;
                            }
                            assertThat(pull(handle).advance()).isTrue();
                            near.wasRead(handle);
                            return false;
                        });
    }

    @Test
    void wantsToBeReadOnlyOnceThePeerHasSaidThatItReads() {
        Slice source = Slice.of(new byte[LONG]);
        assertThat(near.isBetterRead(source)).isFalse();
        assertThat(near.expose(source)).isEqualTo(DirectLane.NOTHING);

        agree();

        assertThat(near.isBetterRead(source)).isTrue();
        assertThat(near.isBetterRead(Slice.of(new byte[LONG - 1]))).isFalse();
        assertThat(near.expose(Slice.of(new byte[LONG - 1]))).isEqualTo(DirectLane.NOTHING);
        assertThat(near.isBetterRead(Slice.of(new boolean[LONG]))).isFalse();
        assertThat(near.isBetterRead(Slice.strided(new byte[LONG], 0, 1, 2, LONG / 2))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, 12500, 1", "5, 12500, 1", "3, 131072, 2", "0, 400000, 3"})
    void copiesOutOfTheArrayOfThePeer(int from, int count, int parts) {
        agree();
        double[] source = new double[from + count];
        for (int i = 0; i < count; i++) {
            source[from + i] = i / 3.0;
        }
        double[] destination = new double[count + 11];
        long handle = near.expose(Slice.of(source, from, count));

        int to = 2;
        DirectLane.Pull pull = far.pull(handle, Slice.of(destination, to, count), count * 8L);
        if (pull == null) { // it lies badly there, so not 64 bytes further
            to = 10;
            pull = far.pull(handle, Slice.of(destination, to, count), count * 8L);
        }
        int steps = 1;
        while (!pull.advance()) {
            System.gc();
            steps++;
        }
        near.conceal(handle);

        assertThat(steps).isEqualTo(parts);
        for (int i = 0; i < count; i++) {
            assertThat(destination[to + i]).isEqualTo(i / 3.0);
        }
        assertThat(destination[to - 1]).isZero();
        assertThat(destination[to + count]).isZero();
    }

    /** Reads into one of two places: both cannot lie so that the copy would be slow. */
    private DirectLane.Pull pull(long handle, byte[] room, int length) {
        DirectLane.Pull pull = far.pull(handle, Slice.of(room, 0, length), length);
        return pull != null ? pull : far.pull(handle, Slice.of(room, 64, length), length);
    }

    private DirectLane.Pull pull(long handle) {
        return pull(handle, new byte[LONG + 64], LONG);
    }

    @Test
    void leavesToTheRingsWhatTheProcessorWouldCopySlowly() {
        agree();
        // So long that the collector leaves them where they are.
        long handle = near.expose(Slice.of(new byte[HUGE]));
        byte[] room = new byte[HUGE];
        List<Integer> refused = new ArrayList<>();
        for (int at = 0; at < 4096; at += 8) {
            DirectLane.Pull pull = far.pull(handle, Slice.of(room, at, LONG), LONG);
            if (pull == null) {
                refused.add(at);
            } else {
                pull.abandon();
            }
        }
        near.conceal(handle);

        assertThat(refused).hasSize(3);
        assertThat(refused.getLast() - refused.getFirst()).isIn(16, 4096 - 16, 4096 - 8);
    }

    @Test
    void readsNothingThatIsNotShownAnyMore() {
        agree();
        Slice source = Slice.of(new byte[LONG]);
        Slice room = Slice.of(new byte[LONG]);
        long first = near.expose(source);
        near.conceal(first);
        near.conceal(first);
        assertThat(far.pull(first, room, LONG)).isNull();

        long second = near.expose(source);
        DirectLane.Pull pull = pull(second);
        near.conceal(second);

        assertThatThrownBy(pull::advance)
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("taken its elements back")
                .hasMessageContaining("length=" + LONG);
    }

    /** The place is used again meanwhile, so that it is not free that tells. */
    @Test
    void failsIfThePlaceOfWhatWasTakenBackShowsSomethingElse() {
        agree();
        Slice source = Slice.of(new byte[LONG]);
        long taken = near.expose(source);
        DirectLane.Pull pull = pull(taken);
        near.conceal(taken);
        List<Long> others = new ArrayList<>();
        for (int i = 0; i < ShownLayout.PLACES; i++) {
            others.add(near.expose(source));
        }

        assertThat(others).doesNotContain(taken);
        assertThatThrownBy(pull::advance).hasMessageContaining("taken its elements back");
        others.forEach(near::wasRead);
    }

    @Test
    void changesNothingThatThePeerSeesWhenItHasRead() {
        agree();
        Slice source = Slice.of(new byte[LONG]);
        byte[] before = shown.toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i <= 2 * ShownLayout.PLACES; i++) {
            long handle = near.expose(source);
            assertThat(pull(handle).advance()).isTrue();
            near.wasRead(handle);
        }

        assertThat(shown.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(before);
    }

    @Test
    void goesOnWhenAPlaceHasBeenTakenBackAsOftenAsTheHandleCanTell() {
        agree();
        Slice source = Slice.of(new byte[LONG]);
        for (int i = 0; i < 130 * ShownLayout.PLACES; i++) {
            near.conceal(near.expose(source));
        }
        long handle = near.expose(source);

        assertThat(pull(handle).advance()).isTrue();
        near.wasRead(handle);
    }

    @Test
    void readsOnlyIntoWhatStandsStillToo() {
        agree();
        long handle = near.expose(Slice.of(new byte[LONG]));

        assertThat(far.pull(handle, Slice.of(new boolean[LONG]), LONG)).isNull();
        assertThat(far.pull(handle, Slice.strided(new byte[2 * LONG], 0, 1, 2, LONG), LONG))
                .isNull();
        assertThat(far.pull(handle, Slice.of(new byte[10]), LONG)).isNull();
        near.conceal(handle);
    }

    @Test
    void showsAsManyAsThereArePlacesAndAgainWhenTheyAreFree() {
        agree();
        for (int round = 0; round < 2; round++) {
            List<Long> handles = new ArrayList<>();
            for (int i = 0; i < ShownLayout.PLACES; i++) {
                handles.add(near.expose(Slice.of(new byte[LONG])));
            }
            assertThat(handles).doesNotContain(DirectLane.NOTHING).doesNotHaveDuplicates();
            assertThat(near.expose(Slice.of(new byte[LONG]))).isEqualTo(DirectLane.NOTHING);
            handles.forEach(near::conceal);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4096, 1L << 46, (1L << 48) - 1})
    void failsWhereAPeerShowsAnAddressAtWhichNothingIs(long address) {
        agree();
        long handle = ShownLayout.handle(address, 7, 0);

        DirectLane.Pull pull = pull(handle);

        assertThatThrownBy(pull::advance)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("no such memory");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE >> 1, Long.MAX_VALUE, 4711, 1L << 40})
    void takesNoHandleThatThePeerHasMadeUp(long handle) {
        agree();
        assertThat(far.pull(handle, Slice.of(new byte[LONG]), LONG)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "4096, 255, 127", "281474976710655, 17, 128", "140737488355327, 1, 300"})
    void namesAnAddressAndAPlaceByAHandle(long address, int place, long times) {
        long handle = ShownLayout.handle(address, place, times);

        assertThat(ShownLayout.isHandle(handle)).isTrue();
        assertThat(ShownLayout.address(handle)).isEqualTo(address);
        assertThat(ShownLayout.place(handle)).isEqualTo(place);
        shown.set(ValueLayout.JAVA_LONG, ShownLayout.takenBack(place), times);
        assertThat(ShownLayout.isShown(shown, handle)).isTrue();
        shown.set(ValueLayout.JAVA_LONG, ShownLayout.takenBack(place), times + 1);
        assertThat(ShownLayout.isShown(shown, handle)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -8, 1L << 48, Long.MIN_VALUE})
    void namesNoAddressThatAHandleCannotHold(long address) {
        assertThat(ShownLayout.isAddress(address)).isFalse();
    }

    @Test
    void neverReadsAPeerThatIsNotTheProcessItNames() {
        shown.set(ValueLayout.JAVA_LONG, ShownLayout.MARK, 4711L);
        assertThat(near.isBetterRead(Slice.of(new byte[LONG]))).isFalse();
        far.sweep();
        // The thread that found it out is over when the next one, of another end, has answered.
        Awaitility.await().until(arrays::isKnown);
        far.sweep();
        assertThat(near.isBetterRead(Slice.of(new byte[LONG]))).isFalse();
        assertThat(near.expose(Slice.of(new byte[LONG]))).isEqualTo(DirectLane.NOTHING);
    }

    @Test
    void abandonsWhatItReads() {
        agree();
        byte[] source = new byte[2_000_000];
        java.util.Arrays.fill(source, (byte) 1);
        byte[] room = new byte[source.length + 64];
        long handle = near.expose(Slice.of(source));
        DirectLane.Pull pull = pull(handle, room, source.length);
        assertThat(pull.advance()).isFalse();

        pull.abandon();
        near.conceal(handle);

        assertThat(room[64]).isEqualTo((byte) 1);
        assertThat(room[room.length - 1]).isZero();
    }
}
