package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.posix.socket.Epoll;
import org.activeobjects.transport.posix.socket.StreamSocket;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.reflect.Field;
import java.util.Random;

/**
 * A call to the socket fails before it is made, as for want of memory or stack: here because the
 * number of the socket is taken away from it meanwhile; or the kernel refuses it, here because the
 * number is that of no socket.
 */
@Timeout(60)
class FailingCallsTest {

    private final FrameRecorder near = new FrameRecorder();
    private final FrameRecorder far = new FrameRecorder();

    private LinkPair open() throws LinkUnavailableException {
        return LinkPair.open(new TcpLinkProvider(), TransportConfig.defaults(), near, far);
    }

    private static FrameHeader header(int length, int number) {
        return new FrameHeader().set(1, 1, 0, length, 1, 1, number, 0, 0);
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static void fails(LinkPair pair, ThrowingCallable call) throws Exception {
        with(
                null,
                pair.near,
                () -> assertThatThrownBy(call).isInstanceOf(NullPointerException.class));
    }

    private static void with(Object other, Link link, Executable call) throws Exception {
        StreamSocket socket = ((TcpLink) link).socket();
        Field field = fieldOf(StreamSocket.class, "descriptor");
        Object descriptor = field.get(socket);
        field.set(socket, other);
        try {
            call.execute();
        } catch (Throwable e) {
            throw new AssertionError(e);
        } finally {
            field.set(socket, descriptor);
        }
    }

    private static Field fieldOf(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    @ParameterizedTest
    @ValueSource(ints = {40_000, 1_000_000})
    void aSendThatFailsLeavesNothingOfItsFrame(int length) throws Exception {
        try (LinkPair pair = open();
                Arena arena = Arena.ofShared()) {
            Slice memory = Slice.of(arena.allocate(length), ElementType.BYTE);

            fails(pair, () -> pair.near.trySend(header(length, 1), memory, 0, length));

            byte[] payload = random(length, 2);
            pair.send(pair.near, header(length, 2), Slice.of(payload), 0, length);
            pair.send(pair.near, header(0, 3), null, 0, 0);
            pair.pollUntil(() -> far.frames.size() == 2, "the frames after it are missing");
            assertThat(far.frames.getFirst().payload()).isEqualTo(payload);
        }
    }

    @Test
    void aFlushThatFailsIsMadeUpForByTheNextPoll() throws Exception {
        try (LinkPair pair = open()) {
            assertThat(pair.near.trySend(header(0, 1), null, 0, 0)).isTrue();

            fails(pair, pair.near::flush);

            pair.pollUntil(() -> far.frames.size() == 1, "it has not left");
        }
    }

    @Test
    void aCloseThatFailsMayBeTriedAgain() throws Exception {
        try (LinkPair pair = open()) {
            assertThat(pair.near.trySend(header(0, 1), null, 0, 0)).isTrue();

            fails(pair, pair.near::close);
            pair.near.close();

            pair.pollUntil(() -> !far.closings.isEmpty(), "the end is not told");
        }
    }

    @Test
    void aLinkThatEndsForARefusalOfThisSideIsNotEndedByThePeer() throws Exception {
        FrameRecorder told = FrameRecorder.tellingEndsOfThePeer();
        try (LinkPair pair =
                        LinkPair.open(
                                new TcpLinkProvider(), TransportConfig.defaults(), told, far);
                Epoll noSocket = new Epoll()) {
            assertThat(pair.near.trySend(header(0, 1), null, 0, 0)).isTrue();

            with(fieldOf(Epoll.class, "set").get(noSocket), pair.near, pair.near::flush);

            pair.pollUntil(() -> !told.closings.isEmpty(), "the end is not told");
            assertThat(told.closings.getFirst()).startsWith("the connection failed: ");
        }
    }
}
