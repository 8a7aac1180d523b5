package org.activeobjects.benchmarks.am;

import org.activeobjects.benchmarks.contest.Samples;
import org.activeobjects.benchmarks.process.Parent;
import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** One of the two JVMs of {@code ao bench am}; the first leads and prints the results. */
public final class AmRank {

    static final String SECRET = "AO_BENCH_SECRET";
    static final String LISTENING = "LISTENING ";
    static final String RESULT = "RESULT ";

    private static final List<AmTest> TESTS = List.of(AmTest.values());
    private static final int WORDS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long CALIBRATION_NS = 10_000_000;
    private static final int ORDER = 1;
    private static final int DONE = 2;
    private static final int ASK = 3;
    private static final int ANSWER = 4;
    private static final int TELL = 5;
    private static final int BULK = 6;
    private static final int PING = 7;
    private static final int PONG = 8;
    private static final int COUNT = 9;
    private static final int TAG = 1;

    private final Transport transport;
    private final Endpoint endpoint;
    private final ActiveMessages table;
    private final long[] words = new long[ActiveMessages.MAX_WORDS];
    private final byte[] head = new byte[64];
    private final Slice room = Slice.of(new byte[1 << 20]);
    private ActiveMessages.Target peer;
    private EndpointAddress peerEndpoint;
    private long answers;
    private long taken;
    private AmTest order;
    private long orderIterations;
    private boolean isOver;
    private boolean isDone;

    private AmRank(Transport transport, Endpoint endpoint) {
        this.transport = transport;
        this.endpoint = endpoint;
        transport.handle(
                PING,
                (from, stream, bytes, attachments) ->
                        transport.post(from, PONG, 0, bytes, bytes.length, List.of()));
        transport.handle(PONG, (from, stream, bytes, attachments) -> answers++);
        transport.handle(COUNT, (from, stream, bytes, attachments) -> taken++);
        table =
                transport.openActiveMessages(
                        "bench",
                        handlers ->
                                handlers.onRequest(ORDER, "order", this::onOrder)
                                        .onRequest(DONE, "done", done -> isDone = true)
                                        .onRequest(ASK, "ask", this::onAsk)
                                        .onReply(ANSWER, "answer", answer -> answers++)
                                        .onRequest(TELL, "tell", told -> taken++)
                                        .onBulk(BULK, "bulk", room, bulk -> taken++));
    }

    /**
     * Runs one rank.
     *
     * @param args job, link, runs, nanoseconds of a run, messages of the warm-up; the second rank's
     *     are followed by port and endpoint of the first
     */
    public static void main(String[] args) {
        Parent.endWithIt();
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob(args[0], System.getenv(SECRET))
                        .withLinks(args[1])
                        .withRanksOnHost(1);
        try (Transport transport = Transport.open(config);
                Endpoint endpoint = transport.openEndpoint()) {
            AmRank rank = new AmRank(transport, endpoint);
            if (args.length > WORDS) {
                rank.follow(Integer.parseInt(args[WORDS]), Integer.parseInt(args[WORDS + 1]));
            } else {
                rank.lead(
                        Integer.parseInt(args[2]),
                        Long.parseLong(args[3]),
                        Integer.parseInt(args[4]));
            }
        }
    }

    private void onOrder(ActiveMessages.Request request) {
        if (request.words() == 0) {
            isOver = true;
            return;
        }
        orderIterations = request.word(1);
        order = TESTS.get((int) request.word(0));
        taken = 0;
    }

    private void onAsk(ActiveMessages.Request request) {
        if (request.words() == 1) {
            request.reply(ANSWER, request.word(0));
        } else {
            request.reply(ANSWER, words, words.length);
        }
    }

    private void follow(int port, int endpointId) {
        RuntimeId leader = transport.connect("127.0.0.1", port).id();
        EndpointAddress address = new EndpointAddress(leader, endpointId);
        meet(address);
        while (true) {
            while (!peer.await(() -> order != null || isOver, PATIENCE)) {
                // A run may take longer: the leader tells, or the end of whoever started both.
            }
            if (isOver) {
                return;
            }
            AmTest test = order;
            order = null;
            switch (test) {
                case MATCHED_8 -> pong(8);
                case MATCHED_64 -> pong(64);
                case REQUEST_RATE, REQUEST_RATE_8, POST_RATE, BULK_8K, BULK_1M -> {
                    awaitAll();
                    peer.request(DONE);
                }
                default -> {
                    // the handlers do all
                }
            }
        }
    }

    /** Waits as long as messages come: a run from which some are missing has no figure. */
    private void awaitAll() {
        long before = -1;
        while (!peer.await(() -> taken == orderIterations, PATIENCE)) {
            if (taken == before) {
                throw new IllegalStateException(
                        "messages are missing: taken=" + taken + " sent=" + orderIterations);
            }
            before = taken;
        }
    }

