package org.activeobjects.transport.engine;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.active.ActiveTables;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.matching.Stations;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.peer.Home;
import org.activeobjects.transport.peer.Home.Farewells;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.transfer.PlaneSettings;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Both planes of one runtime: its endpoints, its handlers and the peers it knows.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Engine {

    private static final FaultLog LISTENERS =
            new FaultLog(Engine.class, "a listener for lost peers failed peer={}");

    /** Peers that are gone, and of which it still knows why. */
    static final int GONE_KEPT = 256;

    private final Progress progress;
    private final Connections connections;
    private final Handlers handlers = new Handlers();
    private final ActiveTables tables;
    private final Peer self;
    private final Stations stations;
    private final Home home;
    private final Posts posts;
    private final Map<RuntimeId, Peer> peers = new ConcurrentHashMap<>();
    private final ArrayDeque<Peer> gone = new ArrayDeque<>();
    private final List<Consumer<PeerLostException>> lossListeners = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /**
     * An engine without endpoints that knows itself only.
     *
     * @param card card of this runtime
     * @param config settings
     * @param progress who moves the links
     * @param connector opens a link to a peer that has none, within the time for connecting, or
     *     throws why not
     * @param farewells tells peers why they are given up, and why they have gone
     */
    public Engine(
            RuntimeCard card,
            TransportConfig config,
            Progress progress,
            Consumer<Peer> connector,
            Farewells farewells) {
        this.progress = progress;
        this.connections = new Connections(connector);
        this.tables =
                new ActiveTables(
                        card.id(), config, handlers, progress, id -> connected(id).active());
        this.stations = new Stations(card.id(), progress, handlers);
        this.home =
                new Home(
                        card.id(),
                        config,
                        PlaneSettings.of(config.settings()),
                        progress,
                        handlers,
                        tables,
                        stations,
                        farewells,
                        this::onPeerEnded);
        this.self = new Peer(home, card);
        this.posts = new Posts(home);
        peers.put(card.id(), self);
    }

    /** {@return this runtime, as a peer} */
    public Peer self() {
        return self;
    }

    /** {@return its handlers} */
    public Handlers handlers() {
        return handlers;
    }

    /** {@return its tables of handlers} */
    public ActiveTables tables() {
        return tables;
    }

    /** Its endpoints, as what comes for them sees them. */
    Stations stations() {
        return stations;
    }

    /**
     * The peers it knows, itself and those that were lost last among them.
     *
     * @return a live view
     */
    public Collection<Peer> peers() {
        return peers.values();
    }

    /**
     * Makes a peer known.
     *
     * @param card its card
     * @return the peer, with the card that came first
     */
    public Peer learn(RuntimeCard card) {
        Objects.requireNonNull(card, "the card of a peer is null");
        return peers.computeIfAbsent(card.id(), _ -> new Peer(home, card));
    }

    /**
     * A peer that is known.
     *
     * @param id its id
     * @return the peer
     * @throws PeerLostException if it is not known
     */
    public Peer peer(RuntimeId id) {
        Objects.requireNonNull(id, "the id of a runtime is null");
        Peer peer = peers.get(id);
        if (peer == null) {
            throw new PeerLostException(
                    id.toString(),
                    "unknown peer: peer=" + id + "; its card must be learned first",
                    null);
        }
        return peer;
    }

    /**
     * Whether the engine is closed.
     *
     * @return true if so
     */
    public boolean isClosed() {
        return closed;
    }

    private Peer connected(RuntimeId id) {
        checkOpen();
        Peer peer = peer(id);
        if (!peer.isOpen()) {
            connect(peer);
        }
        return peer;
    }

    /** Connects a peer; in a handler, which must not wait, that is only begun. */
    void connect(Peer peer) {
        checkOpen();
        TransportException loss = peer.loss();
        if (loss != null) {
            throw loss;
        }
        if (peer == self) {
            return;
        }
        if (mayWait()) {
            connections.open(peer);
        } else {
            connections.begin(peer);
        }
    }

    /**
     * Whether the calling thread neither runs a handler nor moves the links.
     *
     * @return true if so
     */
    public boolean mayWait() {
        return !handlers.mustNotWait(progress);
    }

    /**
     * Refuses a call that waits where a thread must not.
     *
     * @param call what it is
     * @throws IllegalStateException in a handler
     */
    public void checkMayWait(String call) {
        if (!mayWait()) {
            throw new IllegalStateException(
                    "a message handler must not wait: call="
                            + call
                            + "; nothing was begun, hand it to a thread");
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new TransportClosedException("the transport is closed: runtime=" + self.id());
        }
    }

    /**
     * Opens an endpoint.
     *
     * @return a new endpoint
     */
    public synchronized Endpoint openEndpoint() {
        checkOpen();
        return new MatchedEndpoint(this, stations.open(home.settings().codec()));
    }

    /**
     * Posts a message.
     *
     * @param destination a known runtime
     * @param handler number of the handler there
     * @param stream stream
     * @param head bytes of the message
     * @param headLength number of bytes used
     * @param attachments slices after the head
     */
    public void post(
            RuntimeId destination,
            int handler,
            int stream,
            byte[] head,
            int headLength,
            List<Slice> attachments) {
        post(destination, handler, stream, head, headLength, attachments, Long.MAX_VALUE);
    }

    /**
     * Posts a message, but waits for room no longer than it is told.
     *
     * @param destination a known runtime
     * @param handler number of the handler there
     * @param stream stream
     * @param head bytes of the message
     * @param headLength number of bytes used
     * @param attachments slices after the head
     * @param timeoutNs longest wait, nanoseconds
     * @throws org.activeobjects.transport.error.TransportTimeoutException if there was no room in
     *     time
     */
    public void post(
            RuntimeId destination,
            int handler,
            int stream,
            byte[] head,
            int headLength,
            List<Slice> attachments,
            long timeoutNs) {
        Handlers.check(handler);
        Objects.requireNonNull(head, "the head of a message is null");
        Objects.checkFromIndexSize(0, headLength, head.length);
        Objects.requireNonNull(attachments, "the list of attachments is null");
        checkOpen();
        Peer peer = peer(destination);
        if (peer == self) {
            posts.postToSelf(handler, stream, head, headLength, attachments);
            return;
        }
        if (!peer.isOpen()) {
            connect(peer);
        }
        posts.post(peer, handler, stream, head, headLength, attachments, timeoutNs);
    }

    /**
     * Asks to be told of peers that are lost.
     *
     * @param listener called once per peer
     * @return ends that
     */
    public Runnable onPeerLost(Consumer<PeerLostException> listener) {
        lossListeners.add(Objects.requireNonNull(listener, "the listener for losses is null"));
        return () -> lossListeners.remove(listener);
    }

    private void onPeerEnded(Peer peer, TransportException why) {
        stations.forEach(station -> station.matcher().onPeerEnded(peer));
        forgetOldest(peer);
        if (why instanceof PeerLostException lost && !closed) {
            for (Consumer<PeerLostException> listener : lossListeners) {
                try {
                    listener.accept(lost);
                } catch (RuntimeException | Error e) {
                    LISTENERS.tell(peer, e); // and the others are told of the loss
                }
            }
        }
    }

    /**
     * A runtime that lives long and loses many peers keeps some: for what they have sent before.
     */
    private void forgetOldest(Peer ended) {
        synchronized (gone) {
            gone.add(ended);
            if (gone.size() > GONE_KEPT) {
                Peer oldest = gone.remove();
                peers.remove(oldest.id(), oldest);
                home.farewells().forget(oldest);
            }
        }
    }

    /** Closes the endpoints, and fails what waits there; nothing new can be started. */
    public void closeEndpoints() {
        synchronized (this) { // whoever opens an endpoint has done so, or finds this closed
            closed = true;
        }
        stations.end();
        tables.close();
        stations.forEach(
                station ->
                        close(
                                station,
                                new TransportClosedException(
                                        "the transport was closed: endpoint=" + station.address()),
                                ""));
    }

    /** Closes one endpoint; the reason, if there is one, is what its peers are told. */
    void close(Station closing, TransportClosedException why, String reason) {
        closing.matcher().close(why); // first: without memory for that it is there still
        stations.forget(closing);
        stations.forEach(other -> other.matcher().withdraw(closing, why));
        for (Peer peer : peers.values()) {
            peer.abandon(closing, why);
            if (peer == self || peer.isOpen()) {
                stations.tellClosed(peer, closing.id(), reason);
            }
        }
        if (mayWait() && closing.matcher().isCopying()) {
            var _ =
                    stations.watches()
                            .await(
                                    "the last copy into a receive of " + closing.address(),
                                    () -> !closing.matcher().isCopying(),
                                    home.config().heartbeat().toNanos());
        }
        closing.onComplete();
    }

    /** Closes the links, and fails what waits for peers. */
    public void closePeers() {
        for (Peer peer : peers.values()) {
            if (peer != self) {
                peer.close();
            }
        }
    }
}
