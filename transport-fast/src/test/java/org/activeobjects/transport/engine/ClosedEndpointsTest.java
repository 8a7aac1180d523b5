package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

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

import java.util.List;

/** What two runtimes tell each other of endpoints that are closed. */
@Timeout(60)
class ClosedEndpointsTest {

    private static final int TAG = 7;
    private static final int BYTE = ElementType.BYTE.wireId();

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final RecordingLink link = new RecordingLink();

    @AfterEach
    void close() {
        alone.close();
    }

    private void feed(int kind, int type, int from, int to, long word) {
        FrameHeader header = new FrameHeader().set(kind, type, 0, 0, from, to, TAG, 0, word);
        RecordingLink.feed(peer, header, new byte[0]);
    }

    private void eagerFor(int endpoint) {
        feed(Wire.EAGER, BYTE, 1, endpoint, 0);
    }

    private List<Integer> kinds() {
        return link.sent.stream().map(frame -> frame.header().kind()).toList();
    }

    @Test
    void aPeerIsToldBehindWhatTheEndpointHasSentAndOnce() {
        peer.attach(link);
        Endpoint closing = engine.openEndpoint();
        closing.isend(new EndpointAddress(peer.id(), 1), TAG, 0, Slice.of(new byte[3]));
        closing.close();
        closing.close();
        eagerFor(1);

        assertThat(kinds()).containsExactly(Wire.EAGER, Wire.ENDPOINT_CLOSED);
    }

    @Test
    void aPeerThatConnectsLaterIsToldWhenItSendsThere() {
        engine.openEndpoint().close();
        engine.openEndpoint().close();
        peer.attach(link);
        assertThat(link.sent).isEmpty();

        eagerFor(2);
        eagerFor(2);
        assertThat(kinds()).containsExactly(Wire.ENDPOINT_CLOSED);
        assertThat(link.sent.peek().header().sourceEndpoint()).isEqualTo(2);

        feed(Wire.READY_TO_SEND, BYTE, 1, 1, 3L << 48 | 5000);
        assertThat(kinds())
                .containsExactly(Wire.ENDPOINT_CLOSED, Wire.REFUSAL, Wire.ENDPOINT_CLOSED);
    }

    @Test
    void ofANumberThatHasNotBeenOpenNothingIsSaid() {
        peer.attach(link);
        eagerFor(1);
        eagerFor(0);
        eagerFor(-1);
        assertThat(link.sent).isEmpty();

        engine.openEndpoint().close();
        assertThat(kinds()).containsExactly(Wire.ENDPOINT_CLOSED);
    }

    @Test
    void aRuntimeThatClosesSaysNothingOfItsEndpoints() {
        peer.attach(link);
        var _ = engine.openEndpoint();
        engine.closeEndpoints();
        eagerFor(1);

        assertThat(link.sent).isEmpty();
    }

    @Test
    void whateverNumberAPeerNamesWhoWaitsForThatOneAloneIsTold() {
        peer.attach(link);
        Endpoint endpoint = engine.openEndpoint();
        for (int id : new int[] {1, 63, 64, 1 << 19, 1 << 20, Integer.MAX_VALUE}) {
            Request waiting = receive(endpoint, id);
            Request other = receive(endpoint, id ^ 2);
            feed(Wire.ENDPOINT_CLOSED, 0, id, 0, 0);

            assertThatThrownBy(waiting::await)
                    .isInstanceOf(TransportClosedException.class)
                    .hasMessageContaining("the endpoint is closed: endpoint=")
                    .hasMessageContaining("#" + id + ";");
            assertThat(other.test()).isFalse();
            assertThat(other.cancel()).isTrue();
        }
        assertThat(peer.loss()).isNull();
    }

    @Test
    void theReasonIsSaidInABoundedText() {
        peer.attach(link);
        engine.openEndpoint().close("a\nä");
        engine.openEndpoint().close("x".repeat(Wire.MAX_TEXT + 1));
        engine.openEndpoint().close("");

        assertThat(kinds()).containsOnly(Wire.ENDPOINT_CLOSED);
        assertThat(link.sent)
                .extracting(RecordingLink.Frame::payload)
                .containsExactly(
                        "a\nä".getBytes(UTF_8),
                        "x".repeat(Wire.MAX_TEXT).getBytes(UTF_8),
                        new byte[0]);
    }

    @Test
    void theLastReasonsOfAPeerAreKeptForWhoBeginsToWaitLater() {
        peer.attach(link);
        Endpoint endpoint = engine.openEndpoint();
        Request waiting = receive(endpoint, 1);
        for (int id = 1; id <= 17; id++) {
            byte[] reason = ("reason " + id).getBytes(UTF_8);
            FrameHeader header = new FrameHeader();
            header.set(Wire.ENDPOINT_CLOSED, 0, 0, reason.length, id, 0, 0, 0, 0);
            RecordingLink.feed(peer, header, reason);
        }

        assertThatThrownBy(waiting::await).hasMessageContaining("#1 reason=reason 1");
        assertThatThrownBy(receive(endpoint, 1)::await)
                .hasMessageContaining("#1; nothing comes from it any more");
        assertThatThrownBy(receive(endpoint, 2)::await).hasMessageEndingWith("#2 reason=reason 2");
        assertThatThrownBy(receive(endpoint, 17)::await)
                .hasMessageEndingWith("#17 reason=reason 17");
    }

    private Request receive(Endpoint endpoint, int from) {
        EndpointAddress source = new EndpointAddress(peer.id(), from);
        return endpoint.irecv(source, TAG, 0, Slice.of(new byte[1]));
    }
}
