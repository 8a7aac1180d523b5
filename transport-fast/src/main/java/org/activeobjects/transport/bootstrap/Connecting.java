package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkService.PendingLink;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.Serial;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Connects a runtime to others, each to whom a link is needed or who is named by an address.
 *
 * <p><b>Threading:</b> safe; connects on the thread that calls, which waits.
 */
final class Connecting {

    private static final Logger LOG = LogManager.getLogger(Connecting.class);

    /** Before the second try of who was turned out; twice as long before each further one. */
    private static final long PAUSE_NS = 10_000_000;

    private static final int MAX_DOUBLINGS = 5;

    private final LinkedTransport transport;
    private final Contacts contacts;

    /** Too many connect to the other side at once: another try may go well. */
    static final class TurnedOutException extends TransportException {
        @Serial private static final long serialVersionUID = 1;

        TurnedOutException(InetSocketAddress address, String reason) {
            super(
                    "turned out by a runtime: address=%s reason=%s"
                            .formatted(Connection.text(address), reason));
        }
    }

    /** A kind of link, and the card that says where it may be had. */
    record Choice(String name, LinkService service, RuntimeCard card) {

        PendingLink propose(byte[] key, FrameReceiver receiver, long deadlineNs)
                throws LinkUnavailableException {
            String offer = card.links().get(name);
            return service.propose(new LinkSession(card, offer, key, receiver, deadlineNs));
        }
    }

    /** The peer connects by itself. */
    static final class DuplicateException extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;

