package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportTimeoutException;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;

/** A runtime that takes itself for one on a host of its own: it waits for a peer, or connects. */
public final class OtherHostMain {

    static final String SECRET = "AO_TEST_SECRET";
    static final Duration HEARTBEAT = Duration.ofSeconds(2);

    private OtherHostMain() {}

    /** Arguments: job, link, address, folder for shared memory; then address and port of a peer. */
    public static void main(String[] args) throws IOException {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob(args[0], System.getenv(SECRET))
                        .withLinks(args[1])
                        .withBindAddress(InetAddress.getByName(args[2]))
                        .withSharedMemory(Path.of(args[3]))
                        .withTimeouts(Duration.ofSeconds(20), HEARTBEAT);
        Transport transport = Transport.open(config);
        Endpoint endpoint = transport.openEndpoint();
        if (args.length > 4) {
            RuntimeCard card = transport.connect(args[4], Integer.parseInt(args[5]));
            EndpointAddress survivor = new EndpointAddress(card.id(), 1);
            endpoint.send(survivor, 1, 0, Slice.of(new byte[1]));
            System.out.println("CONNECTED");
            awaitLoss(endpoint.irecv(survivor, 2, 0, Slice.of(new byte[1])));
            return;
        }
        System.out.println("PORT " + transport.card().port());
        survive(endpoint);
    }

    private static void survive(Endpoint endpoint) {
        EndpointAddress peer =
                endpoint.recv(EndpointAddress.ANY_SOURCE, 1, 0, Slice.of(new byte[1])).source();
        Request never = endpoint.irecv(peer, 2, 0, Slice.of(new byte[1]));
        try {
            never.await(HEARTBEAT.multipliedBy(2));
        } catch (TransportTimeoutException e) {
            System.out.println("STILL THERE");
        }
        awaitLoss(never);
    }

    private static void awaitLoss(Request never) {
        try {
            never.await();
        } catch (PeerLostException e) {
            System.out.println("LOST " + e.getMessage());
        }
    }
}
