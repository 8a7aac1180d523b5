package org.activeobjects.transport.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * One bootstrap connection: cuts what comes into a greeting and frames, and sends.
 *
 * <p><b>Threading:</b> read by the bootstrap's thread; sent and closed by any.
 */
final class Connection {

    private static final int MAX_QUEUED = 64;

    private final SocketChannel channel;
    private final ArrayDeque<ByteBuffer> outgoing = new ArrayDeque<>(); // and what guards sending
    private final ByteBuffer input = ByteBuffer.allocate(Frames.PREFIX + Frames.MAX_BODY);
    private volatile Conversation conversation;
    private volatile SelectionKey key;
    private volatile boolean isClosed;
    private volatile long lastHeardNs = System.nanoTime();
    private boolean isGreeted;

    /** Takes what comes, on the bootstrap's thread. */
    interface Conversation {

        void onGreeting(byte[] greeting);

        void onFrame(int kind, byte[] body);

        /** The connection is closed, by whomever; called once. */
        void onClosed(String reason);

        /** Looks at its time limits. */
        void onTick(long nowNs);
    }

    Connection(SocketChannel channel, Conversation conversation) {
        this.channel = channel;
        this.conversation = conversation;
    }

    /**
     * Connects to a host by the first of its addresses that answers; each has an equal part of the
     * time that is left for it and those after it.
     *
     * @param address a literal address, or a name that may be that of several
     * @return a channel that does not block
     * @throws IOException if none answers, or there is none; with the reason of each
     */
    static SocketChannel dial(InetSocketAddress address, long deadlineNs) throws IOException {
        InetAddress[] all = InetAddress.getAllByName(address.getHostString());
        List<String> reasons = new ArrayList<>();
        IOException last = null;
        for (int i = 0; i < all.length; i++) {
            long shareNs = Math.max(0, deadlineNs - System.nanoTime()) / (all.length - i);
            try {
                return dialOne(new InetSocketAddress(all[i], address.getPort()), shareNs);
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (IOException e) {
                reasons.add(all[i].getHostAddress() + ": " + e.getMessage());
                last = e;
            }
        }
        throw all.length == 1 ? last : new IOException(String.join(", ", reasons), last);
    }

    private static SocketChannel dialOne(InetSocketAddress address, long maxNs) throws IOException {
        SocketChannel channel = SocketChannel.open();
        boolean isConnected = false;
        try {
            int maxMs = Math.clamp(maxNs / 1_000_000, 1, Integer.MAX_VALUE);
            channel.socket().connect(address, maxMs);
            channel.configureBlocking(false);
            isConnected = true;
            return channel;
        } finally {
            if (!isConnected) {
                BootstrapServer.closeQuietly(channel);
            }
        }
    }

    /** How messages name an address. */
    static String text(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    SocketChannel channel() {
        return channel;
    }

    void key(SelectionKey newKey) {
        key = newKey;
        if (isClosed) {
            newKey.cancel();
        }
    }

    void conversation(Conversation next) {
        conversation = next;
    }

    Conversation conversation() {
        return conversation;
    }

    long lastHeardNs() {
        return lastHeardNs;
    }

    /** Bootstrap's thread: for so long until now it has heard nobody, whoever spoke. */
    void excuseSilence(long ns, long nowNs) {
        lastHeardNs = nowNs - Math.max(0, nowNs - lastHeardNs - ns);
    }

    SocketAddress remote() {
        try {
            return channel.getRemoteAddress();
        } catch (IOException e) {
            return null;
        }
    }

    /** Literal address of the other end; null if the connection has ended. */
    String remoteHost() {
        return remote() instanceof InetSocketAddress there
                ? there.getAddress().getHostAddress()
                : null;
    }

    void sendGreeting(byte[] greeting) {
        send(ByteBuffer.wrap(greeting));
    }

    void send(int kind, byte[] body) {
        send(Frames.encode(kind, body));
    }

    private void send(ByteBuffer bytes) {
        String failure;
        synchronized (outgoing) {
            outgoing.add(bytes);
            failure = outgoing.size() > MAX_QUEUED ? "it reads nothing" : flush();
        }
        if (failure != null) {
            close(failure);
        }
    }

    /** Under the monitor of what is outgoing. Returns what failed, or null. */
    private String flush() {
        try {
            while (!outgoing.isEmpty()) {
                ByteBuffer first = outgoing.peek();
                channel.write(first);
                if (first.hasRemaining()) {
                    break;
                }
                outgoing.remove();
            }
            SelectionKey now = key;
            if (now != null && now.isValid()) {
                int write = outgoing.isEmpty() ? 0 : SelectionKey.OP_WRITE;
                if (now.interestOps() != (SelectionKey.OP_READ | write)) {
                    now.interestOps(SelectionKey.OP_READ | write);
                    now.selector().wakeup();
                }
            }
            return null;
        } catch (IOException | CancelledKeyException e) {
            return "sending failed: " + e.getMessage();
        }
    }

    /** Bootstrap's thread: the channel is ready for something. */
    void onReady(boolean writable) {
        if (writable) {
            String failure;
            synchronized (outgoing) {
                failure = flush();
            }
            if (failure != null) {
                close(failure);
                return;
            }
        }
        read();
    }

    private void read() {
        try {
            int count = channel.read(input);
            while (count > 0 && !isClosed) {
                lastHeardNs = System.nanoTime();
                input.flip();
                parse();
                input.compact();
                count = isClosed ? 0 : channel.read(input);
            }
            if (count < 0) {
                close("its connection was closed");
            }
        } catch (IOException e) {
            close("its connection broke: " + e.getMessage());
        }
    }

    private void parse() {
        if (!isGreeted) {
            if (input.remaining() < Long.BYTES) {
                return;
            }
            if (Handshake.isGreeting(input)) {
                if (input.remaining() < Handshake.GREETING_LENGTH) {
                    return;
                }
                byte[] greeting = new byte[Handshake.GREETING_LENGTH];
                input.get(greeting);
                isGreeted = true;
                conversation.onGreeting(greeting);
            }
        }
        while (!isClosed && input.remaining() >= Frames.PREFIX) {
            int length = input.getInt(input.position()) - 1;
            int kind = input.get(input.position() + Integer.BYTES);
            boolean isTimely = isGreeted || kind == Frames.REFUSE || kind == Frames.LATER;
            if (length < 0 || length > Frames.MAX_BODY || !isTimely) {
                close("it does not speak the protocol of ActiveObjects runtimes");
                return;
            }
            if (input.remaining() < Frames.PREFIX + length) {
                return;
            }
            input.position(input.position() + Frames.PREFIX);
            byte[] body = new byte[length];
            input.get(body);
            conversation.onFrame(kind, body);
        }
    }

    /** Bootstrap's thread: closes the connection of an initiator, which may try again. */
    void turnOut(String reason) {
        try {
            // What it has said is taken: to close on top of that could cost it the last word.
            var _ = channel.read(input.clear());
        } catch (IOException e) {
            // It is gone either way.
        }
        send(Frames.LATER, Frames.text(reason));
        close(reason);
    }

    /** Closes the connection, tells the conversation. Idempotent. */
    void close(String reason) {
        synchronized (outgoing) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        try {
            channel.close();
        } catch (IOException e) {
            // It is of no use any more either way.
        }
        conversation.onClosed(reason);
    }

    boolean isClosed() {
        return isClosed;
    }
}
