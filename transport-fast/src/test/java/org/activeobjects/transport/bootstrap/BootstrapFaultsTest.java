package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the thread of the bootstrap throws for one connection costs no other, nor the thread. */
@Timeout(60)
class BootstrapFaultsTest {

    private static final int PATIENCE_S = 30;

    private final TransportConfig config =
            TransportConfig.defaults()
                    .withJob("faults-" + UUID.randomUUID(), TransportConfig.newSecret())
                    .withLinks("local");
    private final CountDownLatch ticked = new CountDownLatch(2);
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private LinkedTransport transport;
    private Socket far;

    /** Finds no memory. */
    private final class Starving implements Connection.Conversation {

        private final boolean whenItHears;

        Starving(boolean whenItHears) {
            this.whenItHears = whenItHears;
        }

        @Override
        public void onGreeting(byte[] greeting) {
            throw new OutOfMemoryError("on purpose");
        }

        @Override
        public void onFrame(int kind, byte[] body) {}

        @Override
        public void onClosed(String reason) {
            ended.complete(reason);
        }

        @Override
        public void onTick(long nowNs) {
            ticked.countDown();
            if (!whenItHears) {
                throw new OutOfMemoryError("on purpose");
            }
        }
    }

    @BeforeEach
    void open() {
        transport = LinkedTransport.open(config);
    }

    @AfterEach
    void close() throws IOException {
        far.close();
        transport.close();
    }

    private void register(Connection.Conversation conversation) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket door = new ServerSocket(0, 1, here)) {
            SocketChannel near =
                    SocketChannel.open(new InetSocketAddress(here, door.getLocalPort()));
            near.configureBlocking(false);
            far = door.accept();
            transport.server().register(new Connection(near, conversation));
        }
    }

    private void assertServes() {
        try (Transport friend = Transport.open(config)) {
            assertThat(friend.connect("127.0.0.1", transport.card().port()))
                    .isEqualTo(transport.card());
        }
    }

    @Test
    void anErrorWhileReadingEndsThatConnectionAlone() throws Exception {
        register(new Starving(true));

        far.getOutputStream().write(new Handshake(true, transport.card(), config).greeting());

        assertThat(ended.get(PATIENCE_S, TimeUnit.SECONDS))
                .contains("it failed", "OutOfMemoryError");
        assertServes();
    }

    @Test
    void anErrorAtATickEndsNothing() throws Exception {
        register(new Starving(false));

        assertThat(ticked.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();

        assertThat(ended).isNotDone();
        assertServes();
    }
}
