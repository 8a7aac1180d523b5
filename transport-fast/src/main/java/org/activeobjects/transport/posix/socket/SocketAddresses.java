package org.activeobjects.transport.posix.socket;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;

/** Addresses as the kernel has them: {@code sockaddr_in} and {@code sockaddr_in6} of Linux. */
final class SocketAddresses {

    static final int AF_INET = 2;
    static final int AF_INET6 = 10;

    /** Room for either kind. */
    static final long LONGEST = 28;

    private static final long LENGTH_4 = 16;
    private static final long PORT = 2;
    private static final long ADDRESS_4 = 4;
    private static final long ADDRESS_6 = 8;
    private static final long SCOPE = 24;
    private static final ValueLayout.OfShort PORT_LAYOUT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private SocketAddresses() {}

    static int familyOf(InetAddress address) {
        return address instanceof Inet4Address ? AF_INET : AF_INET6;
    }

    static MemorySegment encode(InetSocketAddress address, Arena arena) {
        InetAddress host = address.getAddress();
        boolean four = host instanceof Inet4Address;
        MemorySegment encoded = arena.allocate(four ? LENGTH_4 : LONGEST, 4);
        encoded.set(ValueLayout.JAVA_SHORT, 0, (short) familyOf(host));
        encoded.set(PORT_LAYOUT, PORT, (short) address.getPort());
        byte[] bytes = host.getAddress();
        MemorySegment.copy(
                bytes,
                0,
                encoded,
                ValueLayout.JAVA_BYTE,
                four ? ADDRESS_4 : ADDRESS_6,
                bytes.length);
        if (host instanceof Inet6Address six) {
            encoded.set(ValueLayout.JAVA_INT, SCOPE, six.getScopeId());
        }
        return encoded;
    }

    static InetSocketAddress decode(MemorySegment encoded) throws IOException {
        int family = encoded.get(ValueLayout.JAVA_SHORT, 0);
        if (family != AF_INET && family != AF_INET6) {
            throw new IOException("no address of the Internet: family=" + family);
        }
        byte[] bytes = new byte[family == AF_INET ? 4 : 16];
        MemorySegment.copy(
                encoded,
                ValueLayout.JAVA_BYTE,
                family == AF_INET ? ADDRESS_4 : ADDRESS_6,
                bytes,
                0,
                bytes.length);
        InetAddress host =
                family == AF_INET6
                        ? Inet6Address.getByAddress(
                                null, bytes, encoded.get(ValueLayout.JAVA_INT, SCOPE))
                        : InetAddress.getByAddress(bytes);
        int port = Short.toUnsignedInt(encoded.get(PORT_LAYOUT, PORT));
        return new InetSocketAddress(host, port);
    }
}
