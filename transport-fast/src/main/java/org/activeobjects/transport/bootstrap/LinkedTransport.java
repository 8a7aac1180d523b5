package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.MessageHandler;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.bootstrap.Liveness.LastWords;
import org.activeobjects.transport.engine.Engine;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.posix.HostIdentity;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.progress.Waiting;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.transfer.PlaneSettings;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A transport: its links, its engine, and the bootstrap that brings both together. */
final class LinkedTransport implements Transport {

    private static final long FAREWELL_NS = 1_000_000_000; // for each step of closing
    private static final long LOOK_NS = 2_000_000; // at whether a step is over
    private static final int LAST_PORT = 65_535;

    private final TransportConfig config;
    private final LinkServices services;
    private final BootstrapServer server;
    private final RuntimeCard card;
    private final Contacts contacts;
    private final Connecting connecting;
    private final Progress progress;
    private final Engine engine;
    private final Queue<Liveness> connected = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final AtomicBoolean closing = new AtomicBoolean();

    private LinkedTransport(
            TransportConfig config,
            RuntimeId id,
            String hostId,
            LinkServices services,
            BootstrapServer server,
            Progress progress) {
        this.config = config;
        this.services = services;
        this.server = server;
        this.card =
                new RuntimeCard(
                        id,
                        HostIdentity.hostName(),
                        hostId,
                        ProcessHandle.current().pid(),
                        HostIdentity.reachable(config.bindAddress()).getHostAddress(),
                        server.port(),
                        services.offers());
        this.contacts = new Contacts(id);
        this.connecting = new Connecting(this);
        this.progress = progress;
        LastWords lastWords = new LastWords(connected, contacts);
        this.engine = new Engine(card, config, progress, connecting::connect, lastWords);
    }

    static LinkedTransport open(TransportConfig config) {
        return open(config, LinkServices.known());
    }

    static LinkedTransport open(TransportConfig config, Map<String, LinkProvider> kinds) {
        // Checked before anything is opened.
        var _ = PlaneSettings.of(config.settings());
        RuntimeId id = RuntimeId.random();
        String hostId = HostIdentity.hostId(config.sharedMemory());
        LinkServices services = new LinkServices(new LinkContext(id, hostId, config), kinds);
        BootstrapServer server = null;
        Progress progress = null;
        boolean isOpen = false;
        try {
            server = new BootstrapServer(config.bindAddress(), config.port());
            int processors = Runtime.getRuntime().availableProcessors();
            int cores = processors / Math.max(1, config.ranksOnHost());
            progress = new Progress("ao-progress-" + id, services.bell(), cores);
            LinkedTransport transport =
                    new LinkedTransport(config, id, hostId, services, server, progress);
            server.start(transport);
            isOpen = true;
            return transport;
        } catch (IOException e) {
            throw new TransportException("cannot open a transport: " + e.getMessage(), e);
        } finally {
            if (!isOpen) {
                closeAfterFailure(services, server, progress);
            }
        }
    }

    private static void closeAfterFailure(
            LinkServices services, BootstrapServer server, Progress progress) {
        try (services) {
            if (server != null) {
                server.close();
            }
            if (progress != null) {
                progress.close(); // before the doorbell that it sleeps at
            }
        }
    }

    TransportConfig config() {
        return config;
    }

    LinkServices services() {
        return services;
    }

    BootstrapServer server() {
        return server;
    }

    Contacts contacts() {
        return contacts;
    }

    Engine engine() {
        return engine;
    }

    /** The card of the peer to which a connection stands that was made to there; null for none. */
    RuntimeCard connectedAt(InetSocketAddress address) {
        for (Liveness one : connected) {
            if (one.isAt(address)) {
                return one.card();
            }
        }
        return null;
    }

    void connected(Liveness liveness) {
        connected.removeIf(Liveness::isOver);
        connected.add(liveness);
    }

    @Override
    public RuntimeCard card() {
        return card;
    }

    @Override
    public void learn(RuntimeCard other) {
        var _ = engine.learn(other);
    }

    @Override
    public List<RuntimeCard> peers() {
        return engine.peers().stream()
                .filter(peer -> peer != engine.self())
                .map(Peer::card)
                .toList();
    }

    @Override
    public String linkTo(RuntimeId peer) {
        Peer known = engine.peer(peer);
        return known == engine.self() ? "local" : known.linkName();
    }

    @Override
    public Endpoint openEndpoint() {
        return engine.openEndpoint();
    }

