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
import org.activeobjects.transport.spi.Landing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An endpoint that closes at any moment between two frames for it. */
@Timeout(120)
class ClosedWhileElementsComeTest {

    private static final int ROUNDS = 3_000;
    private static final int LENGTH = 30_000;
    private static final int FRAMES_BEFORE = 300;
    private static final int TAG = 7;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final RecordingLink link = new RecordingLink();
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    private final MemorySegment element = MemorySegment.ofArray(new byte[] {1});

    ClosedWhileElementsComeTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    /** What takes the place of its receive knows what has come; else the peer would seem to lie. */
    @Test
    void itsSenderGoesOnUntilItIsTold() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            Endpoint closing = engine.openEndpoint();
            Request receive = closing.irecv(there, TAG, 0, Slice.of(new byte[LENGTH]));
            int id = announceTo(closing);
            int frames = FRAMES_BEFORE + round * 37 % (LENGTH - FRAMES_BEFORE);
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Void> sent = new CompletableFuture<>();
            alone.progress().execute(() -> sent.complete(send(id, frames, begun)));
            begun.await();
            for (int i = 0; i < round * 13 % 300; i++) {
                Thread.onSpinWait();
            }
            closing.close();
            sent.get(30, TimeUnit.SECONDS);

            assertThat(peer.loss()).as("round %d", round).isNull();
            assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
            abort(id);
        }
    }

    private int announceTo(Endpoint receiver) throws InterruptedException {
        int to = receiver.address().id();
        int type = ElementType.BYTE.wireId();
        long word = 3L << 48 | LENGTH;
        feed(new FrameHeader().set(Wire.READY_TO_SEND, type, 0, 0, 1, to, TAG, 0, word));
        FrameHeader answer = link.next().header();
        while (answer.kind() != Wire.CLEAR_TO_SEND) {
            answer = link.next().header();
        }
        return (int) answer.word3();
    }

    private void feed(FrameHeader frame) {
        RecordingLink.feed(peer, frame, new byte[0]);
    }

    /** By the thread that polls: one element in each frame. */
    private Void send(int id, int frames, CountDownLatch begun) {
        for (int at = 0; at < frames && peer.loss() == null; at++) {
            if (at == FRAMES_BEFORE) {
                begun.countDown();
            }
            header.set(Wire.DATA, 0, FrameHeader.FLAG_DATA, 1, id, 0, 0, 0, at);
            peer.receiver().onHeader(header, landing);
            landing.put(0, element, 0, 1);
            peer.receiver().onPayload(header);
        }
        return null;
    }

    private void abort(int id) throws InterruptedException {
        CountDownLatch isDone = new CountDownLatch(1);
        alone.progress()
                .execute(
                        () -> {
                            feed(new FrameHeader().set(Wire.ABORT, 0, 1, 0, id, 0, 0, 0, 0));
                            isDone.countDown();
                        });
        isDone.await();
    }
}
