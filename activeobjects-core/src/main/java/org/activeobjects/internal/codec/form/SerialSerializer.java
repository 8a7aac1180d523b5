package org.activeobjects.internal.codec.form;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.WireInput;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.function.Predicate;

/**
 * Values of the JDK that only Java's own serialization can take apart and put together: as the
 * bytes that it makes, of classes from a list and of no others, on both sides.
 */
public final class SerialSerializer extends Serializer<Object> {

    private static final int MAX_DEPTH = 16;

    private final Predicate<Class<?>> admitted;

    /**
     * For values of some classes.
     *
     * @param immutable whether they never change, so that calls within a JVM share them
     * @param admitted the classes that occur in them
     */
    public SerialSerializer(boolean immutable, Predicate<Class<?>> admitted) {
        super(false, immutable);
        this.admitted = admitted;
    }

    @Override
    public void write(Kryo kryo, Output output, Object value) {
        byte[] bytes = bytesOf(value);
        output.writeVarInt(bytes.length, true);
        output.writeBytes(bytes);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        WireInput in = (WireInput) input;
        return valueOf(in.readBytes(in.readCount(1)));
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        return isImmutable() ? original : valueOf(bytesOf(original));
    }

    private byte[] bytesOf(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer out = new Writer(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw fault(value.getClass().getTypeName(), e);
        }
        return bytes.toByteArray();
    }

    private Object valueOf(byte[] bytes) {
        try (ObjectInputStream in = new Reader(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(new Gate(bytes.length));
            return in.readObject();
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw fault(null, e);
        }
    }

    /**
     * The bytes may be anybody's: no class but those of the list, nothing larger than they are, and
     * no long array that many refer to, for some copy it.
     */
    private final class Gate implements ObjectInputFilter {

        private static final int COPIED_PER_BYTE = 256;
        private final long length;
        private long longest;

        Gate(int length) {
            this.length = length;
        }

        @Override
        public Status checkInput(FilterInfo what) {
            longest = Math.max(longest, what.arrayLength());
            boolean fits =
                    what.depth() <= MAX_DEPTH
                            && longest <= length
                            && longest * what.references() <= length * COPIED_PER_BYTE
                            && (what.serialClass() == null || isAdmitted(what.serialClass()));
            return fits ? Status.ALLOWED : Status.REJECTED;
        }
    }

    private boolean isAdmitted(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive() || element == String.class || admitted.test(element);
    }

    private static CodecFault fault(String className, Exception why) {
        return why instanceof CodecFault fault
                ? fault
                : new CodecFault(
                        className,
                        "not a state of a value of the JDK: " + why,
                        "send a value in its place",
                        why);
    }

    /** Knows the classes of the JDK and no others. */
    private static final class Reader extends ObjectInputStream {

        Reader(ByteArrayInputStream bytes) throws IOException {
            super(bytes);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException {
            try {
                return Class.forName(
                        described.getName(), false, ClassLoader.getPlatformClassLoader());
            } catch (ClassNotFoundException | LinkageError e) {
                throw (IOException) new InvalidClassException(described.getName()).initCause(e);
            }
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
            throw new InvalidClassException("a proxy is no value of the JDK");
        }
    }

    /** Refuses here what the receiver would refuse. */
    private final class Writer extends ObjectOutputStream {

        Writer(ByteArrayOutputStream bytes) throws IOException {
            super(bytes);
        }

        @Override
        protected void annotateProxyClass(Class<?> type) {
            annotateClass(type);
        }

        @Override
        protected void annotateClass(Class<?> type) {
            if (!isAdmitted(type)) {
                throw new CodecFault(
                        type.getTypeName(),
                        "the codec has no form for it within a value of the JDK",
                        "send a value in its place");
            }
        }
    }
}
