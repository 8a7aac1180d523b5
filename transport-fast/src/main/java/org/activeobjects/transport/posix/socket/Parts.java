package org.activeobjects.transport.posix.socket;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Memory with the parts of it that were handed to the kernel last. A call into the kernel takes no
 * offset, so each needs an object that begins where the bytes do; programs send and receive at the
 * same few places again and again, so these are kept, rather than trusting the compiler to do
 * without.
 *
 * <p><b>Threading:</b> not safe.
 */
final class Parts {

    /** A power of two; enough for the pieces of a message of 16 MiB. */
    private static final int KEPT = 64;

    /**
     * A part is kept at one of so many indexes; were it one alone, two starts that share it and are
     * used in turn would push each other out for good.
     */
    private static final int IN_A_SET = 8;

    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
    private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(KEPT / IN_A_SET);

    private final MemorySegment whole;
    private long[] starts;
    private MemorySegment[] parts;

    Parts(MemorySegment whole) {
        this.whole = whole;
    }

    MemorySegment whole() {
        return whole;
    }

    /** All that follows a place, which has at least this many bytes. */
    MemorySegment from(long start, long length) {
        Objects.checkFromIndexSize(start, length, whole.byteSize());
        if (start == 0) {
            return whole;
        }
        if (parts == null) {
            starts = new long[KEPT];
            parts = new MemorySegment[KEPT];
        }
        int first = (int) (start * GOLDEN_RATIO >>> SHIFT) * IN_A_SET;
        for (int i = first; i < first + IN_A_SET; i++) {
            if (starts[i] == start) {
                return parts[i];
            }
        }
        return keep(first, start);
    }

    /** Makes a part and keeps it, in place of that of its set which is here longest. */
    private MemorySegment keep(int first, long start) {
        System.arraycopy(starts, first, starts, first + 1, IN_A_SET - 1);
        System.arraycopy(parts, first, parts, first + 1, IN_A_SET - 1);
        starts[first] = start;
        parts[first] = whole.asSlice(start);
        return parts[first];
    }
}
