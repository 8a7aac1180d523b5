package org.activeobjects.benchmarks.peer;

import org.activeobjects.benchmarks.side.Bytes;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * NIO channels that never block: length, then bytes, through a direct buffer each way, asked again
 * and again.
 */
public final class PolledSide extends MessageSide {

    private static final int BUFFER = 256 << 10;

    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER).flip();
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER).flip();
    private final Bytes data;
    private int toSend;
    private int sent;
    private int expected;
    private int received;

    private PolledSide(SideContext context) throws IOException {
        super(context.leads());
        channel = connect(context);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        data = new Bytes(context.leads(), context.maxBytes());
    }

    /**
     * Runs one side.
     *
     * @param args words of {@link SideContext}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        SideLoop.run(args, PolledSide::new);
    }

    private static SocketChannel connect(SideContext context) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        if (!context.leads()) {
            int port = Integer.parseInt(context.fromLeader().getFirst());
            return SocketChannel.open(new InetSocketAddress(loopback, port));
        }
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(loopback, 0));
            context.announce(((InetSocketAddress) server.getLocalAddress()).getPort());
            return server.accept();
        }
    }

    @Override
    void send(int bytes) throws IOException {
        beginSend(bytes);
        while (!sendSome()) {
            Thread.onSpinWait();
        }
    }

    @Override
    void receive(int bytes) throws IOException {
        beginReceive();
        while (!receiveSome()) {
            Thread.onSpinWait();
        }
    }

    @Override
    void exchange(int bytes) throws IOException {
        beginSend(bytes);
        beginReceive();
        boolean allSent = false;
        boolean allHere = false;
        while (!allSent || !allHere) {
            allSent = allSent || sendSome();
            allHere = allHere || receiveSome();
        }
    }

    private void beginSend(int bytes) {
        out.clear().putInt(bytes);
        toSend = bytes;
        sent = 0;
        fill();
    }

    private void fill() {
        int now = Math.min(out.remaining(), toSend - sent);
        out.put(data.outgoing, sent, now).flip();
        sent += now;
    }

    /** Gives the channel what it takes. Returns whether all of the message is gone. */
    private boolean sendSome() throws IOException {
        channel.write(out);
        if (out.hasRemaining()) {
            return false;
        }
        if (sent == toSend) {
            return true;
        }
        out.clear();
        fill();
        return false;
    }

    private void beginReceive() {
        expected = -1;
        received = 0;
    }

    /** Takes what the channel has. Returns whether all of the message is here. */
    private boolean receiveSome() throws IOException {
        if (!take()) {
            in.compact();
            int count = channel.read(in);
            in.flip();
            if (count < 0) {
                throw new EOFException("the other side is gone");
            }
            return take();
        }
        return true;
    }

    private boolean take() {
        if (expected < 0) {
            if (in.remaining() < Integer.BYTES) {
                return false;
            }
            expected = in.getInt();
        }
        int now = Math.min(in.remaining(), expected - received);
        in.get(data.incoming, received, now);
        received += now;
        return received == expected;
    }

    @Override
    public void check(Measurement measurement, int bytes) {
        data.check(measurement, bytes);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
