package org.activeobjects.benchmarks.side;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/**
 * Gives threads of one process a core each, as processes have by {@code taskset}: else the kernel
 * may let two threads that hand work to each other share one for milliseconds.
 */
public final class Affinity {

    private static final int MASK_BYTES = 128;

    private static final MethodHandle GET = find("sched_getaffinity");
    private static final MethodHandle SET = find("sched_setaffinity");

    /** The cores of the first thread that asked: those made by a bound thread are bound, too. */
    private static final byte[] ALLOWED = allowed();

    private Affinity() {}

    private static MethodHandle find(String function) {
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(function)
                .map(
                        address ->
                                linker.downcallHandle(
                                        address,
                                        FunctionDescriptor.of(
                                                ValueLayout.JAVA_INT,
                                                ValueLayout.JAVA_INT,
                                                ValueLayout.JAVA_LONG,
                                                ValueLayout.ADDRESS)))
                .orElse(null);
    }

    private static byte[] allowed() {
        if (GET == null || SET == null) {
            return new byte[0];
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            return (int) GET.invokeExact(0, (long) MASK_BYTES, mask) < 0
                    ? new byte[0]
                    : mask.toArray(ValueLayout.JAVA_BYTE);
        } catch (Throwable e) {
            throw new AssertionError("the function takes these arguments, throws nothing", e);
        }
    }

    /**
     * Binds the calling thread to one of the cores that this process may use.
     *
     * @param index which of them, from 0
     * @return whether it is bound; nothing has changed if there is no such core, or the system
     *     cannot do it
     */
    public static boolean pinThisThread(int index) {
        if (ALLOWED.length == 0) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            mask.copyFrom(MemorySegment.ofArray(ALLOWED));
            return leaveOne(mask, index) && (int) SET.invokeExact(0, (long) MASK_BYTES, mask) == 0;
        } catch (Throwable e) {
            throw new AssertionError("the functions take these arguments and throw nothing", e);
        }
    }

    /** Clears all bits but one of those that are set. Returns false if there are too few. */
    static boolean leaveOne(MemorySegment mask, int index) {
        int left = index;
        boolean found = false;
        for (long bit = 0; bit < mask.byteSize() * Byte.SIZE; bit++) {
            long at = bit / Byte.SIZE;
            byte one = (byte) (1 << bit % Byte.SIZE);
            byte bits = mask.get(ValueLayout.JAVA_BYTE, at);
            if ((bits & one) != 0 && left-- != 0) {
                mask.set(ValueLayout.JAVA_BYTE, at, (byte) (bits & ~one));
            } else {
                found |= (bits & one) != 0;
            }
        }
        return found;
    }
}
