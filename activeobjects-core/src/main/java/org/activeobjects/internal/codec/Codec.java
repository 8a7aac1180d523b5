package org.activeobjects.internal.codec;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.custom.CustomSerializers;
import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.internal.codec.type.ThrowableSerializer;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Limits;
import org.activeobjects.internal.codec.wire.Roots;
import org.activeobjects.internal.codec.wire.WireInput;
import org.activeobjects.internal.codec.wire.WireOutput;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Encodes, decodes and copies what is passed in calls.
 *
 * <p>Values are passed as graphs: shared and circular references stay so. Large primitive arrays,
 * at any depth, are not copied into the bytes but listed beside them. Nothing that a peer sends
 * makes this JVM allocate more than in proportion to its bytes, or run anything but code of
 * admitted classes: the canonical constructors of records, the {@code hashCode}, {@code equals} and
 * {@code compareTo} of keys, {@code add} or {@code put} of collections, and the hooks of Java's
 * serialization.
 *
 * <p><b>Threading:</b> any thread. Each use takes one engine from a bounded pool.
 */
public final class Codec {

    private final ClassFilter filter;
    private final ReferenceResolver references;
    private final CustomSerializers custom;
    private final ClassNumbers numbers = new ClassNumbers();
    private final Limits limits;
    private final GraphEngine.Pool pool = new GraphEngine.Pool(this::newEngine);
    private final ThrowableSerializer.Nested nested = new Nested();
    private final BriefMessages brief;

    /**
     * A codec with the limits that the system properties name, and the serializers of users that
     * {@code ServiceLoader} finds.
     *
     * @param filter decides which classes may be sent
     * @param references replaces stubs and futures
     */
    public Codec(ClassFilter filter, ReferenceResolver references) {
        this(filter, references, CustomSerializers.found(), Limits.fromSettings());
    }

    /**
     * A codec.
     *
     * @param filter decides which classes may be sent
     * @param references replaces stubs and futures
     * @param custom serializers of users, whose classes are admitted
     * @param limits how large a message may be
     */
    public Codec(
            ClassFilter filter,
            ReferenceResolver references,
            CustomSerializers custom,
            Limits limits) {
        this.filter = filter;
        this.references = references;
        this.custom = custom;
        filter.admitAlone(custom.types());
        this.limits = limits;
        this.brief = new BriefMessages(numbers, limits, this::plainShapeOf);
    }

    private GraphEngine newEngine() {
        return new GraphEngine(filter, references, custom, numbers, limits, nested);
    }

    private ClassShape plainShapeOf(Class<?> type) {
        GraphEngine engine = pool.take();
        try {
            return engine.classes.plainShapeOf(type);
        } finally {
            pool.giveBack(engine);
        }
    }

    /**
     * Appends values to a message, whose paths begin with their classes.
     *
     * @param out message that gets them; unchanged if this method throws
     * @param values what to encode, {@code null} elements allowed
     * @param what the call that they belong to, whose text is for messages
     * @throws SerializationException if a value cannot be sent
     */
    public void encode(EncodedMessage out, Object[] values, Object what) {
        encode(out, values, Roots.VALUES, what);
    }

    /**
     * Appends values to a message. Their large arrays are listed, not copied: they may not change
     * until the message has been posted.
     *
     * @param out message that gets them; unchanged if this method throws
     * @param values what to encode, {@code null} elements allowed
     * @param roots what they are, for messages
     * @param what the call that they belong to, whose text is for messages
     * @throws SerializationException if a value cannot be sent
     */
    public void encode(EncodedMessage out, Object[] values, Roots roots, Object what) {
        if (brief.encode(out, values)) {
            return;
        }
        int start = out.headLength();
        int attached = out.attachments().size();
        int travelling = out.travellers().size();
        GraphEngine engine = pool.take();
        try {
            engine.output.open(out.head(), start, out.attachments(), out.travellers());
            engine.classes.sendTo(out.receivers());
            write(engine, values, roots);
            out.adopt(engine.output.getBuffer(), engine.output.position());
        } catch (Throwable e) {
            // Users' code may throw checked exceptions too, which nothing declares.
            out.truncate(start, attached, travelling);
            engine = engine.afterFailure(e);
            throw CodecFault.exception("encoded", e, what);
        } finally {
            pool.giveBack(engine);
        }
    }

