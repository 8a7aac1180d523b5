package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.error.UnknownThrowableException;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.StackFrames;
import org.activeobjects.internal.codec.wire.WireInput;
import org.activeobjects.internal.codec.wire.WireOutput;
import org.activeobjects.internal.stub.BareConstructor;
import org.activeobjects.internal.thrown.Thrown;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Everything that can be thrown: class, message, cause, suppressed ones, stack trace, and the
 * fields of its classes as far as they can be encoded.
 *
 * <p>Exceptions in fields, and lists of them, are parts of the message, as causes are: often one is
 * the cause, or further down, and would else be written once more at each level. All other values
 * of fields are messages of their own, so that one that cannot be encoded does no harm.
 *
 * <p>The class is rebuilt without its own constructors, beginning with that of {@code Throwable}.
 * If it is not known to the receiver, or makes its message of what is not there, {@link
 * UnknownThrowableException} stands in: an exception must arrive whatever its class is like.
 */
public final class ThrowableSerializer extends Serializer<Throwable> {

    /**
     * Encodes one value of a field by itself, so that failing does no harm to the message around
     * it.
     */
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

        /**
         * Whether a value is an exception or has nothing but exceptions, and can be encoded.
         *
         * @param value any object, or {@code null}
         * @return true if it can be a part of the message around it
         */
        boolean isThrown(Object value);
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

    /**
     * Exceptions in fields of exceptions in fields: what lies deeper stays behind. A chain of them
     * must not make the message deeper than a receiver takes.
     */
    private static final int MAX_DEPTH = 64;

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

    private final Function<String, Class<?>> classes;
    private final Nested nested;
    private final Platform platform;

    /**
     * For one codec.
     *
     * @param classes gives the classes of exceptions by name, without running their initializers,
     *     or refuses them
     * @param nested encodes what is in fields
     * @param platform reads and sets those of the classes of the JDK
     */
    public ThrowableSerializer(
            Function<String, Class<?>> classes, Nested nested, Platform platform) {
        this.classes = classes;
        this.nested = nested;
        this.platform = platform;
    }

    @Override
    public void write(Kryo kryo, Output output, Throwable thrown) {
        output.writeString(thrown.getClass().getName());
        String message = Thrown.messageOf(thrown);
        output.writeString(message);
        Map<String, Object> fields = valuesOf(thrown);
        Throwable cause = Thrown.causeOf(thrown);
        Map<String, Object> shared = takeShared(fields, cause, kryo.getDepth());
        writeFields((WireOutput) output, thrown, message, fields);
        output.writeVarInt(shared.size(), true);
        kryo.writeClassAndObject(output, cause);
        Elements.write(kryo, output, List.of(thrown.getSuppressed()));
        StackFrames.writeAll(output, Thrown.stackOf(thrown));
        shared.forEach(
                (name, value) -> {
                    output.writeString(name);
                    kryo.writeClassAndObject(output, value);
                });
    }

    /** Takes out the exceptions, and gives those that are to be written. */
    private Map<String, Object> takeShared(Map<String, Object> fields, Throwable cause, int depth) {
        Map<String, Object> shared = new LinkedHashMap<>();
        fields.forEach(
                (name, value) -> {
                    if (nested.isThrown(value)) {
                        shared.put(name, value);
                    }
                });
        fields.keySet().removeAll(shared.keySet());
        if (depth >= MAX_DEPTH) {
            shared.values().removeIf(value -> value != cause);
        }
        return shared;
    }

