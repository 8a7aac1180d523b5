package org.activeobjects.internal.codec.form;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.invoke.MethodHandle;
import java.util.Map;

/**
 * Gives the fields of an object of the JDK their values, as the default form of Java's own
 * serialization does: {@link SerialFields} takes them.
 */
public final class GivenFields extends ObjectInputStream {

    private final Values fields;

    private GivenFields(Map<String, ?> values) throws IOException {
        this.fields = new Values(values);
    }

    /**
     * Gives the fields that one class has in an object.
     *
     * @param holder an object of the class
     * @param reader of {@link SerialFields#readerOf} for the class
     * @param values values by the names of the fields; those without one become empty
     * @throws Throwable if they cannot be given, a value of another type than its field above all
     */
    public static void give(Object holder, MethodHandle reader, Map<String, ?> values)
            throws Throwable {
        try (GivenFields given = new GivenFields(values)) {
            reader.invoke(holder, (ObjectInputStream) given);
        }
    }

    @Override
    public GetField readFields() {
        return fields;
    }

    @Override
    public void close() {}

    /** Fields by the names that the writer gave them. */
    public static final class Values extends GetField {

        private final Map<?, ?> values;

        /**
         * Values by those names.
         *
         * @param values not copied
         */
        public Values(Map<?, ?> values) {
            this.values = values;
        }

        @Override
        public ObjectStreamClass getObjectStreamClass() {
            return null;
        }

        @Override
        public boolean defaulted(String name) {
            return !values.containsKey(name);
        }

        @SuppressWarnings("unchecked")
        private <T> T value(String name, T otherwise) {
            Object value = values.get(name);
            return value == null || !otherwise.getClass().isInstance(value) ? otherwise : (T) value;
        }

        @Override
        public boolean get(String name, boolean otherwise) {
            return value(name, otherwise);
        }

        @Override
        public byte get(String name, byte otherwise) {
            return value(name, otherwise);
        }

        @Override
        public char get(String name, char otherwise) {
            return value(name, otherwise);
        }

        @Override
        public short get(String name, short otherwise) {
            return value(name, otherwise);
        }

        @Override
        public int get(String name, int otherwise) {
            return value(name, otherwise);
        }

        @Override
        public long get(String name, long otherwise) {
            return value(name, otherwise);
        }

        @Override
        public float get(String name, float otherwise) {
            return value(name, otherwise);
        }

        @Override
        public double get(String name, double otherwise) {
            return value(name, otherwise);
        }

        @Override
        public Object get(String name, Object otherwise) {
            return values.containsKey(name) ? values.get(name) : otherwise;
        }
    }
}
