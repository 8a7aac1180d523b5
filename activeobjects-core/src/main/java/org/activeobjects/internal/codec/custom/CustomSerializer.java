package org.activeobjects.internal.codec.custom;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.serial.ObjectSerializer;

import java.util.ArrayDeque;
import java.util.Deque;

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
        int start = output.position();
        output.writeInt(0);
        if (!custom.allowsCycles()) {
            graph.openWhole(object);
        }
        int[] count = new int[1];
        write(
                object,
                output,
                value -> {
                    try {
                        graph.writeClassAndObject(output, value);
                    } catch (RuntimeException e) {
                        throw CodecFault.at(e, ".object[" + count[0] + "]");
                    }
                    count[0]++;
                });
        if (!custom.allowsCycles()) {
            graph.closeWhole();
        }
        int end = output.position();
        output.setPosition(start);
        output.writeInt(end - start);
        output.setPosition(end);
    }

    private void write(Object object, Output output, java.util.function.Consumer<Object> objects) {
        try {
            custom.write(object, new BytesWriter(output, objects));
        } catch (VirtualMachineError e) {
            throw e;
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
        int start = input.position();
        int length = input.readInt();
        int[] count = new int[1];
        Object object =
                read(
                        version,
                        new BytesReader(
                                graph,
                                input,
                                () -> {
                                    try {
                                        Object value = graph.readClassAndObject(input);
                                        count[0]++;
                                        return value;
                                    } catch (RuntimeException e) {
                                        throw CodecFault.at(e, ".object[" + count[0] + "]");
                                    }
                                }));
        if (input.position() - start != length) {
            throw new CodecFault(
                    className,
                    "its serializer did not read what it wrote: serializer="
                            + custom.getClass().getTypeName()
                            + " bytesWritten="
                            + length
                            + " bytesRead="
                            + (input.position() - start),
                    "have write and read agree");
        }
        return object;
    }

    private Object read(int version, BytesReader reader) {
        Object object;
        try {
            object = custom.read(reader, version);
        } catch (VirtualMachineError e) {
            throw e;
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
        Object copy =
                read(
                        custom.version(),
                        new BytesReader(
                                graph,
                                input,
                                () -> {
                                    Part next = parts.poll();
                                    if (next == null || next.position != input.position()) {
                                        throw misread();
                                    }
                                    return graph.copy(next.value);
                                }));
        if (input.position() != input.limit() || !parts.isEmpty()) {
            throw misread();
        }
        return copy;
    }

    /** An object that was written, and where: after how many bytes. */
    private record Part(Object value, int position) {}

    private CodecFault misread() {
        return new CodecFault(
                className,
                "its serializer did not read what it wrote: serializer="
                        + custom.getClass().getTypeName(),
                "have write and read agree");
    }

    private CodecFault failed(String what, Throwable thrown) {
        CodecFault known =
                thrown instanceof RuntimeException unchecked ? CodecFault.known(unchecked) : null;
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
