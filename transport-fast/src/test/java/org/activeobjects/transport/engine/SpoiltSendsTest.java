package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.OutboundMessage;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What has waited for room and cannot be sent any more fails, and holds up nothing behind it. */
@Timeout(60)
class SpoiltSendsTest {

    private static final int TAG = 7;
    private static final int HANDLER = 9;
    private static final int SMALL = 4096;
    private static final int LARGE = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final Endpoint endpoint = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();

    @TempDir Path folder;

    SpoiltSendsTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private void makeRoom() {
        link.isFull = false;
        alone.progress().kick();
    }

    private int nextKind() throws InterruptedException {
        return link.next().header().kind();
    }

    /** Memory of a file, for as long as that is not cut short. */
    private MemorySegment map(FileChannel file, int length) throws IOException {
        return file.map(FileChannel.MapMode.READ_WRITE, 0, length, Arena.ofAuto());
    }

    private FileChannel newFile() throws IOException {
        return FileChannel.open(
                folder.resolve("elements"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    @Test
    void failAloneWhenTheFileOfASendWasCutShort() throws Exception {
        link.isFull = true;
        Request send;
        try (FileChannel file = newFile()) {
            Slice source = Slice.of(map(file, SMALL), ElementType.BYTE);
            send = endpoint.isend(there, TAG, 0, source);
            file.truncate(0);
        }
        Request behind = endpoint.isend(there, TAG, 0, Slice.of(new byte[1]));

        makeRoom();

        assertThat(behind.await(PATIENCE)).isNull();
        assertThat(link.next().header().payloadLength()).isOne();
        assertThatThrownBy(() -> send.await(PATIENCE))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("the memory of a send cannot be read");
    }

    @Test
    void failAloneWhenTheFileOfATransferWasCutShort() throws Exception {
        Request send;
        try (FileChannel file = newFile()) {
            Slice source = Slice.of(map(file, LARGE), ElementType.BYTE);
            send = endpoint.isend(there, TAG, 0, source);
            file.truncate(0);
        }
        assertThat(nextKind()).isEqualTo(Wire.READY_TO_SEND);
        RecordingLink.feed(
                peer,
                new FrameHeader().set(Wire.CLEAR_TO_SEND, 0, 0, 0, 0, 0, 0, 0, 5),
                new byte[0]);
        alone.progress().kick();

        assertThatThrownBy(() -> send.await(PATIENCE))
                .hasMessageContaining("the memory of a send cannot be read");
        assertThat(nextKind()).isEqualTo(Wire.ABORT);
    }

    @Test
    void failAloneWhenTheFileOfAPostWasCutShort() throws Exception {
        link.isFull = true;
        CompletableFuture<Void> post;
        try (FileChannel file = newFile()) {
            Slice source = Slice.of(map(file, SMALL / 2), ElementType.BYTE);
            post = CompletableFuture.runAsync(() -> post(1, source));
            awaitQueued();
            file.truncate(0);
        }
        CompletableFuture<Void> behind = CompletableFuture.runAsync(() -> post(2));

        makeRoom();

        behind.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(link.next().payload()).containsExactly(2);
        assertThatThrownBy(() -> post.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(TransportException.class)
                .hasMessageContaining("the memory of a send cannot be read");
    }

    @Test
    void areNoPostsOfGatherLists() throws Exception {
        link.isFull = true;
        Slice gathered = Slice.gather(Slice.of(new byte[] {3}), Slice.of(new byte[] {4}));
        CompletableFuture<Void> post = CompletableFuture.runAsync(() -> post(1, gathered));
        awaitQueued();
        makeRoom();

        post.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(link.next().payload()).endsWith(1, 3, 4);
    }

    @Test
    void sayWhyWhenTheirTimeIsOverAndTheirMemoryGone() throws Exception {
        Arena arena = Arena.ofShared();
        Slice source = Slice.of(arena.allocate(LARGE), ElementType.BYTE);
        link.room = 1; // it is announced, and no more
        link.whileSending = arena::close;
        assertThatThrownBy(
                        () ->
                                engine.post(
                                        peer.id(),
                                        HANDLER,
                                        0,
                                        new byte[1],
                                        1,
                                        List.of(source),
                                        1_000_000))
                .isExactlyInstanceOf(TransportException.class)
                .hasMessageContaining("the memory of a send was closed")
                .hasMessageContaining("BYTE[" + LARGE + "]");

        link.whileSending = () -> {};
        link.room = Integer.MAX_VALUE;
        alone.progress().kick();
        int kind = nextKind();
        while (kind == Wire.BULK || kind == Wire.BULK_DATA) {
            kind = nextKind();
        }
        assertThat(kind).isEqualTo(Wire.BULK_ABORT);
    }

    @Test
    void needNotKeepWhatIsSentAlreadyWhenTheirTimeIsOver() throws Exception {
        Arena arena = Arena.ofShared();
        Slice first = Slice.of(arena.allocate(SMALL), ElementType.BYTE);
        byte[] second = new byte[LARGE];
        byte[] head = {1};
        List<Slice> attachments = List.of(first, Slice.of(second));
        OutboundMessage message = new OutboundMessage(HANDLER, 0, head, 1, attachments);
        link.room = 4; // announcement, table, head, first
        assertThat(peer.messages().start(message)).isTrue();
        alone.progress().kick();
        Awaitility.await().until(() -> link.sent.size() == 4);
        arena.close();

        assertThat(peer.messages().giveUp(message)).isFalse();
        Arrays.fill(second, (byte) 7);
        link.room = Integer.MAX_VALUE;
        alone.progress().kick();
        int left = LARGE;
        for (int i = 0; left > 0; i++) {
            byte[] payload = link.next().payload();
            left -= i < 4 ? 0 : payload.length;
            assertThat(payload).doesNotContain(7);
        }
        Awaitility.await().until(message::isComplete);
        assertThat(message.failure()).isNull();
    }

    private void post(int head, Slice... attachments) {
        byte[] bytes = {(byte) head};
        engine.post(peer.id(), HANDLER, 0, bytes, 1, List.of(attachments));
    }

    private void awaitQueued() {
        Awaitility.await().until(() -> peer.describe().contains("messages=0+1"));
    }
}
