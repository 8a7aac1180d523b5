package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.progress.HandlerWatch;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Listens for peers, and reads all bootstrap connections of one runtime; and looks after handlers
 * that run too long, since its thread is the one that no handler holds up.
 *
 * <p><b>Threading:</b> one daemon thread; {@link #register} and {@link #close} from any.
 */
final class BootstrapServer implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(BootstrapServer.class);
    private static final FaultLog ROUNDS =
            new FaultLog(BootstrapServer.class, "the bootstrap failed in a round listener={}");
    private static final FaultLog TICKS =
            new FaultLog(
                    BootstrapServer.class,
                    "looking after a bootstrap connection failed channel={}");
    private static final FaultLog CONNECTIONS =
            new FaultLog(
                    BootstrapServer.class,
                    "a bootstrap connection failed and is closed channel={}");
    private static final int BACKLOG = 512;

    /** Connections that have not proved themselves. */
    private static final int MAX_HALF_OPEN = 256;

    /** Connections accepted at a time: what they say is read before the next ones come. */
    private static final int ACCEPTS = 64;

    private static final int TICK_MS = 100;

    /** Between one try to accept a connection that did not go well and the next. */
    private static final long PAUSE_NS = 100_000_000;

    private static final long STANDSTILL_NS = 1_000_000_000;

    /** Lines about strangers in a second. */
    private static final int LINES = 10;

    private static final long SECOND_NS = 1_000_000_000;
    private static final long WATCH_MS = HandlerWatch.INTERVAL_NS / 1_000_000;

    /** Longest wait for the end of the thread once it has been told to end. */
    private static final long JOIN_MS = 1000;

    private final Selector selector;
    private final ServerSocketChannel listener;
    private final Queue<Connection> arriving = new ConcurrentLinkedQueue<>();
    private final Queue<Connection> halfOpen = new ArrayDeque<>();
    private LinkedTransport transport;
    private SelectionKey door;
    private long pausedUntilNs;
    private boolean isPaused;
    private boolean isShort; // of descriptors or memory, and has said so
    private long linesSinceNs;
    private int lines;
    private long lastTickNs = System.nanoTime();
    private boolean stoodStill;
    private boolean handlersRun;
    private Thread thread;
    private volatile boolean closed;

    BootstrapServer(InetAddress bindAddress, int port) {
        try {
            selector = Selector.open();
            listener = listen(new InetSocketAddress(bindAddress, port), selector);
        } catch (IOException e) {
            throw new TransportException(
                    "cannot listen: bindAddress="
                            + bindAddress.getHostAddress()
                            + " port="
                            + (port == 0 ? "any" : port)
                            + " reason="
                            + e.getMessage()
                            + remedy(port, e),
                    e);
        }
    }

    private static String remedy(int port, IOException why) {
        if (port != 0) {
            return "; choose a port that nobody listens at, or 0 for any, with -Dactiveobjects.port"
                    + " or TransportConfig.withPort";
        }
        return why instanceof BindException
                ? "; choose an address of this host with -Dactiveobjects.bindAddress or"
                        + " TransportConfig.withBindAddress"
                : "";
    }

    /** Listens, or closes the selector that was meant for it. */
    private static ServerSocketChannel listen(InetSocketAddress address, Selector selector)
            throws IOException {
        ServerSocketChannel listener = null;
        boolean listens = false;
        try {
            listener = ServerSocketChannel.open();
            listener.bind(address, BACKLOG);
            listener.configureBlocking(false);
            listens = true;
            return listener;
        } finally {
            if (!listens) {
                selector.close();
                closeQuietly(listener);
            }
        }
    }

    static void closeQuietly(Channel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            LOG.debug("closing a channel failed", e);
        }
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    void start(LinkedTransport owner) throws IOException {
        transport = owner;
        door = listener.register(selector, SelectionKey.OP_ACCEPT);
        thread =
                Thread.ofPlatform()
                        .name("ao-bootstrap-" + owner.card().id())
                        .daemon()
                        .unstarted(this::run);
        thread.start();
    }

    /** Reads a connection from now on. */
    void register(Connection connection) throws IOException {
        connection.channel().setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (closed) {
            throw new IOException("the transport is closed");
        }
        arriving.add(connection);
        if (closed && arriving.remove(connection)) {
            throw new IOException("the transport was closed meanwhile");
        }
        selector.wakeup();
    }

    private void run() {
        HandlerWatch watch = transport.engine().handlers().watch();
        while (!closed) {
            try {
                round(watch);
            } catch (IOException | RuntimeException | Error e) {
                if (!selector.isOpen()) {
                    return;
                }
                // A fault of ours must not lose every peer.
                ROUNDS.tell(listener, e);
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private void round(HandlerWatch watch) throws IOException {
        try {
            selector.select(handlersRun ? WATCH_MS : TICK_MS);
            handlersRun = watch.look(System.nanoTime());
            addArriving();
            serve(selector.selectedKeys());
        } finally {
            tick(System.nanoTime());
        }
    }

    private void serve(Set<SelectionKey> ready) {
        try {
            ready.forEach(this::onReady);
        } finally {
            ready.clear();
        }
    }

    /** Bootstrap's thread: looks at time limits, if it is time for that. */
    void tick(long nowNs) {
        if (isPaused && nowNs - pausedUntilNs >= 0) {
            isPaused = false;
            door.interestOps(SelectionKey.OP_ACCEPT);
        }
        long sinceNs = nowNs - lastTickNs;
        if (sinceNs > TICK_MS * 1_000_000L) {
            boolean isLate = sinceNs > STANDSTILL_NS;
            if (isLate) { // stopped itself, perhaps with all others: no peer was silent
                connections().forEach(one -> one.excuseSilence(sinceNs, nowNs));
            }
            stoodStill = isLate && !stoodStill; // reads first what came meanwhile
            lastTickNs = nowNs;
            if (!stoodStill) {
                connections().forEach(one -> tick(one, nowNs));
            }
        }
    }

    /** One that fails is tried again at the next tick: nothing that was said is lost by it. */
    private static void tick(Connection connection, long nowNs) {
        try {
            connection.conversation().onTick(nowNs);
        } catch (RuntimeException | Error e) {
            TICKS.tell(connection.channel(), e);
        }
    }

    private List<Connection> connections() {
        return selector.keys().stream()
                .filter(SelectionKey::isValid)
                .map(SelectionKey::attachment)
                .filter(Connection.class::isInstance)
                .map(Connection.class::cast)
                .toList();
    }

    /** Bootstrap's thread. */
    void addArriving() {
        for (Connection one = arriving.poll(); one != null; one = arriving.poll()) {
            try {
                one.key(one.channel().register(selector, SelectionKey.OP_READ, one));
            } catch (ClosedChannelException e) {
                one.close("its connection was closed");
            }
        }
    }

    private void onReady(SelectionKey key) {
        boolean isWritable;
        try {
            if (!key.isValid()) {
                return;
            }
            if (key.isAcceptable()) {
                accept();
                return;
            }
            isWritable = key.isWritable();
        } catch (CancelledKeyException e) {
            LOG.trace("a connection was closed by another thread meanwhile", e);
            return;
        }
        Connection connection = (Connection) key.attachment();
        try {
            connection.onReady(isWritable);
        } catch (RuntimeException | Error e) {
            CONNECTIONS.tell(connection.channel(), e);
            connection.close("it failed: " + e);
        }
    }

    private void accept() {
        try {
            SocketChannel channel = listener.accept();
            for (int count = 1; channel != null; count++) {
                isShort = false;
                admit(channel);
                channel = count < ACCEPTS ? listener.accept() : null;
            }
        } catch (IOException e) {
            if (!closed) {
                onShortage(e.getMessage());
            }
        }
    }

    private void admit(SocketChannel channel) {
        boolean isAdmitted = false;
        try {
            makeRoom();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Acceptance acceptance =
                    new Acceptance(transport, transport.config().connectTimeout().toNanos());
            Connection connection = new Connection(channel, acceptance);
            acceptance.connection(connection);
            connection.key(channel.register(selector, SelectionKey.OP_READ, connection));
            halfOpen.add(connection);
            isAdmitted = true;
        } catch (IOException e) {
            LOG.debug("a connection ended before anything was read from it", e);
        } finally {
            if (!isAdmitted) {
                closeQuietly(channel);
            }
        }
    }

    /**
     * The system hands no connection over: those that come wait in its queue for a while, and what
     * is open goes on. Said once for each shortage, however many tries that lasts.
     */
    private void onShortage(String reason) {
        door.interestOps(0);
        isPaused = true;
        pausedUntilNs = System.nanoTime() + PAUSE_NS;
        if (!isShort) {
            isShort = true;
            LOG.warn(
                    "connections wait until they can be accepted port={} reason={}; if this"
                            + " process has too few open files, raise its limit (ulimit -n)",
                    port(),
                    reason);
        }
    }

    /**
     * Keeps the number of half-open connections in bounds: the one that has taken longest makes
     * room, so that those who only sit there keep nobody out, and is told that it may try again.
     * Who has proved itself is no stranger, and does not count.
     */
    private void makeRoom() {
        halfOpen.removeIf(one -> one.isClosed() || !isHalfOpen(one.conversation()));
        if (halfOpen.size() >= MAX_HALF_OPEN) {
            if (mayTell(System.nanoTime())) {
                LOG.warn(
                        "too many half-open connections, the oldest is closed max={}",
                        MAX_HALF_OPEN);
            }
            halfOpen.remove().turnOut("too many connect at once: max=" + MAX_HALF_OPEN);
        }
    }

    /**
     * Bootstrap's thread: whether one more line may be logged about somebody who has not proved
     * himself. Strangers come as often as they like, and a log has an end.
     */
    boolean mayTell(long nowNs) {
        if (lines == 0 || nowNs - linesSinceNs > SECOND_NS) {
            linesSinceNs = nowNs;
            lines = 0;
        }
        return lines++ < LINES;
    }

    private static boolean isHalfOpen(Connection.Conversation conversation) {
        return conversation instanceof Acceptance acceptance && !acceptance.isProved();
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            if (thread != null && thread != Thread.currentThread()) {
                thread.join(JOIN_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connections().forEach(one -> one.close("the transport was closed"));
        for (Connection one = arriving.poll(); one != null; one = arriving.poll()) {
            one.close("the transport was closed"); // nobody would ever read it
        }
        closeQuietly(listener);
        try {
            selector.close();
        } catch (IOException e) {
            LOG.debug("closing the bootstrap failed", e);
        }
    }
}
