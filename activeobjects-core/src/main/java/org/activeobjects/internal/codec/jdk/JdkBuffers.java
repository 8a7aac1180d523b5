package org.activeobjects.internal.codec.jdk;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.form.Registrar;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.WireInput;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.InvalidMarkException;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Buffers of {@code java.nio}: all elements from 0 to the capacity, as an array, and position,
 * limit and mark; direct or not, read-only or not, in their byte order. Buffers over the whole of
 * one array share the array that arrives; a part of something larger brings its own elements.
 *
 * @param <B> kind of buffers
 * @param <A> its arrays
 */
final class JdkBuffers<B extends Buffer, A> extends Serializer<B> {

    private static final int DIRECT = 1;
    private static final int READ_ONLY = 2;
    private static final int BIG_ENDIAN = 4;

    private final Kind<B, A> kind;

    private JdkBuffers(Kind<B, A> kind) {
        this.kind = kind;
    }

    static void register(Registrar to) {
        add(
                to,
                180,
                new Kind<>(
                        ByteBuffer.class,
                        byte[].class,
                        ByteBuffer::order,
                        ByteBuffer::asReadOnlyBuffer,
                        ByteBuffer::wrap,
                        bytes -> bytes,
                        ByteBuffer::get,
                        ByteBuffer::put));
        add(
                to,
                181,
                new Kind<>(
                        CharBuffer.class,
                        char[].class,
                        CharBuffer::order,
                        CharBuffer::asReadOnlyBuffer,
                        CharBuffer::wrap,
                        ByteBuffer::asCharBuffer,
                        CharBuffer::get,
                        CharBuffer::put));
        add(
                to,
                182,
                new Kind<>(
                        ShortBuffer.class,
                        short[].class,
                        ShortBuffer::order,
                        ShortBuffer::asReadOnlyBuffer,
                        ShortBuffer::wrap,
                        ByteBuffer::asShortBuffer,
                        ShortBuffer::get,
                        ShortBuffer::put));
        add(
                to,
                183,
                new Kind<>(
                        IntBuffer.class,
                        int[].class,
                        IntBuffer::order,
                        IntBuffer::asReadOnlyBuffer,
                        IntBuffer::wrap,
                        ByteBuffer::asIntBuffer,
                        IntBuffer::get,
                        IntBuffer::put));
        registerLarger(to);
    }

    private static void registerLarger(Registrar to) {
        add(
                to,
                184,
                new Kind<>(
                        LongBuffer.class,
                        long[].class,
                        LongBuffer::order,
                        LongBuffer::asReadOnlyBuffer,
                        LongBuffer::wrap,
                        ByteBuffer::asLongBuffer,
                        LongBuffer::get,
                        LongBuffer::put));
        add(
                to,
                185,
                new Kind<>(
                        FloatBuffer.class,
                        float[].class,
                        FloatBuffer::order,
                        FloatBuffer::asReadOnlyBuffer,
                        FloatBuffer::wrap,
                        ByteBuffer::asFloatBuffer,
                        FloatBuffer::get,
                        FloatBuffer::put));
        add(
                to,
                186,
                new Kind<>(
                        DoubleBuffer.class,
                        double[].class,
                        DoubleBuffer::order,
                        DoubleBuffer::asReadOnlyBuffer,
                        DoubleBuffer::wrap,
                        ByteBuffer::asDoubleBuffer,
                        DoubleBuffer::get,
                        DoubleBuffer::put));
    }

    private static <B extends Buffer, A> void add(Registrar to, int id, Kind<B, A> kind) {
        to.add(id, kind.type(), new JdkBuffers<>(kind));
    }

    @Override
    public void write(Kryo kryo, Output output, B buffer) {
        output.writeByte(flagsOf(buffer));
        output.writeVarInt(buffer.position(), true);
        output.writeVarInt(buffer.limit(), true);
        output.writeVarInt(markOf(buffer) + 1, true);
        A whole = arrayOf(buffer);
        kryo.writeClassAndObject(output, whole == null ? elementsOf(buffer) : whole);
    }

    @Override
    public B read(Kryo kryo, Input input, Class<? extends B> type) {
        int flags = input.readByte();
        int position = input.readVarInt(true);
        int limit = input.readVarInt(true);
        int mark = input.readVarInt(true) - 1;
        WireInput in = (WireInput) input;
        int sharings = in.sharings();
        Object elements = kryo.readClassAndObject(in);
        if (!kind.arrayType().isInstance(elements)) {
            throw new CodecFault(kind.type().getTypeName(), "its elements are missing", null);
        }
        if (!isWrapped((flags & DIRECT) != 0, orderOf(flags))) {
            in.spendCopy(elements, sharings);
        }
        return make(flags, kind.arrayType().cast(elements), position, limit, mark);
    }

