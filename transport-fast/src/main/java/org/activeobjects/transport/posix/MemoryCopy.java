package org.activeobjects.transport.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Copies arrays of the heap into memory by the C library's {@code memcpy}. It writes whole cache
 * lines without reading them first, which the copies of the JDK do not: memory that another core
 * has just read is filled three times as fast where that core is far away. The way back is left to
 * the JDK: who copies out by {@code memcpy}, right behind the one who writes, slows that one down.
 *
 * <p>The memory is named by its address, and must stay: a file that is unmapped or cut off
 * meanwhile ends the process, not the copy. While a copy runs the garbage collector waits; so only
 * pieces of some ten KiB are copied at a time.
 *
 * <p>From some KiB on the C library copies by one instruction of x86 ({@code rep movsb}) where the
 * processor says that this is quick. On Zen 3 and Zen 4 it is not where the target lies a few bytes
 * further into its page than the source: then it takes 25 times as long. So who copies looks first
 * ({@link #isSlow}) and leaves such a copy to the JDK, or to another way.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> memcpy(3), by a critical call; the slow case is glibc's bug 30994.
 */
public final class MemoryCopy {

    /** Shorter pieces are copied by the JDK, which needs no call, bytes. */
    public static final int WORTHWHILE = 4096;

    private static final long PAGE = 4096;
    private static final long FEW = 32;

    private static final MethodHandle OUT =
            link(FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS, JAVA_LONG));

    /** Copies nothing, and returns where its target is, as {@code memcpy} does. */
    private static final MethodHandle WHERE =
            link(FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG));

    private MemoryCopy() {}

    /**
     * Whether it can be used without a warning.
     *
     * @return false where native access is not enabled
     */
    public static boolean isAvailable() {
        return OUT != null && WHERE != null;
    }

    private static MethodHandle link(FunctionDescriptor signature) {
        if (!MemoryCopy.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("memcpy")
                .map(found -> linker.downcallHandle(found, signature, Linker.Option.critical(true)))
                .orElse(null);
    }

    /**
     * Where an array lies now: a hint, since the collector may move it.
     *
     * @param array part of an array, as memory
     * @return address of its first byte
     */
    public static long addressOf(MemorySegment array) {
        try {
            return (long) WHERE.invokeExact(array, array, 0L);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /**
     * Whether two places lie so that the processor's own copy takes many times as long as others.
     *
     * @param target address of what gets the bytes
     * @param source address of what has them
     * @return true if so on some processors
     */
    public static boolean isSlow(long target, long source) {
        long further = target - source & PAGE - 1;
        return further > 0 && further < FEW;
    }

    /**
     * Copies out of an array.
     *
     * @param array part of an array, as memory
     * @param target address of the memory that gets its bytes, which stays mapped meanwhile
     */
    public static void toMemory(MemorySegment array, long target) {
        try {
            OUT.invokeExact(target, array, array.byteSize());
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }
}
