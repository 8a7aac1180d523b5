package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.object.ObjectCodec;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** An object that its codec takes, and for which there is no memory. */
@Timeout(60)
class HugeObjectsTest {

    private static final int TAG = 7;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String WHY = "there is no memory for this one";

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final Endpoint endpoint = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();

    HugeObjectsTest() {
        peer.attach(link);
        endpoint.useCodec(new Limitless());
    }

    @AfterEach
    void close() {
        alone.close();
    }

    /** Takes objects that are longer than any array. */
    private static final class Limitless implements ObjectCodec {

        @Override
        public byte[] encode(Object object) {
            return (byte[]) object;
        }

        @Override
        public Object decode(byte[] bytes) {
            return bytes;
        }

        @Override
        public int maxLength() {
            return Integer.MAX_VALUE;
        }
    }

    private void announce() {
        long word = 3L << 48 | Integer.MAX_VALUE;
        int type = ElementType.BYTE.wireId();
        RecordingLink.feed(
                peer,
                new FrameHeader()
                        .set(Wire.READY_TO_SEND, type, Wire.FLAG_OBJECT, 0, 1, 1, TAG, 0, word),
                new byte[0]);
    }

    private void requireRefusedTo(Request receive) throws InterruptedException {
        assertThatThrownBy(() -> receive.await(PATIENCE))
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining(WHY);
        RecordingLink.Frame told = link.next();
        assertThat(told.header().kind()).isEqualTo(Wire.REFUSAL);
        assertThat(told.header().type()).isEqualTo(Wire.MISMATCH);
        assertThat(new String(told.payload(), StandardCharsets.UTF_8)).contains(WHY);
        assertThat(peer.loss()).isNull();
    }

    @Test
    void failsOnBothSidesIfItsReceiveIsPosted() throws InterruptedException {
        Request receive = endpoint.irecvObject(there, TAG, 0);
        announce();

        requireRefusedTo(receive);
    }

    @Test
    void failsOnBothSidesIfItIsAnnouncedFirst() throws InterruptedException {
        announce();
        Request receive = endpoint.irecvObject(there, TAG, 0);

        requireRefusedTo(receive);
    }
}
