package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The initiator of a bootstrap connection, played on a plain socket: it knows the secret, and says
 * everything that an initiator says, but only so many bytes of it.
 */
final class Intruder implements AutoCloseable {

    private final RuntimeCard target;
    private final TransportConfig config;
    private final String link;
    private final LinkService service;
    private final RuntimeCard card;
    private final Socket socket;
    private final DataInputStream in;
    private int left;

    Intruder(RuntimeCard target, TransportConfig config, LinkProvider provider, int bytes)
            throws IOException, LinkUnavailableException {
        this(RuntimeId.random(), target, config, provider, bytes);
    }

    /** One of a certain name. */
    Intruder(
            RuntimeId id,
            RuntimeCard target,
            TransportConfig config,
            LinkProvider provider,
            int bytes)
            throws IOException, LinkUnavailableException {
        this.target = target;
        this.config = config;
        this.link = provider.name();
        this.left = bytes;
        service = provider.start(new LinkContext(id, target.hostId(), config));
        service.useDoorbell(LinkPair.newBell());
        card =
                new RuntimeCard(
                        id,
                        "intruder",
                        target.hostId(),
                        ProcessHandle.current().pid(),
                        "127.0.0.1",
                        1,
                        Map.of(link, service.offer()));
        socket = new Socket(InetAddress.getLoopbackAddress(), target.port());
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Says its part; returns false where its bytes were at an end. */
    boolean play() throws IOException, LinkUnavailableException {
        Link link = meet();
        if (link == null) {
            return false;
        }
        link.close();
        return say(Frames.encode(Frames.READY, new byte[0]));
    }

    /** Says its part to the end; returns its end of the open link. */
    Link join() throws IOException, LinkUnavailableException {
        Link link = begin();
        var _ = hear(Frames.OPEN);
        return link;
    }

    /** Says its part, and does not wait for the other end of the link. */
    Link begin() throws IOException, LinkUnavailableException {
        Link link = meet();
        var _ = say(Frames.encode(Frames.READY, new byte[0]));
        return link;
    }

    /** Greets and is greeted; null where its bytes were at an end. */
    Handshake greet() throws IOException {
        Handshake handshake = new Handshake(true, card, config);
        if (!say(handshake.greeting())) {
            return null;
        }
        byte[] greeting = new byte[Handshake.GREETING_LENGTH];
        in.readFully(greeting);
        handshake.onGreeting(greeting);
        return handshake;
    }

    /** Proves itself. Returns the card of the other side; null where its bytes were at an end. */
    RuntimeCard prove(Handshake handshake) throws IOException {
        return say(Frames.encode(Frames.PROOF, handshake.proof()))
                ? handshake.onProof(hear(Frames.PROOF))
                : null;
    }

    private Link meet() throws IOException, LinkUnavailableException {
        Handshake handshake = greet();
        if (handshake == null || prove(handshake) == null) {
            return null;
        }
        String offer = target.links().get(link);
        LinkSession session =
                new LinkSession(target, offer, handshake.sessionKey(), new FrameRecorder());
        LinkService.PendingLink half = service.propose(session);
        Link opened = null;
        try {
            byte[] proposal = Frames.proposal(link, half.message());
            if (say(Frames.encode(Frames.PROPOSE, proposal))) {
                opened = half.complete(hear(Frames.ANSWER));
            }
            return opened;
        } finally {
            if (opened == null) {
                half.abandon();
            }
        }
    }

    private boolean say(ByteBuffer bytes) throws IOException {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return say(copy);
    }

    private boolean say(byte[] bytes) throws IOException {
        int now = Math.min(left, bytes.length);
        socket.getOutputStream().write(bytes, 0, now);
        left -= now;
        return now == bytes.length;
    }

    /** The bytes that were left over. */
    int left() {
        return left;
    }

    /** Waits for a frame, which must be the next but for signs of life. */
    byte[] hear(int kind) throws IOException {
        int heard;
        byte[] body;
        do { // signs of life may come first
            body = new byte[in.readInt() - 1];
            heard = in.readByte();
            in.readFully(body);
        } while (heard == Frames.ALIVE);
        assertThat(heard).isEqualTo(kind);
        return body;
    }

    /** Waits for a sign of life. */
    void hearAlive() throws IOException {
        int kind;
        do {
            byte[] body = new byte[in.readInt() - 1];
            kind = in.readByte();
            in.readFully(body);
        } while (kind != Frames.ALIVE);
    }

    /** What the other side says before it closes, if anything. */
    String lastWords() throws IOException {
        try {
            while (true) {
                byte[] body = new byte[in.readInt() - 1];
                if (in.readByte() == Frames.REFUSE) {
                    in.readFully(body);
                    return Frames.text(body);
                }
                in.readFully(body);
            }
        } catch (EOFException e) {
            return "";
        }
    }

    /** As whom it introduces itself. */
    RuntimeId id() {
        return card.id();
    }

    Socket socket() {
        return socket;
    }

    /** Closes the connection as the kernel does when a process is killed with unread input. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        service.close();
    }
}
