package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies arrays of booleans to memory and back, one byte each: the JDK has no view of them. */
public final class BooleanArrays {

    private BooleanArrays() {}

    /**
     * Copies booleans to memory, as 0 or 1.
     *
     * @param array where they are
     * @param from index of the first
     * @param target memory that gets the bytes
     * @param offset first byte there
     * @param length number of booleans
     */
    public static void toMemory(
            boolean[] array, int from, MemorySegment target, long offset, int length) {
        for (int i = 0; i < length; i++) {
            target.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (array[from + i] ? 1 : 0));
        }
    }

    /**
     * Copies booleans out of memory; what is not 0 is true.
     *
     * @param array what gets them
     * @param from index of the first
     * @param source memory that has the bytes
     * @param offset first byte there
     * @param length number of booleans
     */
    public static void fromMemory(
            boolean[] array, int from, MemorySegment source, long offset, int length) {
        for (int i = 0; i < length; i++) {
            array[from + i] = source.get(ValueLayout.JAVA_BYTE, offset + i) != 0;
        }
    }
}
