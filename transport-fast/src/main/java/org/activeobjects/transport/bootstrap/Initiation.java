package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.HandshakeException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.posix.HostIdentity;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkService.PendingLink;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.spi.NewLinkReceiver;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The initiator's side of a bootstrap connection, from the connect to the open link.
 *
 * <p><b>Threading:</b> run by the thread that needs the peer; the bootstrap's thread hands it what
 * comes.
 */
final class Initiation implements Connection.Conversation {

    private static final Logger LOG = LogManager.getLogger(Initiation.class);
    private static final int GREETING = 0;
    private static final int CLOSED = -1;

    /** For the last word of an acceptor whose time is over. */
    private static final long GRACE_NS = 1_000_000_000;

    /** More than any acceptor says while a link is opened. */
    private static final int MAX_UNHEARD = 16;

    private final LinkedTransport transport;
    private final Handshake handshake;
    private final InetSocketAddress address;
    private final long deadlineNs;
    private volatile long limitNs; // of the step that is under way
    private boolean isReady; // this end of the link is open, and the other side knows
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private Connection connection; // set before the bootstrap's thread is told of it
    private Liveness successor; // under the monitor of the events
    private int signsOfLife; // the bootstrap's thread alone

    /** What has come: a greeting, a frame, or the end with its reason. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Event(int kind, byte[] body, String reason) {}

    Initiation(LinkedTransport transport, InetSocketAddress address, long deadlineNs) {
        this.transport = transport;
        this.handshake = new Handshake(true, transport.card(), transport.config());
        this.address = address;
        this.deadlineNs = deadlineNs;
        this.limitNs = deadlineNs;
    }

    /**
     * Asks who listens.
     *
     * @param expected who should, or null
     * @return who says that he does
     */
    RuntimeId greet(RuntimeId expected) {
        connect();
        connection.sendGreeting(handshake.greeting());
        return checked(() -> onGreeting(expected));
    }

    /**
     * Proves both sides to each other.
     *
     * @return the card of who listens
     */
    RuntimeCard prove() {
        return checked(
                () -> {
                    connection.send(Frames.PROOF, handshake.proof());
                    return handshake.onProof(require(next(), Frames.PROOF).body);
                });
    }

    private RuntimeId onGreeting(RuntimeId expected) {
        handshake.onGreeting(require(next(), GREETING).body);
        if (expected != null && !handshake.peerId().equals(expected)) {
            throw new HandshakeException(
                    ("another runtime listens there: expected=%s found=%s; it has ended or is"
                                    + " on another host, so get its card anew")
                            .formatted(expected, handshake.peerId()));
        }
        return handshake.peerId();
    }

    private <T> T checked(Supplier<T> step) {
        try {
            return step.get();
        } catch (Connecting.TurnedOutException e) {
            connection.close(e.getMessage());
            throw e;
        } catch (HandshakeException e) {
            refuse(e.getMessage());
            throw new HandshakeException(
                    "handshake failed: address=%s: %s"
                            .formatted(Connection.text(address), e.getMessage()),
                    e);
        }
    }

    private void connect() {
        SocketChannel channel = null;
        try {
            channel = Connection.dial(address, limitNs);
            connection = new Connection(channel, this);
            transport.server().register(connection);
        } catch (ClosedByInterruptException e) {
            throw interrupted(e);
        } catch (IOException e) {
            BootstrapServer.closeQuietly(channel);
            String why = "connecting failed: %s; does it run, and does no firewall forbid it?";
            throw unreachable(why.formatted(e.getMessage()), e);
        }
    }

    private TransportException interrupted(Throwable cause) {
        close("the thread that connected was interrupted");
        return unreachable("the thread that connects was interrupted; it may try again", cause);
    }

    private TransportException unreachable(String reason, Throwable cause) {
        return new TransportException(
                "cannot reach a runtime: address=%s reason=%s"
                        .formatted(Connection.text(address), reason),
                cause);
    }

    /** The address at which somebody has answered; null if the connection has ended. */
    String reached() {
        return connection.remoteHost();
    }

    /**
     * Opens one kind of link.
     *
     * @param shares how many links share the time that is left, this one among them
     * @param refused for the log: why those before it were not taken
     * @return false if the peer connects by itself: wait for that
     */
    boolean open(
            Peer peer,
            Contacts.Attempt attempt,
            Connecting.Choice choice,
            int shares,
            Map<String, String> refused)
            throws LinkUnavailableException {
        NewLinkReceiver receiver = new NewLinkReceiver(peer.receiver());
        long endNs = System.nanoTime() + leftNs() / shares;
        PendingLink half = choice.propose(handshake.sessionKey(), receiver, endNs);
        String name = choice.name();
        Link link = null;
        byte[] opened;
        try {
            connection.send(Frames.PROPOSE, Frames.proposal(name, half.message()));
            link = half.complete(expectOfLink(Frames.ANSWER).body);
            opened = awaitOpen(attempt);
        } catch (LinkUnavailableException | RuntimeException | Error e) {
            if (link == null) {
                half.abandon();
            } else {
                link.close();
            }
            isReady = false;
            limitNs = deadlineNs;
            if (e instanceof Connecting.DuplicateException) {
                connection.close("the other side's connection has prevailed");
                return false;
            }
            onFailure(e);
            throw e;
        }
        var _ = transport.contacts().opened(attempt);
        try {
            takeIntoUse(link, receiver, peer, opened);
        } catch (RuntimeException | Error e) {
            // The other end is in use, so that no other attempt will do.
            link.close();
            connection.close("taking a link into use failed: " + e);
            peer.lose("taking a link into use failed: " + e, e);
            throw e;
        }
        LOG.info("connected peer={} link={} side=initiator refused={}", peer, name, refused);
        return true;
    }