    @Override
    public B copy(Kryo kryo, B buffer) {
        A whole = arrayOf(buffer);
        A elements = whole == null ? elementsOf(buffer) : kryo.copy(whole);
        return make(flagsOf(buffer), elements, buffer.position(), buffer.limit(), markOf(buffer));
    }

    private int flagsOf(B buffer) {
        return (buffer.isDirect() ? DIRECT : 0)
                | (buffer.isReadOnly() ? READ_ONLY : 0)
                | (kind.order().apply(buffer) == ByteOrder.BIG_ENDIAN ? BIG_ENDIAN : 0);
    }

    /**
     * The array that the buffer shows from its first to its last element; null if there is none.
     */
    private A arrayOf(B buffer) {
        boolean whole =
                buffer.hasArray()
                        && buffer.arrayOffset() == 0
                        && Array.getLength(buffer.array()) == buffer.capacity();
        return whole ? kind.arrayType().cast(buffer.array()) : null;
    }

    private A elementsOf(B buffer) {
        A elements =
                kind.arrayType()
                        .cast(
                                Array.newInstance(
                                        kind.arrayType().componentType(), buffer.capacity()));
        kind.get().accept(kind.type().cast(buffer.duplicate().clear()), elements);
        return elements;
    }

    /** Only a way back to it tells where it is. */
    private static int markOf(Buffer buffer) {
        try {
            return buffer.duplicate().reset().position();
        } catch (InvalidMarkException e) {
            return -1;
        }
    }

    private B make(int flags, A elements, int position, int limit, int mark) {
        ByteOrder order = orderOf(flags);
        B made = over(elements, (flags & DIRECT) != 0, order);
        if ((flags & READ_ONLY) != 0) {
            made = kind.readOnly().apply(made);
        }
        if (made instanceof ByteBuffer bytes) {
            bytes.order(order); // which no copy takes over
        }
        made.clear();
        if (mark >= 0) {
            made.position(mark).mark();
        }
        made.limit(limit).position(position);
        return made;
    }

    private static ByteOrder orderOf(int flags) {
        return (flags & BIG_ENDIAN) != 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /** Whether it shows the array itself, and no copy. */
    private boolean isWrapped(boolean direct, ByteOrder order) {
        return !direct && (kind.type() == ByteBuffer.class || order == ByteOrder.nativeOrder());
    }

    private B over(A elements, boolean direct, ByteOrder order) {
        if (isWrapped(direct, order)) {
            return kind.wrap().apply(elements);
        }
        B view = kind.view().apply(bytesFor(elements, direct).order(order));
        kind.put().accept(view, elements);
        return view;
    }

    private ByteBuffer bytesFor(A elements, boolean direct) {
        int count = Math.multiplyExact(Array.getLength(elements), kind.elementSize());
        try {
            return direct ? ByteBuffer.allocateDirect(count) : ByteBuffer.allocate(count);
        } catch (OutOfMemoryError e) {
            throw new CodecFault(
                    kind.type().getTypeName(),
                    "no memory for it: bytes=" + count + " direct=" + direct,
                    "send less at once, or raise -XX:MaxDirectMemorySize or -Xmx",
                    e);
        }
    }

    /**
     * What the kinds of buffers do alike, though no superclass says so.
     *
     * @param type class of the buffers
     * @param arrayType class of their arrays
     * @param order tells the order of a buffer
     * @param readOnly a view that cannot be written
     * @param wrap a buffer over an array
     * @param view a buffer over bytes, in their order
     * @param get fills an array
     * @param put takes an array over
     */
    private record Kind<B extends Buffer, A>(
            Class<B> type,
            Class<A> arrayType,
            Function<B, ByteOrder> order,
            UnaryOperator<B> readOnly,
            Function<A, B> wrap,
            Function<ByteBuffer, B> view,
            BiConsumer<B, A> get,
            BiConsumer<B, A> put) {

        int elementSize() {
            return switch (arrayType.componentType().getName()) {
                case "byte" -> 1;
                case "char", "short" -> Short.BYTES;
                case "int", "float" -> Integer.BYTES;
                default -> Long.BYTES;
            };
        }
    }
}
