package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Links to peers whose ports do not answer. */
@Timeout(60)
class UnansweredTest {

    private static final int HELD_BACK = 4;

    private final TransportConfig config =
            TransportConfig.defaults().withTimeouts(Duration.ofMinutes(5), Duration.ofSeconds(10));

    private ServerSocket silent;
    private LinkService service;

    @BeforeEach
    void start() throws Exception {
        silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        service =
                new TcpLinkProvider()
                        .start(new LinkContext(RuntimeId.random(), "this host", config));
    }

    @AfterEach
    void end() throws IOException {
        service.close();
        silent.close();
    }

    private LinkService.PendingLink propose() throws LinkUnavailableException {
        RuntimeCard peer =
                new RuntimeCard(
                        RuntimeId.random(), "localhost", "this host", 1, "127.0.0.1", 1, Map.of());
        return service.propose(
                new LinkSession(
                        peer,
                        Integer.toString(silent.getLocalPort()),
                        LinkPair.newKey(),
                        new FrameRecorder()));
    }

    private static FutureTask<Link> completing(LinkService.PendingLink pending) {
        return new FutureTask<>(() -> pending.complete(new byte[0]));
    }

    /** Takes a connection, and returns when the greeting has come over it. */
    private Socket awaitGreeting(LinkService.PendingLink pending) throws IOException {
        Socket socket = silent.accept();
        byte[] greeting = socket.getInputStream().readNBytes(pending.message().length);
        assertThat(greeting).isNotEmpty();
        return socket;
    }

    private static void assertRefused(FutureTask<Link> opening, String reason) {
        assertThatThrownBy(() -> opening.get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("reason=" + reason);
    }

    @Test
    void areRefusedWhenTheServiceClosesBeforeAnybodyGreets() throws Exception {
        LinkService.PendingLink pending = propose();
        FutureTask<Link> opening = completing(pending);
        Thread.ofPlatform().daemon().start(opening);
        try (Socket _ = awaitGreeting(pending)) {
            service.close();
            assertRefused(opening, "this runtime is closing");
        }
    }

    @Test
    void areRefusedWhenTheServiceClosesBeforeTheyAreConnected() throws Exception {
        List<SocketChannel> crowd = fillBacklog();
        try {
            FutureTask<Link> opening = completing(propose());
            Thread.ofPlatform().daemon().start(opening);
            service.close();
            assertRefused(opening, "this runtime is closing");
        } finally {
            for (SocketChannel channel : crowd) {
                channel.close();
            }
        }
    }

    /** Connections that nobody accepts: the kernel answers no further one. */
    private List<SocketChannel> fillBacklog() throws IOException {
        SocketAddress address = silent.getLocalSocketAddress();
        List<SocketChannel> crowd = new ArrayList<>();
        for (int i = 0; i < HELD_BACK; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(address);
            crowd.add(channel);
        }
        await().until(() -> crowd.get(0).finishConnect() && crowd.get(1).finishConnect());
        return crowd;
    }

    @Test
    void areRefusedWhenTheyAreGivenUp() throws Exception {
        LinkService.PendingLink pending = propose();
        FutureTask<Link> opening = completing(pending);
        Thread.ofPlatform().daemon().start(opening);
        try (Socket _ = awaitGreeting(pending)) {
            pending.abandon();
            assertRefused(opening, "the link was given up");
        }
        assertThatThrownBy(() -> pending.complete(new byte[0]))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("the link was given up");
    }

    @Test
    void leaveTheCarriersOfVirtualThreadsToOthers() throws Exception {
        List<FutureTask<Link>> openings = new ArrayList<>();
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            LinkService.PendingLink pending = propose();
            FutureTask<Link> opening = completing(pending);
            openings.add(opening);
            Thread.ofVirtual().start(opening);
            sockets.add(awaitGreeting(pending));
        }
        CountDownLatch ran = new CountDownLatch(1);
        Thread.ofVirtual().start(ran::countDown);
        assertThat(ran.await(20, TimeUnit.SECONDS)).as("another virtual thread runs").isTrue();
        service.close();
        for (FutureTask<Link> opening : openings) {
            assertRefused(opening, "this runtime is closing");
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void areWaitedForByAThreadThatIsInterrupted() throws Exception {
        LinkService.PendingLink pending = propose();
        FutureTask<Boolean> opening =
                new FutureTask<>(
                        () -> {
                            assertThatThrownBy(() -> pending.complete(new byte[0]))
                                    .hasMessageContaining("reason=this runtime is closing");
                            return Thread.interrupted();
                        });
        Thread waiting = Thread.ofPlatform().daemon().start(opening);
        try (Socket _ = awaitGreeting(pending)) {
            waiting.interrupt();
            service.close();
            assertThat(opening.get(30, TimeUnit.SECONDS)).as("still interrupted").isTrue();
        }
    }
}
