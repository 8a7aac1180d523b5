package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.posix.PinnedArrays;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What a link of sockets does when a socket has no room. */
@Timeout(60)
class FullSocketTest {

    /** So that long arrays leave with their headers from the first frame on, where they can. */
    @BeforeAll
    static void findOutWhetherArraysCanBePinned() {
        var _ = PinnedArrays.get();
    }

    private final FrameRecorder near = new FrameRecorder();
    private final FrameRecorder far = new FrameRecorder();

    private LinkPair open() throws LinkUnavailableException {
        TransportConfig smallBuffers =
                TransportConfig.defaults()
                        .withSetting("tcp.sendBuffer", "16384")
                        .withSetting("tcp.receiveBuffer", "16384");
        return LinkPair.open(new TcpLinkProvider(), smallBuffers, near, far);
    }

    private static FrameHeader header(int flags, int length, int number) {
        return new FrameHeader().set(1, 1, flags, length, 1, 1, number, 0, 0);
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Test
    void losesNothingWhenTheSocketTakesFramesInPieces() throws Exception {
        try (LinkPair pair = open()) {
            List<byte[]> sent = new ArrayList<>();
            Random random = new Random(1);
            for (int i = 0; i < 300; i++) {
                boolean data = random.nextBoolean();
                byte[] payload = random(1 + random.nextInt(data ? 262_144 : 65_536), i);
                sent.add(payload);
                FrameHeader header = header(data ? FrameHeader.FLAG_DATA : 0, payload.length, i);
                pair.send(pair.near, header, Slice.of(payload), 0, payload.length);
            }
            pair.pollUntil(() -> far.frames.size() == sent.size(), "frames are missing");
            for (int i = 0; i < sent.size(); i++) {
                assertThat(far.frames.get(i).payload()).as("frame %d", i).isEqualTo(sent.get(i));
            }
        }
    }

    @Test
    void sendsWhatItHasTakenAlsoIfItsSideNeverPollsAgain() throws Exception {
        try (LinkPair pair = open()) {
            byte[] payload = random(200_000, 1);
            FrameHeader header = header(FrameHeader.FLAG_DATA, payload.length, 0);
            assertThat(pair.near.trySend(header, Slice.of(payload), 0, payload.length)).isTrue();
            assertThat(pair.near.describe()).contains("waits for room");
            pair.near.flush();
            await().until(
                            () -> {
                                pair.far.poll(16);
                                return !far.frames.isEmpty();
                            });
            assertThat(far.frames.getFirst().payload()).isEqualTo(payload);
        }
    }

    @Test
    void letsShortFramesPassLongOnesThatAFullSocketDoesNotTake() throws Exception {
        try (LinkPair pair = open()) {
            Slice payload = Slice.of(random(1 << 20, 1));
            FrameHeader first = header(FrameHeader.FLAG_DATA, 1 << 20, 0);
            assertThat(pair.near.trySend(first, payload, 0, 1 << 20)).isTrue();
            assertThat(pair.near.describe()).contains("waits for room");
            assertThat(pair.near.trySend(header(0, 300_000, 1), payload, 0, 300_000)).isFalse();
            assertThat(pair.near.trySend(header(0, 262_144, 2), payload, 0, 262_144)).isTrue();
            assertThat(pair.near.trySend(header(0, 8, 3), payload, 0, 8)).isTrue();
            pair.send(pair.near, header(0, 300_000, 4), payload, 0, 300_000);
            pair.pollUntil(() -> far.frames.size() == 4, "frames are missing");
            assertThat(far.frames.stream().map(frame -> frame.payload().length))
                    .containsExactly(1 << 20, 262_144, 8, 300_000);
        }
    }
}
