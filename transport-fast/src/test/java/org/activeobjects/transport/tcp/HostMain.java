package org.activeobjects.transport.tcp;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.error.PeerLostException;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * A runtime at an address of its own: one waits and echoes; the other connects, sends messages of
 * many sizes, and then waits for what never comes.
 */
public final class HostMain {

    static final String SECRET = "AO_TEST_SECRET";

    private static final int TAG = 1;
    private static final int LONGEST = 1 << 20;
    private static final Duration HEARTBEAT = Duration.ofSeconds(2);

    private HostMain() {}

    /** Arguments: address, folder of this host, and where the other is, if it is to be called. */
    public static void main(String[] args) throws Exception {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("two-hosts", System.getenv(SECRET))
                        .withBindAddress(InetAddress.getByName(args[0]))
                        .withSharedMemory(Path.of(args[1]))
                        .withTimeouts(Duration.ofSeconds(20), HEARTBEAT)
                        .withLinks("tcp");
        try (Transport transport = Transport.open(config);
                Endpoint endpoint = transport.openEndpoint()) {
            transport.onPeerLost(loss -> System.out.println("lost " + loss.getMessage()));
            if (args.length == 2) {
                System.out.println(
                        "listening " + transport.card().port() + " " + endpoint.address().id());
                echo(endpoint);
            } else {
                call(transport, endpoint, args[2], args[3], args[4]);
            }
        } catch (PeerLostException e) {
            System.out.println("ended " + e.getMessage());
        }
    }

    private static void echo(Endpoint endpoint) {
        long[] ball = new long[LONGEST];
        while (true) {
            Status got = endpoint.recv(EndpointAddress.ANY_SOURCE, TAG, 0, Slice.of(ball));
            endpoint.send(got.source(), TAG, 0, Slice.of(ball, 0, (int) got.count()));
        }
    }

    private static void call(
            Transport transport, Endpoint endpoint, String host, String port, String id) {
        RuntimeCard card = transport.connect(host, Integer.parseInt(port));
        EndpointAddress peer = new EndpointAddress(card.id(), Integer.parseInt(id));
        long[] out = new long[LONGEST];
        Arrays.setAll(out, i -> i * 0x1_0000_0001L);
        long[] in = new long[LONGEST];
        for (int count = 1; count <= LONGEST; count *= 2) {
            endpoint.send(peer, TAG, 0, Slice.of(out, 0, count));
            endpoint.recv(peer, TAG, 0, Slice.of(in, 0, count));
            if (!Arrays.equals(in, 0, count, out, 0, count)) {
                throw new IllegalStateException("wrong elements: count=" + count);
            }
        }
        System.out.println("echoed over " + transport.linkTo(card.id()));
        endpoint.recv(peer, TAG, 0, Slice.of(in));
    }
}
