package org.activeobjects.transport.posix;

import java.net.InetAddress;

/** Prints what this host is called, and what others are told in place of wildcards. */
public final class HostIdentityMain {

    private HostIdentityMain() {}

    public static void main(String[] args) throws Exception {
        System.out.println("name=" + HostIdentity.hostName());
        for (String bound : args) {
            InetAddress told = HostIdentity.reachable(InetAddress.getByName(bound));
            System.out.println(bound + " is " + told.getHostAddress());
        }
        System.out.println("DONE");
    }
}
