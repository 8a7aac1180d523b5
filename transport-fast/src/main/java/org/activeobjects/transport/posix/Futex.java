package org.activeobjects.transport.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Locale;
import java.util.Optional;

/**
 * Sleeping at a word in memory that several processes share, and waking who sleeps there.
 *
 * <p>The word is named by its address, so that a sleeper does not keep its memory from being freed:
 * a wait at an address that is mapped no more returns at once.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> futex(2), the shared form.
 */
public final class Futex {

    private static final int WAIT = 0;
    private static final int WAKE = 1;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** Filled once, when the first doorbell asks; empty where native access is not enabled. */
    private static final Optional<Futex> INSTANCE = link();

    /** A timespec for each thread that ever sleeps, so that a sleep allocates nothing. */
    private static final ThreadLocal<MemorySegment> TIME =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, 2));

    private final MethodHandle syscall;
    private final long number;

    private Futex(MethodHandle syscall, long number) {
        this.syscall = syscall;
        this.number = number;
    }

    /**
     * The kernel's futex, if it can be called without a warning.
     *
     * @return empty where this is no Linux of a known processor, or native access is not enabled
     */
    public static Optional<Futex> get() {
        return INSTANCE;
    }

    private static Optional<Futex> link() {
        long number = numberOf(System.getProperty("os.arch").toLowerCase(Locale.ROOT));
        return number < 0
                ? Optional.empty()
                : Downcalls.words("syscall").map(handle -> new Futex(handle, number));
    }

    private static long numberOf(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64" -> 202;
            case "aarch64", "arm64" -> 98;
            default -> -1;
        };
    }

    /**
     * Sleeps until somebody wakes the word's sleepers, unless the word has changed already. May
     * return early for no reason.
     *
     * @param address address of an aligned word of 32 bits
     * @param expected sleeps only while the word is this
     * @param maxNs longest sleep, nanoseconds, 1 or more
     */
    public void await(long address, int expected, long maxNs) {
        MemorySegment time = TIME.get();
        time.setAtIndex(ValueLayout.JAVA_LONG, 0, maxNs / NS_PER_SECOND);
        time.setAtIndex(ValueLayout.JAVA_LONG, 1, maxNs % NS_PER_SECOND);
        call(address, WAIT, expected, time);
    }

    /**
     * Wakes all who sleep at a word.
     *
     * @param address address of an aligned word of 32 bits
     */
    public void wakeAll(long address) {
        call(address, WAKE, Integer.MAX_VALUE, MemorySegment.NULL);
    }

    // The result is of no use: whoever wakes looks at the word again, whatever woke him.
    private void call(long address, long operation, long value, MemorySegment time) {
        try {
            var _ =
                    (long)
                            syscall.invokeExact(
                                    number, address, operation, value, time.address(), 0L);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        } finally {
            Reference.reachabilityFence(time);
        }
    }
}
