package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** An endpoint for whose end memory is wanting: who waits for what it had begun is told. */
@Timeout(60)
class BrokenClosingTest {

    private static final int TAG = 7;
    private static final int LARGE = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final Endpoint endpoint = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();

    BrokenClosingTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private Request receiveOfAnnounced(int senderId) {
        Request receive = endpoint.irecv(there, TAG, 0, Slice.of(new byte[LARGE]));
        FrameHeader header = new FrameHeader();
        long word = (long) senderId << 48 | LARGE;
        header.set(Wire.READY_TO_SEND, ElementType.BYTE.wireId(), 0, 0, 1, 1, TAG, 0, word);
        RecordingLink.feed(peer, header, new byte[0]);
        return receive;
    }

    @Test
    void failsAllThatItHasTakenOutBefore() {
        List<Request> begun =
                List.of(
                        endpoint.issend(there, TAG, 0, Slice.of(new byte[1])),
                        receiveOfAnnounced(1),
                        receiveOfAnnounced(2));
        AtomicBoolean isShort = new AtomicBoolean(true);
        link.whenFlushed =
                () -> {
                    if (isShort.getAndSet(false)) {
                        throw new OutOfMemoryError("on purpose");
                    }
                };

        assertThatThrownBy(endpoint::close).isInstanceOf(OutOfMemoryError.class);

        assertThat(isShort).isFalse();
        assertThat(begun)
                .allSatisfy(
                        one ->
                                assertThatThrownBy(() -> one.await(PATIENCE))
                                        .isInstanceOf(TransportClosedException.class));
    }
}
