package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Envelope;
import org.activeobjects.transport.matching.Matcher;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.matching.Unexpected;
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
import java.lang.foreign.MemorySegment;

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

    @ParameterizedTest(name = "its receive is begun before: {0}")
    @ValueSource(booleans = {true, false})
    void aMessageThatWasKeptWhileItCameFailsItsReceiveToo(boolean early) {
        begins();
        Endpoint.Message kept = endpoint.improbe(new EndpointAddress(peer.id(), 1), 7, 0);
        Request receive = early ? kept.irecv(Slice.of(target)) : null;
        peer.lose("its process has ended", null);

        receive = early ? receive : kept.irecv(Slice.of(target));
        assertThatThrownBy(receive::await)
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("its process has ended");
    }

    @Test
    void aMessageThatWasKeptWhileItCameIsReceivedWhenAllOfItIsThere() {
        FrameHeader header = eager();
        Landing landing = new Landing();
        peer.receiver().onHeader(header, landing);
        Endpoint.Message kept = endpoint.improbe(new EndpointAddress(peer.id(), 1), 7, 0);
        Request another = receive();
        Request receive = kept.irecv(Slice.of(new byte[BYTES]));
        assertThat(receive.test()).isFalse();

        peer.receiver().onPayload(header);
        assertThat(receive.await().count()).isEqualTo(BYTES);
        assertThat(another.cancel()).as("no other receive has got it").isTrue();
    }

    @Test
    void aMessageThatWasKeptAndDoesNotComeFailsItsReceiveOnly() {
        Matcher matcher = ((MatchedEndpoint) endpoint).station().matcher();
        Envelope message = new Envelope();
        message.set(peer, 1, 7, 0, ElementType.BYTE, BYTES, 0);
        Object coming = matcher.arrive(message);
        Endpoint.Message kept = endpoint.improbe(new EndpointAddress(peer.id(), 1), 7, 0);
        Request another = receive();
        matcher.willNotCome((Unexpected) coming, new TransportException("no room for it"));

        assertThatThrownBy(kept.irecv(Slice.of(target))::await)
                .isInstanceOf(TransportException.class)
                .hasMessage("no room for it");
        assertThat(another.cancel()).as("it waits on").isTrue();
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
    void theRestOfAMessageIsDroppedWhoseEndpointIsClosedAmidItsElements() {
        Request receive = receive();
        FrameHeader header = eager();
        Landing landing = new Landing();
        peer.receiver().onHeader(header, landing);
        assertThat(landing.slice()).isNotNull();

        endpoint.close();

        assertThat(landing.slice()).isNull();
        assertThatThrownBy(receive::await)
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("endpoint");
        peer.receiver().onPayload(header);
        assertThat(peer.loss()).isNull();
    }

    @Test
    void closingAnEndpointLeavesTheMessageOfAnotherAlone() {
        Request receive = receive();
        FrameHeader header = eager();
        Landing landing = new Landing();
        peer.receiver().onHeader(header, landing);

        engine.openEndpoint().close();

        assertThat(landing.slice()).isNotNull();
        peer.receiver().onPayload(header);
        assertThat(receive.await().count()).isEqualTo(BYTES);
    }

    @Test
    void aReceiveOfAMessageThatWasComingBeforeItEndsWithItsEndpoint() {
        FrameHeader header = eager();
        Landing landing = new Landing();
        peer.receiver().onHeader(header, landing);
        Request receive = receive();

        endpoint.close();

        assertThat(landing.slice()).isNull();
        assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
        peer.receiver().onPayload(header);
        assertThat(target).containsOnly(0);
    }

    @Test
    void theRestOfAnAnnouncedMessageIsDroppedWhoseEndpointIsClosed() throws InterruptedException {
        Request receive = receive();
        int number = announceAndAwaitLeave();
        FrameHeader header =
                new FrameHeader()
                        .set(Wire.DATA, 0, FrameHeader.FLAG_DATA, BYTES / 2, number, 0, 0, 0, 0);
        Landing landing = new Landing();
        peer.receiver().onHeader(header, landing);
        assertThat(landing.slice()).isNotNull();

        endpoint.close();

        assertThat(landing.slice()).isNull();
        assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
        peer.receiver().onPayload(header);
        header.set(Wire.DATA, 0, FrameHeader.FLAG_DATA, BYTES / 2, number, 0, 0, 0, BYTES / 2);
        peer.receiver().onHeader(header, landing);
        assertThat(landing.slice()).isNull();
        peer.receiver().onPayload(header);
        assertThat(peer.loss()).isNull();
    }

    private int announceAndAwaitLeave() throws InterruptedException {
        FrameHeader header =
                new FrameHeader().set(Wire.READY_TO_SEND, 1, 0, 0, 1, 1, 7, 0, 5L << 48 | BYTES);
        peer.receiver().onHeader(header, new Landing());
        FrameHeader answer = link.next().header();
        assertThat(answer.kind()).isEqualTo(Wire.CLEAR_TO_SEND);
        return (int) answer.word3();
    }

    @Test
    void anEndpointMayBeClosedByTheThreadThatMovesTheLinks() {
        Request receive = receive();
        begins();
        alone.progress().execute(endpoint::close);

        assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
    }

    @Test
    void aReceiveThatWasMatchedBeforeItsEndpointWasClosedEndsAndGetsNothing()
            throws InterruptedException {
        Station station = ((MatchedEndpoint) endpoint).station();
        Operation receive = new Operation(station);
        receive.receive(peer, 1, 7, 0, Slice.of(target));
        Envelope message = new Envelope();
        message.set(peer, 1, 7, 0, ElementType.BYTE, BYTES, 0);
        message.announced(5, DirectLane.NOTHING);
        receive.matched(message);
        endpoint.close();

        peer.accept(receive); // by the thread that has matched it, after the other has closed

        assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
        int number = (int) link.next().header().word3();
        Landing landing = new Landing();
        peer.receiver()
                .onHeader(
                        new FrameHeader()
                                .set(
                                        Wire.DATA,
                                        0,
                                        FrameHeader.FLAG_DATA,
                                        BYTES,
                                        number,
                                        0,
                                        0,
                                        0,
                                        0),
                        landing);
        assertThat(landing.slice()).isNull();
    }

    @Test
    void aSendThatMeetsTheEndOfItsEndpointEnds() {
        Station station = ((MatchedEndpoint) endpoint).station();
        Operation send = new Operation(station);
        send.send(peer, 1, 7, 0, Slice.of(new byte[1 << 20]), 0);
        endpoint.close();

        peer.start(send);

        assertThatThrownBy(send::await).isInstanceOf(TransportClosedException.class);
    }

    @Test
    void aSendWithinTheRuntimeThatNobodyReceivesEndsWithItsEndpoint() {
        Endpoint sender = engine.openEndpoint();
        Request send = sender.issend(endpoint.address(), 7, 0, Slice.of(new byte[BYTES]));
        assertThat(endpoint.iprobe(sender.address(), 7, 0)).isNotNull();

        sender.close();

        assertThatThrownBy(send::await).isInstanceOf(TransportClosedException.class);
        assertThat(endpoint.iprobe(EndpointAddress.ANY_SOURCE, 7, 0)).isNull();
        assertThatThrownBy(() -> endpoint.iprobe(sender.address(), 7, 0))
                .isInstanceOf(TransportClosedException.class);
    }

    @Test
    void aReceiveIntoMemoryThatIsGoneFailsAndGivesTheCreditBack() throws InterruptedException {
        long credit = 0;
        for (int i = 0; i < 2000; i++) {
            RecordingLink.feed(peer, eager(), new byte[BYTES]);
            Request receive =
                    endpoint.irecv(new EndpointAddress(peer.id(), 1), 7, 0, released(BYTES));
            assertThatThrownBy(receive::await).isInstanceOf(TransportException.class);
            for (var frame = link.sent.poll(); frame != null; frame = link.sent.poll()) {
                credit += frame.header().kind() == Wire.CREDIT ? frame.header().word3() : 0;
            }
        }

        assertThat(credit).isGreaterThan(1000L * BYTES);
        assertThat(peer.loss()).isNull();
    }

    @Test
    void aMessageAnnouncedToAnEndpointThatIsClosedMeanwhileIsTurnedDown()
            throws InterruptedException {
        Matcher matcher = ((MatchedEndpoint) endpoint).station().matcher();
        endpoint.close();
        assertThat(link.next().header().kind()).isEqualTo(Wire.ENDPOINT_CLOSED);
        Envelope message = new Envelope();
        message.set(peer, 1, 7, 0, ElementType.BYTE, BYTES, 0);
        message.announced(5, DirectLane.NOTHING);
        matcher.announce(message);

        FrameHeader answer = link.next().header();
        assertThat(answer.kind()).isEqualTo(Wire.REFUSAL);
        assertThat(answer.type()).isEqualTo(Wire.NO_ENDPOINT);
        assertThat(answer.tag()).isEqualTo(5);
    }

    /** Of a registered buffer, at whose memory no call looks before it copies. */
    private static Slice released(int bytes) {
        try (Arena arena = Arena.ofShared()) {
            return new RegisteredBuffer(new Origin(arena.allocate(bytes)))
                    .view(ElementType.BYTE)
                    .slice();
        }
    }

    /** Memory that goes before its buffer. */
    private record Origin(MemorySegment segment) implements RegisteredBuffer.Source {

        @Override
        public void release() {}

        @Override
        public void forgotten() {}
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
