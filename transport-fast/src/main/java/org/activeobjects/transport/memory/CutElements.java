package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Copies of ranges that begin or end within an element of an array, as the pieces do that a socket
 * hands over. The whole elements of the range are copied like any others; the bytes of the one that
 * is cut at either end are taken out of its bits and put into them, which needs no view object of
 * the array.
 *
 * <p><b>Threading:</b> safe, but for two threads that write to different bytes of one element: it
 * is read, changed and written as a whole.
 */
final class CutElements {

    private static final boolean IS_LITTLE_ENDIAN =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private CutElements() {}

    /** As {@link ArrayCopy#toMemory}. */
    static void toMemory(
            Object array,
            ValueLayout layout,
            long from,
            MemorySegment target,
            long at,
            long length) {
        int size = (int) layout.byteSize();
        int head = headOf(from, size, length);
        int count = (int) ((length - head) / size);
        int tail = tailOf(length, head, size);
        int first = (int) ((from + head) / size);
        out(array, size, from, target, at, head);
        MemorySegment.copy(array, first, target, layout, at + head, count);
        out(array, size, from + length - tail, target, at + length - tail, tail);
    }

    /** As {@link ArrayCopy#fromMemory}. */
    static void fromMemory(
            Object array,
            ValueLayout layout,
            long from,
            MemorySegment source,
            long at,
            long length) {
        int size = (int) layout.byteSize();
        int head = headOf(from, size, length);
        int count = (int) ((length - head) / size);
        int tail = tailOf(length, head, size);
        int first = (int) ((from + head) / size);
        in(array, size, from, source, at, head);
        MemorySegment.copy(source, layout, at + head, array, first, count);
        in(array, size, from + length - tail, source, at + length - tail, tail);
    }

    /** Bytes up to the next whole element. */
    private static int headOf(long from, int size, long length) {
        return (int) Math.min(length, -from & size - 1);
    }

    /** Bytes behind the last whole element; the range may be longer than an {@code int} can say. */
    static int tailOf(long length, int head, int size) {
        return (int) ((length - head) % size);
    }

    /** Copies bytes of one element out. */
    private static void out(
            Object array, int size, long from, MemorySegment target, long at, int length) {
        if (length == 0) {
            return;
        }
        long bits = bitsOf(array, (int) (from / size));
        for (int i = 0; i < length; i++) {
            int shift = shiftOf((int) (from % size) + i, size);
            target.set(ValueLayout.JAVA_BYTE, at + i, (byte) (bits >>> shift));
        }
    }

    /** Copies bytes of one element in. */
    private static void in(
            Object array, int size, long from, MemorySegment source, long at, int length) {
        if (length == 0) {
            return;
        }
        int index = (int) (from / size);
        long bits = bitsOf(array, index);
        for (int i = 0; i < length; i++) {
            int shift = shiftOf((int) (from % size) + i, size);
            long one = source.get(ValueLayout.JAVA_BYTE, at + i) & 0xFFL;
            bits = bits & ~(0xFFL << shift) | one << shift;
        }
        setBits(array, index, bits);
    }

    /** Where a byte of an element lies in its bits. */
    private static int shiftOf(int place, int size) {
        return Byte.SIZE * (IS_LITTLE_ENDIAN ? place : size - 1 - place);
    }

    private static long bitsOf(Object array, int index) {
        return switch (array) {
            case double[] doubles -> Double.doubleToRawLongBits(doubles[index]);
            case int[] ints -> ints[index];
            case long[] longs -> longs[index];
            case float[] floats -> Float.floatToRawIntBits(floats[index]);
            case short[] shorts -> shorts[index];
            case char[] chars -> chars[index];
            default -> throw unexpected(array);
        };
    }

    private static void setBits(Object array, int index, long bits) {
        switch (array) {
            case double[] doubles -> doubles[index] = Double.longBitsToDouble(bits);
            case int[] ints -> ints[index] = (int) bits;
            case long[] longs -> longs[index] = bits;
            case float[] floats -> floats[index] = Float.intBitsToFloat((int) bits);
            case short[] shorts -> shorts[index] = (short) bits;
            case char[] chars -> chars[index] = (char) bits;
            default -> throw unexpected(array);
        }
    }

    private static IllegalArgumentException unexpected(Object array) {
        return new IllegalArgumentException(
                "no array of elements that can be cut: type=" + array.getClass().getTypeName());
    }
}
