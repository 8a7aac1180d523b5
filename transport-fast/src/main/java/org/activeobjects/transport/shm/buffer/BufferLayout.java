package org.activeobjects.transport.shm.buffer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Where things lie in the segment of a registered buffer, for its owner and for those who read it.
 *
 * <pre>
 *  page 0        +0 magic  +128 released
 *  pages 1, 2    256 exposures: +0 handle, or 0  +8 offset in the data, bytes  +16 length, bytes
 *  from page 3   the data
 * </pre>
 *
 * <p>A handle is the buffer's number (24 bits) and a sequence number (40 bits), whose last bits are
 * the place among the exposures.
 */
final class BufferLayout {

    static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /** The last byte is the version of the layout. */
    static final long MAGIC = 0x414F_5348_4255_4601L;

    static final long MAGIC_OFFSET = 0;
    static final long RELEASED = 128;
    static final int PLACES = 256;
    static final long DATA = 12_288;

    private static final long EXPOSURES = 4096;
    private static final long EXPOSURE = 32;
    private static final int SEQUENCE_BITS = 40;

    /** Numbers are less than this, so that handles are not negative. */
    static final long NUMBERS = 1L << 63 - SEQUENCE_BITS;

    private BufferLayout() {}

    static long handle(long number, long sequence) {
        return number << SEQUENCE_BITS | sequence & (1L << SEQUENCE_BITS) - 1;
    }

    static long number(long handle) {
        return handle >>> SEQUENCE_BITS;
    }

    static int place(long handle) {
        return (int) handle & PLACES - 1;
    }

    /** Where the exposure of a place lies. */
    static long exposure(int place) {
        return EXPOSURES + EXPOSURE * place;
    }

    /** Whether a handle is good now; what was read before was then what is exposed. */
    static boolean isExposed(MemorySegment buffer, long handle) {
        VarHandle.acquireFence();
        return (long) WORD.getAcquire(buffer, exposure(place(handle))) == handle;
    }
}
