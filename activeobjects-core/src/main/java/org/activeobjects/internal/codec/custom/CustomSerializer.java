package org.activeobjects.internal.codec.custom;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.serial.ObjectSerializer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs one serializer of a user: version, length, then what it wrote. */
final class CustomSerializer extends Serializer<Object> {

    private final ObjectSerializer<Object> custom;
    private final String className;

    @SuppressWarnings("unchecked") // it is called with instances of its type only
    CustomSerializer(ObjectSerializer<?> custom) {
        super(false, custom.isImmutable());
        this.custom = (ObjectSerializer<Object>) custom;
        this.className = custom.type().getTypeName();
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        Graph graph = Graph.of(kryo);
        output.writeVarInt(custom.version(), true);
        if (!custom.allowsCycles()) {
            graph.openWhole(object);
        }
        Frame frame = new Frame();
        frame.open(output);
        write(
                object,
                output,
                value -> {
                    frame.close(output, true);
                    frame.object(
                            () -> {
                                graph.writeClassAndObject(output, value);
                                return null;
                            });
                    frame.open(output);
                });
        CodecFault.rethrow(frame.failure);
        frame.close(output, false);
        if (!custom.allowsCycles()) {
            graph.closeWhole();
        }
    }

    /**
     * What a serializer has written, in parts: some bytes, and the object that follows them, if
     * there is one. Before each stands how many bytes it has and whether there is.
     */
    private static final class Frame {

        private int bound;
        private boolean hasObject;
        private int count;
        private CodecFault fault;

        /** What users' code may have caught: half an object is there, and nothing may follow it. */
        private Throwable failure;

        void open(Output output) {
            output.writeInt(0);
            bound = output.position();
        }

        void close(Output output, boolean isBeforeObject) {
            int end = output.position();
            output.setPosition(bound - Integer.BYTES);
            output.writeInt((end - bound) << 1 | (isBeforeObject ? 1 : 0));
            output.setPosition(end);
        }

        void next(Input input) {
            int head = input.readInt();
            hasObject = (head & 1) != 0;
            bound = input.position() + (head >>> 1);
        }

        /** Whether all bytes of the part were read, and an object follows or not. */
        boolean isRead(Input input, boolean isBeforeObject) {
            return input.position() == bound && hasObject == isBeforeObject;
        }

        /** Writes or reads an object. */
        Object object(Supplier<Object> way) {
            try {
                Object value = way.get();
                count++;
                return value;
            } catch (RuntimeException e) {
                CodecFault thrown = fault(CodecFault.at(e, ".object[" + count + "]"));
                failure = thrown;
                throw thrown;
            } catch (Error e) {
                failure = e;
                throw e;
            }
        }

        /** What is to pass as it is, through the user's code. */
        CodecFault fault(CodecFault thrown) {
            fault = thrown;
            return thrown;
        }
    }

    private void write(Object object, Output output, Consumer<Object> objects) {
        try {
            custom.write(object, new BytesWriter(output, objects));
        } catch (Throwable e) { // of errors and checked exceptions, too, one has to know whose
            throw failed("write", e);
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        Graph graph = Graph.of(kryo);
        int version = input.readVarInt(true);
        if (version < 0 || version > custom.version()) {
            throw new CodecFault(
                    className,
                    "it was written by a newer version of its serializer: serializer="
                            + custom.getClass().getTypeName()
                            + " versionWritten="
                            + version
                            + " versionKnown="
                            + custom.version(),
                    "run both JVMs with the same version of the serializer");
        }
        Frame frame = new Frame();
        frame.next(input);
        Supplier<Object> objects =
                () -> {
                    if (!frame.isRead(input, true)) {
                        throw frame.fault(misread("an object where none was written"));
                    }
                    Object value = frame.object(() -> graph.readClassAndObject(input));
                    frame.next(input);
                    return value;
                };
        Object object = read(version, new BytesReader(graph, input, objects), frame);
        CodecFault.rethrow(frame.failure);
        if (!frame.isRead(input, false)) {
            throw misread("less than was written");
        }
        return object;
    }

    private Object read(int version, BytesReader reader, Frame frame) {
        Object object;
        try {
            object = custom.read(reader, version);
        } catch (KryoException | CodecFault e) {
            // What an object says passes; bytes that make no sense are others than those written.
            throw CodecFault.known(e) == frame.fault && frame.fault != null
                    ? frame.fault
                    : misread(CodecFault.of(e).getMessage());
        } catch (Throwable e) {
            throw failed("read", e);
        }
        if (!custom.type().isInstance(object)) {
            throw new CodecFault(
                    className,
                    "its serializer did not read an instance of it: serializer="
                            + custom.getClass().getTypeName(),
                    null);
        }
        return object;
    }

    /** As the object would arrive if it had been sent: written, and read again. */
    @Override
    public Object copy(Kryo kryo, Object original) {
        Graph graph = Graph.of(kryo);
        Output bytes = new Output(64, -1);
        Deque<Part> parts = new ArrayDeque<>();
        write(original, bytes, value -> parts.add(new Part(value, bytes.position())));
        Input input = new Input(bytes.getBuffer(), 0, bytes.position());
        Frame frame = new Frame();
        Supplier<Object> objects =
                () -> {
                    Part next = parts.poll();
                    if (next == null || next.position != input.position()) {
                        throw frame.fault(misread("an object where none was written"));
                    }
                    return frame.object(() -> graph.copy(next.value));
                };
        Object copy = read(custom.version(), new BytesReader(graph, input, objects), frame);
        CodecFault.rethrow(frame.failure);
        if (input.position() != input.limit() || !parts.isEmpty()) {
            throw misread("less than was written");
        }
        return copy;
    }

    /** An object that was written, and where: after how many bytes. */
    private record Part(Object value, int position) {}

    private CodecFault misread(String what) {
        return new CodecFault(
                className,
                "its serializer did not read what it wrote: serializer="
                        + custom.getClass().getTypeName()
                        + " read="
                        + what,
                "have write and read agree");
    }

    private CodecFault failed(String what, Throwable thrown) {
        CodecFault known = CodecFault.known(thrown);
        return known != null
                ? known
                : new CodecFault(
                        className,
                        "its serializer failed to "
                                + what
                                + ": serializer="
                                + custom.getClass().getTypeName()
                                + " exception="
                                + Thrown.textOf(thrown),
                        null,
                        thrown);
    }
}
