package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Envelope;
import org.activeobjects.transport.matching.Matcher;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;

/** What becomes of a message while which comes its peer dies, or an end is closed. */
@Timeout(60)
class ArrivalCutShortTest {

    private static final int BYTES = 4096;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final Endpoint endpoint = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();
    private final byte[] target = new byte[BYTES];

    ArrivalCutShortTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private Request receive() {
        return endpoint.irecv(new EndpointAddress(peer.id(), 1), 7, 0, Slice.of(target));
    }

    private static FrameHeader eager() {
        return new FrameHeader().set(Wire.EAGER, 1, 0, BYTES, 1, 1, 7, 0, 0);
    }

    /** The peer has sent the head of a message, and a part of its elements at most. */
    private void begins() {
        peer.receiver().onHeader(eager(), new Landing());
    }

    @Test
    void aReceiveWhosePeerIsLostAmidItsElementsFails() {
        Request receive = receive();
        begins();
        peer.lose("its process has ended", null);

        assertThatThrownBy(receive::await)
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("its process has ended");
    }

    @Test
    void aReceiveOfAMessageThatWasComingBeforeItFailsToo() {
        begins();
        Request receive = receive();
        peer.lose("its process has ended", null);

        assertThatThrownBy(receive::await).isInstanceOf(PeerLostException.class);
    }

    @Test
    void aReceiveWhoseTransportIsClosedAmidItsElementsFails() {
        Request receive = receive();
        begins();
        engine.closeEndpoints();
        engine.closePeers();

        assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
    }

    @Test
    void aMessageAnnouncedToAnEndpointThatIsClosedMeanwhileIsTurnedDown()
            throws InterruptedException {
        Matcher matcher = ((MatchedEndpoint) endpoint).station().matcher();
        endpoint.close();
        Envelope message = new Envelope();
        message.set(peer, 1, 7, 0, ElementType.BYTE, BYTES, 0);
        message.isAnnounced(5, DirectLane.NOTHING);
        matcher.announce(message);

        FrameHeader answer = link.next().header();
        assertThat(answer.kind()).isEqualTo(Wire.REFUSAL);
        assertThat(answer.type()).isEqualTo(Wire.NO_ENDPOINT);
        assertThat(answer.tag()).isEqualTo(5);
    }

    private static Slice released(int bytes) {
        try (Arena arena = Arena.ofShared()) {
            return Slice.of(arena.allocate(bytes), ElementType.BYTE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 1 << 20})
    void aSendWithinTheRuntimeFromMemoryThatIsGoneFailsAndLeavesNothingBehind(int bytes) {
        Endpoint sender = engine.openEndpoint();
        EndpointAddress to = endpoint.address();
        Request bad = sender.isend(to, 7, 0, released(bytes));
        if (bytes > BYTES) {
            Request receive = endpoint.irecv(sender.address(), 7, 0, Slice.of(new byte[bytes]));
            assertThatThrownBy(receive::await).isInstanceOf(TransportException.class);
        }
        assertThatThrownBy(bad::await).isInstanceOf(TransportException.class);

        Request good = sender.isend(to, 7, 0, Slice.of(new byte[] {5}));
        assertThat(endpoint.recv(sender.address(), 7, 0, Slice.of(target)).count()).isEqualTo(1);
        good.await();
        assertThat(target[0]).isEqualTo((byte) 5);
    }

    @Test
    void whatComesToAnEndpointThatIsClosedMeanwhileGivesItsCreditBack() {
        long credit = 0;
        for (int i = 0; i < 2000; i++) {
            Endpoint closing = engine.openEndpoint();
            FrameHeader header = eager();
            header.set(Wire.EAGER, 1, 0, BYTES, 1, closing.address().id(), 7, 0, 0);
            peer.receiver().onHeader(header, new Landing());
            closing.close();
            peer.receiver().onPayload(header);
            for (var frame = link.sent.poll(); frame != null; frame = link.sent.poll()) {
                credit += frame.header().kind() == Wire.CREDIT ? frame.header().word3() : 0;
            }
        }

        assertThat(credit).isGreaterThan(1000L * BYTES);
        assertThat(peer.loss()).isNull();
    }
}
