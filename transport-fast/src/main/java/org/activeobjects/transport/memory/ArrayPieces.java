package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;

/**
 * Parts of one array as memory, kept, so that a program that moves the same parts again and again
 * makes no object for it.
 *
 * <p><b>Threading:</b> safe without locks: a part that another thread has replaced is made again.
 */
public final class ArrayPieces {

    private static final int KEPT = 16;

    private final Object array;
    private final MemorySegment whole;
    private final MemorySegment[] kept = new MemorySegment[KEPT];

    /**
     * The parts of an array.
     *
     * @param array array of primitives, or {@code null}
     * @param last what was made last, perhaps of the same array, or {@code null}
     * @return {@code last} if it is of that array; {@code null} for no array, and one of booleans,
     *     of which the JDK has no view
     */
    public static ArrayPieces of(Object array, ArrayPieces last) {
        if (last != null && last.areOf(array)) {
            return last;
        }
        return array == null || array instanceof boolean[] ? null : new ArrayPieces(array);
    }

    private ArrayPieces(Object array) {
        this.array = array;
        this.whole = ArrayCopy.view(array);
    }

    /**
     * Whether they are those of an array.
     *
     * @param other any array
     * @return true if it is the very same
     */
    public boolean areOf(Object other) {
        return array == other;
    }

    /**
     * One part.
     *
     * @param from first byte in the array
     * @param length bytes
     * @return the part, of which every change is seen in the array
     * @throws IndexOutOfBoundsException if it does not lie in the array
     */
    public MemorySegment get(long from, long length) {
        // Parts of 4, 16 or 64 KiB each have places of their own, the first sixteen of them.
        int place = (int) (from >>> 12 ^ from >>> 16) & KEPT - 1;
        MemorySegment piece = kept[place];
        if (piece == null
                || piece.byteSize() != length
                || piece.address() != whole.address() + from) {
            piece = whole.asSlice(from, length);
            kept[place] = piece;
        }
        return piece;
    }
}