    private static void write(GraphEngine engine, Object[] values, Roots roots) {
        engine.output.writeVarInt(values.length, true);
        for (int i = 0; i < values.length; i++) {
            try {
                engine.kryo().writeClassAndObject(engine.output, values[i]);
            } catch (RuntimeException | StackOverflowError e) {
                throw roots.of(e, values, i);
            }
        }
    }

    /**
     * Reads back what one {@link #encode} wrote for receivers of which it knew nothing.
     *
     * @param head array with the bytes
     * @param offset first byte that it wrote
     * @param length number of bytes that it wrote
     * @param attachments all arrays of the message; they become part of the values as they are
     * @return the values, a new array
     * @throws SerializationException if the bytes are no such message, or name a class that is not
     *     admitted
     */
    public Object[] decode(byte[] head, int offset, int length, Object[] attachments) {
        return decode(head, offset, length, attachments, null, Roots.VALUES, () -> "message");
    }

    /**
     * Reads back what one {@link #encode} wrote.
     *
     * @param head array with the bytes
     * @param offset first byte that it wrote
     * @param length number of bytes that it wrote
     * @param attachments all arrays of the message; they become part of the values as they are, and
     *     those stay here that are part of them once
     * @param sender what is known of the classes of its sender; may be {@code null}
     * @param roots what the values are, for messages
     * @param what says, if this fails, which call of whom could not be decoded where
     * @return the values, a new array
     * @throws SerializationException if the bytes are no such message, or name a class that is not
     *     admitted
     */
    public Object[] decode(
            byte[] head,
            int offset,
            int length,
            Object[] attachments,
            PeerClasses sender,
            Roots roots,
            Supplier<?> what) {
        Objects.checkFromIndexSize(offset, length, head.length);
        Object[] values = brief.decode(head, offset, length, sender);
        if (values == null) {
            values = decode(head, offset, length, attachments, sender, 0, roots, what);
        }
        if (sender != null) {
            sender.tellNews();
        }
        return values;
    }

    /**
     * Reads back the one value of a message.
     *
     * @param head array with the bytes
     * @param offset first byte of the content, which takes up the rest of the array
     * @param attachments all arrays of the message
     * @param sender what is known of the classes of its sender
     * @param type class that the value must have
     * @param what says, if this fails, what could not be decoded where
     * @return the value, or {@code null}
     * @throws SerializationException as {@link #decode} does, or if there is not one such value
     */
    public Object decodeOne(
            byte[] head,
            int offset,
            Object[] attachments,
            PeerClasses sender,
            Class<?> type,
            Supplier<?> what) {
        int length = head.length - offset;
        Object[] values = decode(head, offset, length, attachments, sender, Roots.VALUES, what);
        if (values.length != 1 || values[0] != null && !type.isInstance(values[0])) {
            throw new SerializationException(
                    "message is not what it says: "
                            + what.get()
                            + " values="
                            + values.length
                            + " expected="
                            + type.getTypeName());
        }
        return values[0];
    }

    private Object[] decode(
            byte[] head,
            int offset,
            int length,
            Object[] attachments,
            PeerClasses sender,
            int nesting,
            Roots roots,
            Supplier<?> what) {
        GraphEngine engine = pool.take();
        try {
            engine.input.open(head, offset, length, attachments, nesting);
            engine.classes.receiveFrom(sender);
            Object[] values = read(engine, roots);
            engine.kryo().finish();
            if (engine.input.left() != 0) {
                throw new CodecFault(
                        null, "bytes are left over: count=" + engine.input.left(), null);
            }
            return values;
        } catch (Throwable e) {
            engine = engine.afterFailure(e);
            throw CodecFault.exception("decoded", e, what.get() + " bytes=" + length);
        } finally {
            pool.giveBack(engine);
        }
    }

