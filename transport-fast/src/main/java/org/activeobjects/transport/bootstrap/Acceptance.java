package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.error.HandshakeException;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkService.PendingLink;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.spi.NewLinkReceiver;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The acceptor's side of a bootstrap connection, from the first byte to the open link.
 *
 * <p><b>Threading:</b> the bootstrap's thread; the last step, which may take time, on one of its
 * own.
 */
final class Acceptance implements Connection.Conversation {

    private static final Logger LOG = LogManager.getLogger(Acceptance.class);

    private final LinkedTransport transport;
    private final Handshake handshake;
    private final long deadlineNs;
    private final AtomicReference<Half> pending = new AtomicReference<>();
    private Connection connection;
    private Peer peer;
    private volatile Contacts.Attempt attempt;
    private volatile String name; // of the link that was proposed last
    private boolean isGreeted;
    private boolean isProved;
    private boolean isDuplicate;

    /** A link whose other end is not open yet, and what is to take its frames. */
    private record Half(PendingLink link, NewLinkReceiver receiver) {}

    Acceptance(LinkedTransport transport, long timeoutNs) {
        this.transport = transport;
        this.handshake = new Handshake(false, transport.card(), transport.config());
        this.deadlineNs = System.nanoTime() + timeoutNs;
    }

    void connection(Connection accepted) {
        connection = accepted;
    }

    /** Bootstrap's thread: whether the other side has shown that it knows the job's secret. */
    boolean isProved() {
        return isProved;
    }

    @Override
    public void onGreeting(byte[] greeting) {
        isGreeted = true;
        try {
            handshake.onGreeting(greeting);
            connection.sendGreeting(handshake.greeting());
        } catch (HandshakeException e) {
            refuse(e.getMessage());
        }
    }

    @Override
    public void onFrame(int kind, byte[] body) {
        if (isDuplicate) {
            // Sent before the initiator knew that its connection is one too many.
            return;
        }
        try {
            if (peer == null) {
                onFirstFrame(kind, body);
                return;
            }
            switch (kind) {
                case Frames.PROPOSE -> onProposal(body);
                case Frames.READY -> onReady(body);
                case Frames.UNAVAILABLE -> onUnavailable(Frames.text(body));
                case Frames.REFUSE -> onRefusal(Frames.text(body));
                default -> refuse("an unexpected frame: kind=" + kind);
            }
        } catch (HandshakeException e) {
            refuse(e.getMessage());
        }
    }

    private void onFirstFrame(int kind, byte[] body) {
        if (kind == Frames.REFUSE) {
            connection.close("refused by the initiator: " + Frames.text(body));
            return;
        }
        if (kind != Frames.PROOF || !isGreeted) {
            throw new HandshakeException("a frame before the proof: kind=" + kind);
        }
        RuntimeCard card = handshake.onProof(body);
        isProved = true;
        connection.send(Frames.PROOF, handshake.proof());
        Peer claimed = transport.engine().learn(card);
        if (transport.engine().isClosed()) {
            // No fault of the initiator, which learns of it: nothing to warn of here.
            LOG.info("refused a runtime that connects while this one closes peer={}", claimed);
            end("the acceptor has closed");
        } else if (claimed.loss() != null) {
            refuse("the acceptor has lost this runtime before: " + claimed.loss().getMessage());
        } else {
            attempt = transport.contacts().beginIncoming(card.id());
            isDuplicate = attempt == null;
            if (isDuplicate) {
                connection.send(Frames.DUPLICATE, new byte[0]);
            } else {
                peer = claimed;
                endIfClosed();
            }
        }
    }

    /** The answer to the proof may not have gone out: the end was told before there was this. */
    private void endIfClosed() {
        if (connection.isClosed()) {
            transport.contacts().failed(attempt);
        }
    }

