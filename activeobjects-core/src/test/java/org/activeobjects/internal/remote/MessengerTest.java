package org.activeobjects.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.Delivery;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What a runtime knows of others. */
@Timeout(60)
class MessengerTest {

    private static volatile CompletableFuture<Integer> gate;

    private final CoreRuntime here = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final CoreRuntime there = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);

    @BeforeEach
    void closeGate() {
        gate = new CompletableFuture<>();
    }

    @AfterEach
    void closeBoth() {
        gate.complete(0);
        here.close();
        there.close();
    }

    @Test
    void nothingIsKeptOfARuntimeThatIsLost() throws Exception {
        RuntimeId other = there.messenger().self();
        var _ = here.connect(there.card()).getNumberOfActiveObjects(); // has opened a link
        Peer before = here.messenger().peer(other);
        assertThat(here.messenger().peer(other)).isSameAs(before);
        CountDownLatch lost = new CountDownLatch(1);
        here.messenger().transport().onPeerLost(loss -> lost.countDown()); // told after us
        there.close();
        assertThat(lost.await(20, TimeUnit.SECONDS)).isTrue();

        // What is made for a message that cannot be sent is that message's own.
        assertThat(here.messenger().peer(other)).isNotSameAs(here.messenger().peer(other));
    }

    /** Moves away. */
    public static class Thing {
        public void move() {}
    }

    /** Gives no answer. */
    public static class Slow {
        public IntWrapper answer() {
            return new IntWrapper(gate.join());
        }
    }

    /** Where something has gone of which nobody can say any more whether it lives. */
    private static final class Nowhere implements Successor {

        private volatile boolean isUnknown;

        @Override
        public boolean hasEnded() {
            if (isUnknown) {
                throw new OutOfMemoryError("as the test wants it");
            }
            return false;
        }

        @Override
        public boolean isAnnounced() {
            return true;
        }

        /** Also the mark of a caller who was quick enough to see that it has moved. */
        @Override
        public void pass(QueuedRequest request) {
            if (request.answer() != null) {
                request.answer().failure(new BodyTerminatedException("it went nowhere"));
            }
        }

        @Override
        public void end(boolean immediate) {}

        @Override
        public void announce() {}

        @Override
        public void tell(RuntimeId holder) {}

        @Override
        public Object stub() {
            throw new AssertionError("nobody calls it");
        }

        @Override
        public void awaitPassed() {}
    }

    @Test
    void whoWaitsForALostRuntimeIsToldWhateverElseFailsAtItsLoss() {
        here.makeDefault();
        Nowhere nowhere = new Nowhere();
        Thing thing = PAActiveObject.newActive(Thing.class);
        LocalBody body = ActiveHandler.of(thing).route().body();
        body.departWith(() -> nowhere);
        thing.move();
        await().until(body::hasMoved);
        here.leases().leftBehind(body);
        Slow slow = PAActiveObject.newActive(Slow.class, null, here.connect(there.card()));
        IntWrapper answer = slow.answer();

        nowhere.isUnknown = true;
        there.messenger().transport().close(); // the runtime itself would tell of its objects

        PAFuture.waitFor(answer, 20_000);
        assertThatThrownBy(answer::getIntValue)
                .isInstanceOf(FutureMonitoringPingFailureException.class);
    }

    @Test
    void aLossIsToldWithTheStackOfWhoWaitsForItAndOnce() {
        here.makeDefault();
        Slow slow = PAActiveObject.newActive(Slow.class, null, here.connect(there.card()));
        IntWrapper answer = slow.answer();
        there.messenger().transport().close(); // the runtime itself would tell of its objects
        PAFuture.waitFor(answer, 20_000);

        assertThatThrownBy(answer::getIntValue)
                .satisfies(
                        loss ->
                                assertThat(loss.getStackTrace()[0].getClassName())
                                        .startsWith("---- result of Slow#1.answer"));
        assertThatThrownBy(slow::answer).isInstanceOf(PeerLostException.class).hasNoCause();
    }
}
