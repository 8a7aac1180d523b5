package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.posix.HostIdentity;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkService.PendingLink;
import org.activeobjects.transport.spi.LinkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An acceptor, played on a plain socket, whose end of the link takes its time to open. */
@Timeout(60)
class SlowAcceptorTest {

    private static final String LINK = "local";
    private static final byte[] EMPTY = {};

    private final TransportConfig config = TransportConfig.defaults().withLinks(LINK);
    private Transport initiator;
    private ServerSocket listener;
    private LinkService service;
    private RuntimeCard card;
    private CompletableFuture<RuntimeCard> connecting;
    private Socket socket;
    private DataInputStream in;

    @BeforeEach
    void listen() throws Exception {
        initiator = Transport.open(config);
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RuntimeId id = RuntimeId.random();
        String host = initiator.card().hostId();
        service = LinkServices.known().get(LINK).start(new LinkContext(id, host, config));
        service.useDoorbell(LinkPair.newBell());
        card =
                new RuntimeCard(
                        id,
                        "slow",
                        host,
                        ProcessHandle.current().pid(),
                        "127.0.0.1",
                        listener.getLocalPort(),
                        Map.of(LINK, service.offer()));
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        listener.close();
        initiator.close();
        service.close();
    }

    @Test
    void signsOfLifeBeforeItsEndIsOpenAreNoFault() throws Exception {
        Link link = acceptUntilReady();
        for (int i = 0; i < 3; i++) {
            say(Frames.ALIVE, EMPTY);
        }
        assertThat(connecting).isNotDone();
        say(Frames.OPEN, Frames.text(HostIdentity.process()));

        assertThat(connecting.get()).isEqualTo(card);
        link.close();
    }

    @Test
    void oneThatClosesBeforeItsEndIsOpenIsSaidToHaveDoneSo() throws Exception {
        Link link = acceptUntilReady();
        say(Frames.ALIVE, EMPTY);
        say(Frames.GOODBYE, Frames.text("it has been told to end"));

        assertThatThrownBy(connecting::get)
                .hasCauseInstanceOf(TransportException.class)
                .hasMessageContaining("it closes: it has been told to end");
        link.close();
    }

    @Test
    void oneThatEndsItsLinkWithoutAWordIsLostForWhatWasSeen() throws Exception {
        CompletableFuture<PeerLostException> lost = new CompletableFuture<>();
        initiator.onPeerLost(lost::complete);
        Link link = acceptUntilReady();
        say(Frames.OPEN, Frames.text(HostIdentity.process()));
        connecting.get();

        link.close();

        assertThat(lost.get(30, TimeUnit.SECONDS))
                .hasMessageContaining("reason=its end of the link was closed")
                .hasMessageContaining(card.id().toString());
        assertThat(in.read()).as("nothing more on the connection").isEqualTo(-1);
    }

    /** Says all that an acceptor says but that its end is open. */
    private Link acceptUntilReady() throws Exception {
        connecting =
                CompletableFuture.supplyAsync(
                        () -> initiator.connect("127.0.0.1", listener.getLocalPort()),
                        Thread::startVirtualThread);
        socket = listener.accept();
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
        Handshake handshake = new Handshake(false, card, config);
        handshake.onGreeting(in.readNBytes(Handshake.GREETING_LENGTH));
        socket.getOutputStream().write(handshake.greeting());
        RuntimeCard peer = handshake.onProof(hear(Frames.PROOF));
        say(Frames.PROOF, handshake.proof());
        LinkSession session =
                new LinkSession(
                        peer, peer.links().get(LINK), handshake.sessionKey(), new FrameRecorder());
        PendingLink half = service.accept(session, Frames.messageOf(hear(Frames.PROPOSE)));
        say(Frames.ANSWER, half.message());
        hear(Frames.READY);
        return half.complete(EMPTY);
    }

    private void say(int kind, byte[] body) throws IOException {
        socket.getOutputStream().write(Frames.encode(kind, body).array());
    }

    private byte[] hear(int kind) throws IOException {
        byte[] body = new byte[in.readInt() - 1];
        assertThat((int) in.readByte()).isEqualTo(kind);
        in.readFully(body);
        return body;
    }
}
