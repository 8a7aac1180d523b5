import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file, from one JVM to another, in pieces out of registered memory: {@code SendFile to FILE},
 * then {@code SendFile from FILE PORT}. The secret comes in a variable of the environment.
 */
public final class SendFile {
    private static final int PIECE = 8 << 20;
    private static final int LENGTH = 1;
    private static final int DATA = 2;
    private static final int RECEIVED = 3;

    private SendFile() {}

    public static void main(String[] args) throws IOException {
        TransportConfig config =
                TransportConfig.defaults().withJob("send-file", System.getenv("SEND_FILE_SECRET"));
        try (Transport transport = Transport.open(config);
                Endpoint endpoint = transport.openEndpoint();
                RegisteredBuffer buffer = transport.allocate(PIECE);
                RegisteredBuffer.View view = buffer.view(ElementType.BYTE)) {
            if (args[0].equals("to")) {
                System.out.println("port " + transport.card().port());
                receive(endpoint, view, Path.of(args[1]));
            } else {
                int port = Integer.parseInt(args[2]);
                EndpointAddress to =
                        new EndpointAddress(transport.connect("127.0.0.1", port).id(), 1);
                send(endpoint, to, view, Path.of(args[1]));
            }
        }
    }

    private static void send(
            Endpoint endpoint, EndpointAddress to, RegisteredBuffer.View view, Path path)
            throws IOException {
        try (FileChannel file = FileChannel.open(path)) {
            long length = file.size();
            endpoint.send(to, LENGTH, 0, Slice.of(new long[] {length}));
            for (long at = 0; at < length; at += PIECE) {
                int bytes = (int) Math.min(PIECE, length - at);
                ByteBuffer into = bytes(view, bytes);
                while (into.hasRemaining() && file.read(into) >= 0) {
                    // until the piece is whole
                }
                // Waits until the buffer may be filled again.
                endpoint.send(to, DATA, 0, view.slice(0, bytes));
            }
        }
        long[] written = new long[1];
        endpoint.recv(to, RECEIVED, 0, Slice.of(written));
        System.out.println("sent, and written there: " + written[0]);
    }

    private static void receive(Endpoint endpoint, RegisteredBuffer.View view, Path path)
            throws IOException {
        long[] length = new long[1];
        EndpointAddress from =
                endpoint.recv(EndpointAddress.ANY_SOURCE, LENGTH, 0, Slice.of(length)).source();
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long at = 0; at < length[0]; at += PIECE) {
                int bytes = (int) Math.min(PIECE, length[0] - at);
                endpoint.recv(from, DATA, 0, view.slice(0, bytes));
                ByteBuffer piece = bytes(view, bytes);
                while (piece.hasRemaining()) {
                    file.write(piece);
                }
            }
        }
        endpoint.ssend(from, RECEIVED, 0, Slice.of(length)); // matched before this side closes
        System.out.println("received " + length[0]);
    }

    private static ByteBuffer bytes(RegisteredBuffer.View view, int bytes) {
        MemorySegment memory = view.segment();
        return memory.asSlice(0, bytes).asByteBuffer();
    }
}
