package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies between an array of primitives and memory. Offsets and lengths count bytes, those of an
 * array from its first element; {@code layout} is the one of its elements. A boolean is one byte.
 *
 * <p>Between an array and memory nothing is made, no view object of the array either, also where a
 * range cuts an element in two (a piece of a stream of bytes). One double alone, such as a sum over
 * all ranks, costs less than the set-up of a copy.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ArrayCopy {

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
        if (length == Double.BYTES && isWhole(3, from) && array instanceof double[] doubles) {
            target.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, doubles[(int) (from >> 3)]);
            return;
        }
        int shift = shiftOf(layout);
        if (array instanceof boolean[] booleans) {
            BooleanArrays.toMemory(booleans, (int) from, target, at, (int) length);
        } else if (isWhole(shift, from | length)) {
            int count = (int) (length >> shift);
            MemorySegment.copy(array, (int) (from >> shift), target, layout, at, count);
        } else {
            CutElements.toMemory(array, layout, from, target, at, length);
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
        if (length == Double.BYTES && isWhole(3, from) && array instanceof double[] doubles) {
            doubles[(int) (from >> 3)] = source.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
            return;
        }
        int shift = shiftOf(layout);
        if (array instanceof boolean[] booleans) {
            BooleanArrays.fromMemory(booleans, (int) from, source, at, (int) length);
        } else if (isWhole(shift, from | length)) {
            int count = (int) (length >> shift);
            MemorySegment.copy(source, layout, at, array, (int) (from >> shift), count);
        } else {
            CutElements.fromMemory(array, layout, from, source, at, length);
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
