package org.activeobjects.transport.posix.socket;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;

/**
 * Makes sockets.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Sockets {

    private static final int SOCK_STREAM = 1;
    private static final int SOCK_NONBLOCK = 0x800;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int SOL_SOCKET = 1;
    private static final int SO_ERROR = 4;
    private static final int SO_SNDBUF = 7;
    private static final int SO_RCVBUF = 8;
    private static final int SO_KEEPALIVE = 9;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    private static final int TCP_KEEPIDLE = 4;
    private static final int TCP_KEEPINTVL = 5;
    private static final int TCP_CONGESTION = 13;
    private static final int LONGEST_NAME = 16;

    /**
     * Seconds without traffic until the kernel asks whether the other end is there: gateways forget
     * connections that are silent for some minutes, and two hours are its own choice.
     */
    private static final int QUIET_S = 60;

    /** From one such question that nobody answers to the next, of nine. */
    private static final int ASKING_S = 10;

    /** Which every Linux has and lets everybody choose. */
    private static final String WITHIN_HOST = "reno";

    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_V6ONLY = 26;

    private Sockets() {}

    /**
     * How much the kernel buffers for a connection.
     *
     * @param sendBytes bytes on their way out, 0 for what the kernel finds good
     * @param receiveBytes bytes that wait to be received, 0 for what the kernel finds good
     */
    public record Buffers(int sendBytes, int receiveBytes) {}

    /**
     * Whether the sockets of the kernel can be called here.
     *
     * @return {@code null} if so, else what is missing and what would help
     */
    public static String whyNot() {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        if (!system.equals("Linux")) {
            return "native sockets are served on Linux only: os.name=" + system;
        }
        if (!processor.equals("amd64") && !processor.equals("aarch64")) {
            return "native sockets are served on amd64 and aarch64 only: os.arch=" + processor;
        }
        if (!Sockets.class.getModule().isNativeAccessEnabled()) {
            return "native access is not enabled; start the JVM with"
                    + " --enable-native-access=ALL-UNNAMED";
        }
        return null;
    }

    /**
     * Listens at a port that the kernel chooses.
     *
     * @param address where; the port is 0 for any
     * @param backlog connections that may wait to be accepted
     * @param buffers of the connections
     * @return the port
     * @throws IOException if the address cannot be bound
     */
    public static ListeningSocket listen(InetSocketAddress address, int backlog, Buffers buffers)
            throws IOException {
        Descriptor descriptor = open(SocketAddresses.familyOf(address.getAddress()));
        boolean done = false;
        try (Arena arena = Arena.ofConfined()) {
            prepare(descriptor, address, buffers); // and what is accepted
            int number = descriptor.number();
            MemorySegment encoded = SocketAddresses.encode(address, arena);
            var _ =
                    Errno.checked(
                            "bind",
                            Libc.call(Libc.BIND, number, encoded.address(), encoded.byteSize()));
            var _ = Errno.checked("listen", Libc.call(Libc.LISTEN, number, backlog));
            InetSocketAddress bound = nameOf(descriptor, Libc.GETSOCKNAME, "getsockname");
            done = true;
            return new ListeningSocket(descriptor, bound);
        } finally {
            if (!done) {
                descriptor.close();
            }
        }
    }

    /**
     * Begins to connect; {@link #finishConnect} is to follow.
     *
     * @param address where to
     * @param buffers of the connection
     * @return the socket, which is not connected yet
     * @throws IOException if the kernel refuses at once
     */
    public static StreamSocket connect(InetSocketAddress address, Buffers buffers)
            throws IOException {
        Descriptor descriptor = open(SocketAddresses.familyOf(address.getAddress()));
        boolean done = false;
        try (Arena arena = Arena.ofConfined()) {
            prepare(descriptor, address, buffers);
            setUp(descriptor);
            MemorySegment encoded = SocketAddresses.encode(address, arena);
            long length = encoded.byteSize();
            int result = Libc.call(Libc.CONNECT, descriptor.number(), encoded.address(), length);
            if (result != -Errno.EINPROGRESS && result != -Errno.EINTR) {
                var _ = Errno.checked("connect", result);
            }
            done = true;
            return new StreamSocket(descriptor);
        } finally {
            if (!done) {
                descriptor.close();
            }
        }
    }

    /**
     * Waits until a connection is made; an interrupt does not end that. A virtual thread leaves its
     * carrier to others meanwhile. The socket stays the caller's to close.
     *
     * @param socket what {@link #connect} has returned
     * @param timeoutNs longest wait, nanoseconds
     * @throws IOException if it is refused, takes too long, or the socket is closed meanwhile
     */
    public static void finishConnect(StreamSocket socket, long timeoutNs) throws IOException {
        if (!socket.awaitOutput(timeoutNs) && !socket.isClosed()) {
            throw new IOException("connect failed: no answer in time");
        }
        int code = get(socket.descriptor(), SOL_SOCKET, SO_ERROR);
        if (code != 0) {
            throw Errno.failure("connect", code);
        }
        hurryWithinHost(socket.descriptor());
    }

    static StreamSocket accept(Descriptor listener) throws IOException {
        if (!listener.enter()) {
            return null;
        }
        try {
            int flags = SOCK_NONBLOCK | SOCK_CLOEXEC;
            int number = Libc.call(Libc.ACCEPT, listener.number(), 0, 0, flags);
            if (Errno.isOfOneConnection(-number)) {
                return null;
            }
            return accepted(new Descriptor(Errno.checked("accept", number)));
        } finally {
            listener.leave();
        }
    }

    /** Null if it has gone again: of the port that says nothing. */
    private static StreamSocket accepted(Descriptor descriptor) {
        boolean done = false;
        try {
            setUp(descriptor);
            hurryWithinHost(descriptor);
            done = true;
            return new StreamSocket(descriptor);
        } catch (IOException _) {
            return null;
        } finally {
            if (!done) {
                descriptor.close();
            }
        }
    }

    private static Descriptor open(int family) throws IOException {
        int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
        return new Descriptor(Errno.checked("socket", Libc.call(Libc.SOCKET, family, type)));
    }

    private static void prepare(Descriptor descriptor, InetSocketAddress address, Buffers buffers)
            throws IOException {
        if (SocketAddresses.familyOf(address.getAddress()) == SocketAddresses.AF_INET6) {
            set(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, 0);
        }
        if (buffers.sendBytes() > 0) {
            set(descriptor, SOL_SOCKET, SO_SNDBUF, buffers.sendBytes());
        }
        if (buffers.receiveBytes() > 0) {
            set(descriptor, SOL_SOCKET, SO_RCVBUF, buffers.receiveBytes());
        }
        if (address.getAddress().isLoopbackAddress()) {
            hurry(descriptor); // before it is connected: once bbr has had it, it is paced for good
        }
    }

    private static void setUp(Descriptor descriptor) throws IOException {
        set(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
        set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
        set(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, QUIET_S);
        set(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, ASKING_S);
    }

    /**
     * Takes a connection that does not leave this host off an algorithm that paces what it sends,
     * such as bbr: there is no network whose rate it could find, and looking for one takes 1 MiB up
     * to twice as long.
     */
    private static void hurryWithinHost(Descriptor descriptor) throws IOException {
        InetAddress here = nameOf(descriptor, Libc.GETSOCKNAME, "getsockname").getAddress();
        InetAddress there = nameOf(descriptor, Libc.GETPEERNAME, "getpeername").getAddress();
        if (there.isLoopbackAddress() || there.equals(here)) {
            hurry(descriptor);
        }
    }

    private static void hurry(Descriptor descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            // Where a sandbox refuses this, the connection is slower, and works.
            var _ = set(descriptor, IPPROTO_TCP, TCP_CONGESTION, arena.allocateFrom(WITHIN_HOST));
        }
    }

    /** The name of the algorithm that decides how fast a connection sends. */
    static String congestionControl(Descriptor descriptor) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(LONGEST_NAME);
            read(descriptor, IPPROTO_TCP, TCP_CONGESTION, name, arena);
            return name.getString(0);
        }
    }

    private static void set(Descriptor descriptor, int level, int option, int value)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = arena.allocateFrom(ValueLayout.JAVA_INT, value);
            var _ = Errno.checked("setsockopt", set(descriptor, level, option, content));
        }
    }

    private static int set(Descriptor descriptor, int level, int option, MemorySegment content) {
        long length = content.byteSize();
        int number = descriptor.number();
        return Libc.call(Libc.SETSOCKOPT, number, level, option, content.address(), length);
    }

    private static void read(
            Descriptor descriptor, int level, int option, MemorySegment content, Arena arena)
            throws IOException {
        MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, (int) content.byteSize());
        int number = descriptor.number();
        var _ =
                Errno.checked(
                        "getsockopt",
                        Libc.call(
                                Libc.GETSOCKOPT,
                                number,
                                level,
                                option,
                                content.address(),
                                length.address()));
    }

    /** A number that the kernel keeps for a socket; of one that is closed, what says so. */
    static int get(Descriptor descriptor, int level, int option) throws IOException {
        if (!descriptor.enter()) {
            return Errno.CLOSED_HERE;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = arena.allocate(ValueLayout.JAVA_INT);
            read(descriptor, level, option, content, arena);
            return content.get(ValueLayout.JAVA_INT, 0);
        } finally {
            descriptor.leave();
        }
    }

    static InetSocketAddress nameOf(Descriptor descriptor, MethodHandle function, String name)
            throws IOException {
        if (!descriptor.enter()) {
            throw Errno.failure(name, Errno.CLOSED_HERE);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment encoded = arena.allocate(SocketAddresses.LONGEST, 4);
            MemorySegment length =
                    arena.allocateFrom(ValueLayout.JAVA_INT, (int) SocketAddresses.LONGEST);
            int number = descriptor.number();
            var _ =
                    Errno.checked(
                            name, Libc.call(function, number, encoded.address(), length.address()));
            return SocketAddresses.decode(encoded);
        } finally {
            descriptor.leave();
        }
    }
}
