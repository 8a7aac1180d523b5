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
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Messages that both sides have agreed on, and of which one side takes or sends no more. */
@Timeout(60)
class BrokenOffTest {

    private static final int TAG = 7;
    private static final int BYTE = ElementType.BYTE.wireId();
    private static final int CHUNK = 8192;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final Endpoint endpoint = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();

    BrokenOffTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private void announce(int senderId, long bytes) {
        feed(Wire.READY_TO_SEND, BYTE, 1, 1, TAG, (long) senderId << 48 | bytes, 0);
    }

    private void data(int receiverId, long offset, int length) {
        feed(Wire.DATA, 0, receiverId, 0, 0, offset, length);
    }

    private void feed(int kind, int type, int from, int to, int tag, long word, int length) {
        FrameHeader header = new FrameHeader().set(kind, type, 0, length, from, to, tag, 0, word);
        RecordingLink.feed(peer, header, new byte[length]);
    }

    private int receiverId() throws InterruptedException {
        FrameHeader answer = link.next().header();
        assertThat(answer.kind()).isEqualTo(Wire.CLEAR_TO_SEND);
        return (int) answer.word3();
    }

    private void requireBrokenOff(int receiverId, String why) throws InterruptedException {
        RecordingLink.Frame told = link.next();
        assertThat(told.header().kind()).isEqualTo(Wire.REFUSAL);
        assertThat(told.header().type()).isEqualTo(Wire.BROKEN_OFF);
        assertThat(told.header().tag()).isEqualTo(receiverId);
        assertThat(new String(told.payload(), StandardCharsets.UTF_8)).contains(why);
    }

    @Test
    void aReceiveWhoseMemoryIsClosedHalfwayFailsAloneAndItsSenderIsTold() throws Exception {
        Request receive;
        int id;
        try (Arena arena = Arena.ofShared()) {
            Slice room = Slice.of(arena.allocate(3 * CHUNK), ElementType.BYTE);
            receive = endpoint.irecv(there, TAG, 0, room);
            announce(3, 3 * CHUNK);
            id = receiverId();
            data(id, 0, CHUNK);
        }
        data(id, CHUNK, CHUNK);

        requireBrokenOff(id, "the memory of a receive was closed");
        assertThatThrownBy(receive::await)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("the memory of a receive was closed");
        feed(Wire.ABORT, 0, id, 0, 0, 0, 0);

        Request next = endpoint.irecv(there, TAG, 0, Slice.of(new byte[1]));
        announce(3, 1);
        data(receiverId(), 0, 1);
        assertThat(next.await().count()).isOne();
    }

    @Test
    void theNumberIsFreeAlsoIfTheSenderHadSentAll() throws Exception {
        Request receive;
        int id;
        try (Arena arena = Arena.ofShared()) {
            Slice room = Slice.of(arena.allocate(2 * CHUNK), ElementType.BYTE);
            receive = endpoint.irecv(there, TAG, 0, room);
            announce(3, 2 * CHUNK);
            id = receiverId();
        }
        data(id, 0, CHUNK);
        data(id, CHUNK, CHUNK);

        assertThatThrownBy(receive::await).isInstanceOf(TransportException.class);
        requireBrokenOff(id, "the memory of a receive was closed");
        endpoint.irecv(there, TAG, 0, Slice.of(new byte[1]));
        announce(3, 1);
        assertThat(receiverId()).isEqualTo(id);
    }

    @Test
    void aReceiveWhoseMemoryIsClosedBeforeItsMessageIsAnnouncedRefusesIt() throws Exception {
        Request receive;
        try (Arena arena = Arena.ofShared()) {
            Slice room = Slice.of(arena.allocate(CHUNK), ElementType.BYTE);
            receive = endpoint.irecv(there, TAG, 0, room);
        }
        announce(3, CHUNK);

        FrameHeader answer = link.next().header();
        assertThat(answer.kind()).isEqualTo(Wire.REFUSAL);
        assertThat(answer.type()).isEqualTo(Wire.UNREADABLE);
        assertThat(answer.tag()).isEqualTo(3);
        assertThatThrownBy(receive::await).hasMessageContaining("the memory of a receive");
    }

    @Test
    void stridedMemoryThatIsClosedFailsItsReceiveAlone() {
        Request receive;
        try (Arena arena = Arena.ofShared()) {
            receive =
                    endpoint.irecv(
                            there,
                            TAG,
                            0,
                            Slice.strided(arena.allocate(8), ElementType.BYTE, 0, 1, 2, 4));
        }
        feed(Wire.EAGER, BYTE, 1, 1, TAG, 0, 4);

        assertThatThrownBy(receive::await).hasMessageContaining("the memory of a receive");
        Request next = endpoint.irecv(there, TAG, 0, Slice.of(new byte[4]));
        feed(Wire.EAGER, BYTE, 1, 1, TAG, 0, 4);
        assertThat(next.await().count()).isEqualTo(4);
    }

    @Test
    void anEndpointThatClosesTellsWhoSendsToIt() throws Exception {
        endpoint.irecv(there, TAG, 0, Slice.of(new byte[2 * CHUNK]));
        announce(3, 2 * CHUNK);
        int id = receiverId();
        data(id, 0, CHUNK);

        endpoint.close();

        requireBrokenOff(id, "the endpoint is closed");
    }

