package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Side;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;

import java.util.ArrayList;
import java.util.List;

/** One of two JVMs that a link connects. */
public final class LinkSide implements Side {

    /** Variable with the secret of the job. */
    static final String SECRET = "AO_BENCH_SECRET";

    private static final int HELLO_CONTEXT = 1;

    private final Transport transport;
    private final Endpoint endpoint;
    private final Kernel kernel;

    private LinkSide(SideContext context) {
        Words words = Words.parse(context.own());
        transport = Transport.open(words.config());
        endpoint = transport.openEndpoint();
        EndpointAddress peer = context.leads() ? await(context) : connect(context);
        requireLink(words.link(), transport.linkTo(peer.runtime()));
        kernel =
                new Kernel(
                        endpoint,
                        peer,
                        context.leads(),
                        context.maxBytes(),
                        words.numbers(),
                        transport);
    }

    /**
     * What both JVMs are told.
     *
     * @param job name of the job
     * @param link the only link that may be used
     * @param ranksOnCores ranks that share the cores that one of them may use
     * @param numbers what is sent
     */
    record Words(String job, String link, int ranksOnCores, Kernel.Numbers numbers) {

        List<String> toWords() {
            List<String> words = new ArrayList<>();
            words.addAll(List.of(job, link, Integer.toString(ranksOnCores)));
            words.addAll(numbers.toWords());
            return words;
        }

        static Words parse(List<String> words) {
            return new Words(
                    words.get(0),
                    words.get(1),
                    Integer.parseInt(words.get(2)),
                    Kernel.Numbers.parse(words.subList(3, words.size())));
        }

        TransportConfig config() {
            return TransportConfig.defaults()
                    .withSettingsOf(System.getProperties())
                    .withJob(job, System.getenv(SECRET))
                    .withLinks(link)
                    .withRanksOnHost(ranksOnCores);
        }
    }

    /**
     * Runs one side.
     *
     * @param args words of {@link SideContext}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        SideLoop.run(args, LinkSide::new);
    }

    private EndpointAddress await(SideContext context) {
        context.announce(transport.card().port(), endpoint.address().id());
        Status hello =
                endpoint.recv(
                        EndpointAddress.ANY_SOURCE,
                        Endpoint.ANY_TAG,
                        HELLO_CONTEXT,
                        Slice.of(new byte[1]));
        return hello.source();
    }

    private EndpointAddress connect(SideContext context) {
        List<String> leader = context.fromLeader();
        RuntimeCard card = transport.connect("127.0.0.1", Integer.parseInt(leader.get(0)));
        EndpointAddress peer = new EndpointAddress(card.id(), Integer.parseInt(leader.get(1)));
        endpoint.send(peer, 0, HELLO_CONTEXT, Slice.of(new byte[1]));
        return peer;
    }

    private static void requireLink(String wanted, String used) {
        if (!wanted.equals(used)) {
            throw new IllegalStateException("wrong link: wanted=" + wanted + " used=" + used);
        }
    }

    @Override
    public void run(Measurement measurement, int bytes, long iterations) {
        kernel.run(measurement, bytes, iterations);
    }

    @Override
    public void check(Measurement measurement, int bytes) {
        kernel.check(measurement, bytes);
    }

    @Override
    public void close() {
        endpoint.close();
        transport.close();
    }
}
