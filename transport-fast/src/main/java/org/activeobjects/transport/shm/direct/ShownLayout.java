package org.activeobjects.transport.shm.direct;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Where things lie in the memory in which a runtime tells its peers what they may read, and what
 * the handles mean.
 *
 * <pre>
 *  page     +0 process number, or 0  +8 its namespace  +16 address of the mark  +24 the mark
 *           +1024 256 words: how often what was shown at a place was taken back unread
 *  handle   bit 63: 1  bits 56 to 62: the end of the word of its place  48 to 55: place
 *           0 to 47: address in the process
 * </pre>
 *
 * <p>A handle that a peer has read by is over without a write: so the words hardly ever change, and
 * the reader, who compares one before and after, has them in its cache. The handle of a registered
 * buffer has bit 63 clear.
 */
final class ShownLayout {

    static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    static final long PROCESS = 0;
    static final long NAMESPACE = 8;
    static final long MARK_ADDRESS = 16;
    static final long MARK = 24;
    static final long LENGTH = 4096;
    static final int PLACES = 256;

    private static final long TAKEN_BACK = 1024;
    private static final int ADDRESS_BITS = 48;
    private static final int TIMES_SHIFT = 56;
    private static final long TIMES_MASK = 127;

    private ShownLayout() {}

    /** The handle of an address, of which {@link #isAddress} is true. */
    static long handle(long address, int place, long times) {
        return Long.MIN_VALUE
                | (times & TIMES_MASK) << TIMES_SHIFT
                | (long) place << ADDRESS_BITS
                | address;
    }

    /** Whether a handle can name an address; the kernel gives away others only if asked to. */
    static boolean isAddress(long address) {
        return address > 0 && address >>> ADDRESS_BITS == 0;
    }

    /** Whether a handle, which may be any number, is one of these. */
    static boolean isHandle(long handle) {
        return handle < 0;
    }

    static int place(long handle) {
        return (int) (handle >>> ADDRESS_BITS) & PLACES - 1;
    }

    static long address(long handle) {
        return handle & (1L << ADDRESS_BITS) - 1;
    }

    /** Where it is told how often something was taken back at a place. */
    static long takenBack(int place) {
        return TAKEN_BACK + (long) Long.BYTES * place;
    }

    /** Whether nothing was taken back since a handle was made; what was read before is good. */
    static boolean isShown(MemorySegment shown, long handle) {
        VarHandle.acquireFence();
        long times = (long) WORD.getAcquire(shown, takenBack(place(handle)));
        return ((times ^ handle >>> TIMES_SHIFT) & TIMES_MASK) == 0;
    }
}