        DuplicateException() {
            super("duplicate", null, false, false);
        }
    }

    /** What has become of the tries of one call so far. */
    private static final class Tries {

        private final long deadlineNs;
        private int count;
        private TransportException turnedOut; // the last time

        Tries(long deadlineNs) {
            this.deadlineNs = deadlineNs;
        }

        /**
         * A try has failed: waits before another one, each time longer.
         *
         * @throws TransportException what to tell the caller, if there is none: where the last one
         *     got no answer in time, that this side was turned out before
         */
        void goOnAfter(TransportException failure) {
            if (isTurnedOut(failure)) {
                turnedOut = failure;
                if (pause()) {
                    return;
                }
            } else if (turnedOut != null && System.nanoTime() - deadlineNs >= 0) {
                turnedOut.addSuppressed(failure);
                throw turnedOut;
            }
            throw failure;
        }

        private static boolean isTurnedOut(TransportException failure) {
            return failure instanceof TurnedOutException
                    || failure.getCause() instanceof TurnedOutException;
        }

        private boolean pause() {
            long pauseNs = PAUSE_NS << Math.min(count++, MAX_DOUBLINGS);
            if (System.nanoTime() + pauseNs - deadlineNs >= 0) {
                return false;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(pauseNs);
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    Connecting(LinkedTransport transport) {
        this.transport = transport;
        this.contacts = transport.contacts();
    }

    /**
     * Connects to who listens at an address.
     *
     * @return its card
     * @throws TransportException if that fails; if the peer is not lost it may be tried again
     */
    RuntimeCard connect(InetSocketAddress address) {
        RuntimeCard known = transport.connectedAt(address);
        if (known != null) {
            return known; // with no need to ask there once more: it may be far away
        }
        long deadlineNs = deadlineNs();
        Tries tries = new Tries(deadlineNs);
        while (true) {
            transport.checkOpen();
            try {
                return connect(address, deadlineNs);
            } catch (TransportException e) {
                tries.goOnAfter(e);
            }
        }
    }

    private RuntimeCard connect(InetSocketAddress address, long deadlineNs) {
        Initiation initiation = new Initiation(transport, address, deadlineNs);
        RuntimeId named = initiation.greet(null);
        // Noted before this side proves itself: by that the other decides whose attempt counts.
        Contacts.Attempt attempt = contacts.beginOutgoing(named);
        while (attempt == null) {
            if (knows(named)) {
                initiation.close("a connection is there already, or on its way");
                return reached(transport.engine().peer(named), address, deadlineNs);
            }
            awaitChange(named.toString(), deadlineNs);
            attempt = contacts.beginOutgoing(named);
        }
        Peer peer = prove(initiation, attempt);
        openLink(initiation, peer, attempt);
        connect(peer);
        return peer.card();
    }

    private long deadlineNs() {
        return System.nanoTime() + transport.config().connectTimeout().toNanos();
    }

    private boolean knows(RuntimeId id) {
        return transport.engine().peers().stream().anyMatch(known -> known.id().equals(id));
    }

    private Peer prove(Initiation initiation, Contacts.Attempt attempt) {
        try {
            return transport.engine().learn(initiation.prove());
        } catch (RuntimeException | Error e) {
            giveUp(initiation, attempt, e);
            throw e;
        }
    }

    /** Whatever has ended an attempt, even an error of this JVM: others may follow. */
    private void giveUp(Initiation initiation, Contacts.Attempt attempt, Throwable why) {
        contacts.failed(attempt);
        initiation.close(why instanceof TransportException ? why.getMessage() : why.toString());
    }

    /** Who is named by whoever listens at an address, and is connected, or about to be. */
    private RuntimeCard reached(Peer peer, InetSocketAddress address, long deadlineNs) {
        if (peer.loss() instanceof PeerLostException loss) {
            throw new PeerLostException(
                    loss.runtime(),
                    "lost before, and not connected again although it lives;"
                            + " start one of the two programs anew: "
                            + loss.getMessage(),
                    loss);
        }
        connect(peer);
        if (peer.card().port() != address.getPort()) {
            // Its card does not say that it listens there: it has to prove it.
            Initiation initiation = new Initiation(transport, address, deadlineNs);
            var _ = initiation.greet(peer.id());
            RuntimeCard proved = initiation.prove();
            initiation.close("a connection is there already");
            return proved;
        }
        return peer.card();
    }

    /**
     * Opens a link to a known peer, or waits until somebody else has done so.
     *
     * @throws TransportException if that fails; if the peer is not lost it may be tried again
     */
    void connect(Peer peer) {
        long deadlineNs = deadlineNs();
        Tries tries = new Tries(deadlineNs);
        while (!peer.isOpen()) {
            transport.checkOpen();
            TransportException loss = peer.loss();
            if (loss != null) {
                throw loss;
            }
            try {
                connectOnce(peer, deadlineNs);
            } catch (TransportException e) {
                tries.goOnAfter(e);
            }
        }
    }

    private void connectOnce(Peer peer, long deadlineNs) {
        Contacts.Attempt attempt = contacts.beginOutgoing(peer.id());
        if (attempt != null) {
            run(attempt, peer, deadlineNs);
        }
        if (!peer.isOpen()) {
            awaitChange(peer.id().toString(), deadlineNs);
        }
    }

    private void run(Contacts.Attempt attempt, Peer peer, long deadlineNs) {
        InetSocketAddress address =
                InetSocketAddress.createUnresolved(peer.card().address(), peer.card().port());
        Initiation initiation = new Initiation(transport, address, deadlineNs);
        try {
            var _ = initiation.greet(peer.id());
            var _ = initiation.prove();
        } catch (TransportException e) {
            throw failed(initiation, peer, attempt, e);
        } catch (RuntimeException | Error e) {
            giveUp(initiation, attempt, e);
            throw e;
        }
        openLink(initiation, peer, attempt);
    }

    private void openLink(Initiation initiation, Peer peer, Contacts.Attempt attempt) {
        try {
            if (!openBest(initiation, peer, attempt)) {
                contacts.failed(attempt);
            }
        } catch (TransportException e) {
            throw failed(initiation, peer, attempt, e);
        } catch (RuntimeException | Error e) {
            giveUp(initiation, attempt, e);
            throw e;
        }
    }

    /**
     * Opens the best link that both sides have.
     *
     * @return false if the peer connects by itself: wait for that
     */
    private boolean openBest(Initiation initiation, Peer peer, Contacts.Attempt attempt) {
        Map<String, String> refused = new LinkedHashMap<>();
        Map<String, String> failed = new LinkedHashMap<>();
        List<Choice> possible = possible(cards(peer, initiation.reached()), refused);
        int shares = possible.size(); // of the time that is left
        for (Choice choice : possible) {
            String name = choice.name();
            try {
                boolean isOpen = initiation.open(peer, attempt, choice, shares, refused);
                transport.services().tellOfFailed(failed, name, peer);
                return isOpen;
            } catch (LinkUnavailableException e) {
                failed.merge(name, e.getMessage(), Connecting::both);
                refused.merge(name, e.getMessage(), Connecting::both);
            } catch (TransportException e) {
                throw withRefused(e, refused); // of the connection, not of the link
            } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
                LOG.warn("a link failed while it was opened link={} peer={}", name, peer, e);
                refused.put(name, "it failed: " + e);
            }
            shares--;
        }
        initiation.refuse("no link in common: " + refused);
        throw new PeerLostException(
                peer.id().toString(),
                "no link to a peer can be opened: peer="
                        + peer
                        + " reasons="
                        + refused
                        + "; mend what is named, or allow both sides another link",
                null);
    }

    private static String both(String reason, String later) {
        return reason + ", " + later;
    }

    /**
     * Where links may be had: as the card says, and else where the peer was reached. On another
     * host these may differ: it has several networks, or is behind an address that is not its own.
     */
    private List<RuntimeCard> cards(Peer peer, String reached) {
        RuntimeCard card = peer.card();
        boolean isHere = card.hostId().equals(transport.card().hostId());
        return isHere || reached == null || reached.equals(card.address())
                ? List.of(card)
                : List.of(card, at(reached, card));
    }

    private static RuntimeCard at(String address, RuntimeCard card) {
        return new RuntimeCard(
                card.id(),
                card.hostName(),
                card.hostId(),
                card.pid(),
                address,
                card.port(),
                card.links());
    }

    /** The links that are possible, as far as one can say beforehand; notes why others are not. */
    private List<Choice> possible(List<RuntimeCard> cards, Map<String, String> refused) {
        List<Choice> possible = new ArrayList<>();
        RuntimeCard first = cards.getFirst();
        transport
                .services()
                .all()
                .forEach(
                        (name, service) -> {
                            String offer = first.links().get(name);
                            String reason = LinkServices.whyNot(service, first, offer);
                            if (reason == null) {
                                cards.forEach(
                                        card -> possible.add(new Choice(name, service, card)));
                            } else {
                                refused.put(name, reason);
                            }
                        });
        return possible;
    }

    private static TransportException withRefused(
            TransportException end, Map<String, String> refused) {
        return refused.isEmpty()
                ? end
                : new TransportException(
                        end.getMessage() + "; links that were not taken before: " + refused, end);
    }

    private PeerLostException failed(
            Initiation initiation, Peer peer, Contacts.Attempt attempt, TransportException cause) {
        giveUp(initiation, attempt, cause);
        transport.checkOpen(); // its own end ends what it has begun, and is no loss of the peer
        return cause instanceof PeerLostException known
                ? known
                : new PeerLostException(
                        peer.id().toString(),
                        "cannot connect: peer=" + peer + " reason=" + cause.getMessage(),
                        cause);
    }

    private void awaitChange(String peer, long deadlineNs) {
        long leftNs = deadlineNs - System.nanoTime();
        if (leftNs <= 0) {
            throw new PeerLostException(
                    peer,
                    "cannot connect in time: peer="
                            + peer
                            + " connectTimeout="
                            + transport.config().connectTimeout(),
                    null);
        }
        try {
            contacts.awaitChange(leftNs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PeerLostException(peer, "interrupted while connecting: peer=" + peer, e);
        }
    }
}
