package org.activeobjects.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class SliceTest {

    private static final int LENGTH = 200;

    private static Object array(ElementType type, long seed) {
        Random random = new Random(seed);
        Object array =
                switch (type) {
                    case BYTE -> new byte[LENGTH];
                    case BOOLEAN -> new boolean[LENGTH];
                    case CHAR -> new char[LENGTH];
                    case SHORT -> new short[LENGTH];
                    case INT -> new int[LENGTH];
                    case FLOAT -> new float[LENGTH];
                    case LONG -> new long[LENGTH];
                    case DOUBLE -> new double[LENGTH];
                };
        byte[] bytes = new byte[LENGTH * type.size()];
        random.nextBytes(bytes);
        if (type == ElementType.BOOLEAN) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] &= 1;
            }
        }
        Slice.of(array).copyFrom(0, MemorySegment.ofArray(bytes), 0, bytes.length);
        return array;
    }

    private static byte[] bytes(Slice slice) {
        byte[] bytes = new byte[(int) slice.byteLength()];
        slice.copyTo(0, MemorySegment.ofArray(bytes), 0, bytes.length);
        return bytes;
    }

    /** The elements that a strided slice shows, one by one. */
    private static Object expected(Object array, int offset, int block, int stride, int count) {
        Object row = Array.newInstance(array.getClass().getComponentType(), block * count);
        for (int i = 0; i < count; i++) {
            System.arraycopy(array, offset + i * stride, row, i * block, block);
        }
        return row;
    }

    /** Strides of short, middle and long blocks, in each of which a chunk may end. */
    private static final int[][] SHAPES = {
        {0, 1, 1, 200},
        {3, 1, 7, 28},
        {5, 2, 9, 20},
        {0, 8, 10, 20},
        {1, 9, 11, 18},
        {2, 40, 66, 3},
        {7, 100, 100, 1},
        {9, 3, 3, 0}
    };

    @Test
    void whatIsNoArrayOfPrimitivesIsRefusedWithWhatToUse() {
        for (Object wrong : new Object[] {"text", MemorySegment.NULL, new Integer[1]}) {
            assertThatThrownBy(() -> Slice.of(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("type=" + wrong.getClass().getTypeName())
                    .hasMessageContaining("memory is given with its type")
                    .hasMessageContaining("sendObject");
        }
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void stridesShowTheirBlocksAsOneRow(ElementType type) {
        Object array = array(type, 1);
        for (int[] shape : SHAPES) {
            Slice strided = Slice.strided(array, shape[0], shape[1], shape[2], shape[3]);
            Object row = expected(array, shape[0], shape[1], shape[2], shape[3]);

            assertThat(strided.type()).isEqualTo(type);
            assertThat(strided.count()).isEqualTo(Array.getLength(row));
            assertThat(bytes(strided)).isEqualTo(bytes(Slice.of(row)));
        }
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void stridesAreReadAndFilledFromEveryByteToEveryOther(ElementType type) {
        Object array = array(type, 2);
        Object other = array(type, 3);
        Slice strided = Slice.strided(array, 3, 3, 5, 7);
        byte[] row = bytes(strided);
        for (int from = 0; from <= row.length; from += from < 30 ? 1 : 7) {
            for (int length = 0; from + length <= row.length; length += length < 30 ? 1 : 11) {
                byte[] piece = new byte[length];
                strided.copyTo(from, MemorySegment.ofArray(piece), 0, length);
                assertThat(piece).isEqualTo(java.util.Arrays.copyOfRange(row, from, from + length));

                Object filled = cloneOf(other);
                Slice.strided(filled, 3, 3, 5, 7)
                        .copyFrom(from, MemorySegment.ofArray(piece), 0, length);
                byte[] wanted = bytes(Slice.strided(other, 3, 3, 5, 7));
                System.arraycopy(piece, 0, wanted, from, length);
                assertThat(bytes(Slice.strided(filled, 3, 3, 5, 7))).isEqualTo(wanted);
                assertThat(gaps(filled, type)).isEqualTo(gaps(other, type));
            }
        }
    }

    /** What lies between the blocks of the test above. */
    private static List<Object> gaps(Object array, ElementType type) {
        List<Object> gaps = new ArrayList<>();
        for (int i = 0; i < LENGTH; i++) {
            boolean isInBlock = i >= 3 && i < 3 + 7 * 5 && (i - 3) % 5 < 3;
            if (!isInBlock) {
                gaps.add(Array.get(array, i));
            }
        }
        assertThat(gaps).as("%s", type).hasSize(LENGTH - 21);
        return gaps;
    }

    private static Object cloneOf(Object array) {
        Object copy = Array.newInstance(array.getClass().getComponentType(), LENGTH);
        System.arraycopy(array, 0, copy, 0, LENGTH);
        return copy;
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void everyKindOfSliceGoesIntoEveryOther(ElementType type) {
        Object array = array(type, 4);
        for (int from = 0; from < 5; from++) {
            int index = 0;
            for (Slice source : kinds(array, type)) {
                byte[] row = bytes(source);
                int length = row.length - from - 2;
                for (Slice target : kinds(array(type, 5), type)) {
                    byte[] wanted = bytes(target);
                    System.arraycopy(row, from, wanted, 1, length);

                    source.transferTo(from, target, 1, length);

                    assertThat(bytes(target))
                            .as("%s from %d, kind %d, into %s", type, from, index, target)
                            .isEqualTo(wanted);
                }
                index++;
            }
        }
    }

    /** Slices of the same 60 elements' length of every kind. */
    private static List<Slice> kinds(Object array, ElementType type) {
        MemorySegment memory = Arena.ofAuto().allocate(LENGTH * (long) type.size(), 8);
        Slice.of(array).copyTo(0, memory, 0, memory.byteSize());
        long size = type.size();
        return List.of(
                Slice.of(array, 7, 60),
                Slice.strided(array, 2, 1, 3, 60),
                Slice.strided(array, 2, 20, 30, 3),
                Slice.of(memory.asSlice(4 * size, 60 * size), type),
                Slice.strided(memory, type, 1, 4, 9, 15),
                Slice.gather(
                        Slice.of(array, 0, 10),
                        Slice.strided(array, 20, 2, 4, 15),
                        Slice.EMPTY,
                        Slice.of(memory.asSlice(120 * size, 20 * size), type)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1, 1, blocks of 1 or more",
        "0, 2, 1, 1, do not overlap",
        "0, 1, 1, -1, count=-1",
    })
    void stridesThatMakeNoSenseAreRefused(
            int offset, int block, int stride, int count, String what) {
        assertThatThrownBy(() -> Slice.strided(new int[10], offset, block, stride, count))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(what);
    }

    @Test
    void stridesMustLieInTheirArray() {
        assertThat(Slice.strided(new int[10], 1, 3, 6, 2).count()).isEqualTo(6);
        assertThatThrownBy(() -> Slice.strided(new int[9], 1, 3, 6, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Slice.strided(new int[9], -1, 3, 6, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Slice.strided("no array", 0, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                Slice.strided(
                                        MemorySegment.ofArray(new long[4]),
                                        ElementType.LONG,
                                        0,
                                        1,
                                        Long.MAX_VALUE / 2,
                                        5))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aBufferIsSeenFromItsPositionToItsLimit() {
        ByteBuffer direct = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        direct.asDoubleBuffer().put(new double[] {1, 2, 3, 4, 5, 6, 7, 8});
        direct.position(8).limit(32);

        Slice bytes = Slice.of(direct);
        Slice doubles = Slice.of(direct.slice().order(ByteOrder.nativeOrder()).asDoubleBuffer());
        direct.position(0);

        assertThat(bytes.type()).isEqualTo(ElementType.BYTE);
        assertThat(bytes.byteLength()).isEqualTo(24);
        assertThat(doubles.type()).isEqualTo(ElementType.DOUBLE);
        double[] read = new double[3];
        doubles.transferTo(0, Slice.of(read), 0, 24);
        assertThat(read).containsExactly(2, 3, 4);
        Slice.of(new double[] {9, 9, 9}).transferTo(0, bytes, 0, 24);
        assertThat(direct.limit(64).getDouble(16)).isEqualTo(9);
        assertThat(Slice.of(ByteBuffer.wrap(new byte[10], 2, 5)).byteLength()).isEqualTo(5);
    }

    @Test
    void aBufferInTheOtherByteOrderIsRefused() {
        ByteOrder other =
                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                        ? ByteOrder.LITTLE_ENDIAN
                        : ByteOrder.BIG_ENDIAN;
        assertThatThrownBy(() -> Slice.of(ByteBuffer.allocate(16).order(other).asIntBuffer()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("set ByteOrder.nativeOrder()");
    }

    @Test
    void aSliceLongerThanTwoGibibytesCountsItsElements() {
        byte[] part = new byte[1 << 28];
        Slice[] parts = new Slice[10];
        java.util.Arrays.setAll(parts, i -> Slice.of(part));
        Slice all = Slice.gather(parts);
        part[5] = 42;

        assertThat(all.count()).isEqualTo(10L << 28);
        MemorySegment one = MemorySegment.ofArray(new byte[1]);
        all.copyTo((9L << 28) + 5, one, 0, 1);
        assertThat(one.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 42);
    }
}
