package org.activeobjects.transport.posix.socket;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The functions of the C library, as constants, so that calls to them are compiled in place. To be
 * touched only where {@link Sockets#whyNot} has nothing to say.
 */
final class Libc {

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final Linker.Option CRITICAL = Linker.Option.critical(true);
    private static final VarHandle ERRNO_FIELD =
            Linker.Option.captureStateLayout()
                    .varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final boolean AMD64 = System.getProperty("os.arch").equals("amd64");
    private static final long SYS_SENDTO = AMD64 ? 44 : 206;
    private static final long SYS_RECVFROM = AMD64 ? 45 : 207;
    private static final long SYS_SENDMSG = AMD64 ? 46 : 211;

    /** Never blocks, because it is only called with {@code MSG_DONTWAIT}. */
    static final MethodHandle SEND = transfer(SYS_SENDTO, CRITICAL);

    /** Never blocks, because it is only called with {@code MSG_DONTWAIT}. */
    static final MethodHandle RECV = transfer(SYS_RECVFROM, CRITICAL);

    /** As {@link #SEND}, and keeps the error: what that is handed in is an object for each call. */
    static final MethodHandle SEND_TELLING = transfer(SYS_SENDTO, ERRNO, CRITICAL);

    /** As {@link #RECV}, and keeps the error. */
    static final MethodHandle RECV_TELLING = transfer(SYS_RECVFROM, ERRNO, CRITICAL);

    /**
     * Not a critical call: what it sends does not move meanwhile, so nobody needs to wait for it.
     * The last argument is memory that nobody can close meanwhile; the kernel does not look at it.
     */
    static final MethodHandle SENDMSG = sendMessage();

    /** As {@link #SENDMSG}, and keeps the error. */
    static final MethodHandle SENDMSG_TELLING = sendMessage(ERRNO);

    private static final MethodHandle ERRNO_LOCATION =
            function("__errno_location", FunctionDescriptor.of(JAVA_LONG), CRITICAL);

    private static final MemorySegment ALL_MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** For a timeout of 0 only. */
    static final MethodHandle EPOLL_LOOK =
            function(
                    "epoll_wait",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
                    CRITICAL);

    static final MethodHandle EPOLL_WAIT =
            function(
                    "epoll_wait",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));

    static final MethodHandle EPOLL_CREATE = function("epoll_create1", ints(1), ERRNO);
    static final MethodHandle EPOLL_CTL =
            function(
                    "epoll_ctl",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS),
                    ERRNO);
    static final MethodHandle EVENTFD = function("eventfd", ints(2), ERRNO);
    static final MethodHandle TIMER_CREATE = function("timerfd_create", ints(2), ERRNO);

    /** Never waits. */
    static final MethodHandle TIMER_SET =
            function(
                    "timerfd_settime",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS),
                    CRITICAL);

    static final MethodHandle READ = function("read", readWrite());
    static final MethodHandle WRITE = function("write", readWrite());
    static final MethodHandle POLL =
            function("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    static final MethodHandle SOCKET = function("socket", ints(3), ERRNO);
    static final MethodHandle BIND = function("bind", addressed(), ERRNO);
    static final MethodHandle CONNECT = function("connect", addressed(), ERRNO);
    static final MethodHandle LISTEN = function("listen", ints(2), ERRNO);
    static final MethodHandle ACCEPT =
            function(
                    "accept4",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
                    ERRNO);
    static final MethodHandle GETSOCKNAME = function("getsockname", named(), ERRNO);
    static final MethodHandle GETPEERNAME = function("getpeername", named(), ERRNO);
    static final MethodHandle SETSOCKOPT =
            function(
                    "setsockopt",
                    FunctionDescriptor.of(
                            JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT),
                    ERRNO);
    static final MethodHandle GETSOCKOPT =
            function(
                    "getsockopt",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS),
                    ERRNO);
    static final MethodHandle SHUTDOWN = function("shutdown", ints(2));
    static final MethodHandle CLOSE = function("close", ints(1));
    static final MethodHandle STRERROR =
            function("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));

    static {
        // A process that has no descriptors left could not load the class that says so.
        var _ = Errno.text(Errno.EMFILE);
    }

    private Libc() {}

    private static MethodHandle function(
            String name, FunctionDescriptor signature, Linker.Option... options) {
        MemorySegment address =
                LINKER.defaultLookup()
                        .find(name)
                        .orElseThrow(() -> new UnsatisfiedLinkError("no function: " + name));
        return LINKER.downcallHandle(address, signature, options);
    }

    /** A function of numbers that returns one. */
    private static FunctionDescriptor ints(int parameters) {
        MemoryLayout[] layouts = new MemoryLayout[parameters];
        Arrays.fill(layouts, JAVA_INT);
        return FunctionDescriptor.of(JAVA_INT, layouts);
    }

    /**
     * {@code send} or {@code recv} without the library's own, in which a thread may be cancelled:
     * to allow that, and to forbid it again, costs two atomic steps for each call.
     */
    private static MethodHandle transfer(long number, Linker.Option... options) {
        MethodHandle call =
                systemCall(
                        FunctionDescriptor.of(
                                JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT,
                                JAVA_LONG, JAVA_LONG),
                        options);
        int last = call.type().parameterCount() - 2;
        MethodHandle toThePeer = MethodHandles.insertArguments(call, last, 0L, 0L); // no address
        return MethodHandles.insertArguments(toThePeer, last - 5, number);
    }

    /** {@code sendmsg}, likewise. */
    private static MethodHandle sendMessage(Linker.Option... options) {
        MethodHandle call =
                systemCall(
                        FunctionDescriptor.of(
                                JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS),
                        options);
        return MethodHandles.insertArguments(call, call.type().parameterCount() - 5, SYS_SENDMSG);
    }

    private static MethodHandle systemCall(FunctionDescriptor type, Linker.Option... options) {
        Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = Linker.Option.firstVariadicArg(1);
        return function("syscall", type, all);
    }

    private static FunctionDescriptor readWrite() {
        return FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    }

    private static FunctionDescriptor addressed() {
        return FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    }

    private static FunctionDescriptor named() {
        return FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    }

    /** Room for the error of one call at a time; freed when nobody refers to it. */
    static MemorySegment newErrno() {
        return Arena.ofAuto().allocate(Linker.Option.captureStateLayout());
    }

    static int errno(MemorySegment captured) {
        return (int) ERRNO_FIELD.get(captured, 0L);
    }

    /**
     * What the calling thread has for its last error, if it has failed just now. The JVM may have
     * changed it since, so that all but {@link Errno#EAGAIN} is to be confirmed.
     */
    static int hintOfErrno() throws Throwable {
        return ALL_MEMORY.get(JAVA_INT, (long) ERRNO_LOCATION.invokeExact());
    }
}
