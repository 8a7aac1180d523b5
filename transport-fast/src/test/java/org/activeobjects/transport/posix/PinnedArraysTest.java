package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/** Arrays that stay where they are while the collector moves everything around them. */
@Timeout(60)
@EnabledIfSystemProperty(
        named = "activeobjects.testing.collector",
        matches = "G1",
        disabledReason = "arrays can be pinned with G1 only")
class PinnedArraysTest {

    private static final int YOUNG = 20_000;
    private static final int HUMONGOUS = 8 << 20;

    private final PinnedArrays pins = PinnedArrays.get().orElseThrow();

    private static void fill(byte[] array, int seed) {
        for (int i = 0; i < array.length; i++) {
            array[i] = (byte) (i * 31 + seed);
        }
    }

    /** Young objects around it, and collections that would move it. */
    private static void collect() {
        List<byte[]> neighbours = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            neighbours.add(new byte[3000]);
        }
        System.gc();
        assertThat(neighbours).hasSize(1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, YOUNG, HUMONGOUS})
    void staysAtItsAddressUntilItIsUnpinned(int length) {
        byte[] array = new byte[length];
        fill(array, 1);

        long address = pins.pin(array);
        for (int i = 0; i < 3; i++) {
            collect();
            fill(array, i);
            MemorySegment seen = MemorySegment.ofAddress(address).reinterpret(length);
            assertThat(seen.mismatch(MemorySegment.ofArray(array))).isEqualTo(-1);
        }
        pins.unpin(array, address);
    }

    @Test
    void isKnownWithoutAWaitOnceSomebodyHasFoundOut() {
        assertThat(PinnedArrays.soon()).isSameAs(pins);
    }

    @Test
    void mayMoveAgainOnceAllWhoPinnedItHaveUnpinnedIt() throws Exception {
        boolean moved = false;
        for (int i = 0; i < 20 && !moved; i++) {
            byte[] array = new byte[YOUNG];
            long address = pins.pin(array);
            assertThat(pins.pin(array)).isEqualTo(address);
            pins.unpin(array, address);
            collect();
            assertThat(pins.pin(array)).as("pinned once still").isEqualTo(address);
            pins.unpin(array, address);
            Thread other = Thread.ofPlatform().start(() -> pins.unpin(array, address));
            other.join();
            collect();
            long now = pins.pin(array);
            moved = now != address;
            pins.unpin(array, now);
        }
        assertThat(moved).isTrue();
    }

    @Test
    void pinsArraysOfEveryType() {
        for (Object array :
                List.of(
                        new byte[] {1},
                        new boolean[] {true},
                        new short[] {2},
                        new char[] {3},
                        new int[] {4},
                        new float[] {5},
                        new long[] {6},
                        new double[] {7},
                        new byte[0])) {
            long address = pins.pin(array);
            assertThat(address).isNotZero();
            pins.unpin(array, address);
        }
    }

    /** Each pins, moves to another carrier or is collected around, and lets another one unpin. */
    @Test
    void isPinnedAndUnpinnedByThreadsOfAllKindsWhileOthersAllocate() throws Exception {
        AtomicReference<long[]> wrong = new AtomicReference<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> tasks = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int seed = i;
                tasks.add(threads.submit(() -> pinAndCheck(threads, seed, wrong)));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
        }
        assertThat(wrong.get()).isNull();
    }

    private Void pinAndCheck(ExecutorService threads, int seed, AtomicReference<long[]> wrong)
            throws Exception {
        for (int i = 0; i < 20; i++) {
            byte[] array = new byte[1000 + 977 * (i + seed) % 30_000];
            fill(array, seed + i);
            long address = pins.pin(array);
            List<byte[]> garbage = new ArrayList<>();
            for (int k = 0; k < 100; k++) {
                garbage.add(new byte[5000]);
            }
            Thread.yield();
            byte first =
                    MemorySegment.ofAddress(address).reinterpret(1).get(ValueLayout.JAVA_BYTE, 0);
            if (first != array[0] || garbage.size() != 100) {
                wrong.set(new long[] {seed, i});
            }
            threads.submit(() -> pins.unpin(array, address)).get();
        }
        return null;
    }
}
