package org.activeobjects.transport.posix.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Two ends of one connection over loopback. */
record SocketPair(StreamSocket near, StreamSocket far) implements AutoCloseable {

    static final Sockets.Buffers ANY = new Sockets.Buffers(0, 0);
    static final long PATIENCE_NS = 10_000_000_000L;

    static SocketPair open(String host, Sockets.Buffers buffers) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getByName(host), 0);
        try (ListeningSocket door = Sockets.listen(any, 1, buffers)) {
            StreamSocket near = Sockets.connect(door.address(), buffers);
            Sockets.finishConnect(near, PATIENCE_NS);
            StreamSocket far = door.accept();
            while (far == null) {
                Thread.onSpinWait(); // it has been made, and comes at once
                far = door.accept();
            }
            return new SocketPair(near, far);
        }
    }

    static SocketPair open() throws IOException {
        return open("127.0.0.1", ANY);
    }

    /** A connection to a socket of the JDK. */
    static StreamSocket connect(ServerSocket door) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), door.getLocalPort());
        StreamSocket socket = Sockets.connect(address, ANY);
        Sockets.finishConnect(socket, PATIENCE_NS);
        return socket;
    }

    /** Number of open files of this process. */
    static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    @Override
    public void close() {
        near.close();
        far.close();
    }
}
