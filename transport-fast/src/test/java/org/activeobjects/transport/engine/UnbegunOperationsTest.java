package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What the caller is told not to have begun keeps nothing, and goes on with nothing. */
@Timeout(60)
class UnbegunOperationsTest {

    private static final int TAG = 7;
    private static final int LARGE = 100_000;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final Endpoint endpoint = engine.openEndpoint();
    private final RecordingLink link = new RecordingLink();

    UnbegunOperationsTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private record Memory(Arena arena, long length) implements RegisteredBuffer.Source {

        @Override
        public MemorySegment segment() {
            return arena.allocate(length);
        }

        @Override
        public void release() {
            arena.close();
        }

        @Override
        public void forgotten() {}
    }

    private static RegisteredBuffer buffer(int length) {
        return new RegisteredBuffer(new Memory(Arena.ofShared(), length));
    }

    private void begin(String call, Slice source, Slice room) {
        switch (call) {
            case "isend" -> endpoint.isend(there, TAG, 0, source);
            case "issend" -> endpoint.issend(there, TAG, 0, source);
            case "send" -> endpoint.send(there, TAG, 0, source);
            case "exchange" -> endpoint.exchange(there, TAG, 0, source, room);
            case "sendInit" -> endpoint.sendInit(there, TAG, 0, source).start();
            default -> endpoint.exchangeInit(there, TAG, 0, source, room).start();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "isend, 8",
        "issend, 8",
        "send, 8",
        "exchange, 8",
        "sendInit, 8",
        "exchangeInit, 8",
        "isend, 100000",
        "send, 100000",
        "exchange, 100000",
        "exchangeInit, 100000"
    })
    void keepsNoRegisteredBuffer(String call, int length) {
        RegisteredBuffer from = buffer(length);
        RegisteredBuffer to = buffer(length);
        link.whileSending =
                () -> {
                    throw new OutOfMemoryError("on purpose");
                };
        try (RegisteredBuffer.View source = from.view(ElementType.BYTE);
                RegisteredBuffer.View room = to.view(ElementType.BYTE)) {
            assertThatThrownBy(() -> begin(call, source.slice(), room.slice()))
                    .isInstanceOf(OutOfMemoryError.class);
        }
        link.whileSending = () -> {};

        from.close();
        to.close();
        assertThat(from.isReleased()).isTrue();
        assertThat(to.isReleased()).isTrue();
    }

    /** Its other side would wait for ever for what nobody sends. */
    @Test
    void anExchangeWhoseRoomIsClosedWhenItBeginsTakesBackWhatItSends() throws Exception {
        RegisteredBuffer from = buffer(LARGE);
        Arena arena = Arena.ofShared();
        Slice room = Slice.of(arena.allocate(LARGE), ElementType.BYTE);
        link.whileSending = arena::close;
        CompletableFuture<Void> exchange;
        try (RegisteredBuffer.View source = from.view(ElementType.BYTE)) {
            exchange =
                    CompletableFuture.runAsync(
                            () -> endpoint.exchange(there, TAG, 0, source.slice(), room));
            long id = link.next().header().word3() >>> 48;
            link.whileSending = () -> {};
            FrameHeader message = new FrameHeader();
            int type = ElementType.BYTE.wireId();
            message.set(Wire.READY_TO_SEND, type, 0, 0, 1, 1, TAG, 0, LARGE);
            RecordingLink.feed(peer, message, new byte[0]);
            assertThatThrownBy(() -> exchange.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(TransportException.class)
                    .hasMessageContaining("the memory of a receive was closed");
            assertThat(link.next().header().kind()).isEqualTo(Wire.REFUSAL);

            FrameHeader leave = new FrameHeader();
            leave.set(Wire.CLEAR_TO_SEND, 0, 0, 0, 0, 0, 0, 0, id << 32 | 5);
            RecordingLink.feed(peer, leave, new byte[0]);
            assertThat(link.next().header().kind()).isEqualTo(Wire.ABORT);
        }
        from.close();
    }
}