    /** All of the second one comes while the sender of the first is told. */
    @Test
    void anEndpointThatClosesBreaksOffNothingThatHasTakenOverANumberOfItsReceives()
            throws Exception {
        Endpoint closing = engine.openEndpoint();
        int to = closing.address().id();
        int[] ids = new int[2];
        for (int i = 0; i < ids.length; i++) {
            closing.irecv(there, TAG, 0, Slice.of(new byte[CHUNK]));
            feed(Wire.READY_TO_SEND, BYTE, 1, to, TAG, (long) (3 + i) << 48 | CHUNK, 0);
            ids[i] = receiverId();
        }
        Request other = endpoint.irecv(there, TAG, 0, Slice.of(new byte[CHUNK]));
        AtomicBoolean isTold = new AtomicBoolean();
        link.whenFlushed =
                () -> {
                    if (isTold.compareAndSet(false, true)) {
                        data(ids[1], 0, CHUNK);
                        announce(5, CHUNK);
                    }
                };

        closing.close();

        requireBrokenOff(ids[0], "the endpoint is closed");
        assertThat(receiverId()).as("the number is used again").isEqualTo(ids[1]);
        assertThat(link.sent)
                .extracting(frame -> frame.header().kind())
                .containsExactly(Wire.ENDPOINT_CLOSED);
        data(ids[1], 0, CHUNK);
        assertThat(other.await(Duration.ofSeconds(20)).count()).isEqualTo(CHUNK);
    }

    @Test
    void anEndpointThatClosesWhileItAnswersTellsWhoSendsToItWhateverIsFirst() {
        for (int round = 1; round <= 3_000; round++) {
            Endpoint closing = engine.openEndpoint();
            Request receive = closing.irecv(there, TAG, 0, Slice.of(new byte[CHUNK]));
            AtomicBoolean isThere = new AtomicBoolean();
            CompletableFuture<Void> end =
                    CompletableFuture.runAsync(
                            () -> {
                                isThere.set(true);
                                closing.close();
                            });
            while (!isThere.get()) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < round % 200; i++) {
                Thread.onSpinWait();
            }
            feed(Wire.READY_TO_SEND, BYTE, 1, closing.address().id(), TAG, 3L << 48 | CHUNK, 0);
            end.orTimeout(30, TimeUnit.SECONDS).join();

            assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
            List<FrameHeader> told =
                    link.sent.stream()
                            .map(RecordingLink.Frame::header)
                            .filter(header -> header.kind() != Wire.ENDPOINT_CLOSED)
                            .toList();
            link.sent.clear();
            FrameHeader first = told.getFirst();
            if (first.kind() == Wire.CLEAR_TO_SEND) {
                int id = (int) first.word3();
                assertThat(told).as("round %d", round).hasSize(2);
                assertThat(told.getLast().type()).isEqualTo(Wire.BROKEN_OFF);
                assertThat(told.getLast().tag()).isEqualTo(id);
                feed(Wire.ABORT, 0, id, 0, 0, 0, 0);
            } else {
                assertThat(told).as("round %d", round).hasSize(1);
                assertThat(first.kind()).isEqualTo(Wire.REFUSAL);
                assertThat(first.type()).isEqualTo(Wire.NO_ENDPOINT);
                assertThat(first.tag()).isEqualTo(3);
            }
        }
    }

    private Request sendHalf(int receiverId) throws InterruptedException {
        link.room = 3;
        Request send = endpoint.isend(there, TAG, 0, Slice.of(new byte[10 * CHUNK]));
        assertThat(link.next().header().kind()).isEqualTo(Wire.READY_TO_SEND);
        feed(Wire.CLEAR_TO_SEND, 0, 0, 0, 0, receiverId, 0);
        alone.progress().kick();
        assertThat(link.next().header().kind()).isEqualTo(Wire.DATA);
        assertThat(send.test()).isFalse();
        return send;
    }

    @Test
    void aSendOfWhichTheReceiverTakesNoMoreFails() throws Exception {
        Request send = sendHalf(5);

        String why = "the endpoint is closed";
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        FrameHeader refusal =
                new FrameHeader().set(Wire.REFUSAL, Wire.BROKEN_OFF, 0, text.length, 0, 0, 5, 0, 0);
        RecordingLink.feed(peer, refusal, text);

        assertThatThrownBy(send::await)
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining(why);
        link.room = Integer.MAX_VALUE;
        alone.progress().kick();
        FrameHeader last = link.next().header();
        while (last.kind() == Wire.DATA) {
            last = link.next().header();
        }
        assertThat(last.kind()).isEqualTo(Wire.ABORT);
        assertThat(last.sourceEndpoint()).isEqualTo(5);

        RecordingLink.feed(peer, refusal, text); // of one that is over: nothing to be done
        assertThat(peer.loss()).isNull();
    }

    @Test
    void aSendWhoseLinkBreaksIsNotComplete() throws Exception {
        Request send = sendHalf(5);

        link.isBroken = true; // it takes everything from now on, and nothing arrives
        for (int i = 0; i < 20; i++) {
            assertThat(send.test()).isFalse();
        }
        peer.lose("its process has ended", null);

        assertThatThrownBy(send::await)
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("its process has ended");
        assertThat(List.of(send.test())).containsExactly(true);
    }

    /** Its receive has no number, and the number of nobody is that of another receive. */
    @Test
    void aSendOfNothingWhoseEndpointHasClosedEndsNoOtherTransferOfItsReceiver() throws Exception {
        Endpoint closing = engine.openEndpoint();
        var _ = closing.issend(there, TAG, 0, Slice.of(new byte[0]));
        int senderId = (int) (link.next().header().word3() >>> 48);
        closing.close();
        assertThat(link.next().header().kind()).isEqualTo(Wire.ENDPOINT_CLOSED);
        feed(Wire.CLEAR_TO_SEND, 0, 0, 0, 0, (long) senderId << 32, 0);

        assertThat(link.sent).isEmpty();
    }
}
