package org.activeobjects.transport.posix;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Copies between arrays of the heap and memory by the C library's {@code memcpy}. It writes whole
 * cache lines without reading them first, which the copies of the JDK do not: memory that another
 * core has just read is filled three times as fast where that core is far away.
 *
 * <p>The memory is named by its address, and must stay: a file that is unmapped or cut off
 * meanwhile ends the process, not the copy. While a copy runs the garbage collector waits; so only
 * pieces of some ten KiB are copied at a time.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> memcpy(3), by a critical call.
 */
public final class MemoryCopy {

    /** Shorter pieces are copied by the JDK, which needs no call, bytes. */
    public static final int WORTHWHILE = 4096;

    private static final MethodHandle OUT = link(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    private static final MethodHandle IN = link(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);

    private MemoryCopy() {}

    /**
     * Whether it can be used without a warning.
     *
     * @return false where native access is not enabled
     */
    public static boolean isAvailable() {
        return OUT != null && IN != null;
    }

    private static MethodHandle link(ValueLayout to, ValueLayout from) {
        if (!MemoryCopy.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor signature = FunctionDescriptor.ofVoid(to, from, ValueLayout.JAVA_LONG);
        return linker.defaultLookup()
                .find("memcpy")
                .map(found -> linker.downcallHandle(found, signature, Linker.Option.critical(true)))
                .orElse(null);
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
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Copies into an array.
     *
     * @param array part of an array, as memory
     * @param source address of the memory that has its bytes, which stays mapped meanwhile
     */
    public static void fromMemory(MemorySegment array, long source) {
        try {
            IN.invokeExact(array, source, array.byteSize());
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static AssertionError unexpected(Throwable e) {
        return new AssertionError("a downcall throws no checked exception", e);
    }
}
