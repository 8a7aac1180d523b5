package org.activeobjects.benchmarks.jmh;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.EndpointAddress;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import java.util.concurrent.TimeUnit;

/**
 * What two ranks do with each other in every iteration of an SPMD program. Both do the same, one
 * operation each per call, so that what is counted is what both allocate together.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MatchedPlaneBenchmark {

    private static final int TAG = 1;
    private static final int CONTEXT = 1;
    private static final double LAST = -1;

    /**
     * Operations before JMH's own warm-up. Seconds alone hold too few long messages for all code to
     * be compiled that each runs through once: what the compiler would do away with is counted.
     */
    private static final int WARM_UP = 10_000;

    /** What connects the ranks. */
    @Param({"same", "local", "shm", "tcp", "netty"})
    public String link;

    /** Length of the array that goes each way. */
    @Param({"1", "131072"})
    public int doubles;

    /** Where the numbers lie; {@link Numbers#REGISTERED} if asked for. */
    @Param({"heap"})
    public String memory;

    private TwoRanks ranks;
    private Rank mine;
    private Thread partner;
    private Step last;

    /** For JMH. */
    public MatchedPlaneBenchmark() {}

    /** One operation of a rank; both ranks call it. */
    @FunctionalInterface
    private interface Step {
        void take(Rank rank);
    }

    /** What a rank needs, made once. */
    private static final class Rank {
        private final Endpoint endpoint;
        private final EndpointAddress peer;
        private final boolean begins;
        private final Numbers outgoing;
        private final Numbers incoming;
        private final Slice source;
        private final Slice destination;
        private final PersistentRequest both;
        private final PersistentRequest receive;
        private final PersistentRequest send;

        Rank(Endpoint endpoint, Endpoint peer, boolean begins, Numbers out, Numbers in) {
            this.endpoint = endpoint;
            this.peer = peer.address();
            this.begins = begins;
            outgoing = out;
            incoming = in;
            source = out.slice();
            destination = in.slice();
            both = endpoint.exchangeInit(this.peer, TAG, CONTEXT, source, destination);
            receive = endpoint.recvInit(this.peer, TAG, CONTEXT, destination);
            send = endpoint.sendInit(this.peer, TAG, CONTEXT, source);
        }

        /** The requests hold the buffers. */
        void close() {
            both.close();
            receive.close();
            send.close();
            outgoing.close();
            incoming.close();
        }

        void exchange() {
            endpoint.exchange(peer, TAG, CONTEXT, source, destination);
        }

        void pingPong() {
            if (begins) {
                endpoint.send(peer, TAG, CONTEXT, source);
            }
            endpoint.recv(peer, TAG, CONTEXT, destination);
            if (!begins) {
                endpoint.send(peer, TAG, CONTEXT, source);
            }
        }

        void nonBlocking() {
            Request one = endpoint.irecv(peer, TAG, CONTEXT, destination);
            Request other = endpoint.isend(peer, TAG, CONTEXT, source);
            one.await();
            other.await();
        }

        void persistentExchange() {
            both.start();
            both.await();
        }

        void persistentSendAndReceive() {
            receive.start();
            send.start();
            receive.await();
            send.await();
        }
    }

    /** Connects the ranks. */
    @Setup(Level.Trial)
    public void open() {
        ranks = new TwoRanks(link);
        mine = new Rank(ranks.one(), ranks.two(), true, numbers(true), numbers(true));
    }

    private Numbers numbers(boolean ofFirst) {
        Transport owner = ofFirst ? ranks.first() : ranks.second();
        return Numbers.of(memory, doubles, owner);
    }

    private void run(Step step) {
        if (partner == null) {
            Rank other = new Rank(ranks.two(), ranks.one(), false, numbers(false), numbers(false));
            last = step;
            partner =
                    Thread.ofPlatform()
                            .daemon()
                            .name("partner")
                            .start(
                                    () -> {
                                        do {
                                            step.take(other);
                                        } while (other.incoming.first() != LAST);
                                        other.close();
                                    });
            for (int i = 0; i < WARM_UP; i++) {
                step.take(mine);
            }
        }
        step.take(mine);
    }

    /**
     * Ends the partner, and the ranks with it.
     *
     * @throws InterruptedException if somebody interrupts JMH
     */
    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
        mine.outgoing.first(LAST);
        last.take(mine);
        partner.join();
        mine.close();
        ranks.close();
    }

    /** Both ways at once. */
    @Benchmark
    public void exchange() {
        run(Rank::exchange);
    }

    /** There and back. */
    @Benchmark
    public void sendAndReceive() {
        run(Rank::pingPong);
    }

    /** Both ways at once, by a request that is set up once. */
    @Benchmark
    public void persistentExchange() {
        run(Rank::persistentExchange);
    }

    /** Receive and send started, then both waited for, by requests that are set up once. */
    @Benchmark
    public void persistentSendAndReceive() {
        run(Rank::persistentSendAndReceive);
    }

    /** Receive and send started, then both waited for. */
    @Benchmark
    public void nonBlocking() {
        run(Rank::nonBlocking);
    }
}
