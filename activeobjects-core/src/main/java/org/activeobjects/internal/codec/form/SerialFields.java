package org.activeobjects.internal.codec.form;

import org.activeobjects.internal.codec.wire.CodecFault;

import java.io.IOException;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;

/**
 * The values of the fields of an object of the JDK, as the default form of Java's own serialization
 * tells them: themselves, where {@link SerialView} shows what is written in the place of one with
 * {@code writeReplace}, such as a lambda.
 *
 * <p>The means is {@code sun.reflect.ReflectionFactory}.
 */
public final class SerialFields extends ObjectOutputStream {

    private static final MethodHandle FIND_READER;
    private static final MethodHandle FIND_WRITER;

    static {
        try {
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Object one =
                    lookup.findStatic(
                                    factory, "getReflectionFactory", MethodType.methodType(factory))
                            .invoke();
            MethodType finds = MethodType.methodType(MethodHandle.class, Class.class);
            FIND_READER =
                    lookup.findVirtual(factory, "defaultReadObjectForSerialization", finds)
                            .bindTo(one);
            FIND_WRITER =
                    lookup.findVirtual(factory, "defaultWriteObjectForSerialization", finds)
                            .bindTo(one);
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final ClassValue<MethodHandle> WRITERS =
            new ClassValue<>() {
                @Override
                protected MethodHandle computeValue(Class<?> type) {
                    return writerOf(type);
                }
            };

    private final Values fields = new Values();

    private SerialFields() throws IOException {}

    /**
     * What writes the default form of one class.
     *
     * @param type a class of the JDK
     * @return takes an object and a stream; {@code null} if the class is not serializable
     */
    public static MethodHandle writerOf(Class<?> type) {
        return find(FIND_WRITER, type);
    }

    /**
     * What reads it.
     *
     * @param type a class of the JDK
     * @return takes an object and a stream; {@code null} if the class is not serializable
     */
    public static MethodHandle readerOf(Class<?> type) {
        return find(FIND_READER, type);
    }

    private static MethodHandle find(MethodHandle finder, Class<?> type) {
        try {
            return (MethodHandle) finder.invoke(type);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("declares no checked exception", e);
        }
    }

    /**
     * Looks into an object.
     *
     * @param holder a serializable object of the JDK that adds nothing to its default form
     * @param field name of a field of its class that is not transient
     * @return what the field refers to, or {@code null}
     */
    public static Object get(Object holder, String field) {
        Map<String, Object> values;
        try {
            values = of(holder, WRITERS.get(holder.getClass()));
        } catch (Throwable e) {
            throw new CodecFault(
                    holder.getClass().getTypeName(), "its parts cannot be found", null, e);
        }
        if (!values.containsKey(field)) {
            throw new CodecFault(
                    holder.getClass().getTypeName(), "it has no such part: field=" + field, null);
        }
        return values.get(field);
    }

    /**
     * The values of the fields that one class has in an object.
     *
     * @param holder an object of the class
     * @param writer of {@link #writerOf} for the class
     * @return values by the names of the fields
     * @throws Throwable if they cannot be had
     */
    public static Map<String, Object> of(Object holder, MethodHandle writer) throws Throwable {
        try (SerialFields taken = new SerialFields()) {
            writer.invoke(holder, (ObjectOutputStream) taken);
            return taken.fields.map();
        }
    }

    @Override
    public PutField putFields() {
        return fields;
    }

    @Override
    public void writeFields() {}

    @Override
    public void close() {}

    /** Values by the names that a class gives its fields, which need not be their own. */
    public static final class Values extends PutField {

        private final Map<String, Object> values = new HashMap<>();

        /** No values yet. */
        public Values() {}

        /**
         * What has been put.
         *
         * @return the values, those of primitive types boxed; not a copy
         */
        public Map<String, Object> map() {
            return values;
        }

        @Override
        public void put(String name, boolean value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, byte value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, char value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, short value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, int value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, long value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, float value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, double value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, Object value) {
            values.put(name, value);
        }

        @Override
        @Deprecated
        @SuppressWarnings("removal")
        public void write(ObjectOutput out) throws IOException {
            out.writeObject(values);
        }
    }
}
