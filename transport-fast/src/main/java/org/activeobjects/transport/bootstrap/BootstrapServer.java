package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.progress.HandlerWatch;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Listens for peers, and reads all bootstrap connections of one runtime; and looks after handlers
 * that run too long, since its thread is the one that no handler holds up.
 *
 * <p><b>Threading:</b> one daemon thread; {@link #register} and {@link #close} from any.
 */
final class BootstrapServer implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(BootstrapServer.class);
    private static final int BACKLOG = 512;
    private static final int MAX_HALF_OPEN = 256;
    private static final int TICK_MS = 100;
    private static final long STANDSTILL_NS = 1_000_000_000;
    private static final long WATCH_MS = HandlerWatch.INTERVAL_NS / 1_000_000;

    /** Longest wait for the end of the thread once it has been told to end. */
    private static final long JOIN_MS = 1000;

    private final Selector selector;
    private final ServerSocketChannel listener;
    private final Queue<Connection> arriving = new ConcurrentLinkedQueue<>();
    private final Queue<Connection> halfOpen = new ArrayDeque<>();
    private LinkedTransport transport;
    private Thread thread;
    private volatile boolean closed;

    static BootstrapServer of(TransportConfig config) {
        return new BootstrapServer(config.bindAddress(), config.port());
    }

    BootstrapServer(InetAddress bindAddress, int port) {
        try {
            listener = listen(new InetSocketAddress(bindAddress, port));
            selector = Selector.open();
        } catch (IOException e) {
            throw new TransportException(
                    "cannot listen: bindAddress="
                            + bindAddress.getHostAddress()
                            + " port="
                            + (port == 0 ? "any" : port)
                            + " reason="
                            + e.getMessage()
                            + (port == 0
                                    ? ""
                                    : "; choose a port that nobody listens at, or 0 for any, with"
                                            + " -Dactiveobjects.port or TransportConfig.withPort"),
                    e);
        }
    }

    private static ServerSocketChannel listen(InetSocketAddress address) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.bind(address, BACKLOG);
            listener.configureBlocking(false);
            return listener;
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    void start(LinkedTransport owner) throws IOException {
        transport = owner;
        listener.register(selector, SelectionKey.OP_ACCEPT);
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
        long lastTickNs = System.nanoTime();
        HandlerWatch watch = transport.engine().handlers().watch();
        boolean handlersRun = false;
        boolean stoodStill = false;
        while (!closed) {
            try {
                selector.select(handlersRun ? WATCH_MS : TICK_MS);
                handlersRun = watch.look(System.nanoTime());
                addArriving();
                for (SelectionKey key : selector.selectedKeys()) {
                    onReady(key);
                }
                selector.selectedKeys().clear();
                long now = System.nanoTime();
                if (now - lastTickNs > TICK_MS * 1_000_000L) {
                    // Who was stopped itself reads first what came meanwhile: no peer was silent.
                    stoodStill = now - lastTickNs > STANDSTILL_NS && !stoodStill;
                    lastTickNs = now;
                    if (!stoodStill) {
                        connections().forEach(one -> one.conversation().onTick(now));
                    }
                }
            } catch (ClosedSelectorException e) {
                return;
            } catch (IOException | RuntimeException e) {
                LOG.error("the bootstrap failed in a round", e);
            }
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

    private void addArriving() {
        for (Connection one = arriving.poll(); one != null; one = arriving.poll()) {
            try {
                one.key(one.channel().register(selector, SelectionKey.OP_READ, one));
            } catch (ClosedChannelException e) {
                one.close("its connection was closed");
            }
        }
    }

    private void onReady(SelectionKey key) throws IOException {
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
        } catch (RuntimeException e) {
            LOG.warn("a bootstrap connection failed address={}", connection.remote(), e);
            connection.close("it failed: " + e);
        }
    }

    private void accept() throws IOException {
        for (SocketChannel channel = listener.accept();
                channel != null;
                channel = listener.accept()) {
            makeRoom();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Acceptance acceptance =
                    new Acceptance(transport, transport.config().connectTimeout().toNanos());
            Connection connection = new Connection(channel, acceptance);
            acceptance.connection(connection);
            connection.key(channel.register(selector, SelectionKey.OP_READ, connection));
            halfOpen.add(connection);
        }
    }

    /**
     * Keeps the number of half-open connections in bounds: the one that has taken longest makes
     * room, so that those who only sit there keep nobody out.
     */
    private void makeRoom() {
        halfOpen.removeIf(
                one -> !one.channel().isOpen() || !(one.conversation() instanceof Acceptance));
        if (halfOpen.size() >= MAX_HALF_OPEN) {
            LOG.warn("too many half-open connections, the oldest is closed max={}", MAX_HALF_OPEN);
            halfOpen.remove().close("it took too long among too many");
        }
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
        try {
            listener.close();
            selector.close();
        } catch (IOException e) {
            LOG.debug("closing the bootstrap failed", e);
        }
    }
}
