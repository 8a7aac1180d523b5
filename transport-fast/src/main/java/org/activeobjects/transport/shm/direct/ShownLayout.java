package org.activeobjects.transport.shm.direct;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Where things lie in the memory in which a runtime tells its peers what they may read.
 *
 * <pre>
 *  page 0        +0 process number, or 0  +8 its namespace  +16 address of the mark  +24 the mark
 *  pages 1, 2    256 exposures: +0 handle, or 0  +8 address  +16 length, bytes
 * </pre>
 *
 * <p>A handle is a sequence number of 40 bits, whose last bits are the place among the exposures:
 * that of a registered buffer has the number of the buffer above it.
 */
final class ShownLayout {

    static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    static final long PROCESS = 0;
    static final long NAMESPACE = 8;
    static final long MARK_ADDRESS = 16;
    static final long MARK = 24;
    static final long LENGTH = 12_288;
    static final int PLACES = 256;

    private static final long EXPOSURES = 4096;
    private static final long EXPOSURE = 32;
    private static final long SEQUENCES = (1L << 40) - 1;

    private ShownLayout() {}

    /** The handle of a sequence number; never 0. */
    static long handle(long sequence) {
        long handle = sequence & SEQUENCES;
        return handle == 0 ? PLACES : handle;
    }

    /** Whether a handle, which may be any number, is one of these. */
    static boolean isHandle(long handle) {
        return handle > 0 && handle <= SEQUENCES;
    }

    static int place(long handle) {
        return (int) handle & PLACES - 1;
    }

    /** Where the exposure of a place lies. */
    static long exposure(int place) {
        return EXPOSURES + EXPOSURE * place;
    }

    /** Whether a handle is good now; what was read before was then what is exposed. */
    static boolean isExposed(MemorySegment shown, long handle) {
        VarHandle.acquireFence();
        return (long) WORD.getAcquire(shown, exposure(place(handle))) == handle;
    }
}
