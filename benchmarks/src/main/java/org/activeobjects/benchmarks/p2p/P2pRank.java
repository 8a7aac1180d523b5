package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.pair.Measurement;
import org.activeobjects.benchmarks.pair.Pair;
import org.activeobjects.benchmarks.pair.Parent;
import org.activeobjects.benchmarks.pair.Plan;
import org.activeobjects.benchmarks.pair.Runs;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;

import java.io.PrintStream;

/**
 * One of the two JVMs of {@code ao bench p2p}; the first leads and prints the results, one line
 * each.
 *
 * <p>It lives no longer than the command that started it: the end of its standard input ends it.
 */
public final class P2pRank {

    static final String SECRET = "AO_BENCH_SECRET";

    private final Endpoint endpoint;
    private final EndpointAddress peer;
    private final Plan plan;
    private final PrintStream out;

    private P2pRank(Endpoint endpoint, EndpointAddress peer, Plan plan, PrintStream out) {
        this.endpoint = endpoint;
        this.peer = peer;
        this.plan = plan;
        this.out = out;
    }

    /**
     * Runs one rank.
     *
     * @param args the plan's words; the second rank's are followed by port and endpoint of the
     *     first
     */
    public static void main(String[] args) {
        Parent.endWith();
        Plan plan = Plan.parse(args);
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob(plan.jobId(), System.getenv(SECRET))
                        .withLinks(plan.links().toArray(String[]::new))
                        .withRanksOnHost(plan.ranksPerCoreSet());
        try (Transport transport = Transport.open(config);
                Endpoint endpoint = transport.openEndpoint()) {
            if (args.length == Plan.WORDS) {
                lead(transport, endpoint, plan);
            } else {
                follow(
                        transport,
                        endpoint,
                        plan,
                        Integer.parseInt(args[Plan.WORDS]),
                        Integer.parseInt(args[Plan.WORDS + 1]));
            }
        }
    }

    private static void lead(Transport transport, Endpoint endpoint, Plan plan) {
        PrintStream out = System.out;
        out.println(Pair.LISTENING + transport.card().port() + " " + endpoint.address().id());
        Status hello =
                endpoint.recv(
                        EndpointAddress.ANY_SOURCE,
                        Endpoint.ANY_TAG,
                        Order.CONTEXT,
                        Slice.of(new byte[1]));
        out.println(Pair.LINK + transport.linkTo(hello.source().runtime()));
        new P2pRank(endpoint, hello.source(), plan, out).measureAll();
    }

    private static void follow(
            Transport transport, Endpoint endpoint, Plan plan, int port, int endpointId) {
        RuntimeCard leader = transport.connect("127.0.0.1", port);
        EndpointAddress peer = new EndpointAddress(leader.id(), endpointId);
        endpoint.send(peer, 0, Order.CONTEXT, Slice.of(new byte[1]));
        Kernel kernel = new Kernel(endpoint, peer, false, plan.maxBytes());
        while (true) {
            Order order = Order.receive(endpoint, peer);
            if (order.measurement() == null) {
                endpoint.send(peer, 0, Order.CONTEXT, Slice.of(new byte[1]));
                return;
            }
            kernel.run(order.measurement(), order.bytes(), order.iterations());
        }
    }

    private void measureAll() {
        Kernel kernel = new Kernel(endpoint, peer, true, plan.maxBytes());
        Runs runs = new Runs(plan, out);
        for (Measurement measurement : plan.measurements()) {
            runs.warmUp((bytes, iterations) -> runBoth(kernel, measurement, bytes, iterations));
            for (long bytes = plan.minBytes(); bytes <= plan.maxBytes(); bytes *= 2) {
                long size = bytes;
                runs.measure(
                        measurement,
                        size,
                        iterations -> runBoth(kernel, measurement, size, iterations));
            }
        }
        new Order(null, 0, 0).send(endpoint, peer);
        endpoint.recv(peer, 0, Order.CONTEXT, Slice.of(new byte[1])); // both have all they want
    }

    private long runBoth(Kernel kernel, Measurement measurement, long bytes, long iterations) {
        new Order(measurement, bytes, iterations).send(endpoint, peer);
        return kernel.run(measurement, bytes, iterations);
    }
}
