package org.activeobjects.transport.ucx.binding;

import org.activeobjects.transport.posix.Downcalls;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * Waits until a descriptor is readable, but once per {@link #rearm} only: who polls the worker
 * meanwhile is not disturbed, and does not wake whoever waits here.
 *
 * <p><b>Threading:</b> {@link #await} by one thread, the others by any; {@link #close} when nobody
 * is inside.
 *
 * <p><b>Source:</b> epoll(7) with {@code EPOLLONESHOT}, and eventfd(2).
 */
public final class EventWait implements AutoCloseable {

    private static final int READABLE = 1;
    private static final int ONE_SHOT = 1 << 30;
    private static final int ADD = 1;
    private static final int MODIFY = 3;
    private static final int NON_BLOCKING = 0x800;
    private static final int CLOSE_ON_EXEC = 0x80000;

    /** Only this processor has the structure without a gap. */
    private static final boolean PACKED =
            Arrays.asList("amd64", "x86_64").contains(System.getProperty("os.arch"));

    private static final int DATA_OFFSET = PACKED ? 4 : 8;
    private static final int EVENT_LENGTH = DATA_OFFSET + 8;

    private static final int WOKEN = -1;

    private final MethodHandle epollWait = function("epoll_wait", 'i', 'p', 'i', 'i');
    private final MethodHandle epollControl = function("epoll_ctl", 'i', 'i', 'i', 'p');
    private final MethodHandle eventWrite = function("eventfd_write", 'i', 'l');
    private final MethodHandle eventRead = function("eventfd_read", 'i', 'p');
    private final Arena arena = Arena.ofShared();
    private final MemorySegment events = arena.allocate(2L * EVENT_LENGTH, 8);
    private final MemorySegment number = arena.allocate(ValueLayout.JAVA_LONG);
    private final MemorySegment interest = arena.allocate(EVENT_LENGTH, 8);
    private final int epoll;
    private final int wakeup;
    private final int watched;

    /**
     * Waits for a descriptor, not armed yet.
     *
     * @param descriptor the descriptor, which stays its owner's
     * @throws LinkUnavailableException if the kernel refuses, as for want of descriptors; nothing
     *     is left open
     */
    public EventWait(int descriptor) throws LinkUnavailableException {
        watched = descriptor;
        epoll = call(function("epoll_create1", 'i'), CLOSE_ON_EXEC);
        wakeup = call(function("eventfd", 'i', 'i'), 0, NON_BLOCKING | CLOSE_ON_EXEC);
        boolean isMade = epoll >= 0 && wakeup >= 0;
        if (!isMade
                || control(ADD, wakeup, READABLE, WOKEN) < 0
                || control(ADD, descriptor, ONE_SHOT, 0) < 0) {
            close();
            throw new LinkUnavailableException(
                    "the kernel does not let this process wait for UCX: epoll=%s eventfd=%s"
                                    .formatted(epoll, wakeup)
                            + " descriptor="
                            + descriptor
                            + "; if it has too few open files, raise its limit (ulimit -n)");
        }
    }

    private static void require(String what, int result) {
        if (result < 0) {
            throw new IllegalStateException(what + " failed: result=" + result);
        }
    }

    private static MethodHandle function(String name, char... parameters) {
        MemoryLayout[] layouts = new MemoryLayout[parameters.length];
        for (int i = 0; i < layouts.length; i++) {
            layouts[i] =
                    switch (parameters[i]) {
                        case 'i' -> ValueLayout.JAVA_INT;
                        case 'l' -> ValueLayout.JAVA_LONG;
                        default -> ValueLayout.ADDRESS;
                    };
        }
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup()
                        .find(name)
                        .orElseThrow(() -> new IllegalStateException("libc has no " + name)),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts));
    }

    private static int call(MethodHandle function, Object... arguments) {
        try {
            return (int) function.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    private synchronized int control(int operation, int descriptor, int mask, long data) {
        interest.set(ValueLayout.JAVA_INT, 0, mask);
        interest.set(ValueLayout.JAVA_LONG_UNALIGNED, DATA_OFFSET, data);
        try {
            return (int) epollControl.invokeExact(epoll, operation, descriptor, interest);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /** Has the next wait end when the descriptor is readable, once. */
    public void rearm() {
        require("epoll_ctl", control(MODIFY, watched, READABLE | ONE_SHOT, 0));
    }

    /**
     * Waits until the descriptor is readable after a {@link #rearm}, or the time is over, or {@link
     * #wake} is called.
     *
     * @param maxMs longest wait, milliseconds; -1 for no limit
     * @return whether the descriptor was readable
     */
    public boolean await(int maxMs) {
        int count;
        try {
            count = (int) epollWait.invokeExact(epoll, events, 2, maxMs);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
        boolean readable = false;
        for (int i = 0; i < count; i++) {
            long at = (long) i * EVENT_LENGTH + DATA_OFFSET;
            if (events.get(ValueLayout.JAVA_LONG_UNALIGNED, at) == 0) {
                readable = true;
            } else {
                var _ = call(eventRead, wakeup, number);
            }
        }
        return readable;
    }

    /** Ends the wait that is under way, or the next one. */
    public void wake() {
        var _ = call(eventWrite, wakeup, 1L);
    }

    @Override
    public void close() {
        MethodHandle close = function("close", 'i');
        var _ = call(close, epoll) + call(close, wakeup);
        arena.close();
    }
}
