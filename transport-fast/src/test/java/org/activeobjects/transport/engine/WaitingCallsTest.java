package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Calls that wait, while others are at work at the same endpoint, and those that must not. */
@Timeout(60)
class WaitingCallsTest {

    private static final int TAG = 7;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final Endpoint endpoint = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();

    WaitingCallsTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private static Slice oneByte() {
        return Slice.of(new byte[1]);
    }

    @Test
    void aProbeGoesOnWhenAnotherThreadReceivesWhatItHasSeen() {
        EndpointAddress here = endpoint.address();
        CompletableFuture<Void> probing = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                for (int i = 0; i < 2_000; i++) {
                                    assertThat(endpoint.probe(here, TAG, 0).count()).isOne();
                                }
                                probing.complete(null);
                            } catch (Throwable e) {
                                probing.completeExceptionally(e);
                            }
                        });
        while (!probing.isDone()) {
            endpoint.send(here, TAG, 0, oneByte());
            endpoint.recv(here, TAG, 0, oneByte());
        }

        probing.join();
    }

    @Test
    void aVirtualThreadThatPeeksIsToldOfASendThatIsCompleteAtOnce() throws Exception {
        CompletableFuture<Request> peeked = new CompletableFuture<>();
        Thread peeking = Thread.ofVirtual().start(() -> peeked.complete(endpoint.peek()));
        while (peeking.getState() != Thread.State.WAITING
                && peeking.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        Request send = endpoint.isend(there, TAG, 0, oneByte());

        assertThat(peeked.get(20, TimeUnit.SECONDS)).isSameAs(send);
    }

    @Test
    void aReceiveThatMustNotWaitTakesNoMessageFromTheNextOne() {
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        byte[] nobodys = new byte[1];
        alone.progress()
                .execute(
                        () -> {
                            try {
                                endpoint.recv(there, TAG, 0, Slice.of(nobodys));
                            } catch (IllegalStateException e) {
                                refused.complete(e);
                            }
                        });
        assertThat(refused.join()).hasMessageContaining("must not wait");
        byte[] got = new byte[1];
        Request receive = endpoint.irecv(there, TAG, 0, Slice.of(got));

        FrameHeader eager =
                new FrameHeader().set(Wire.EAGER, ElementType.BYTE.wireId(), 0, 1, 1, 1, TAG, 0, 0);
        RecordingLink.feed(peer, eager, new byte[] {9});

        assertThat(receive.test()).isTrue();
        assertThat(got).containsExactly(9);
        assertThat(nobodys).containsExactly(0);
    }

    @Test
    void anExchangeIntoWhatIsReadOnlySendsNothing() {
        Slice constant =
                Slice.of(MemorySegment.ofArray(new byte[1]).asReadOnly(), ElementType.BYTE);

        assertThatThrownBy(() -> endpoint.exchange(there, TAG, 0, oneByte(), constant))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only");
        assertThatThrownBy(() -> endpoint.exchangeInit(there, TAG, 0, oneByte(), constant))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only");

        assertThat(link.sent).isEmpty();
    }

    @Test
    void theLongestDurationIsForEver() {
        EndpointAddress here = endpoint.address();
        Request receive = endpoint.irecv(here, TAG, 0, oneByte());
        endpoint.isend(here, TAG, 0, oneByte());
        assertThat(receive.await(ChronoUnit.FOREVER.getDuration()).count()).isOne();

        PersistentRequest again = endpoint.recvInit(here, TAG, 0, oneByte());
        again.start();
        endpoint.isend(here, TAG, 0, oneByte());
        again.await(ChronoUnit.FOREVER.getDuration());
        assertThat(again.status().count()).isOne();
    }
}
