package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.posix.ProcessIdentity;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;

/** What this host is called, and what tells it from every other. */
final class HostIdentity {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private HostIdentity() {}

    static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /**
     * The same for two runtimes that can share memory below a folder: same running kernel, same
     * file system. Containers of one host have the first in common, but often not the second.
     */
    static String hostId(Path sharedMemory) {
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

    /** This process, for those who can see it; empty if the system does not say. */
    static String process() {
        try {
            return ProcessIdentity.current().text();
        } catch (IOException e) {
            return "";
        }
    }

    /** The address that others are told: that of the binding, or a real one if it is a wildcard. */
    static InetAddress reachable(InetAddress bound) {
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