    private void onProposal(byte[] body) {
        abandon();
        name = Frames.linkOf(body);
        LinkService service = transport.services().get(name);
        String offer = peer.card().links().get(name);
        try {
            if (service == null || offer == null) {
                throw new LinkUnavailableException("not in use here: link=" + name);
            }
            NewLinkReceiver receiver = new NewLinkReceiver(peer.receiver());
            LinkSession session =
                    new LinkSession(
                            peer.card(), offer, handshake.sessionKey(), receiver, deadlineNs);
            PendingLink half = service.accept(session, Frames.messageOf(body));
            pending.set(new Half(half, receiver));
            connection.send(Frames.ANSWER, half.message());
        } catch (LinkUnavailableException e) {
            connection.send(Frames.UNAVAILABLE, Frames.text(e.getMessage()));
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            onFault(e);
        }
    }

    private void onFault(Throwable fault) {
        LOG.warn("a link failed while it was opened link={} peer={}", name, peer, fault);
        connection.send(Frames.UNAVAILABLE, Frames.text("it failed: " + fault));
    }

    private void onReady(byte[] body) {
        Half half = pending.getAndSet(null);
        if (half == null) {
            refuse("ready without a link");
            return;
        }
        boolean isUnderWay = false;
        try {
            Thread.ofVirtual().name("ao-accept-" + peer.id()).start(() -> complete(half, body));
            isUnderWay = true;
        } finally {
            if (!isUnderWay) { // nobody else knows it any more
                half.link.abandon();
            }
        }
    }

    private void complete(Half half, byte[] body) {
        Link link;
        try {
            link = half.link.complete(new byte[0]);
        } catch (LinkUnavailableException e) {
            half.link.abandon();
            connection.send(Frames.UNAVAILABLE, Frames.text(e.getMessage()));
            return;
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            half.link.abandon();
            onFault(e);
            return;
        }
        try {
            open(link, half.receiver, body);
        } catch (RuntimeException | Error e) {
            // The other end is open, and no other attempt will do: as where the initiator fails.
            link.close();
            connection.close("taking a link into use failed: " + e);
            peer.lose("taking a link into use failed: " + e, e);
            throw e;
        }
    }

    private void open(Link link, NewLinkReceiver receiver, byte[] body) {
        if (isLate(System.nanoTime()) || !transport.contacts().opened(attempt)) {
            link.close();
            connection.close("its handshake took too long"); // or has ended before
            return;
        }
        Liveness liveness = new Liveness(transport, connection, peer, body);
        connection.conversation(liveness);
        peer.attach(link);
        receiver.inUse();
        liveness.tellOpen(); // behind attach: what the peer sends then finds the link in use
        if (connection.isClosed()) {
            liveness.onClosed("its connection was closed while the link was opened");
        }
        LOG.info(
                "connected peer={} link={} side=acceptor refused={}",
                peer,
                name,
                transport.services().whyNotBefore(name, peer.card()));
    }

    private void onUnavailable(String reason) {
        // It tries the next one, and warns of this where somebody reads its log.
        LOG.info("a peer could not open a link peer={} reason={}", peer, reason);
        abandon();
    }

    private void onRefusal(String reason) {
        LOG.warn("a peer has found no link to this runtime peer={} reason={}", peer, reason);
        connection.close(reason);
    }

    private void abandon() {
        Half half = pending.getAndSet(null);
        if (half != null) {
            half.link.abandon();
        }
    }

    private void refuse(String reason) {
        if (isProved || transport.server().mayTell(System.nanoTime())) {
            LOG.warn("refused a runtime address={} reason={}", connection.remote(), reason);
        }
        end(reason);
    }

    private void end(String reason) {
        connection.send(Frames.REFUSE, Frames.text(reason));
        connection.close(reason);
    }

    @Override
    public void onClosed(String reason) {
        abandon();
        if (attempt != null) {
            transport.contacts().failed(attempt);
        } else {
            LOG.debug("a connection ended before its proof reason={}", reason);
        }
    }

    @Override
    public void onTick(long nowNs) {
        Contacts.Attempt now = attempt;
        // One whose end is open just now is told so: to hang up then would part both for good.
        if (isLate(nowNs) && (now == null || transport.contacts().giveUp(now))) {
            connection.close("its handshake took too long");
        }
    }

    private boolean isLate(long nowNs) {
        return nowNs - deadlineNs > 0;
    }
}
