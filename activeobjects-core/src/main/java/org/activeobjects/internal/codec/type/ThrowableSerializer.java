package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.error.UnknownThrowableException;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;
import org.activeobjects.internal.codec.wire.WireOutput;
import org.activeobjects.internal.stub.BareConstructor;
import org.activeobjects.internal.thrown.Thrown;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Everything that can be thrown: class, message, cause, suppressed ones, stack trace, and the
 * fields of its classes as far as they can be encoded.
 *
 * <p>The class is rebuilt without its own constructors, beginning with that of {@code Throwable}.
 * If it is not known to the receiver, or makes its message of what is not there, {@link
 * UnknownThrowableException} stands in: an exception must arrive whatever its class is like.
 */
public final class ThrowableSerializer extends Serializer<Throwable> {

    /** Encodes one value by itself, so that failing does no harm to the message around it. */
    public interface Nested {

        /**
         * Encodes a value.
         *
         * @param value any object
         * @param around the message that gets it
         * @return its bytes, or {@code null} if it cannot be encoded
         */
        byte[] encode(Object value, WireOutput around);

        /**
         * Decodes a value.
         *
         * @param around the message, which stands before the value and is not moved
         * @param length how many bytes {@link #encode} returned
         * @return the value
         * @throws RuntimeException if it cannot be decoded
         */
        Object decode(WireInput around, int length);
    }

    /** Knows what the JDK's classes of an exception have in fields of their own. */
    public interface Platform {

        /**
         * The message that an exception was made with, of which its {@code getMessage} may make
         * another.
         *
         * @param thrown any exception
         * @return the message, or {@code null} if it has none
         */
        String givenMessageOf(Throwable thrown);

        /**
         * Reads them.
         *
         * @param thrown any exception
         * @return values by class, {@code #} and name of the field; only what is not {@code null}
         */
        Map<String, Object> fieldsOf(Throwable thrown);

        /**
         * Sets them.
         *
         * @param thrown an exception of the same class
         * @param fields what {@link #fieldsOf} returned; a hostile sender may send anything
         */
        void restore(Throwable thrown, Map<String, Object> fields);
    }

    /**
     * In the place of the name of a field: the message that it was made with, if it has another.
     */
    private static final String GIVEN_MESSAGE = "*";

    /** What the JVM notes for itself of the stack when an exception is made, in bytes. */
    private static final int MADE_MEMORY = 2048;

    private static final int MADE_MEMORY_PER_DEPTH = 128;

    private static final Constructor<?> FIRST;