    private void meet(EndpointAddress address) {
        peerEndpoint = address;
        peer = table.target(address.runtime());
        endpoint.send(peerEndpoint, 0, 0, Slice.of(new byte[1]));
    }

    private void pong(int bytes) {
        Slice slice = Slice.of(head, 0, bytes);
        for (long i = 0; i < orderIterations; i++) {
            endpoint.recv(peerEndpoint, TAG, 0, slice);
            endpoint.send(peerEndpoint, TAG, 0, slice);
        }
    }

    private void lead(int runs, long runNs, int warmUp) {
        PrintStream out = System.out;
        RuntimeCard card = transport.card();
        out.println(LISTENING + card.port() + " " + endpoint.address().id());
        peerEndpoint =
                endpoint.recv(
                                EndpointAddress.ANY_SOURCE,
                                Endpoint.ANY_TAG,
                                0,
                                Slice.of(new byte[1]))
                        .source();
        peer = table.target(peerEndpoint.runtime());
        for (int round = 0; round < 3; round++) {
            for (AmTest test : AmTest.values()) {
                run(test, test == AmTest.BULK_1M ? Math.min(200, warmUp) : warmUp);
            }
        }
        for (AmTest test : AmTest.values()) {
            double[] figures = new double[runs];
            long iterations = iterations(test, runNs);
            for (int i = 0; i < runs; i++) {
                figures[i] = test.figure(iterations, run(test, iterations));
            }
            Arrays.sort(figures);
            out.println(
                    RESULT
                            + test.name()
                            + " "
                            + Samples.median(figures)
                            + " "
                            + figures[0]
                            + " "
                            + figures[runs - 1]);
        }
        peer.request(ORDER);
    }

    private long iterations(AmTest test, long runNs) {
        long iterations = 100;
        long elapsed = run(test, iterations);
        while (elapsed < CALIBRATION_NS) {
            iterations *= 2;
            elapsed = run(test, iterations);
        }
        return Math.max(1, iterations * runNs / elapsed);
    }

    private long run(AmTest test, long iterations) {
        isDone = false;
        answers = 0;
        peer.request(ORDER, TESTS.indexOf(test), iterations);
        long start = System.nanoTime();
        switch (test) {
            case MATCHED_8 -> ping(8, iterations);
            case MATCHED_64 -> ping(64, iterations);
            case REQUEST_1 -> ask(1, iterations);
            case REQUEST_8 -> ask(ActiveMessages.MAX_WORDS, iterations);
            case POST_64 -> post(iterations);
            case REQUEST_RATE -> tell(1, iterations);
            case REQUEST_RATE_8 -> tell(ActiveMessages.MAX_WORDS, iterations);
            case POST_RATE -> postMany(iterations);
            case BULK_8K, BULK_1M -> bulk(test.bulkBytes(), iterations);
        }
        return System.nanoTime() - start;
    }

    private void ping(int bytes, long iterations) {
        Slice slice = Slice.of(head, 0, bytes);
        for (long i = 0; i < iterations; i++) {
            endpoint.send(peerEndpoint, TAG, 0, slice);
            endpoint.recv(peerEndpoint, TAG, 0, slice);
        }
    }

    private void ask(int count, long iterations) {
        for (long i = 1; i <= iterations; i++) {
            long expected = i;
            peer.request(ASK, words, count);
            awaitAnswers(expected);
        }
    }

    private void awaitAnswers(long expected) {
        if (!peer.await(() -> answers == expected, PATIENCE)) {
            throw new IllegalStateException("no answer within " + PATIENCE + ": " + expected);
        }
    }

    private void post(long iterations) {
        for (long i = 1; i <= iterations; i++) {
            long expected = i;
            transport.post(peer.peer(), PING, 0, head, head.length, List.of());
            // The post back is not of a table, but whoever waits moves the links for it, too.
            awaitAnswers(expected);
        }
    }

    private void tell(int count, long iterations) {
        for (long i = 0; i < iterations; i++) {
            peer.request(TELL, words, count);
        }
        awaitDone();
    }

    private void postMany(long iterations) {
        for (long i = 0; i < iterations; i++) {
            transport.post(peer.peer(), COUNT, 0, head, head.length, List.of());
        }
        awaitDone();
    }

    private void bulk(int bytes, long iterations) {
        Slice source = Slice.of(new byte[bytes]);
        for (long i = 0; i < iterations; i++) {
            peer.bulk(BULK, source, words, 0);
        }
        awaitDone();
    }

    private void awaitDone() {
        if (!peer.await(() -> isDone, PATIENCE)) {
            throw new IllegalStateException("not done within " + PATIENCE);
        }
    }
}
