package org.activeobjects.transport.contract;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;

import java.nio.file.Path;

/**
 * A peer in a JVM of its own: connects, says hello to the first endpoint, and then does what the
 * test says until it is killed.
 */
public final class PeerMain {

    static final String SECRET = "AO_TEST_SECRET";
    static final int HELLO = 1;
    static final int LARGE = 2;
    static final int LARGE_LENGTH = 256 << 20;

    private PeerMain() {}

    /** Arguments: link, job, folder for shared memory, port and endpoint of the test, behaviour. */
    public static void main(String[] args) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob(args[1], System.getenv(SECRET))
                        .withSharedMemory(Path.of(args[2]))
                        .withLinks(args[0]);
        try (Transport transport = Transport.open(config);
                Endpoint endpoint = transport.openEndpoint()) {
            RuntimeCard card = transport.connect("127.0.0.1", Integer.parseInt(args[3]));
            EndpointAddress test = new EndpointAddress(card.id(), Integer.parseInt(args[4]));
            endpoint.send(test, HELLO, 0, Slice.of(new byte[1]));
            switch (args[5]) {
                case "idle" -> endpoint.recv(test, HELLO, 0, Slice.EMPTY);
                case "echo" -> echo(endpoint, test);
                case "stream" -> stream(endpoint, test);
                default -> throw new IllegalArgumentException(args[5]);
            }
        }
    }

    private static void echo(Endpoint endpoint, EndpointAddress test) {
        double[] ball = new double[1 << 20];
        while (true) {
            long count = endpoint.recv(test, HELLO, 0, Slice.of(ball)).count();
            endpoint.send(test, HELLO, 0, Slice.of(ball, 0, (int) count));
        }
    }

    private static void stream(Endpoint endpoint, EndpointAddress test) {
        byte[] large = new byte[LARGE_LENGTH];
        while (true) {
            endpoint.send(test, LARGE, 0, Slice.of(large));
        }
    }
}