    private static Object[] read(GraphEngine engine, Roots roots) {
        Object[] values = new Object[engine.input.readCount(1)];
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = engine.kryo().readClassAndObject(engine.input);
            } catch (RuntimeException | StackOverflowError e) {
                throw roots.ofRead(e, engine.kryo(), values.length, i);
            }
        }
        return values;
    }

    /**
     * Copies a value for a callee in the same runtime. What cannot change is shared, what is passed
     * by reference stays a reference, all else is copied as if it had been sent.
     *
     * @param value any object, or {@code null}
     * @param what the call that it belongs to, whose text is for messages
     * @return its copy, or itself
     * @throws SerializationException if a part of it could not be sent either
     */
    public Object copy(Object value, Object what) {
        boolean isItsOwnCopy = value == null || isPlainValue(value);
        return isItsOwnCopy ? value : copyAll(new Object[] {value}, Roots.VALUES, what)[0];
    }

    /**
     * Copies what one message would have: what the values share their copies share too.
     *
     * @param values any objects, {@code null} elements allowed
     * @param roots what they are, for messages
     * @param what the call that they belong to, whose text is for messages
     * @return their copies, or themselves, in a new array
     * @throws SerializationException if a part of them could not be sent either
     */
    public Object[] copyAll(Object[] values, Roots roots, Object what) {
        Object[] copies = new Object[values.length];
        GraphEngine engine = pool.take();
        try {
            for (int i = 0; i < values.length; i++) {
                copies[i] = copy(engine, values, i, roots);
            }
            engine.kryo().finish();
            return copies;
        } catch (Throwable e) {
            engine = engine.afterFailure(e);
            throw CodecFault.exception("copied", e, what);
        } finally {
            pool.giveBack(engine);
        }
    }

    private static Object copy(GraphEngine engine, Object[] values, int index, Roots roots) {
        try {
            return engine.kryo().copy(values[index]);
        } catch (RuntimeException | StackOverflowError e) {
            throw roots.of(e, values, index);
        }
    }

    private static boolean isPlainValue(Object value) {
        return value instanceof String
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Boolean;
    }

    /**
     * One value in bytes of its own, with all its arrays in them; its futures are the message's.
     */
    private final class Nested implements ThrowableSerializer.Nested {

        /**
         * Fields of exceptions that lie in fields of exceptions, in maps for instance: what lies
         * deeper stays behind. What is written at each level again grows with this power.
         */
        private static final int MAX_NESTING = 2;

        @Override
        public byte[] encode(Object value, WireOutput around) {
            if (around.nesting() >= MAX_NESTING && !isPlainValue(value)) {
                return null;
            }
            List<Object> travellers = around.travellers();
            int travelling = travellers == null ? 0 : travellers.size();
            GraphEngine engine = pool.take();
            try {
                engine.output.open(new byte[64], 0, null, travellers);
                engine.output.nestIn(around);
                write(engine, new Object[] {value}, Roots.VALUES);
                return Arrays.copyOf(engine.output.getBuffer(), engine.output.position());
            } catch (Throwable e) {
                engine = engine.afterFailure(e);
                if (travellers != null) {
                    travellers.subList(travelling, travellers.size()).clear();
                }
                return null; // the caller goes on without the value
            } finally {
                pool.giveBack(engine);
            }
        }

        @Override
        public boolean isThrown(Object value) {
            return filter.admitsAsThrown(value);
        }

        @Override
        public Object decode(WireInput around, int length) {
            if (around.nesting() > MAX_NESTING) {
                throw new CodecFault(null, "too many exceptions in each other", null);
            }
            Object[] values =
                    Codec.this.decode(
                            around.getBuffer(),
                            around.position(),
                            length,
                            around.attachments(),
                            null,
                            around.nesting() + 1,
                            Roots.VALUES,
                            () -> "field of an exception");
            if (values.length != 1) {
                throw new CodecFault(null, "one value was expected: values=" + values.length, null);
            }
            return values[0];
        }
    }
}