    static {
        try {
            FIRST = Throwable.class.getConstructor(String.class);
        } catch (NoSuchMethodException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ClassSource classes;
    private final Nested nested;
    private final Platform platform;

    /**
     * For one codec.
     *
     * @param classes gives the classes of exceptions
     * @param nested encodes what is in fields
     * @param platform reads and sets those of the classes of the JDK
     */
    public ThrowableSerializer(ClassSource classes, Nested nested, Platform platform) {
        this.classes = classes;
        this.nested = nested;
        this.platform = platform;
    }

    @Override
    public void write(Kryo kryo, Output output, Throwable thrown) {
        output.writeString(thrown.getClass().getName());
        String message = Thrown.messageOf(thrown);
        output.writeString(message);
        writeFields((WireOutput) output, thrown, message);
        kryo.writeClassAndObject(output, Thrown.causeOf(thrown));
        Elements.write(kryo, output, List.of(thrown.getSuppressed()));
        StackTraceElement[] frames = Thrown.stackOf(thrown);
        output.writeVarInt(frames.length, true);
        for (StackTraceElement frame : frames) {
            writeFrame(output, frame);
        }
    }

    private void writeFields(WireOutput output, Throwable thrown, String message) {
        List<Field> fields = fieldsOf(thrown.getClass());
        Map<String, Object> platformFields = platform.fieldsOf(thrown);
        String given = platform.givenMessageOf(thrown);
        boolean isSame = Objects.equals(given, message);
        output.writeVarInt(fields.size() + platformFields.size() + (isSame ? 0 : 1), true);
        if (!isSame) {
            writeField(output, GIVEN_MESSAGE, encoded(given, output));
        }
        for (Field field : fields) {
            writeField(output, nameOf(field), valueOf(field, thrown, output));
        }
        platformFields.forEach((name, value) -> writeField(output, name, encoded(value, output)));
    }

    private static String nameOf(Field field) {
        return field.getDeclaringClass().getName() + "#" + field.getName();
    }

    /** Null for what stays behind. */
    private static void writeField(WireOutput output, String name, byte[] value) {
        output.writeString(name);
        output.writeVarInt(value == null ? 0 : value.length + 1, true);
        if (value != null) {
            output.writeBytes(value);
        }
    }

    @Override
    public Throwable read(Kryo kryo, Input input, Class<? extends Throwable> type) {
        WireInput in = (WireInput) input;
        String className = in.readText();
        String message = in.readString();
        in.spendMemory(className, MADE_MEMORY + MADE_MEMORY_PER_DEPTH * (long) kryo.getDepth());
        Throwable thrown = rebuild(className, message, in);
        kryo.reference(thrown);
        Throwable cause = (Throwable) kryo.readClassAndObject(in);
        if (cause != null && cause != thrown && Thrown.causeOf(thrown) == null) {
            Thrown.setCause(thrown, cause);
        }
        List<Object> suppressed = new ArrayList<>();
        Elements.read(kryo, in, suppressed, Graph.of(kryo).self());
        for (Object one : suppressed) {
            if (one != thrown) {
                thrown.addSuppressed((Throwable) one);
            }
        }
        StackTraceElement[] frames = new StackTraceElement[in.readCount(6)];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = readFrame(in);
        }
        Thrown.setStack(thrown, frames);
        return thrown;
    }

    /**
     * Exceptions are passed on as they are also by a catch clause; a copy would lose its identity.
     */
    @Override
    public Throwable copy(Kryo kryo, Throwable original) {
        return original;
    }

    private Throwable rebuild(String className, String message, WireInput in) {
        int count = in.readCount(2);
        Throwable thrown = bare(className, message);
        Map<String, Object> platformFields = new HashMap<>();
        for (int i = 0; i < count; i++) {
            String name = in.readText();
            int length = in.readVarInt(true);
            if (length == 0) {
                continue; // it stayed behind
            }
            in.checkLeft(length - 1);
            int end = in.position() + length - 1;
            if (i == 0 && GIVEN_MESSAGE.equals(name)) {
                thrown = bare(className, decoded(in, length - 1) instanceof String s ? s : null);
            } else if (thrown != null && !restore(thrown, name, in, length - 1)) {
                platformFields.put(name, decoded(in, length - 1));
            }
            in.setPosition(end);
        }
        if (thrown != null && !platformFields.isEmpty()) {
            platform.restore(thrown, platformFields);
        }
        return thrown != null && Objects.equals(Thrown.messageOf(thrown), message)
                ? thrown
                : new UnknownThrowableException(className, message);
    }

    /** An instance of the class with nothing but its message, or null if that cannot be had. */
    private Throwable bare(String className, String message) {
        try {
            Class<?> type = classes.load(className);
            if (!Throwable.class.isAssignableFrom(type)
                    || Modifier.isAbstract(type.getModifiers())) {
                return null;
            }
            return (Throwable) BareConstructor.of(type, FIRST).newInstance(message);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null; // the stand-in tells the reader which class it was
        }
    }

    private byte[] valueOf(Field field, Throwable thrown, WireOutput around) {
        try {
            field.setAccessible(true);
            return encoded(field.get(thrown), around);
        } catch (IllegalAccessException | RuntimeException e) {
            return null; // the field stays empty at the receiver
        }
    }

    private byte[] encoded(Object value, WireOutput around) {
        try {
            return nested.encode(value, around);
        } catch (RuntimeException e) {
            return null;
        }
    }

    private Object decoded(WireInput in, int length) {
        try {
            return nested.decode(in, length);
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** False if no class of the user's has the field. */
    private boolean restore(Throwable thrown, String name, WireInput in, int length) {
        for (Field field : fieldsOf(thrown.getClass())) {
            if (nameOf(field).equals(name)) {
                try {
                    field.setAccessible(true);
                    field.set(thrown, nested.decode(in, length));
                } catch (IllegalAccessException | RuntimeException e) {
                    return true; // a field that this JVM knows otherwise stays empty
                }
                return true;
            }
        }
        return false;
    }

    private static List<Field> fieldsOf(Class<?> type) {
        return ClassShape.isPlatform(type) ? List.of() : ClassShape.travellingFieldsOf(type);
    }

    /**
     * Writes one line of a stack trace.
     *
     * @param output where to
     * @param frame the line
     */
    public static void writeFrame(Output output, StackTraceElement frame) {
        output.writeString(frame.getClassLoaderName());
        output.writeString(frame.getModuleName());
        output.writeString(frame.getModuleVersion());
        output.writeString(frame.getClassName());
        output.writeString(frame.getMethodName());
        output.writeString(frame.getFileName());
        output.writeVarInt(frame.getLineNumber(), false);
    }

    /**
     * Reads one line of a stack trace.
     *
     * @param in where from
     * @return the line
     */
    public static StackTraceElement readFrame(WireInput in) {
        return new StackTraceElement(
                in.readString(),
                in.readString(),
                in.readString(),
                in.readText(),
                in.readText(),
                in.readString(),
                in.readVarInt(false));
    }
}
