package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Two runtimes that reach for each other at the same moment. */
@Timeout(60)
class CrossedConnectTest {

    private static final int HANDLER = 40;

    private final List<String> losses = new CopyOnWriteArrayList<>();
    private final CountDownLatch arrived = new CountDownLatch(3);
    private final CyclicBarrier together = new CyclicBarrier(3);

    private Transport open() {
        Transport transport = Transport.open(TransportConfig.defaults());
        transport.onPeerLost(loss -> losses.add(loss.getMessage()));
        transport.handle(HANDLER, (from, stream, head, attachments) -> arrived.countDown());
        return transport;
    }

    private FutureTask<RuntimeCard> start(Callable<RuntimeCard> task) {
        FutureTask<RuntimeCard> future = new FutureTask<>(task);
        Thread.ofVirtual().start(future);
        return future;
    }

    private RuntimeCard connect(Transport from, Transport to) throws Exception {
        together.await();
        RuntimeCard found = from.connect(to.card().address(), to.card().port());
        from.post(found.id(), HANDLER, 0, new byte[8], 8, List.of());
        return found;
    }

    @RepeatedTest(30)
    void findEachOtherAndLoseNobody() throws Exception {
        try (Transport a = open();
                Transport b = open()) {
            b.learn(a.card());
            var first = start(() -> connect(a, b));
            var second = start(() -> connect(a, b));
            together.await();
            b.post(a.card().id(), HANDLER, 0, new byte[8], 8, List.of());

            assertThat(first.get()).isEqualTo(b.card());
            assertThat(second.get()).isEqualTo(b.card());
            assertThat(arrived.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(losses).isEmpty();
        }
    }

    @RepeatedTest(30)
    void findEachOtherByAddressOnBothSides() throws Exception {
        try (Transport a = open();
                Transport b = open()) {
            var first = start(() -> connect(a, b));
            var second = start(() -> connect(b, a));
            together.await();
            assertThat(first.get()).isEqualTo(b.card());
            assertThat(second.get()).isEqualTo(a.card());
            a.post(b.card().id(), HANDLER, 0, new byte[8], 8, List.of());

            assertThat(arrived.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(losses).isEmpty();
        }
    }
}
