package org.activeobjects.transport.posix;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;

/**
 * What this host is called, and what tells it from every other.
 *
 * <p><b>Threading:</b> safe.
 */
public final class HostIdentity {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private HostIdentity() {}

    /**
     * What the system calls this host.
     *
     * @return the name
     */
    public static String hostName() {
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
     * The address that others are told.
     *
     * @param bound that of the binding
     * @return the same, or a real one if it is a wildcard
     */
    public static InetAddress reachable(InetAddress bound) {
        if (!bound.isAnyLocalAddress()) {
            return bound;
        }
        try {
            for (NetworkInterface card :
                    Collections.list(NetworkInterface.getNetworkInterfaces())) {
                for (InetAddress address : Collections.list(card.getInetAddresses())) {
                    boolean usable =
                            card.isUp()
                                    && !address.isLoopbackAddress()
                                    && !address.isLinkLocalAddress();
                    if (usable && address.getClass() == bound.getClass()) {
                        return address;
                    }
                }
            }
            return InetAddress.getLocalHost();
        } catch (SocketException | UnknownHostException e) {
            return InetAddress.getLoopbackAddress();
        }
    }
}
