package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;

/** The first that this JVM does is to open a transport, by a thread that was interrupted. */
final class InterruptedMain {

    private InterruptedMain() {}

    public static void main(String[] args) {
        Thread.currentThread().interrupt();
        try (Transport transport = Transport.open(TransportConfig.defaults())) {
            Endpoint endpoint = transport.openEndpoint();
            int[] got = new int[1];
            endpoint.isend(endpoint.address(), 1, 1, Slice.of(new int[] {7}));
            endpoint.recv(endpoint.address(), 1, 1, Slice.of(got));
            System.out.println("got=" + got[0]);
        }
        System.out.println("interrupted=" + Thread.interrupted());
    }
}
