package org.activeobjects.transport.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.List;
import java.util.stream.Stream;

class CutElementsTest {

    private static final int COUNT = 5;
    private static final int BEFORE = 3; // bytes of other things

    /** Arrays of each type whose elements can be cut, with the layout of an element. */
    private static Stream<Elements> types() {
        return Stream.of(
                new Elements(double.class, ValueLayout.JAVA_DOUBLE_UNALIGNED),
                new Elements(long.class, ValueLayout.JAVA_LONG_UNALIGNED),
                new Elements(float.class, ValueLayout.JAVA_FLOAT_UNALIGNED),
                new Elements(int.class, ValueLayout.JAVA_INT_UNALIGNED),
                new Elements(short.class, ValueLayout.JAVA_SHORT_UNALIGNED),
                new Elements(char.class, ValueLayout.JAVA_CHAR_UNALIGNED));
    }

    private record Elements(Class<?> type, ValueLayout layout) {

        /** An array in which each byte is another one, with its bytes. */
        Object filled(int firstByte) {
            Object array = Array.newInstance(type, COUNT);
            byte[] bytes = new byte[(int) (COUNT * layout.byteSize())];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (firstByte + 37 * i);
            }
            ArrayCopy.view(array).copyFrom(MemorySegment.ofArray(bytes));
            return array;
        }

        int bytes() {
            return (int) (COUNT * layout.byteSize());
        }
    }

    private static List<Byte> bytesOf(MemorySegment memory) {
        return Stream.iterate(0, i -> i < memory.byteSize(), i -> i + 1)
                .map(i -> memory.get(ValueLayout.JAVA_BYTE, i))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("types")
    void copiesEveryRangeOutAsAViewWould(Elements elements) {
        Object array = elements.filled(1);
        for (int from = 0; from < elements.bytes(); from++) {
            for (int length = 0; length <= elements.bytes() - from; length++) {
                MemorySegment expected = MemorySegment.ofArray(new byte[elements.bytes() + BEFORE]);
                MemorySegment.copy(ArrayCopy.view(array), from, expected, BEFORE, length);
                MemorySegment target = MemorySegment.ofArray(new byte[elements.bytes() + BEFORE]);
                CutElements.toMemory(array, elements.layout(), from, target, BEFORE, length);
                assertThat(target.mismatch(expected))
                        .as("from=%d %d B", from, length)
                        .isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void copiesEveryRangeInAndLeavesTheBytesBesideIt(Elements elements) {
        MemorySegment source = MemorySegment.ofArray(new byte[elements.bytes() + BEFORE]);
        MemorySegment.copy(
                ArrayCopy.view(elements.filled(100)), 0, source, BEFORE, elements.bytes());
        for (int from = 0; from < elements.bytes(); from++) {
            for (int length = 0; length <= elements.bytes() - from; length++) {
                Object expected = elements.filled(1);
                MemorySegment.copy(source, BEFORE, ArrayCopy.view(expected), from, length);
                Object array = elements.filled(1);
                CutElements.fromMemory(array, elements.layout(), from, source, BEFORE, length);
                assertThat(bytesOf(ArrayCopy.view(array)))
                        .as("from=%d %d B", from, length)
                        .isEqualTo(bytesOf(ArrayCopy.view(expected)));
            }
        }
    }

    @Test
    void keepsBitsThatAreNoNumber() {
        long signalling = 0x7FF0_0000_0000_0001L;
        MemorySegment source = MemorySegment.ofArray(new long[] {signalling});
        double[] array = new double[1];
        for (int at = 0; at < Double.BYTES; at++) {
            CutElements.fromMemory(array, ValueLayout.JAVA_DOUBLE_UNALIGNED, at, source, at, 1);
        }
        assertThat(Double.doubleToRawLongBits(array[0])).isEqualTo(signalling);
    }

    /** Which an array of 16 GiB would have. */
    @Test
    void findsTheBytesBehindTheLastElementOfARangeThatIsLongerThanAnIntCanSay() {
        long length = (1L << 31) + 12;
        assertThat(CutElements.tailOf(length, 5, Long.BYTES)).isEqualTo(7);
        assertThat(CutElements.tailOf(3 * length, 0, Integer.BYTES)).isZero();
    }

    @Test
    void refusesAnArrayOfWhichNoPartCanBeTaken() {
        MemorySegment target = MemorySegment.ofArray(new byte[4]);
        assertThatThrownBy(
                        () ->
                                CutElements.toMemory(
                                        new String[1], ValueLayout.JAVA_INT, 1, target, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.String[]");
    }
}
