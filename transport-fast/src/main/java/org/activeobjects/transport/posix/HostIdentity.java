package org.activeobjects.transport.posix;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * What this host is called, and what tells it from every other.
 *
 * <p><b>Threading:</b> safe.
 */
public final class HostIdentity {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");

    /**
     * Addresses of documents, RFC 5737 and 3849: nobody is there, so the default route goes to it.
     */
    private static final String FAR_4 = "192.0.2.1";

    private static final String FAR_6 = "2001:db8::1";
    private static final int DISCARD_PORT = 9;

    private HostIdentity() {}

    /**
     * What the system calls this host. No name server is asked where the kernel tells the name: one
     * that does not answer is given up after ten seconds.
     *
     * @return the name
     */
    public static String hostName() {
        try {
            String name = Files.readString(NAME).strip();
            if (!name.isEmpty()) {
                return name;
            }
        } catch (IOException _) {
            // No Linux, or one without /proc.
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /**
     * The same for two runtimes that can share memory below a folder: same running kernel, same
     * file system. Containers of one host have the first in common, but often not the second.
     *
     * @param sharedMemory the folder
     * @return the id
     */
    public static String hostId(Path sharedMemory) {
        String kernel;
        try {
            kernel = Files.readString(BOOT_ID).trim();
        } catch (IOException e) {
            kernel = hostName();
        }
        try {
            return kernel + ":" + Files.getAttribute(sharedMemory, "unix:dev");
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return kernel + ":none";
        }
    }

    /**
     * This process, for those who can see it.
     *
     * @return the text of its {@link ProcessIdentity}; empty if the system does not say
     */
    public static String process() {
        try {
            return ProcessIdentity.current().text();
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * The address that others are told. In place of a wildcard it is the one from which this host
     * speaks to those that are far away: the address of a bridge to containers is an address of
     * this host, too, and one of each other host that has such a bridge.
     *
     * @param bound that of the binding
     * @return the same, or a real one if it is a wildcard; without the name of a card of this host,
     *     if others can do without
     */
    public static InetAddress reachable(InetAddress bound) {
        if (!bound.isAnyLocalAddress()) {
            return withoutCard(bound);
        }
        boolean six = bound instanceof Inet6Address; // which takes connections of both kinds
        for (String far : six ? List.of(FAR_6, FAR_4) : List.of(FAR_4)) {
            InetAddress own = ownTowards(far);
            if (own != null) {
                return withoutCard(own);
            }
        }
        return withoutCard(first(bound));
    }

    /**
     * Whether a host that somebody has named, such as localhost, leads to who has bound an address
     * of this host.
     *
     * @param host a name or a literal address
     * @param bound that of the binding, or a wildcard
     * @return true if so; false also if nobody knows the name: whoever connects is told
     */
    public static boolean leadsTo(String host, InetAddress bound) {
        try {
            for (InetAddress one : InetAddress.getAllByName(host)) {
                if (bound.isAnyLocalAddress() ? isOfThisHost(one) : one.equals(bound)) {
                    return true;
                }
            }
            return false;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }

    private static boolean isOfThisHost(InetAddress address) throws SocketException {
        return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    }

    /**
     * The address of this host from which it would send; nothing is sent. Null if no route goes.
     */
    private static InetAddress ownTowards(String far) {
        try (DatagramSocket socket = new DatagramSocket(null)) {
            socket.connect(new InetSocketAddress(far, DISCARD_PORT));
            InetAddress own = socket.getLocalAddress();
            return isUsable(own) ? own : null;
        } catch (SocketException | IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean isUsable(InetAddress address) {
        return !address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && !address.isLinkLocalAddress();
    }

    /** The first address of a card other than loopback; cards of hardware come before bridges. */
    private static InetAddress first(InetAddress bound) {
        try {
            return NetworkInterface.networkInterfaces()
                    .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
                    .filter(HostIdentity::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address.getClass() == bound.getClass() && isUsable(address))
                    .findFirst()
                    .orElseGet(InetAddress::getLoopbackAddress);
        } catch (SocketException e) {
            return InetAddress.getLoopbackAddress();
        }
    }

    private static boolean isUp(NetworkInterface card) {
        try {
            return card.isUp();
        } catch (SocketException e) {
            return false;
        }
    }

    /** Another host, whose cards have other names, cannot make an address of such a text. */
    private static InetAddress withoutCard(InetAddress address) {
        try {
            return address.isLinkLocalAddress()
                    ? address
                    : InetAddress.getByAddress(address.getAddress());
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
