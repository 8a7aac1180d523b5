package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Calls that wait, while others are at work at the same endpoint, and those that must not. */
@Timeout(60)
class WaitingCallsTest {

    private static final int TAG = 7;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final Endpoint endpoint = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();

    WaitingCallsTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    /** Memory of a registered buffer. */
    private record Origin(int length) implements RegisteredBuffer.Source {

        @Override
        public MemorySegment segment() {
            return Arena.ofAuto().allocate(length);
        }

        @Override
        public void release() {}

        @Override
        public void forgotten() {}
    }

    private static Slice oneByte() {
        return Slice.of(new byte[1]);
    }

    @Test
    void aProbeGoesOnWhenAnotherThreadReceivesWhatItHasSeen() {
        EndpointAddress here = endpoint.address();
        CompletableFuture<Void> probing = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                for (int i = 0; i < 2_000; i++) {
                                    assertThat(endpoint.probe(here, TAG, 0).count()).isOne();
                                }
                                probing.complete(null);
                            } catch (Throwable e) {
                                probing.completeExceptionally(e);
                            }
                        });
        while (!probing.isDone()) {
            endpoint.send(here, TAG, 0, oneByte());
            endpoint.recv(here, TAG, 0, oneByte());
        }

        probing.join();
    }

    @Test
    void aVirtualThreadThatPeeksIsToldOfASendThatIsCompleteAtOnce() throws Exception {
        CompletableFuture<Request> peeked = new CompletableFuture<>();
        Thread peeking = Thread.ofVirtual().start(() -> peeked.complete(endpoint.peek()));
        while (peeking.getState() != Thread.State.WAITING
                && peeking.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        Request send = endpoint.isend(there, TAG, 0, oneByte());

        assertThat(peeked.get(20, TimeUnit.SECONDS)).isSameAs(send);
    }

    @Test
    void aReceiveThatMustNotWaitTakesNoMessageFromTheNextOne() {
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        byte[] nobodys = new byte[1];
        alone.progress()
                .execute(
                        () -> {
                            try {
                                endpoint.recv(there, TAG, 0, Slice.of(nobodys));
                            } catch (IllegalStateException e) {
                                refused.complete(e);
                            }
                        });
        assertThat(refused.join()).hasMessageContaining("must not wait");
        byte[] got = new byte[1];
        Request receive = endpoint.irecv(there, TAG, 0, Slice.of(got));

        FrameHeader eager =
                new FrameHeader().set(Wire.EAGER, ElementType.BYTE.wireId(), 0, 1, 1, 1, TAG, 0, 0);
        RecordingLink.feed(peer, eager, new byte[] {9});

        assertThat(receive.test()).isTrue();
        assertThat(got).containsExactly(9);
        assertThat(nobodys).containsExactly(0);
    }

    private Throwable inHandler(Runnable call) {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        alone.progress().execute(() -> end.complete(catchThrowable(call::run)));
        return end.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private void come(int kind, int flags, int length, long word) {
        FrameHeader header =
                new FrameHeader()
                        .set(kind, ElementType.BYTE.wireId(), flags, length, 1, 1, TAG, 0, word);
        RecordingLink.feed(peer, header, new byte[length]);
    }

    @Test
    void aCallThatMustNotWaitIsRefusedBeforeAnythingIsBegun() {
        Slice large = Slice.of(new byte[100_000]);
        EndpointAddress here = endpoint.address();
        come(Wire.READY_TO_SEND, 0, 0, 100_000);
        List<Runnable> calls =
                List.of(
                        () -> endpoint.send(there, TAG, 0, large),
                        () -> endpoint.send(here, TAG, 0, large),
                        () -> endpoint.ssend(there, TAG, 0, oneByte()),
                        () -> endpoint.exchange(there, TAG, 0, oneByte(), oneByte()),
                        () -> endpoint.exchange(here, TAG, 0, oneByte(), oneByte()),
                        () -> endpoint.recv(there, TAG, 0, large),
                        () -> endpoint.sendObject(there, TAG, 0, "o".repeat(100_000)),
                        () -> endpoint.recvObject(there, TAG, 1));

        for (Runnable call : calls) {
            assertThat(inHandler(call))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("must not wait")
                    .hasMessageContaining("nothing was begun");
        }

        assertThat(link.sent).isEmpty();
        assertThat(endpoint.iprobe(here, TAG, 0)).isNull();
        endpoint.irecv(there, TAG, 0, large);
        assertThat(link.sent.remove().header().kind()).isEqualTo(Wire.CLEAR_TO_SEND);
    }

    @Test
    void aRefusedReceiveLetsGoOfItsBuffer() {
        try (RegisteredBuffer buffer = new RegisteredBuffer(new Origin(8));
                RegisteredBuffer.View view = buffer.view(ElementType.BYTE)) {
            assertThat(inHandler(() -> endpoint.recv(there, TAG, 0, view.slice())))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(buffer.toString()).contains("operations=0");
        }
    }

    @Test
    void inAHandlerWhatNeedNotWaitIsDone() {
        come(Wire.EAGER, 0, 1, 0);
        come(Wire.EAGER, 0, 1, 0);

        assertThat(inHandler(() -> endpoint.recv(there, TAG, 0, oneByte()))).isNull();
        assertThat(inHandler(() -> endpoint.send(there, TAG, 0, oneByte()))).isNull();

        assertThat(link.sent).hasSize(1);
        assertThat(endpoint.recv(there, TAG, 0, oneByte()).count()).isOne();
    }

    @Test
    void aPostOfAListenerForLostPeersWaitsForNobody() {
        link.isFull = true;
        byte[] head = new byte[100_000];

        assertThat(inHandler(() -> engine.post(peer.id(), 9, 0, head, head.length, List.of())))
                .isNull();
        head[0] = 1;
        link.isFull = false;
        alone.progress().kick();

        await().atMost(Duration.ofSeconds(30)).until(() -> link.sent.size() > 1);
        assertThat(link.sent)
                .allMatch(frame -> frame.payload().length == 0 || frame.payload()[0] == 0);
    }

    @Test
    void aHandlerOfWhatARuntimeSendsToItselfWaitsForNobody() throws Exception {
        CompletableFuture<List<Throwable>> ends =
                CompletableFuture.supplyAsync(this::waitInOwnHandlers);

        assertThat(ends.get(20, TimeUnit.SECONDS))
                .hasSize(2)
                .allSatisfy(
                        end ->
                                assertThat(end)
                                        .isInstanceOf(IllegalStateException.class)
                                        .hasMessageContaining("nothing was begun"));
        endpoint.isend(endpoint.address(), TAG, 0, oneByte());
        assertThat(endpoint.recv(endpoint.address(), TAG, 0, oneByte()).count()).isOne();
    }

    private List<Throwable> waitInOwnHandlers() {
        EndpointAddress here = endpoint.address();
        endpoint.isend(here, TAG, 0, oneByte());
        endpoint.recv(here, TAG, 0, oneByte()); // this thread is known there now
        List<Throwable> ends = new ArrayList<>();
        Runnable wait =
                () -> ends.add(catchThrowable(() -> endpoint.recv(here, TAG, 0, oneByte())));
        engine.handlers().add(5, (_, _, _, _) -> wait.run());
        ActiveMessages table =
                engine.tables().open("own", own -> own.onRequest(1, "wait", _ -> wait.run()));

        engine.post(here.runtime(), 5, 0, new byte[0], 0, List.of());
        table.target(here.runtime()).request(1);
        return ends;
    }

    @Test
    void aCallOfAClosedEndpointSendsNothing() {
        endpoint.close();

        assertThatThrownBy(() -> endpoint.send(there, TAG, 0, oneByte()))
                .isInstanceOf(TransportClosedException.class);
        assertThatThrownBy(() -> endpoint.exchange(there, TAG, 0, oneByte(), oneByte()))
                .isInstanceOf(TransportClosedException.class);

        assertThat(link.sent)
                .allMatch(frame -> frame.header().kind() == Wire.ENDPOINT_CLOSED)
                .hasSize(1);
    }

    /** What is small is sent while the call lasts, and another thread may release it meanwhile. */
    @Test
    void whatIsRegisteredIsHeldWhileItIsSent() {
        List<String> uses = new ArrayList<>();
        try (RegisteredBuffer buffer = new RegisteredBuffer(new Origin(1));
                RegisteredBuffer.View view = buffer.view(ElementType.BYTE)) {
            link.whileSending = () -> uses.add(buffer.toString());
            for (Slice source : List.of(view.slice(), Slice.gather(oneByte(), view.slice()))) {
                endpoint.isend(there, TAG, 0, source);
                endpoint.send(there, TAG, 0, source);
                endpoint.sendInit(there, TAG, 0, source).start();
            }
        }
        assertThat(uses).hasSize(6).allMatch(use -> use.contains("operations=1"));
    }

    private record Closed(Slice slice, String name) {}

    /** Elements whose memory is closed, of one piece and of several, and how they are named. */
    private static List<Closed> closed() {
        Slice memory;
        Slice strided;
        try (Arena arena = Arena.ofShared()) {
            memory = Slice.of(arena.allocate(1), ElementType.BYTE);
            strided = Slice.strided(arena.allocate(2), ElementType.BYTE, 0, 1, 2, 1);
        }
        Slice view;
        try (RegisteredBuffer buffer = new RegisteredBuffer(new Origin(1));
                RegisteredBuffer.View closing = buffer.view(ElementType.BYTE)) {
            view = closing.slice();
        }
        Slice none = Slice.of(new int[0]);
        return List.of(
                new Closed(memory, "slice=BYTE[1]"),
                new Closed(view, "losed"),
                new Closed(strided, "slice=BYTE[1]"),
                new Closed(Slice.gather(none, memory), "slice=gather[1 B] part=1 BYTE[1]"),
                new Closed(Slice.gather(strided, none), "slice=gather[1 B] part=0 BYTE[1]"),
                new Closed(Slice.gather(none, view), "losed"));
    }

    @Test
    void whatIsClosedIsRefusedBeforeAnythingIsBegun() {
        for (Closed closed : closed()) {
            Slice gone = closed.slice();
            List<Runnable> calls =
                    List.of(
                            () -> endpoint.exchange(there, TAG, 0, oneByte(), gone),
                            () -> endpoint.exchange(there, TAG, 0, gone, oneByte()),
                            () -> endpoint.exchangeInit(there, TAG, 0, oneByte(), gone),
                            () -> endpoint.exchangeInit(there, TAG, 0, gone, oneByte()).start(),
                            () -> endpoint.sendInit(there, TAG, 0, gone).start(),
                            () -> endpoint.recvInit(there, TAG, 0, gone).start(),
                            () -> endpoint.irecv(there, TAG, 0, gone),
                            () -> endpoint.recv(there, TAG, 0, gone),
                            () -> endpoint.isend(there, TAG, 0, gone),
                            () -> endpoint.issend(there, TAG, 0, gone),
                            () -> endpoint.send(there, TAG, 0, gone),
                            () -> endpoint.ssend(there, TAG, 0, gone));
            for (Runnable call : calls) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("losed")
                        .hasMessageContaining(closed.name());
            }
        }

        assertThat(link.sent).isEmpty();
        come(Wire.EAGER, 0, 1, 0);
        assertThat(endpoint.recv(there, TAG, 0, oneByte()).count()).isOne();
    }

    @Test
    void aRoundWhoseRoomWasClosedMeanwhileSendsNothing() {
        PersistentRequest again;
        try (Arena arena = Arena.ofShared()) {
            Slice room = Slice.of(arena.allocate(1), ElementType.BYTE);
            again = endpoint.exchangeInit(there, TAG, 0, oneByte(), room);
        }

        assertThatThrownBy(again::start).isInstanceOf(IllegalStateException.class);

        assertThat(again.isActive()).isFalse();
        assertThat(link.sent).isEmpty();
    }

    @Test
    void whatIsReadOnlyIsNotReceivedInto() {
        MemorySegment bytes = MemorySegment.ofArray(new byte[1]).asReadOnly();
        Slice whole = Slice.of(bytes, ElementType.BYTE);
        Slice strided = Slice.strided(bytes, ElementType.BYTE, 0, 1, 1, 1);
        Slice gathered = Slice.gather(Slice.of(new byte[0]), strided);

        for (Slice constant : List.of(whole, strided, gathered)) {
            List<Runnable> calls =
                    List.of(
                            () -> endpoint.exchange(there, TAG, 0, oneByte(), constant),
                            () -> endpoint.exchangeInit(there, TAG, 0, oneByte(), constant),
                            () -> endpoint.recvInit(there, TAG, 0, constant).start(),
                            () -> endpoint.irecv(there, TAG, 0, constant));
            for (Runnable call : calls) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("read-only")
                        .hasMessageContaining(constant == gathered ? "part=1 BYTE[1]" : "BYTE[1]");
            }
            endpoint.send(there, TAG, 0, constant);
        }

        assertThat(link.sent).hasSize(3);
    }

    @Test
    void theLongestDurationIsForEver() {
        EndpointAddress here = endpoint.address();
        Request receive = endpoint.irecv(here, TAG, 0, oneByte());
        endpoint.isend(here, TAG, 0, oneByte());
        assertThat(receive.await(ChronoUnit.FOREVER.getDuration()).count()).isOne();

        PersistentRequest again = endpoint.recvInit(here, TAG, 0, oneByte());
        again.start();
        endpoint.isend(here, TAG, 0, oneByte());
        again.await(ChronoUnit.FOREVER.getDuration());
        assertThat(again.status().count()).isOne();
    }
}
