package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies between an array of primitives and memory. Offsets and lengths count bytes, those of an
 * array from its first element; {@code layout} is the one of its elements. A boolean is one byte.
 *
 * <p>Between an array and memory nothing is made, no view object of the array either, also where a
 * range cuts an element in two (a piece of a stream of bytes). One double alone, such as a sum over
 * all ranks, costs less than the set-up of a copy. The types that programs send most have calls of
 * their own, for the JDK's copy finds out what kind of array it is wherever the compiler cannot: of
 * 256 bytes that was a tenth of the time of a message over shared memory.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ArrayCopy {

    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private ArrayCopy() {}

    /**
     * Copies out of an array.
     *
     * @param array array of primitives
     * @param layout of its elements
     * @param from first byte in the array
     * @param target gets the bytes
     * @param at first byte there
     * @param length bytes
     */
    public static void toMemory(
            Object array,
            ValueLayout layout,
            long from,
            MemorySegment target,
            long at,
            long length) {
        if (!(array instanceof double[] doubles) || !isWhole(3, from | length)) {
            anyToMemory(array, layout, from, target, at, length);
        } else if (length == Double.BYTES) {
            target.set(DOUBLE, at, doubles[(int) (from >> 3)]);
        } else {
            MemorySegment.copy(doubles, (int) (from >> 3), target, DOUBLE, at, (int) (length >> 3));
        }
    }

    private static void anyToMemory(
            Object array,
            ValueLayout layout,
            long from,
            MemorySegment target,
            long at,
            long length) {
        int shift = shiftOf(layout);
        int first = (int) (from >> shift);
        int count = (int) (length >> shift);
        if (array instanceof boolean[] booleans) {
            BooleanArrays.toMemory(booleans, (int) from, target, at, (int) length);
        } else if (!isWhole(shift, from | length)) {
            CutElements.toMemory(array, layout, from, target, at, length);
        } else if (array instanceof byte[] bytes) {
            MemorySegment.copy(bytes, first, target, ValueLayout.JAVA_BYTE, at, count);
        } else if (array instanceof int[] ints) {
            MemorySegment.copy(ints, first, target, ValueLayout.JAVA_INT_UNALIGNED, at, count);
        } else if (array instanceof long[] longs) {
            MemorySegment.copy(longs, first, target, ValueLayout.JAVA_LONG_UNALIGNED, at, count);
        } else {
            MemorySegment.copy(array, first, target, layout, at, count);
        }
    }

    /**
     * Copies into an array.
     *
     * @param array array of primitives
     * @param layout of its elements
     * @param from first byte in the array
     * @param source has the bytes
     * @param at first byte there
     * @param length bytes
     */
    public static void fromMemory(
            Object array,
            ValueLayout layout,
            long from,
            MemorySegment source,
            long at,
            long length) {
        if (!(array instanceof double[] doubles) || !isWhole(3, from | length)) {
            anyFromMemory(array, layout, from, source, at, length);
        } else if (length == Double.BYTES) {
            doubles[(int) (from >> 3)] = source.get(DOUBLE, at);
        } else {
            MemorySegment.copy(source, DOUBLE, at, doubles, (int) (from >> 3), (int) (length >> 3));
        }
    }

    private static void anyFromMemory(
            Object array,
            ValueLayout layout,
            long from,
            MemorySegment source,
            long at,
            long length) {
        int shift = shiftOf(layout);
        int first = (int) (from >> shift);
        int count = (int) (length >> shift);
        if (array instanceof boolean[] booleans) {
            BooleanArrays.fromMemory(booleans, (int) from, source, at, (int) length);
        } else if (!isWhole(shift, from | length)) {
            CutElements.fromMemory(array, layout, from, source, at, length);
        } else if (array instanceof byte[] bytes) {
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, at, bytes, first, count);
        } else if (array instanceof int[] ints) {
            MemorySegment.copy(source, ValueLayout.JAVA_INT_UNALIGNED, at, ints, first, count);
        } else if (array instanceof long[] longs) {
            MemorySegment.copy(source, ValueLayout.JAVA_LONG_UNALIGNED, at, longs, first, count);
        } else {
            MemorySegment.copy(source, layout, at, array, first, count);
        }
    }

    /**
     * Copies from one array into another of the same type.
     *
     * @param source array of primitives
     * @param layout of the elements of both
     * @param from first byte there
     * @param target array of the same type
     * @param at first byte there
     * @param length bytes
     */
    public static void between(
            Object source, ValueLayout layout, long from, Object target, long at, long length) {
        int shift = shiftOf(layout);
        if (isWhole(shift, from | at | length)) {
            int count = (int) (length >> shift);
            System.arraycopy(source, (int) (from >> shift), target, (int) (at >> shift), count);
        } else {
            MemorySegment.copy(view(source), from, view(target), at, length);
        }
    }

    private static int shiftOf(ValueLayout layout) {
        return Long.numberOfTrailingZeros(layout.byteSize());
    }

    private static boolean isWhole(int shift, long bits) {
        return (bits & (1L << shift) - 1) == 0;
    }

    /**
     * An array as memory, of which every change is seen in the array.
     *
     * @param array array of primitives; not of booleans, of which the JDK has no view
     * @return the view
     * @throws IllegalArgumentException if it is anything else
     */
    public static MemorySegment view(Object array) {
        return switch (array) {
            case double[] doubles -> MemorySegment.ofArray(doubles);
            case int[] ints -> MemorySegment.ofArray(ints);
            case long[] longs -> MemorySegment.ofArray(longs);
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            case float[] floats -> MemorySegment.ofArray(floats);
            case short[] shorts -> MemorySegment.ofArray(shorts);
            case char[] chars -> MemorySegment.ofArray(chars);
            default ->
                    throw new IllegalArgumentException(
                            "no array with a view as memory: type="
                                    + array.getClass().getTypeName());
        };
    }
}
