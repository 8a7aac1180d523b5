package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Messages that a link offers whole, in memory that the receiver copies itself. */
@Timeout(60)
class WholeArrivalTest {

    private static final int AT = 16;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final Endpoint endpoint = engine.openEndpoint();
    private final MemorySegment memory = MemorySegment.ofArray(new byte[AT + 4]);
    private final byte[] target = new byte[4];

    WholeArrivalTest() {
        peer.attach(new RecordingLink());
        for (int i = 0; i < 4; i++) {
            memory.set(ValueLayout.JAVA_BYTE, AT + i, (byte) (i + 1));
        }
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private Request receive() {
        return endpoint.irecv(new EndpointAddress(peer.id(), 1), 7, 0, Slice.of(target));
    }

    private boolean offer(int kind, int length, MemorySegment from) {
        FrameHeader header = new FrameHeader().set(kind, 1, 0, length, 1, 1, 7, 0, 0);
        return peer.receiver().onWhole(header, from, AT);
    }

    @Test
    void goToTheReceiveThatWaits() {
        Request receive = receive();

        assertThat(offer(Wire.EAGER, 4, memory)).isTrue();

        assertThat(receive.test()).isTrue();
        assertThat(target).containsExactly(1, 2, 3, 4);
    }

    @Test
    void areKeptForTheReceiveThatComesLater() {
        assertThat(offer(Wire.EAGER, 4, memory)).isTrue();
        assertThat(offer(Wire.EAGER, 0, memory)).isTrue();

        assertThat(receive().await().count()).isEqualTo(4);
        assertThat(target).containsExactly(1, 2, 3, 4);
        assertThat(receive().await().count()).isZero();
    }

    @Test
    void failTheReceiveThatTheyDoNotFit() {
        Request receive =
                endpoint.irecv(
                        new EndpointAddress(peer.id(), 1), 7, 0, Slice.of(new long[1], 0, 1));

        assertThat(offer(Wire.EAGER, 4, memory)).isTrue();

        assertThatThrownBy(receive::await).isInstanceOf(MessageMismatchException.class);
        assertThat(peer.loss()).isNull();
    }

    @Test
    void areDroppedWhenTheirEndpointIsClosed() {
        endpoint.close();

        assertThat(offer(Wire.EAGER, 4, memory)).isTrue();

        assertThat(peer.loss()).isNull();
    }

    @Test
    void ofOtherKindsAreLeftToTheLink() {
        assertThat(offer(Wire.BYE, 0, memory)).isFalse();
        assertThat(offer(Wire.MESSAGE, 4, memory)).isFalse();
    }

    @Test
    void areTakenNoMoreFromAPeerThatIsLost() {
        peer.receiver().onClosed("its process has ended", null);

        assertThat(offer(Wire.EAGER, 4, memory)).isFalse();
    }

    @Test
    void whoseMemoryIsGoneFailTheirReceive() {
        Request receive = receive();

        assertThatThrownBy(() -> offer(Wire.EAGER, 4, gone()))
                .isInstanceOf(IllegalStateException.class);

        assertThatThrownBy(receive::await)
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("could not be taken");
    }

    @Test
    void whoseMemoryIsGoneAreNotKept() {
        assertThatThrownBy(() -> offer(Wire.EAGER, 4, gone()))
                .isInstanceOf(IllegalStateException.class);

        assertThat(endpoint.iprobe(new EndpointAddress(peer.id(), 1), 7, 0)).isNull();
    }

    private static MemorySegment gone() {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(AT + 4);
        }
    }

    @Test
    void ofNonsenseCostThePeerItsLink() {
        FrameHeader header = new FrameHeader().set(Wire.EAGER, 99, 0, 4, 1, 1, 7, 0, 0);

        assertThat(peer.receiver().onWhole(header, memory, AT)).isTrue();

        assertThatThrownBy(() -> receive().await()).isInstanceOf(PeerLostException.class);
    }
}
