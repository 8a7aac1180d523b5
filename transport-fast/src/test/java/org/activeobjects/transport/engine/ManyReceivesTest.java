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
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.transfer.TransferTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/**
 * More receives from one peer at a time than there are numbers for them: the peer may announce a
 * message for each that it was told to send, and has not sent yet.
 */
@Timeout(60)
class ManyReceivesTest {

    private static final byte[] NONE = {};
    private static final int BYTE = ElementType.BYTE.wireId();

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final Endpoint endpoint = engine.openEndpoint();
    private final Endpoint second = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();
    private final byte[] target = new byte[1];

    ManyReceivesTest() {
        peer.attach(link);
    }

    /** Has the peer announce as many messages as there are numbers, and sends it on. */
    @BeforeEach
    void takeAllNumbers() {
        for (int i = 0; i < TransferTable.CAPACITY; i++) {
            endpoint.irecv(there, 1, 0, Slice.of(new byte[1]));
            announce(endpoint, 1, i);
        }
        assertThat(link.sent).hasSize(TransferTable.CAPACITY);
        link.sent.clear();
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private void announce(Endpoint to, int tag, int senderId) {
        FrameHeader header =
                new FrameHeader()
                        .set(
                                Wire.READY_TO_SEND,
                                BYTE,
                                0,
                                0,
                                1,
                                to.address().id(),
                                tag,
                                0,
                                (long) senderId << 48 | 1);
        RecordingLink.feed(peer, header, NONE);
    }

    private Request receiveOneMore() {
        Request receive = second.irecv(there, 2, 0, Slice.of(target));
        announce(second, 2, 7);
        assertThat(receive.test()).isFalse();
        return receive;
    }

    private void send(int receiverId, byte value) {
        FrameHeader data = new FrameHeader().set(Wire.DATA, BYTE, 0, 1, receiverId, 0, 0, 0, 0);
        RecordingLink.feed(peer, data, new byte[] {value});
    }

    @Test
    void theNextOneHasItsElementsWhenAnotherIsComplete() throws Exception {
        Request receive = receiveOneMore();
        assertThat(link.sent).isEmpty();

        send(100, (byte) 1);

        FrameHeader answer = link.next().header();
        assertThat(answer.kind()).isEqualTo(Wire.CLEAR_TO_SEND);
        assertThat(answer.word3()).isEqualTo(7L << 32 | 100);
        send(100, (byte) 5);
        assertThat(receive.test()).isTrue();
        assertThat(receive.await().count()).isOne();
        assertThat(target).containsExactly(5);
    }

    @Test
    void theOnesThatWaitFailInTurnWhenTheirEndpointIsClosed() throws Exception {
        List<Request> receives = new ArrayList<>();
        receives.add(receiveOneMore());
        receives.add(receiveOneMore());

        second.close();

        for (Request receive : receives) {
            assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
            assertThat(link.next().header().kind()).isEqualTo(Wire.REFUSAL);
        }
        assertThat(link.next().header().kind()).isEqualTo(Wire.ENDPOINT_CLOSED);
        send(100, (byte) 1);
        assertThat(link.sent).isEmpty();
    }

    /** As many as a stack would hold frames, if each were dealt with by the one before. */
    @Test
    void manyFailWhoseTurnComesWhileTheirEndpointIsClosed() {
        int many = 20_000;
        Request first = receiveOneMore();
        send(100, (byte) 1);
        assertThat(link.sent).hasSize(1); // it has this number now
        for (int i = 0; i < many; i++) {
            second.irecv(there, 2, 0, Slice.of(target));
            announce(second, 2, 8 + i);
        }
        link.sent.clear();
        link.whenFlushed =
                () -> {
                    link.whenFlushed = () -> {};
                    send(101, (byte) 1);
                };

        second.close();

        assertThatThrownBy(first::await).isInstanceOf(TransportClosedException.class);
        assertThat(peer.loss()).isNull();
        assertThat(link.sent)
                .filteredOn(frame -> frame.header().kind() != Wire.ENDPOINT_CLOSED)
                .hasSize(1 + many)
                .allMatch(frame -> frame.header().kind() == Wire.REFUSAL);
    }

    @Test
    void theOneThatWaitsFailsWithItsPeer() {
        Request receive = receiveOneMore();

        peer.lose("its process has ended", null);

        assertThatThrownBy(receive::await)
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("its process has ended");
    }
}
