package org.activeobjects.benchmarks.peer;

import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.net.Socket;

/** Blocking sockets with serialization of Java: an array is an object like any other. */
public final class ObjectStreamSide extends MessageSide {

    private final Socket socket;
    private final ObjectOutputStream out;
    private final ObjectInputStream in;
    private final Arrays arrays;
    private Object received;

    private ObjectStreamSide(SideContext context) throws IOException {
        super(context.leads());
        arrays = new Arrays(context.own().getFirst(), context.leads());
        socket = SocketSide.connect(context);
        Buffers buffers = Buffers.valueOf(context.own().get(1));
        out = new ObjectOutputStream(buffers.on(socket.getOutputStream()));
        out.flush(); // its header, for which the other side waits
        in = new ObjectInputStream(buffers.on(socket.getInputStream()));
    }

    /** What lies between the object streams and the socket. */
    enum Buffers {
        /** Nothing: the shortest program. */
        NONE,
        /** Buffers as the JDK makes them if nobody says how long, 8 KiB. */
        USUAL,
        /** Buffers as long as those of the other peers. */
        LONG;

        OutputStream on(OutputStream socket) {
            return switch (this) {
                case NONE -> socket;
                case USUAL -> new BufferedOutputStream(socket);
                case LONG -> new BufferedOutputStream(socket, SocketSide.BUFFER);
            };
        }

        InputStream on(InputStream socket) {
            return switch (this) {
                case NONE -> socket;
                case USUAL -> new BufferedInputStream(socket);
                case LONG -> new BufferedInputStream(socket, SocketSide.BUFFER);
            };
        }
    }

    /**
     * Runs one side.
     *
     * @param args words of {@link SideContext}; its own words are {@code byte}, {@code int} or
     *     {@code double}, and one of {@link Buffers}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        SideLoop.run(args, ObjectStreamSide::new);
    }

    @Override
    void send(int bytes) throws IOException {
        out.writeObject(arrays.outgoing(bytes));
        out.flush();
        out.reset(); // else the stream keeps every array, and sends a change of one never again
    }

    @Override
    void receive(int bytes) throws IOException, ClassNotFoundException {
        received = in.readObject();
    }

    @Override
    void exchange(int bytes) throws Exception {
        if (bytes <= SocketSide.FITS_SOCKET) {
            send(bytes);
            receive(bytes);
        } else {
            exchangeInTurn(bytes);
        }
    }

    @Override
    public void check(Measurement measurement, int bytes) {
        if (measurement != Measurement.BANDWIDTH || !leads()) {
            arrays.check(received, bytes);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Arrays of one type, made once per length. */
    static final class Arrays {

        private final Class<?> element;
        private final int size;
        private final boolean leads;
        private Object outgoing;

        Arrays(String type, boolean leads) {
            element =
                    switch (type) {
                        case "byte" -> byte.class;
                        case "int" -> int.class;
                        case "double" -> double.class;
                        default -> throw new IllegalArgumentException("no such arrays: " + type);
                    };
            size = element == byte.class ? 1 : element == int.class ? Integer.BYTES : Double.BYTES;
            this.leads = leads;
            outgoing = Array.newInstance(element, 0);
        }

        Object outgoing(int bytes) {
            int count = bytes / size;
            if (Array.getLength(outgoing) != count) {
                outgoing = filled(leads, count);
            }
            return outgoing;
        }

        private Object filled(boolean ofLeader, int count) {
            Object array = Array.newInstance(element, count);
            for (int i = 0; i < count; i++) {
                Array.setByte(array, i, value(ofLeader, i));
            }
            return array;
        }

        private static byte value(boolean ofLeader, int index) {
            return (byte) (ofLeader ? index % 100 : -index % 100);
        }

        void check(Object received, int bytes) {
            boolean same =
                    switch (received) {
                        case byte[] array ->
                                java.util.Arrays.equals(array, (byte[]) filled(!leads, bytes));
                        case int[] array ->
                                java.util.Arrays.equals(
                                        array, (int[]) filled(!leads, bytes / size));
                        case double[] array ->
                                java.util.Arrays.equals(
                                        array, (double[]) filled(!leads, bytes / size));
                        case null, default -> false;
                    };
            if (!same) {
                throw new IllegalStateException("wrong data received: bytes=" + bytes);
            }
        }
    }
}
