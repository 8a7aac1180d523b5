package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.peer.Home.Farewells;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A frame that cannot be taken, in a runtime that has no memory to say so: its peer is given up
 * nevertheless, for it would wait for ever for what was lost.
 */
@Timeout(60)
class WithoutMemoryTest {

    private final AtomicBoolean hasNone = new AtomicBoolean();
    private final LoneEngine alone =
            new LoneEngine(
                    new Farewells() {
                        @Override
                        public void giveUp(Peer peer, String reason) {
                            if (hasNone.getAndSet(false)) {
                                throw new OutOfMemoryError("on purpose");
                            }
                        }

                        @Override
                        public void onPeerClosed(Peer peer, String reason) {}
                    });
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final BlockingQueue<PeerLostException> lost = new LinkedBlockingQueue<>();

    WithoutMemoryTest() {
        engine.onPeerLost(lost::add);
        peer.attach(new RecordingLink());
    }

    @AfterEach
    void close() {
        alone.close();
    }

    @Test
    void whoHasNoMemoryToGiveAPeerUpTriesAgain() throws InterruptedException {
        FrameHeader unknown = new FrameHeader().set(99, 0, 0, 0, 0, 0, 0, 0, 0);
        hasNone.set(true);
        assertThatThrownBy(() -> RecordingLink.feed(peer, unknown, new byte[0]))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(lost).isEmpty();

        alone.progress().kick(); // the next round of whoever polls
        assertThat(lost.poll(30, TimeUnit.SECONDS))
                .isNotNull()
                .hasMessageContaining("it has sent an unknown kind of frame");
    }
}
