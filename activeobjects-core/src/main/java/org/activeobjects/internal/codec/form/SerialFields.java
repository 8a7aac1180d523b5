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
 * The objects in the fields of an object of the JDK, as the default form of Java's own
 * serialization tells them: themselves, where {@link SerialView} shows what is written in the place
 * of one with {@code writeReplace}, such as a lambda.
 *
 * <p>The means is {@code sun.reflect.ReflectionFactory}.
 */
public final class SerialFields extends ObjectOutputStream {

    private static final ClassValue<MethodHandle> WRITERS =
            new ClassValue<>() {
                @Override
                protected MethodHandle computeValue(Class<?> type) {
                    return writerOf(type);
                }
            };

    private final Fields fields = new Fields();

    private SerialFields() throws IOException {}

    private static MethodHandle writerOf(Class<?> type) {
        try {
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Object one =
                    lookup.findStatic(
                                    factory, "getReflectionFactory", MethodType.methodType(factory))
                            .invoke();
            return (MethodHandle)
                    lookup.findVirtual(
                                    factory,
                                    "defaultWriteObjectForSerialization",
                                    MethodType.methodType(MethodHandle.class, Class.class))
                            .invoke(one, type);
        } catch (Throwable e) {
            throw new AssertionError("the module jdk.unsupported exports it", e);
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
        try (SerialFields taken = new SerialFields()) {
            WRITERS.get(holder.getClass()).invoke(holder, (ObjectOutputStream) taken);
            if (taken.fields.values.containsKey(field)) {
                return taken.fields.values.get(field);
            }
        } catch (Throwable e) {
            throw new CodecFault(
                    holder.getClass().getTypeName(), "its parts cannot be found", null, e);
        }
        throw new CodecFault(
                holder.getClass().getTypeName(), "it has no such part: field=" + field, null);
    }

    @Override
    public PutField putFields() {
        return fields;
    }

    @Override
    public void writeFields() {}

    @Override
    public void close() {}

    /** Keeps what is an object. */
    private static final class Fields extends PutField {

        private final Map<String, Object> values = new HashMap<>();

        @Override
        public void put(String name, Object value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, boolean value) {}

        @Override
        public void put(String name, byte value) {}

        @Override
        public void put(String name, char value) {}

        @Override
        public void put(String name, short value) {}

        @Override
        public void put(String name, int value) {}

        @Override
        public void put(String name, long value) {}

        @Override
        public void put(String name, float value) {}

        @Override
        public void put(String name, double value) {}

        @Override
        @Deprecated
        @SuppressWarnings("removal")
        public void write(ObjectOutput out) {}
    }
}
