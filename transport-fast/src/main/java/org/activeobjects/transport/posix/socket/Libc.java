package org.activeobjects.transport.posix.socket;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.activeobjects.transport.posix.Downcalls;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;

/**
 * The functions of the C library, as constants, so that calls to them are compiled in place. To be
 * touched only where {@link Sockets#whyNot} has nothing to say.
 */
final class Libc {

    private static final VarHandle ERRNO_FIELD =
            Linker.Option.captureStateLayout()
                    .varHandle(MemoryLayout.PathElement.groupElement("errno"));

    // They keep the error: for call(), or with memory for it.
    static final MethodHandle EPOLL_CREATE = telling("epoll_create1");
    static final MethodHandle EPOLL_CTL = telling("epoll_ctl");
    static final MethodHandle EVENTFD = telling("eventfd");
    static final MethodHandle TIMER_CREATE = telling("timerfd_create");
    static final MethodHandle SOCKET = telling("socket");
    static final MethodHandle BIND = telling("bind");
    static final MethodHandle CONNECT = telling("connect");
    static final MethodHandle LISTEN = telling("listen");
    static final MethodHandle ACCEPT = telling("accept4");
    static final MethodHandle GETSOCKNAME = telling("getsockname");
    static final MethodHandle GETPEERNAME = telling("getpeername");
    static final MethodHandle SETSOCKOPT = telling("setsockopt");
    static final MethodHandle GETSOCKOPT = telling("getsockopt");

    static final MethodHandle EPOLL_WAIT = words("epoll_wait");
    static final MethodHandle TIMER_SET = words("timerfd_settime");
    static final MethodHandle READ = words("read");
    static final MethodHandle WRITE = words("write");
    static final MethodHandle POLL = words("poll");
    static final MethodHandle SHUTDOWN = words("shutdown");
    static final MethodHandle CLOSE = words("close");
    private static final MethodHandle STRERROR = words("strerror");

    private static final int WORDS = 6;
    private static final long LONGEST_TEXT = 256;

    static {
        // A process that has no descriptors left could not load the class that says so.
        var _ = Errno.text(Errno.EMFILE);
    }

    private Libc() {}

    private static MethodHandle words(String name) {
        return found(name, Downcalls.words(name));
    }

    private static MethodHandle telling(String name) {
        return found(name, Downcalls.telling(name));
    }

    private static MethodHandle found(String name, Optional<MethodHandle> function) {
        return function.orElseThrow(() -> new UnsatisfiedLinkError("no function: " + name));
    }

    /**
     * Calls a function that keeps its error.
     *
     * @param function one of those above
     * @param words what it takes, at most six
     * @return what it has returned, or a negative error
     */
    static int call(MethodHandle function, long... words) {
        long[] all = Arrays.copyOf(words, WORDS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            long result =
                    (long)
                            function.invokeExact(
                                    errno, all[0], all[1], all[2], all[3], all[4], all[5]);
            return (int) result < 0 ? -errno(errno) : (int) result;
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /** What an error means, in the words of the C library. */
    static String text(int errno) {
        try {
            long text = (long) STRERROR.invokeExact((long) errno, 0L, 0L, 0L, 0L, 0L);
            return MemorySegment.ofAddress(text).reinterpret(LONGEST_TEXT).getString(0);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /** Room for the error of one call at a time; freed when nobody refers to it. */
    static MemorySegment newErrno() {
        return Arena.ofAuto().allocate(Linker.Option.captureStateLayout());
    }

    static int errno(MemorySegment captured) {
        return (int) ERRNO_FIELD.get(captured, 0L);
    }

    /**
     * The functions of the kernel through which the bytes of a connection flow, as constants, and
     * each with a signature of its own. Linked when the first connection is made.
     *
     * <p>The C library's own {@code send} and {@code recv} are passed by: a thread may be cancelled
     * in them, and to allow that, and to forbid it again, costs two atomic steps for each call.
     */
    static final class Flow {

        private static final Linker LINKER = Linker.nativeLinker();
        private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
        private static final Linker.Option CRITICAL = Linker.Option.critical(true);

        private static final boolean AMD64 = System.getProperty("os.arch").equals("amd64");
        private static final long SYS_SENDTO = AMD64 ? 44 : 206;
        private static final long SYS_RECVFROM = AMD64 ? 45 : 207;
        private static final long SYS_SENDMSG = AMD64 ? 46 : 211;

        /** Never blocks, because it is only called with {@code MSG_DONTWAIT}. */
        static final MethodHandle SEND = transfer(SYS_SENDTO, CRITICAL);

        /** Never blocks, because it is only called with {@code MSG_DONTWAIT}. */
        static final MethodHandle RECV = transfer(SYS_RECVFROM, CRITICAL);

        /** As {@link #SEND}, and keeps the error: what that is handed in is an object each time. */
        static final MethodHandle SEND_TELLING = transfer(SYS_SENDTO, ERRNO, CRITICAL);

        /** As {@link #RECV}, and keeps the error. */
        static final MethodHandle RECV_TELLING = transfer(SYS_RECVFROM, ERRNO, CRITICAL);

        /**
         * Not a critical call: what it sends does not move meanwhile, so nobody needs to wait for
         * it. The last argument is memory that nobody can close meanwhile; the kernel does not look
         * at it.
         */
        static final MethodHandle SENDMSG = sendMessage();

        /** As {@link #SENDMSG}, and keeps the error. */
        static final MethodHandle SENDMSG_TELLING = sendMessage(ERRNO);

        /** For a timeout of 0 only. */
        static final MethodHandle EPOLL_LOOK =
                function(
                        "epoll_wait",
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
                        CRITICAL);

        private static final MethodHandle ERRNO_LOCATION =
                function("__errno_location", FunctionDescriptor.of(JAVA_LONG), CRITICAL);

        private static final MemorySegment ALL_MEMORY =
                MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

        private Flow() {}

        /**
         * What the calling thread has for its last error, if it has failed just now. The JVM may
         * have changed it since, so that all but {@link Errno#EAGAIN} is to be confirmed.
         */
        static int hintOfErrno() throws Throwable {
            return ALL_MEMORY.get(JAVA_INT, (long) ERRNO_LOCATION.invokeExact());
        }

        private static MethodHandle transfer(long number, Linker.Option... options) {
            MethodHandle call =
                    systemCall(
                            FunctionDescriptor.of(
                                    JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT,
                                    JAVA_LONG, JAVA_LONG),
                            options);
            int last = call.type().parameterCount() - 2;
            MethodHandle toThePeer = MethodHandles.insertArguments(call, last, 0L, 0L);
            return MethodHandles.insertArguments(toThePeer, last - 5, number);
        }

        private static MethodHandle sendMessage(Linker.Option... options) {
            MethodHandle call =
                    systemCall(
                            FunctionDescriptor.of(
                                    JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS),
                            options);
            int number = call.type().parameterCount() - 5;
            return MethodHandles.insertArguments(call, number, SYS_SENDMSG);
        }

        private static MethodHandle systemCall(FunctionDescriptor type, Linker.Option... options) {
            Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
            all[options.length] = Linker.Option.firstVariadicArg(1);
            return function("syscall", type, all);
        }

        private static MethodHandle function(
                String name, FunctionDescriptor signature, Linker.Option... options) {
            MemorySegment address = LINKER.defaultLookup().findOrThrow(name);
            return LINKER.downcallHandle(address, signature, options);
        }
    }
}
