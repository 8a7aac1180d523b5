package org.activeobjects.transport.posix;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Pages that only this process has, or none at all, in the place of pages into which other
 * processes write: what those write from then on it does not see.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> mmap(2) with MAP_FIXED, which takes the place of a mapping in one step.
 */
public final class PrivatePages {

    private static final int NONE = 0;
    private static final int READ_AND_WRITE = 1 | 2;

    /** MAP_PRIVATE, MAP_FIXED, MAP_ANONYMOUS: the same on every architecture that Java has. */
    private static final int NEW_AND_OWN_AND_HERE = 0x02 | 0x10 | 0x20;

    private static final int NO_FILE = -1;
    private static final MethodHandle MAP = Downcalls.words("mmap").orElse(null);

    private PrivatePages() {}

    /**
     * Whether pages can be replaced without a warning.
     *
     * @return false where this is no Linux, or native access is not enabled
     */
    public static boolean isAvailable() {
        return MAP != null;
    }

    /**
     * Puts new pages, all zeros, where others are mapped.
     *
     * @param pages mapped memory whose address and length are multiples of the size of a page, and
     *     which stays mapped meanwhile
     * @return false if the kernel has refused, and the pages are still the old ones
     */
    public static boolean replace(MemorySegment pages) {
        return map(pages, READ_AND_WRITE);
    }

    /**
     * Takes pages away, but not their place: nobody can read or write there any more, and nothing
     * else will lie there. This process ends if it tries to.
     *
     * @param pages as for {@link #replace}, which nobody uses or frees any more
     * @return false if the kernel has refused, and the pages are still the old ones
     */
    public static boolean forbid(MemorySegment pages) {
        return map(pages, NONE);
    }

    private static boolean map(MemorySegment pages, int protection) {
        long address = pages.address();
        try {
            return address
                    == (long)
                            MAP.invokeExact(
                                    address,
                                    pages.byteSize(),
                                    (long) protection,
                                    (long) NEW_AND_OWN_AND_HERE,
                                    (long) NO_FILE,
                                    0L);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }
}
