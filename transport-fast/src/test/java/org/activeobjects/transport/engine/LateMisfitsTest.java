package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/** Messages that do not fit, found while the link to their sender has no room. */
@Timeout(60)
class LateMisfitsTest {

    private static final int INT = ElementType.INT.wireId();

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final Endpoint endpoint = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();

    LateMisfitsTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private void takeMisfit(int fromEndpoint) {
        EndpointAddress from = new EndpointAddress(peer.id(), fromEndpoint);
        FrameHeader ints = new FrameHeader();
        ints.set(Wire.EAGER, INT, 0, 8, fromEndpoint, endpoint.address().id(), 1, 0, 0);
        RecordingLink.feed(peer, ints, new byte[8]);
        assertThatThrownBy(() -> endpoint.recv(from, 1, 0, Slice.of(new int[1])))
                .isInstanceOf(MessageMismatchException.class);
    }

    private List<Integer> toldOnceThereIsRoom() {
        link.isFull = false;
        alone.progress().kick();
        Awaitility.await().until(() -> !peer.hasOutput());
        List<Integer> told = new ArrayList<>();
        for (RecordingLink.Frame frame : link.sent) {
            FrameHeader header = frame.header();
            if (header.kind() == Wire.REFUSAL && header.type() == Wire.LATE_MISMATCH) {
                assertThat(header.tag()).isEqualTo(endpoint.address().id());
                told.add(header.sourceEndpoint());
            }
        }
        return told;
    }

    @Test
    void theirSendersAreToldOfTheFirstOfEachEndpointOnceThereIsRoom() {
        link.isFull = true;
        takeMisfit(1);
        takeMisfit(1);
        takeMisfit(2);

        assertThat(toldOnceThereIsRoom()).containsExactly(1, 2);

        link.isFull = true;
        takeMisfit(1);
        assertThat(toldOnceThereIsRoom())
                .as("what was told waits no more")
                .containsExactly(1, 2, 1);
    }

    /** A peer may send under any number, and read nothing. */
    @Test
    void ofAPeerThatReadsNothingOnlySomeWait() {
        link.isFull = true;
        int many = 5_000;
        for (int i = 1; i <= many; i++) {
            takeMisfit(i);
        }

        assertThat(toldOnceThereIsRoom()).hasSize(256);
        takeMisfit(many);
        assertThat(toldOnceThereIsRoom()).hasSize(257).endsWith(many);
    }
}
