package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.peer.Peer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Peers that are connected aside, for a handler. */
@Timeout(60)
class ConnectionsTest {

    private final LoneEngine alone = new LoneEngine();
    private final Peer peer = alone.engine().learn(LoneEngine.card(2));
    private final BlockingQueue<Peer> connected = new LinkedBlockingQueue<>();
    private final AtomicBoolean hasNoThread = new AtomicBoolean(true);
    private final Connections connections = new Connections(connected::add, this::thread);

    private Thread thread(Runnable code) {
        if (hasNoThread.get()) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        return Thread.ofPlatform().daemon().unstarted(code);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    /** Else what later handlers send to that peer would wait for ever. */
    @Test
    void whoFindsNoThreadForItLetsTheNextOneTryAgain() throws InterruptedException {
        assertThatThrownBy(() -> connections.begin(peer)).isInstanceOf(OutOfMemoryError.class);
        hasNoThread.set(false);

        connections.begin(peer);

        assertThat(connected.poll(20, TimeUnit.SECONDS)).isSameAs(peer);
    }
}
