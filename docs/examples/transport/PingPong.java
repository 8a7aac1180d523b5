import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;

/**
 * Two JVMs that send an array to and fro: {@code PingPong pong}, then {@code PingPong ping PORT}.
 */
public final class PingPong {
    private static final int ROUNDS = 1000;

    private PingPong() {}

    public static void main(String[] args) {
        // Both sides name the same job; without a secret only this host can be reached.
        TransportConfig config = TransportConfig.defaults().withJob("ping-pong", null);
        try (Transport transport = Transport.open(config);
                Endpoint endpoint = transport.openEndpoint()) {
            if (args[0].equals("pong")) {
                System.out.println("port " + transport.card().port());
                pong(endpoint);
            } else {
                RuntimeCard card = transport.connect("127.0.0.1", Integer.parseInt(args[1]));
                ping(endpoint, new EndpointAddress(card.id(), 1)); // the first endpoint there
                System.out.println("link " + transport.linkTo(card.id()));
            }
        }
    }

    private static void pong(Endpoint endpoint) {
        double[] values = new double[100];
        Slice all = Slice.of(values);
        for (int round = 0; round < ROUNDS; round++) {
            EndpointAddress from = endpoint.recv(EndpointAddress.ANY_SOURCE, 1, 0, all).source();
            values[0]++;
            endpoint.send(from, 2, 0, all);
        }
        // A send is complete when its array may be changed, perhaps before the other side has it:
        // whoever closes after a last send waits for an answer first.
        endpoint.recv(EndpointAddress.ANY_SOURCE, 3, 0, Slice.EMPTY);
        System.out.println("pong is done");
    }

    private static void ping(Endpoint endpoint, EndpointAddress other) {
        double[] values = new double[100];
        Slice all = Slice.of(values);
        for (int round = 0; round < ROUNDS; round++) {
            Request answer = endpoint.irecv(other, 2, 0, all);
            endpoint.send(other, 1, 0, Slice.of(new double[] {round}));
            answer.await();
            if (values[0] != round + 1) {
                throw new IllegalStateException("round=" + round + " got=" + values[0]);
            }
        }
        endpoint.ssend(other, 3, 0, Slice.EMPTY);
        System.out.println("ping is done");
    }
}
