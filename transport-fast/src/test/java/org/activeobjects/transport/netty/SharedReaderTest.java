package org.activeobjects.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Random;

/** Who reads the socket: whoever polls, or the loop. */
@Timeout(60)
class SharedReaderTest {

    private static final String POLLER = "reads=poller";
    private static final String LOOP = "reads=loop";

    /** Notes the thread by which the last frame was handed over. */
    private static final class Witness extends FrameRecorder {
        private volatile Thread thread;
        private volatile Slice destination;
        private volatile long complete;

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            thread = Thread.currentThread();
            if (destination == null) {
                super.onHeader(header, landing);
            } else {
                landing.into(destination, complete);
            }
        }

        @Override
        public void onPayload(FrameHeader header) {
            if (destination == null) {
                super.onPayload(header);
            } else {
                complete += header.payloadLength();
            }
        }
    }

    private final FrameRecorder near = new FrameRecorder();
    private final Witness far = new Witness();
    private LinkPair pair;

    @BeforeEach
    void open() throws Exception {
        pair = LinkPair.open(new NettyLinkProvider(), TransportConfig.defaults(), near, far);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private static ConditionFactory eventually() {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private void send() {
        FrameHeader header = new FrameHeader().set(1, 1, 0, 8, 1, 1, 1, 1, 1);
        assertThat(pair.near.trySend(header, Slice.of(new long[1]), 0, 8)).isTrue();
        pair.near.flush();
    }

    /** Polls without a pause, as a thread does that waits, until it has got a frame itself. */
    private void exchangeUntilThePollerReads() {
        Thread me = Thread.currentThread();
        do {
            int before = far.frames.size();
            send();
            while (far.frames.size() == before) {
                var _ = pair.far.poll(16);
            }
        } while (far.thread != me || !pair.far.describe().contains(POLLER));
    }

    @Test
    void theLoopReadsUntilSomebodyPolls() {
        eventually().until(() -> pair.far.describe().contains(LOOP));
        send();
        eventually().until(() -> far.frames.size() == 1);
        assertThat(far.thread.getName()).startsWith("netty-link");
    }

    @Test
    void whoPollsReadsAndTheLoopStepsBack() {
        exchangeUntilThePollerReads();
        assertThat(far.thread).isEqualTo(Thread.currentThread());
    }

    @Test
    void theLoopReadsAsSoonAsThePollerSaysThatItWillSleep() {
        exchangeUntilThePollerReads();
        pair.far.watch();
        eventually().until(() -> pair.far.describe().contains(LOOP));
        int before = far.frames.size();
        send();
        eventually().until(() -> far.frames.size() == before + 1);
        assertThat(far.thread.getName()).startsWith("netty-link");
    }

    @Test
    void theLoopReadsWhenNobodyHasPolledForAWhile() {
        exchangeUntilThePollerReads();
        int before = far.frames.size();
        send();
        eventually().until(() -> far.frames.size() == before + 1);
        assertThat(far.thread.getName()).startsWith("netty-link");
        assertThat(pair.far.describe()).contains(LOOP);
    }

    @Test
    void aConnectionThatStaysQuietIsLeftToTheLoopThoughOthersArePolled() {
        exchangeUntilThePollerReads();
        for (int i = 0; i < 10_000; i++) {
            assertThat(pair.far.poll(16)).isZero();
        }
        eventually().until(() -> pair.far.describe().contains(LOOP));
        int before = far.frames.size();
        send();
        eventually().until(() -> pair.far.poll(16) >= 0 && far.frames.size() == before + 1);
        exchangeUntilThePollerReads();
    }

    @Test
    void tellsTheSenderAfterFramesThatTheLoopHasHandedOver() {
        send();
        eventually().until(() -> far.rooms.get() > 0);
        assertThat(far.frames).hasSize(1);
    }

    @Test
    void bulkDataGoesStraightIntoMemoryWhoeverReads() {
        int total = 20 * NettyLink.CHUNK_LENGTH;
        byte[] source = new byte[total];
        new Random(1).nextBytes(source);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(total);
            far.destination = Slice.of(memory, ElementType.BYTE);
            Random random = new Random(2);
            for (int at = 0; at < total; at += NettyLink.CHUNK_LENGTH) {
                FrameHeader header =
                        new FrameHeader()
                                .set(
                                        1,
                                        1,
                                        FrameHeader.FLAG_DATA,
                                        NettyLink.CHUNK_LENGTH,
                                        1,
                                        1,
                                        1,
                                        1,
                                        1);
                pair.send(pair.near, header, Slice.of(source), at, NettyLink.CHUNK_LENGTH);
                if (random.nextBoolean()) {
                    pair.far.watch();
                }
            }
            pair.pollUntil(() -> far.complete == total, "bulk data is missing");
            assertThat(memory.mismatch(MemorySegment.ofArray(source))).isEqualTo(-1);
        }
    }
}
