package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.bootstrap.Liveness.LastWords;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.posix.ProcessIdentity;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** The end of a peer, of which its link and its bootstrap connection tell at the same time. */
@Timeout(60)
class LivenessTest {

    private static final int ROUNDS = 3_000;
    private static final long A_LOOK_NS = 1_500_000_000; // longer than from one to the next
    private static final String GOODBYE = "its transport was closed";

    private final TransportConfig config =
            TransportConfig.defaults()
                    .withJob("liveness-" + UUID.randomUUID(), TransportConfig.newSecret())
                    .withLinks("local");

    @Test
    void whoHasSaidWhyItClosesIsLostForThatReasonWhicheverEndsFirst() throws Exception {
        try (LinkedTransport transport = LinkedTransport.open(config);
                ExecutorService reader = Executors.newSingleThreadExecutor()) {
            for (int round = 0; round < ROUNDS; round++) {
                Peer peer = transport.engine().learn(stranger());
                Connection connection = new Connection(SocketChannel.open(), null);
                Liveness liveness = new Liveness(transport, connection, peer, new byte[0]);
                connection.conversation(liveness);
                liveness.onFrame(Frames.GOODBYE, Frames.text(GOODBYE));
                LastWords words = new LastWords(List.of(liveness), transport.contacts());
                AtomicInteger here = new AtomicInteger();

                Future<?> link =
                        reader.submit(
                                () -> {
                                    meet(here);
                                    words.onPeerClosed(peer, "the link has ended");
                                });
                meet(here);
                connection.close("the connection has ended");
                link.get();

                Awaitility.await().until(() -> peer.loss() != null);
                assertThat(peer.loss()).hasMessageContaining("it has closed: " + GOODBYE);
            }
        }
    }

