package org.activeobjects.benchmarks.peer;

import org.activeobjects.benchmarks.side.Bytes;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;

/** Blocking sockets with data streams: length, then bytes. */
public final class SocketSide extends MessageSide {

    static final int BUFFER = 64 << 10;

    /** What the kernel is sure to take without a reader. */
    static final int FITS_SOCKET = 16 << 10;

    private final Socket socket;
    private final DataOutputStream out;
    private final DataInputStream in;
    private final Bytes data;

    private SocketSide(SideContext context) throws IOException {
        super(context.leads());
        socket = connect(context);
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
        data = new Bytes(context.leads(), context.maxBytes());
    }

    /**
     * Runs one side.
     *
     * @param args words of {@link SideContext}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        SideLoop.run(args, SocketSide::new);
    }

    static Socket connect(SideContext context) throws IOException {
        Socket connected;
        if (context.leads()) {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                context.announce(server.getLocalPort());
                connected = server.accept();
            }
        } else {
            int port = Integer.parseInt(context.fromLeader().getFirst());
            connected = new Socket(InetAddress.getLoopbackAddress(), port);
        }
        connected.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return connected;
    }

    @Override
    void send(int bytes) throws IOException {
        out.writeInt(bytes);
        out.write(data.outgoing, 0, bytes);
        out.flush();
    }

    @Override
    void receive(int bytes) throws IOException {
        in.readFully(data.incoming, 0, in.readInt());
    }

    @Override
    void exchange(int bytes) throws Exception {
        if (bytes <= FITS_SOCKET) {
            send(bytes);
            receive(bytes);
        } else {
            exchangeInTurn(bytes);
        }
    }

    @Override
    public void check(Measurement measurement, int bytes) {
        data.check(measurement, bytes);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
