package org.activeobjects.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.ucx.binding.Ucp;
import org.activeobjects.transport.ucx.binding.UcpWorker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.stream.Stream;

/** A peer that sends what no link of ours would, straight through its endpoint of UCX. */
@Timeout(60)
class UcxHostilePeerTest {

    private final Arena arena = Arena.ofConfined();
    private final FrameRecorder received = new FrameRecorder();
    private LinkPair pair;
    private UcpWorker worker;
    private UcxLink.Wire wire;

    @BeforeEach
    void join() throws LinkUnavailableException {
        UcxHere.assume();
        TransportConfig config =
                TransportConfig.defaults().withLinks("ucx").withSetting("ucx.tls", "posix,self");
        pair = LinkPair.open(new UcxLinkProvider(), config, new FrameRecorder(), received);
        worker = ((UcxLinkService) pair.initiating).worker();
        wire = ((UcxLink) pair.near).wire();
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
        }
        arena.close();
    }

    private void send(int lane, MemorySegment message) {
        worker.lock();
        long request;
        try {
            request =
                    worker.send(
                            wire.endpoint(),
                            message.address(),
                            message.byteSize(),
                            wire.tagsOut() | lane);
        } finally {
            worker.unlock();
        }
        assertThat(request).isNotNegative();
        if (request != Ucp.OK) {
            pair.pollUntil(() -> worker.check(request) != Ucp.IN_PROGRESS, "nothing is sent");
            worker.lock();
            worker.free(request);
            worker.unlock();
        }
    }

    private MemorySegment signal(int kind, int controlTaken) {
        MemorySegment signal = arena.allocate(Frames.SIGNAL);
        Frames.putHead(signal, kind, controlTaken, 0);
        return signal;
    }

    private MemorySegment frame(FrameHeader header, int length) {
        MemorySegment frame = arena.allocate(Frames.HEAD + (long) length);
        Frames.putHead(frame, 0, 0, 0);
        Frames.putHeader(frame, header);
        return frame;
    }

    private static FrameHeader header(int flags, int length) {
        return new FrameHeader().set(1, 1, flags, length, 0, 0, 0, 0, 0);
    }

    private void expectEnd(String reason) {
        pair.pollUntil(() -> !received.closings.isEmpty(), "the link goes on");
        pair.far.poll(16);
        assertThat(received.closings).hasSize(1);
        assertThat(received.closings.getFirst()).contains(reason);
        assertThat(received.frames).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, Frames.SIGNAL - 1})
    void isCutOffForASignalOfAWrongLength(int length) {
        send(Frames.SIGNAL_TAG, signal(Frames.TAKEN, 0).asSlice(0, length));
        expectEnd("a signal that is none");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, Integer.MAX_VALUE})
    void isCutOffForHavingTakenWhatWasNeverSent(int taken) {
        send(Frames.SIGNAL_TAG, signal(Frames.TAKEN, taken));
        expectEnd("a signal that is none");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, -1})
    void isCutOffForASignalOfAnUnknownKind(int kind) {
        send(Frames.SIGNAL_TAG, signal(kind, 0));
        expectEnd("an unknown signal");
    }

    static Stream<Arguments> frames() {
        return Stream.of(
                Arguments.of("of data among the others", FrameHeader.FLAG_DATA, 8, 8),
                Arguments.of("shorter than it says", 0, 9, 8),
                Arguments.of("longer than it says", 0, 7, 8),
                Arguments.of("of a negative length", 0, -1, 8),
                Arguments.of("of an impossible length", 0, Integer.MAX_VALUE, 8));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("frames")
    void isCutOffForAFrameThatIsNone(String name, int flags, int said, int length) {
        send(Frames.CONTROL_TAG, frame(header(flags, said), length));
        expectEnd("a frame that is none");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Frames.HEAD - 1})
    void isCutOffForAFrameWithoutAHead(int length) {
        send(Frames.CONTROL_TAG, frame(header(0, 0), 0).asSlice(0, length));
        expectEnd("a frame that is none");
    }

    @Test
    void isCutOffForAFrameThatIsLongerThanAnyMayBe() {
        int length = pair.far.maxPayload() + 1;
        send(Frames.CONTROL_TAG, frame(header(0, length), length));
        expectEnd("UCX cannot receive a frame");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void canMakeNoExceptionOfRandomBytes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20 && received.closings.isEmpty(); i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            MemorySegment message =
                    arena.allocate(Math.max(1, bytes.length)).asSlice(0, bytes.length);
            message.copyFrom(MemorySegment.ofArray(bytes));
            send(1 + random.nextInt(3), message);
            pair.far.poll(16);
        }
        pair.pollUntil(() -> !received.closings.isEmpty(), "the link goes on");
        assertThat(received.closings).hasSize(1);
        assertThat(received.frames).isEmpty();
        assertThat(pair.far.trySend(header(0, 0), Slice.EMPTY, 0, 0)).as("it is closed").isTrue();
    }
}
