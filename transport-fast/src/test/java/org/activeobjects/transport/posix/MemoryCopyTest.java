package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.memory.ArrayPieces;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

class MemoryCopyTest {

    private static final int ROOM = 10_000;

    private final MemorySegment memory = Arena.ofAuto().allocate(ROOM, 64);
    private final byte[] random = new byte[ROOM];

    @BeforeEach
    void fill() {
        assertThat(MemoryCopy.isAvailable()).as("native access in this build").isTrue();
        new Random(3).nextBytes(random);
    }

    private static Object arrayOf(ElementType type, int count) {
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
    @EnumSource(value = ElementType.class, mode = EnumSource.Mode.EXCLUDE, names = "BOOLEAN")
    void fillsThePartOfMemoryThatItIsToldAndNoOtherByte(ElementType type) {
        Object array = arrayOf(type, ROOM / type.size());
        Slice.of(array).copyFrom(0, MemorySegment.ofArray(random), 0, ROOM);
        MemoryCopy.toMemory(ArrayPieces.of(array, null).get(17, 5903), memory.address() + 4097);

        byte[] expected = new byte[ROOM];
        System.arraycopy(random, 17, expected, 4097, 5903);
        assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, false",
        "0, 1, true",
        "4096, 31, true",
        "4096, 32, false",
        "4095, 4096, true",
        "1, 0, false",
        "64, 8200, false",
        "8, 12304, true"
    })
    void isSlowWhereTheTargetLiesAFewBytesFurtherIntoItsPage(
            long source, long target, boolean isSlow) {
        assertThat(MemoryCopy.isSlow(target, source)).isEqualTo(isSlow);
    }

    @Test
    void knowsWhereThePartsOfAnArrayLie() {
        ArrayPieces pieces = ArrayPieces.of(new byte[ROOM], null);
        // As often as it takes for the collector not to move the array in between.
        await().until(
                        () ->
                                MemoryCopy.addressOf(pieces.get(33, 100))
                                                - MemoryCopy.addressOf(pieces.get(0, 10))
                                        == 33);
        assertThat(MemoryCopy.addressOf(memory)).isEqualTo(memory.address());
    }

    @Test
    void seesNoArrayOfBooleans() {
        assertThat(ArrayPieces.of(new boolean[ROOM], null)).isNull();
        assertThat(ArrayPieces.of(null, null)).isNull();
    }

    @Test
    void seesNoPartOutsideOfItsArray() {
        ArrayPieces pieces = ArrayPieces.of(new double[1000], null);
        for (long[] part : new long[][] {{1, 8000}, {8000, 1}, {-1, 8}, {0, 8001}, {8, -1}}) {
            assertThatThrownBy(() -> pieces.get(part[0], part[1]))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void keepsThePartsOfOneArrayAndMakesThoseOfAnother() {
        int[] array = new int[1 << 20];
        ArrayPieces pieces = ArrayPieces.of(array, null);
        assertThat(ArrayPieces.of(array, pieces)).isSameAs(pieces);
        assertThat(ArrayPieces.of(array.clone(), pieces)).isNotSameAs(pieces);
        for (int length : new int[] {4096, 16384, 65536}) {
            MemorySegment[] first = new MemorySegment[16];
            for (int i = 0; i < 16; i++) {
                first[i] = pieces.get((long) i * length, length);
                assertThat(first[i].byteSize()).isEqualTo(length);
                first[i].set(ValueLayout.JAVA_INT_UNALIGNED, 0, length + i);
                assertThat(array[i * length / 4]).isEqualTo(length + i);
            }
            for (int i = 0; i < 16; i++) {
                assertThat(pieces.get((long) i * length, length)).isSameAs(first[i]);
            }
        }
    }
}