    @Test
    void whoHearsNothingFromAnotherHostIsToldWhereToLook() throws Exception {
        try (LinkedTransport transport = LinkedTransport.open(config);
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                Peer peer = transport.engine().learn(stranger());
                Connection connection = new Connection(channel, null);
                Liveness liveness = new Liveness(transport, connection, peer, new byte[0]);
                connection.conversation(liveness);

                liveness.onTick(System.nanoTime() + config.heartbeat().toNanos() + 5_000_000_000L);

                Awaitility.await().until(() -> peer.loss() != null);
                assertThat(peer.loss())
                        .hasMessageMatching(".*no sign of life: silentForMs=\\d+ .*")
                        .hasMessageContaining(" heartbeatMs=10000; ")
                        .hasMessageContaining("its host or the network to it may be gone")
                        .hasMessageContaining("TransportConfig.withTimeouts");
            }
        }
    }

    @Test
    void whoWasSilentForTooLongIsToldSoBeforeItsConnectionEnds() throws Exception {
        try (LinkedTransport transport = LinkedTransport.open(config);
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel channel = SocketChannel.open(server.getLocalAddress());
                    SocketChannel silent = server.accept()) {
                Peer peer = transport.engine().learn(stranger());
                Connection connection = new Connection(channel, null);
                Liveness liveness = new Liveness(transport, connection, peer, new byte[0]);
                connection.conversation(liveness);
                liveness.tellOpen();

                liveness.onTick(System.nanoTime() + config.heartbeat().toNanos() + 5_000_000_000L);

                List<String> goodbyes = new ArrayList<>();
                ByteBuffer frames =
                        ByteBuffer.wrap(silent.socket().getInputStream().readAllBytes());
                while (frames.hasRemaining()) {
                    byte[] body = new byte[frames.getInt() - 1];
                    int kind = frames.get();
                    frames.get(body);
                    if (kind == Frames.GOODBYE) {
                        goodbyes.add(Frames.text(body));
                    }
                }
                assertThat(goodbyes)
                        .singleElement()
                        .asString()
                        .startsWith("it has given this runtime up: no sign of life: silentForMs=")
                        .contains(" heartbeatMs=10000; ", "TransportConfig.withTimeouts");
                Awaitility.await().until(() -> peer.loss() != null);
                assertThat(peer.loss()).hasMessageContaining("reason=no sign of life");
            }
        }
    }

    /** As where all of a job is suspended, and goes on. */
    @Test
    void timeInWhichThisJvmStoodStillIsNoSilenceOfItsPeers() throws Exception {
        long second = 1_000_000_000;
        long heartbeat = config.heartbeat().toNanos();
        BootstrapServer server = new BootstrapServer(InetAddress.getLoopbackAddress(), 0);
        try (LinkedTransport transport = LinkedTransport.open(config);
                ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel channel = SocketChannel.open(listener.getLocalAddress());
            channel.configureBlocking(false);
            Peer peer = transport.engine().learn(stranger());
            Connection connection = new Connection(channel, null);
            connection.conversation(new Liveness(transport, connection, peer, new byte[0]));
            server.register(connection);
            server.addArriving();
            server.tick(System.nanoTime());

            long wentOn = System.nanoTime() + 3 * heartbeat;
            server.tick(wentOn);
            server.tick(wentOn + second / 2);
            assertThat(connection.isClosed()).isFalse();

            for (long ns = second; ns < heartbeat + 2 * second; ns += second / 2) {
                server.tick(wentOn + ns);
            }
            assertThat(connection.isClosed()).isTrue();
            Awaitility.await().until(() -> peer.loss() != null);
            assertThat(peer.loss()).hasMessageContaining("reason=no sign of life: silentForMs=10");
        } finally {
            server.close();
        }
    }

    @Test
    void whoseProcessHasEndedIsLostWhileItsConnectionIsHeldOpen() throws Exception {
        Process process = new ProcessBuilder("cat").start();
        try (LinkedTransport transport = LinkedTransport.open(config);
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                Peer peer = transport.engine().learn(neighbour(transport));
                Liveness liveness =
                        livenessOf(transport, channel, peer, ProcessIdentity.of(process.pid()));
                liveness.onTick(System.nanoTime() + A_LOOK_NS);
                assertThat(channel.isOpen()).isTrue();

                process.destroyForcibly().waitFor();
                liveness.onTick(System.nanoTime() + 2 * A_LOOK_NS);

                Awaitility.await().until(() -> peer.loss() != null);
                assertThat(peer.loss()).hasMessageContaining("reason=its process is gone");
            }
        } finally {
            process.destroyForcibly();
        }
    }

    /** As those of another user are where /proc is mounted with hidepid. */
    @Test
    void whoseProcessIsHiddenFromTheFirstIsNotTakenForGone() throws Exception {
        ProcessIdentity self = ProcessIdentity.current();
        ProcessIdentity unseen =
                new ProcessIdentity(self.namespace(), self.pid(), self.startTicks() - 1);
        assertThat(unseen.isDead()).isTrue();
        try (LinkedTransport transport = LinkedTransport.open(config);
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                Peer peer = transport.engine().learn(neighbour(transport));
                Liveness liveness = livenessOf(transport, channel, peer, unseen);

                liveness.onTick(System.nanoTime() + A_LOOK_NS);

                assertThat(channel.isOpen()).isTrue();
            }
        }
    }

    private static Liveness livenessOf(
            LinkedTransport transport, SocketChannel channel, Peer peer, ProcessIdentity process)
            throws IOException {
        Connection connection = new Connection(channel, null);
        Liveness liveness = new Liveness(transport, connection, peer, Frames.text(process.text()));
        connection.conversation(liveness);
        return liveness;
    }

    private static void meet(AtomicInteger here) {
        here.incrementAndGet();
        while (here.get() < 2) {
            Thread.onSpinWait();
        }
    }

    private static RuntimeCard neighbour(LinkedTransport transport) {
        String host = transport.card().hostId();
        return new RuntimeCard(RuntimeId.random(), "", host, 1, "127.0.0.1", 1, Map.of());
    }

    private static RuntimeCard stranger() {
        return new RuntimeCard(RuntimeId.random(), "", "elsewhere", 1, "127.0.0.1", 1, Map.of());
    }
}
