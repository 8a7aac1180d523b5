package org.activeobjects.benchmarks.process;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Collection;
import java.util.Locale;

/**
 * Reads how long the cores have worked for other processes, in user and in kernel mode, to the
 * nanosecond, threads that have ended included: {@code clock_gettime} on the clock of a process.
 */
public final class CpuClock {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** See clock_getcpuclockid(3): the clock of a process is its id, inverted, over these bits. */
    private static final int SCHEDULED_TIME = 2;

    private static final int CLOCK_BITS = 3;

    private static final MethodHandle CLOCK_GETTIME = find();

    private CpuClock() {}

    private static MethodHandle find() {
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("clock_gettime")
                .map(
                        address ->
                                linker.downcallHandle(
                                        address,
                                        FunctionDescriptor.of(
                                                ValueLayout.JAVA_INT,
                                                ValueLayout.JAVA_INT,
                                                ValueLayout.ADDRESS)))
                .orElse(null);
    }

    /**
     * Time that the cores have worked for these processes together.
     *
     * @param pids ids of processes
     * @return nanoseconds, or -1 if it cannot be told for one of them
     */
    public static long read(Collection<Long> pids) {
        long sum = 0;
        for (long pid : pids) {
            long ns = read(pid);
            if (ns < 0) {
                return -1;
            }
            sum += ns;
        }
        return sum;
    }

    private static long read(long pid) {
        if (CLOCK_GETTIME == null) {
            return -1;
        }
        int clock = (int) (~pid << CLOCK_BITS) | SCHEDULED_TIME;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(2 * ValueLayout.JAVA_LONG.byteSize(), Long.BYTES);
            int result = (int) CLOCK_GETTIME.invokeExact(clock, time);
            return result != 0
                    ? -1
                    : time.getAtIndex(ValueLayout.JAVA_LONG, 0) * NANOS_PER_SECOND
                            + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
        } catch (Throwable e) {
            throw new AssertionError("clock_gettime takes two arguments and throws nothing", e);
        }
    }
}