    private Map<String, Object> valuesOf(Throwable thrown) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Field field : fieldsOf(thrown.getClass())) {
            values.put(nameOf(field), valueOf(field, thrown));
        }
        values.putAll(platform.fieldsOf(thrown));
        return values;
    }

    private void writeFields(
            WireOutput output, Throwable thrown, String message, Map<String, Object> fields) {
        String given = platform.givenMessageOf(thrown);
        boolean isSame = Objects.equals(given, message);
        output.writeVarInt(fields.size() + (isSame ? 0 : 1), true);
        if (!isSame) {
            writeField(output, GIVEN_MESSAGE, encoded(given, output));
        }
        fields.forEach(
                (name, value) ->
                        writeField(output, name, value == null ? null : encoded(value, output)));
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
        int self = Graph.of(kryo).self();
        String className = in.readText();
        String message = in.readString();
        in.spendMemory(className, MADE_MEMORY + MADE_MEMORY_PER_DEPTH * (long) kryo.getDepth());
        Rebuilt rebuilt = new Rebuilt(className, message);
        rebuilt.readFields(in);
        int shared = in.readCount(2);
        Throwable thrown = shared == 0 ? rebuilt.finished() : rebuilt.unfinished();
        kryo.reference(thrown);
        Throwable cause = (Throwable) kryo.readClassAndObject(in);
        List<Object> suppressed = new ArrayList<>();
        Elements.read(kryo, in, suppressed, self);
        StackTraceElement[] frames = StackFrames.readAll(in);
        for (int i = 0; i < shared; i++) {
            rebuilt.set(in.readText(), kryo.readClassAndObject(in));
        }
        Throwable result = shared == 0 ? thrown : rebuilt.finished();
        Graph.of(kryo).resolved(self, thrown, result);
        connect(result, cause, suppressed);
        Thrown.setStack(result, frames);
        return result;
    }

    // None may cause or suppress itself.
    private static void connect(Throwable thrown, Throwable cause, List<Object> suppressed) {
        if (cause != null && cause != thrown && Thrown.causeOf(thrown) == null) {
            Thrown.setCause(thrown, cause);
        }
        for (Object one : suppressed) {
            if (one != thrown) {
                thrown.addSuppressed((Throwable) one);
            }
        }
    }

    /**
     * Exceptions are passed on as they are also by a catch clause; a copy would lose its identity.
     */
    @Override
    public Throwable copy(Kryo kryo, Throwable original) {
        return original;
    }

    /** An exception that gets its fields one after the other. */
    private final class Rebuilt {

        private final String className;
        private final String message;
        private final Map<String, Object> platformFields = new HashMap<>();
        private Throwable thrown; // null if it cannot be had
        private Throwable standIn; // null until it is needed

        Rebuilt(String className, String message) {
            this.className = className;
            this.message = message;
            this.thrown = bare(className, message);
        }

        void readFields(WireInput in) {
            int count = in.readCount(2);
            for (int i = 0; i < count; i++) {
                String name = in.readText();
                int length = in.readVarInt(true);
                if (length == 0) {
                    continue; // it stayed behind
                }
                in.checkLeft(length - 1);
                int end = in.position() + length - 1;
                if (i == 0 && GIVEN_MESSAGE.equals(name)) {
                    Object given = decoded(in, length - 1);
                    thrown = bare(className, given instanceof String text ? text : null);
                } else if (thrown != null) {
                    set(name, decoded(in, length - 1));
                }
                in.setPosition(end);
            }
        }

        void set(String name, Object value) {
            if (thrown == null || value == null) {
                return;
            }
            for (Field field : fieldsOf(thrown.getClass())) {
                if (nameOf(field).equals(name)) {
                    ThrowableSerializer.set(field, thrown, value);
                    return;
                }
            }
            platformFields.put(name, value);
        }

        Throwable unfinished() {
            return thrown == null ? standIn() : thrown;
        }

        /** The exception with all its fields, or what stands in for it. */
        Throwable finished() {
            if (thrown != null && !platformFields.isEmpty()) {
                platform.restore(thrown, platformFields);
            }
            return thrown != null && Objects.equals(Thrown.messageOf(thrown), message)
                    ? thrown
                    : standIn();
        }

        private Throwable standIn() {
            if (standIn == null) {
                standIn = new UnknownThrowableException(className, message);
            }
            return standIn;
        }
    }

    /** An instance of the class with nothing but its message, or null if that cannot be had. */
    private Throwable bare(String className, String message) {
        try {
            Class<?> type = classes.apply(className);
            if (!Throwable.class.isAssignableFrom(type)
                    || Modifier.isAbstract(type.getModifiers())) {
                return null;
            }
            return (Throwable) BareConstructor.of(type, FIRST).newInstance(message);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null; // the stand-in tells the reader which class it was
        }
    }

    private static Object valueOf(Field field, Throwable thrown) {
        try {
            field.setAccessible(true);
            return field.get(thrown);
        } catch (IllegalAccessException | RuntimeException e) {
            return null; // the field stays empty at the receiver
        }
    }

    private static void set(Field field, Throwable thrown, Object value) {
        try {
            field.setAccessible(true);
            field.set(thrown, value);
        } catch (IllegalAccessException | RuntimeException e) {
            return; // a field that this JVM knows otherwise stays empty
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

    private static List<Field> fieldsOf(Class<?> type) {
        return ClassShape.isPlatform(type) ? List.of() : FieldSlot.travellingOf(type);
    }
}
