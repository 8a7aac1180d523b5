package org.activeobjects.transport.engine;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.util.Map;

/** Receives that are posted while messages arrive. */
public final class MatchingStress {

    private static final int TAG = 7;
    private static final Progress PROGRESS =
            new Progress("stress-progress", new ParkingDoorbell(), 0);
    private static final RuntimeCard CARD =
            new RuntimeCard(new RuntimeId(1, 1), "h", "k", 9, "127.0.0.1", 5, Map.of());

    private MatchingStress() {}

    /** One endpoint that sends to itself. */
    abstract static class Mailbox {

        private final Engine engine =
                new Engine(CARD, TransportConfig.defaults(), PROGRESS, _ -> {}, new LinksAlone());
        private final Endpoint endpoint = engine.openEndpoint();
        final int[] first = new int[1];
        final int[] second = new int[1];
        private Request one;
        private Request other;

        final void send(int value) {
            endpoint.isend(endpoint.address(), TAG, 0, Slice.of(new int[] {value}));
        }

        final void receiveFirst(int tag) {
            one = endpoint.irecv(endpoint.address(), tag, 0, Slice.of(first));
        }

        final void receiveSecond(int tag) {
            other = endpoint.irecv(endpoint.address(), tag, 0, Slice.of(second));
        }

        final void awaitBoth(II_Result result) {
            one.await();
            other.await();
            result.r1 = first[0];
            result.r2 = second[0];
        }
    }

    /** Messages of one sender find the receives of one receiver in their order, wildcards too. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a message has overtaken another")
    @State
    public static class NoMessageOvertakes extends Mailbox {

        @Actor
        public void sender() {
            send(1);
            send(2);
        }

        @Actor
        public void receiver() {
            receiveFirst(Endpoint.ANY_TAG);
            receiveSecond(TAG);
        }

        @Arbiter
        public void look(II_Result result) {
            awaitBoth(result);
        }
    }

    /** Two receivers get one message each, whoever came first. */
    @JCStressTest
    @Outcome(id = "(1, 2|2, 1)", expect = Expect.ACCEPTABLE, desc = "one each")
    @Outcome(expect = Expect.FORBIDDEN, desc = "one message twice, or none")
    @State
    public static class EachReceiverGetsOne extends Mailbox {

        @Actor
        public void one() {
            send(1);
            receiveFirst(TAG);
            send(2);
        }

        @Actor
        public void other() {
            receiveSecond(Endpoint.ANY_TAG);
        }

        @Arbiter
        public void look(II_Result result) {
            awaitBoth(result);
        }
    }
}
