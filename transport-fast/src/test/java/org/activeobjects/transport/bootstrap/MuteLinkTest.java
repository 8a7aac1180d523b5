package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.bootstrap.FakeLinks.Fails;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A link on which nobody answers, as behind a firewall, and what became of the others is told. */
@Timeout(60)
class MuteLinkTest {

    private final TransportConfig config =
            TransportConfig.defaults()
                    .withJob("mute-" + UUID.randomUUID(), TransportConfig.newSecret())
                    .withTimeouts(Duration.ofSeconds(4), Duration.ofSeconds(10));
    private ServerSocket door;
    private LinkedTransport initiator;

    @BeforeEach
    void listen() throws IOException {
        door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        if (initiator != null) {
            initiator.close();
        }
        door.close();
    }

    @Test
    void leavesTimeForTheNext() {
        TransportConfig both = config.withLinks("tcp", "netty");
        Map<String, LinkProvider> kinds = new LinkedHashMap<>(LinkServices.known());
        kinds.put("tcp", (LinkProvider) mute(LinkProvider.class, kinds.get("tcp")));
        initiator = LinkedTransport.open(both);
        try (LinkedTransport acceptor = LinkedTransport.open(both, kinds)) {
            RuntimeCard card = initiator.connect("127.0.0.1", acceptor.card().port());

            assertThat(initiator.linkTo(card.id())).isEqualTo("netty");
        }
    }

    /** One whose offer is a port where nobody answers. */
    private Object mute(Class<?> kind, Object real) {
        return Proxy.newProxyInstance(
                kind.getClassLoader(),
                new Class<?>[] {kind},
                (_, called, arguments) -> {
                    if (called.getName().equals("offer")) {
                        return Integer.toString(door.getLocalPort());
                    }
                    try {
                        Object result = called.invoke(real, arguments);
                        return result instanceof LinkService service
                                ? mute(LinkService.class, service)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void theEndOfTheConnectionTellsOfTheLinksBeforeToo() throws Exception {
        Map<String, LinkProvider> kinds = new FakeLinks().with("bad", Fails.TO_PROPOSE).known();
        kinds.put("tcp", LinkServices.known().get("tcp"));
        initiator = LinkedTransport.open(config, kinds);
        CompletableFuture<RuntimeCard> connecting =
                CompletableFuture.supplyAsync(
                        () -> initiator.connect("127.0.0.1", door.getLocalPort()),
                        Thread::startVirtualThread);

        hangUpAtTheProposal();

        assertThatThrownBy(() -> connecting.get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(PeerLostException.class)
                .hasMessageContaining("its connection was closed")
                .hasMessageContaining("bad=no room");
    }

    private void hangUpAtTheProposal() throws IOException {
        RuntimeCard card =
                new RuntimeCard(
                        RuntimeId.random(),
                        "rude",
                        initiator.card().hostId(),
                        ProcessHandle.current().pid(),
                        "127.0.0.1",
                        door.getLocalPort(),
                        Map.of("bad", "", "tcp", "1"));
        try (Socket socket = door.accept()) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            Handshake handshake = new Handshake(false, card, config);
            handshake.onGreeting(in.readNBytes(Handshake.GREETING_LENGTH));
            socket.getOutputStream().write(handshake.greeting());
            var _ = handshake.onProof(in.readNBytes(bodyOf(in)));
            socket.getOutputStream().write(Frames.encode(Frames.PROOF, handshake.proof()).array());
            var _ = in.readNBytes(bodyOf(in));
        }
    }

    private static int bodyOf(DataInputStream in) throws IOException {
        int length = in.readInt() - 1;
        var _ = in.readByte();
        return length;
    }
}