    @Override
    public RegisteredBuffer allocate(long bytes) {
        checkOpen();
        return services.allocate(bytes);
    }

    @Override
    public void handle(int handler, MessageHandler code) {
        checkOpen();
        engine.handlers().add(handler, code);
    }

    @Override
    public void post(
            RuntimeId destination,
            int handler,
            int stream,
            byte[] head,
            int headLength,
            List<Slice> attachments) {
        engine.post(destination, handler, stream, head, headLength, attachments);
    }

    @Override
    public void post(
            RuntimeId destination,
            int handler,
            int stream,
            byte[] head,
            int headLength,
            List<Slice> attachments,
            Duration timeout) {
        long timeoutNs = Waiting.nanos(timeout);
        engine.post(destination, handler, stream, head, headLength, attachments, timeoutNs);
    }

    @Override
    public ActiveMessages openActiveMessages(
            String name, Consumer<? super ActiveMessages.Table> handlers) {
        checkOpen();
        return engine.tables().open(name, handlers);
    }

    @Override
    public boolean help(BooleanSupplier until, Duration idle) {
        Objects.requireNonNull(until, "the condition to help for is null");
        boolean inHandler = engine.handlers().isRunning();
        return inHandler ? until.getAsBoolean() : progress.help(until, Waiting.nanos(idle));
    }

    @Override
    public void afterwards(Runnable wake) {
        progress.afterwards(Objects.requireNonNull(wake, "the code that wakes is null"));
    }

    @Override
    public Runnable onPeerLost(Consumer<PeerLostException> listener) {
        checkOpen();
        return engine.onPeerLost(listener);
    }

    @Override
    public RuntimeCard connect(String host, int port) {
        Objects.requireNonNull(host, "the host to connect to is null");
        if (port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException(
                    "a port to connect to is a number from 1 to 65535: host=%s port=%s"
                            .formatted(host, port));
        }
        checkOpen();
        engine.checkMayWait("connect to " + host + ":" + port);
        return isOwn(host, port)
                ? card
                : connecting.connect(InetSocketAddress.createUnresolved(host, port));
    }

    /** Its own host may be called as one likes. */
    private boolean isOwn(String host, int port) {
        return port == card.port()
                && (host.equals(card.hostName())
                        || HostIdentity.leadsTo(host, config.bindAddress()));
    }

    void checkOpen() {
        if (closing.get()) {
            throw new TransportClosedException("the transport is closed: runtime=" + card);
        }
    }

    @Override
    public void close() {
        boolean mayWait = engine.mayWait();
        if (closing.compareAndSet(false, true)) {
            try {
                engine.closeEndpoints();
            } finally { // also without memory for that: peers wait for what this runtime owes them
                if (mayWait) {
                    closeLinks();
                } else { // what waits for the thread that is here
                    closeLinksAside();
                }
            }
        } else if (mayWait) {
            closed.join();
        }
    }

    private void closeLinksAside() {
        boolean isBegun = false;
        try {
            Thread.ofPlatform().name("ao-closing-" + card.id()).start(this::closeLinks);
            isBegun = true;
        } finally {
            if (!isBegun) { // no thread can be had: whoever closes it next tries again
                closing.set(false);
            }
        }
    }

    private void closeLinks() {
        try (services;
                progress;
                server) { // closed in the reverse order, whatever fails before
            for (Liveness one : connected) {
                one.sayGoodbye("its transport was closed");
            }
            await("goodbye to peers", () -> connected.stream().allMatch(Liveness::isOver));
            AtomicBoolean ended = new AtomicBoolean();
            progress.execute(
                    () -> {
                        engine.closePeers();
                        ended.set(true);
                    });
            await("the end of the links", ended::get);
            engine.closePeers();
        } finally {
            closed.complete(null);
        }
    }

    private void await(String what, BooleanSupplier condition) {
        Waiting waiting =
                new Waiting() {
                    @Override
                    protected boolean isOver() {
                        return condition.getAsBoolean();
                    }

                    @Override
                    public String toString() {
                        return what;
                    }
                };
        long deadline = System.nanoTime() + FAREWELL_NS;
        boolean over = false;
        while (!over && System.nanoTime() - deadline < 0) {
            over = progress.await(waiting, LOOK_NS); // nobody wakes for such a condition
        }
    }

    @Override
    public String toString() {
        return "transport " + card;
    }
}
