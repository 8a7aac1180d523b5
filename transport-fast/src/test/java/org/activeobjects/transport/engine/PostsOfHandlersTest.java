package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What handlers post to a peer that takes nothing. */
@Timeout(60)
class PostsOfHandlersTest {

    private static final int FORWARD = 1;
    private static final int COUNT = 2;
    private static final int LENGTH = 200_000;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer asks = engine.learn(LoneEngine.card(2));
    private final Peer takesNothing = engine.learn(LoneEngine.card(3));
    private final Peer other = engine.learn(LoneEngine.card(4));
    private final RecordingLink full = new RecordingLink();
    private final AtomicInteger forwarded = new AtomicInteger();
    private final AtomicInteger counted = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();

    PostsOfHandlersTest() {
        asks.attach(new RecordingLink());
        other.attach(new RecordingLink());
        full.isFull = true;
        takesNothing.attach(full);
        engine.handlers()
                .add(COUNT, (from, stream, head, attachments) -> counted.incrementAndGet());
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private void forward(int length) {
        engine.handlers()
                .add(
                        FORWARD,
                        (from, stream, head, attachments) -> {
                            try {
                                byte[] bytes = new byte[length];
                                bytes[0] = (byte) forwarded.incrementAndGet();
                                engine.post(takesNothing.id(), 9, 0, bytes, length, List.of());
                            } catch (RuntimeException e) {
                                faults.add(e.getMessage());
                            }
                        });
    }

    private static void come(Peer from, int handler) {
        FrameHeader header =
                new FrameHeader()
                        .set(Wire.MESSAGE, handler, FrameHeader.FLAG_URGENT, 1, 0, 0, 0, 1, 0);
        RecordingLink.feed(from, header, new byte[1]);
    }

    @Test
    void holdBackTheMessagesWhoseHandlersMakeThemAndNoOthers() throws InterruptedException {
        forward(LENGTH);
        int messages = 50;
        for (int i = 0; i < messages; i++) {
            come(asks, FORWARD);
        }
        // A little more than a MiB waits; what comes now is kept, and its sender gets no credit.
        assertThat(forwarded.get()).isEqualTo(6);
        come(asks, COUNT);
        assertThat(counted.get()).isZero();
        come(other, COUNT);
        assertThat(counted.get()).isEqualTo(1);
        assertThat(asks.describe()).contains("what their handlers post waits");

        full.isFull = false;
        alone.progress().kick();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> counted.get() == 2);
        assertThat(forwarded.get()).isEqualTo(messages);
        assertThat(faults).isEmpty();
        int next = 1;
        while (next <= messages) {
            RecordingLink.Frame frame = full.next();
            boolean isHead =
                    frame.header().kind() == Wire.BULK_DATA
                            && frame.header().destinationEndpoint() == 1
                            && frame.header().word3() == 0;
            if (isHead) {
                assertThat(frame.payload()[0]).isEqualTo((byte) next++);
            }
        }
    }

    @Test
    void areRefusedWhenOneHandlerPostsMoreThanCanBeKept() {
        engine.handlers()
                .add(
                        FORWARD,
                        (from, stream, head, attachments) -> {
                            byte[] bytes = new byte[30 << 20];
                            for (int i = 0; i < 3; i++) {
                                try {
                                    engine.post(
                                            takesNothing.id(),
                                            9,
                                            0,
                                            bytes,
                                            bytes.length,
                                            List.of());
                                    forwarded.incrementAndGet();
                                } catch (IllegalStateException e) {
                                    faults.add(e.getMessage());
                                }
                            }
                        });
        come(asks, FORWARD);
        assertThat(forwarded.get()).isEqualTo(2);
        assertThat(faults).hasSize(1);
        assertThat(faults.peek())
                .contains("limit=" + (64 << 20))
                .contains("hand such work to a thread");
    }

    @Test
    void areFailedWithTheirPeerAndReleaseWhatTheyHeldBack() {
        forward(LENGTH);
        for (int i = 0; i < 20; i++) {
            come(asks, FORWARD);
        }
        assertThat(forwarded.get()).isEqualTo(6);
        takesNothing.lose("the test says so", null);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> forwarded.get() == 20);
        assertThat(faults).hasSize(14).allMatch(text -> text.contains("the test says so"));
    }

    @Test
    void waitNoLongerThanAThreadIsTold() {
        byte[] small = new byte[100];
        byte[] large = new byte[LENGTH];
        for (byte[] head : List.of(small, large)) {
            assertThatThrownBy(
                            () ->
                                    engine.post(
                                            takesNothing.id(),
                                            COUNT,
                                            0,
                                            head,
                                            head.length,
                                            List.of(),
                                            20_000_000))
                    .isInstanceOf(TransportTimeoutException.class)
                    .hasMessageContaining(takesNothing.id().toString())
                    .hasMessageContaining("nothing was sent")
                    .extracting(e -> ((TransportTimeoutException) e).isUnsent())
                    .isEqualTo(true);
        }
        full.isFull = false;
        engine.post(takesNothing.id(), COUNT, 0, small, small.length, List.of(), 30_000_000_000L);
        assertThat(full.sent).hasSize(1);
    }

    @Test
    void goOnFromACopyWhenTheTimeIsOverInTheMidst() throws InterruptedException {
        full.isFull = false;
        full.room = 3;
        byte[] large = new byte[1 << 20];
        large[large.length - 1] = 42;
        assertThatThrownBy(
                        () ->
                                engine.post(
                                        takesNothing.id(),
                                        COUNT,
                                        0,
                                        large,
                                        large.length,
                                        List.of(),
                                        20_000_000))
                .isInstanceOf(TransportTimeoutException.class)
                .hasMessageContaining("goes on")
                .extracting(e -> ((TransportTimeoutException) e).isUnsent())
                .isEqualTo(false);
        large[large.length - 1] = 0;
        full.room = Integer.MAX_VALUE;
        alone.progress().kick();
        byte[] last = {};
        for (long sent = 0; sent < large.length; ) {
            RecordingLink.Frame frame = full.next();
            last = frame.payload();
            sent += frame.header().kind() == Wire.BULK_DATA ? last.length : 0;
        }
        assertThat(last[last.length - 1]).isEqualTo((byte) 42);
    }
}