    private void takeIntoUse(Link link, NewLinkReceiver receiver, Peer peer, byte[] opened) {
        Liveness liveness = new Liveness(transport, connection, peer, opened);
        liveness.onToldOpen();
        liveness.reachedAt(address);
        // In use before the end of the peer is heard: what it has sent until then is taken.
        peer.attach(link);
        receiver.inUse();
        handOver(liveness);
    }

    /** Tells the other side of a failure that it does not know, if that is one of the link. */
    private void onFailure(Throwable why) {
        if (why instanceof TransportException) {
            return; // of the connection
        }
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(why);
        }
        if (!connection.isClosed()) {
            connection.send(Frames.UNAVAILABLE, Frames.text(why.getMessage()));
        }
    }

    /** Tells the other side why nothing comes of it. */
    void refuse(String reason) {
        connection.send(Frames.REFUSE, Frames.text(reason));
        connection.close(reason);
    }

    /**
     * Has another one hear all that comes from now on, and first what has come since the peer's end
     * was open: it may have sent something and closed already.
     */
    private void handOver(Liveness next) {
        for (Event event = unheard(next); event != null; event = unheard(next)) {
            pass(event, next);
        }
        connection.conversation(next);
    }

    private static void pass(Event event, Liveness next) {
        if (event.kind == CLOSED) {
            next.onClosed(event.reason);
        } else {
            next.onFrame(event.kind, event.body);
        }
    }

    /** What came first of what nobody has heard; null, and from then on another one hears. */
    private Event unheard(Liveness next) {
        synchronized (events) {
            Event first = events.poll();
            if (first == null) {
                successor = next;
            }
            return first;
        }
    }

    /** Keeps what has come for the thread that connects, or for who has taken over. */
    private void take(Event event) {
        Liveness next;
        synchronized (events) {
            next = successor;
            if (next == null) {
                events.add(event);
            }
        }
        if (next != null) {
            pass(event, next);
        }
    }

    /** Waits for a step towards a link, which the other side may not have, or open by itself. */
    private Event expectOfLink(int kind) throws LinkUnavailableException {
        Event event = next();
        if (event.kind == Frames.UNAVAILABLE) {
            throw new LinkUnavailableException("the other side says: " + Frames.text(event.body));
        }
        if (event.kind == Frames.DUPLICATE) {
            throw new Connecting.DuplicateException();
        }
        return require(event, kind);
    }

    /**
     * Says that this end is open and waits for the other one. That may be in use before this side
     * hears of it, so to end the attempt here would part both for good. No interrupt does, nor the
     * deadline: the time of the acceptor, who opens nothing after it, is over at most as much
     * later. Nor does an attempt of the other side prevail any more.
     */
    private byte[] awaitOpen(Contacts.Attempt attempt) throws LinkUnavailableException {
        if (!transport.contacts().fix(attempt)) {
            throw new Connecting.DuplicateException();
        }
        long acceptorNs = transport.config().connectTimeout().toNanos();
        limitNs = System.nanoTime() + Math.min(acceptorNs, Long.MAX_VALUE / 2) + GRACE_NS;
        isReady = true;
        connection.send(Frames.READY, Frames.text(HostIdentity.process()));
        return expectOfLink(Frames.OPEN).body;
    }

    /** Another kind of event is an end of the attempt. */
    private Event require(Event event, int kind) {
        if (event.kind == kind) {
            return event;
        }
        throw switch (event.kind) {
            case CLOSED -> unreachable(event.reason, null);
            case Frames.REFUSE ->
                    new HandshakeException("refused by the other side: " + Frames.text(event.body));
            case Frames.LATER ->
                    new Connecting.TurnedOutException(address, Frames.text(event.body));
            case Frames.GOODBYE -> unreachable("it closes: " + Frames.text(event.body), null);
            default -> new HandshakeException("an unexpected frame: kind=" + event.kind);
        };
    }

    private Event next() {
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    return next(events.poll(leftNs(), TimeUnit.NANOSECONDS));
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                    if (!isReady) {
                        throw interrupted(e);
                    }
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Event next(Event event) {
        if (event == null) {
            connection.close("it does not answer");
            throw unreachable(
                    "no answer within connectTimeout=" + transport.config().connectTimeout(), null);
        }
        return event;
    }

    private long leftNs() {
        return Math.max(0, limitNs - System.nanoTime());
    }

    void close(String reason) {
        if (connection != null) {
            connection.close(reason);
        }
    }

    @Override
    public void onGreeting(byte[] greeting) {
        take(new Event(GREETING, greeting, null));
    }

    /**
     * Takes a frame. An acceptor that opens its end of the link slowly, on a host with much to do,
     * gives signs of life before it says that the end is open.
     */
    @Override
    public void onFrame(int kind, byte[] body) {
        if (kind == Frames.ALIVE && signsOfLife < MAX_UNHEARD) {
            signsOfLife++;
        } else if (events.size() < MAX_UNHEARD) {
            take(new Event(kind, body, null));
        } else {
            connection.close("it says too much");
        }
    }

    @Override
    public void onClosed(String reason) {
        take(new Event(CLOSED, null, reason));
    }

    @Override
    public void onTick(long nowNs) {
        if (nowNs - limitNs > 0) {
            connection.close("it does not answer in time");
        }
    }
}
