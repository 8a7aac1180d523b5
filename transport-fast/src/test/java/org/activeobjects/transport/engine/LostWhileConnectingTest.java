package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.spi.FrameHeader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A peer that is connected, sends, and is lost before the thread that waits for it looks. */
@Timeout(60)
class LostWhileConnectingTest {

    private static final int TAG = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ParkingDoorbell bell = new ParkingDoorbell();
    private final Progress progress = new Progress("test-progress", bell, 0);
    private final Engine engine =
            new Engine(
                    LoneEngine.card(1),
                    TransportConfig.defaults(),
                    progress,
                    this::come,
                    LoneEngine.LINKS_ALONE);
    private final Endpoint endpoint = engine.openEndpoint();
    private final EndpointAddress there = new EndpointAddress(LoneEngine.card(2).id(), 1);

    LostWhileConnectingTest() {
        engine.learn(LoneEngine.card(2));
    }

    @AfterEach
    void close() {
        engine.closeEndpoints();
        engine.closePeers();
        progress.close();
        bell.close();
    }

    /** What a connector finds that was a moment late. */
    private void come(Peer peer) {
        peer.attach(new RecordingLink());
        FrameHeader header = new FrameHeader();
        int type = ElementType.BYTE.wireId();
        header.set(Wire.EAGER, type, 0, 1, there.id(), endpoint.address().id(), TAG, 0, 0);
        RecordingLink.feed(peer, header, new byte[] {42});
        peer.lose("it has closed", null);
        Awaitility.await().atMost(PATIENCE).until(() -> peer.loss() != null);
        throw peer.loss();
    }

    @Test
    void whatItHasSentIsReceived() {
        byte[] got = new byte[1];

        endpoint.irecv(there, TAG, 0, Slice.of(got)).await(PATIENCE);

        assertThat(got).containsExactly(42);
    }

    @Test
    void whatItHasNotSentIsNot() {
        Request receive = endpoint.irecv(there, TAG + 1, 0, Slice.of(new byte[1]));

        assertThatThrownBy(() -> receive.await(PATIENCE))
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("it has closed");
    }

    /** Else a runtime whose peers come and go would have more and more to look at in each round. */
    @Test
    void itsLinkIsNotLookedAtIfItIsLostWhileThatIsTakenIntoUse() {
        Peer peer = engine.learn(LoneEngine.card(3));
        AtomicInteger polls = new AtomicInteger();
        peer.attach(
                new RecordingLink() {
                    @Override
                    public boolean isPolled() {
                        peer.close();
                        return true;
                    }

                    @Override
                    public int poll(int limit) {
                        polls.incrementAndGet();
                        return 0;
                    }
                });

        for (int i = 0; i < 100; i++) {
            progress.pollOnce();
        }

        assertThat(polls.get()).isLessThan(10); // a round may have been under way
    }

    /**
     * Those that have gone are remembered for long, and what was to be done at their end is not.
     */
    @Test
    void whatWasToCloseItsConnectionIsNotKept() {
        Peer peer = engine.learn(LoneEngine.card(4));
        peer.attach(new RecordingLink());
        WeakReference<Object> kept = new WeakReference<>(closing(peer));

        peer.lose("it has closed", null);

        Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        () -> {
                            System.gc();
                            return kept.refersTo(null);
                        });
        assertThat(engine.peers()).contains(peer);
    }

    private static Object closing(Peer peer) {
        Object connection = new Object();
        peer.whenDrained(connection::notifyAll);
        return connection;
    }
}
