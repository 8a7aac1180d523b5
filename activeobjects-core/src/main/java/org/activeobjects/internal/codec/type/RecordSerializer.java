package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.thrown.Thrown;

import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Records, by their accessors and their canonical constructor, whose checks hold for what a peer
 * sent as well.
 */
public final class RecordSerializer extends Serializer<Object> {

    private final Class<?> type;
    private final String[] names;
    private final Class<?>[] types;
    private final Method[] accessors;
    private final Constructor<?> constructor;

    /**
     * For one record class.
     *
     * @param type the class
     */
    public RecordSerializer(Class<?> type) {
        this.type = type;
        RecordComponent[] components = type.getRecordComponents();
        this.names = Arrays.stream(components).map(RecordComponent::getName).toArray(String[]::new);
        this.types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        this.accessors =
                Arrays.stream(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
        try {
            this.constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            for (Method accessor : accessors) {
                accessor.setAccessible(true);
            }
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every record has its canonical constructor", e);
        } catch (InaccessibleObjectException e) {
            throw new CodecFault(
                    type.getTypeName(), "its module does not open its package", null, e);
        }
    }

    @Override
    public void write(Kryo kryo, Output output, Object record) {
        Graph.of(kryo).openWhole(record);
        for (int i = 0; i < types.length; i++) {
            try {
                writeComponent(kryo, output, types[i], get(record, i));
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "." + names[i]);
            }
        }
        Graph.of(kryo).closeWhole();
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> wanted) {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            try {
                values[i] = readComponent(kryo, input, types[i]);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "." + names[i]);
            }
        }
        return make(values);
    }

    @Override
    public Object copy(Kryo kryo, Object record) {
        Object[] values = new Object[types.length];
        boolean changed = false;
        for (int i = 0; i < types.length; i++) {
            Object value = get(record, i);
            try {
                values[i] = types[i].isPrimitive() ? value : kryo.copy(value);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "." + names[i]);
            }
            changed |= values[i] != value;
        }
        return changed ? make(values) : record;
    }

    private static void writeComponent(Kryo kryo, Output output, Class<?> type, Object value) {
        if (type.isPrimitive()) {
            kryo.writeObject(output, value);
        } else if (FieldSlot.isExact(type)) {
            kryo.writeObjectOrNull(output, value, type);
        } else {
            kryo.writeClassAndObject(output, value);
        }
    }

    private static Object readComponent(Kryo kryo, Input input, Class<?> type) {
        if (type.isPrimitive()) {
            return kryo.readObject(input, type);
        }
        return FieldSlot.isExact(type)
                ? kryo.readObjectOrNull(input, type)
                : kryo.readClassAndObject(input);
    }

    private Object get(Object record, int i) {
        try {
            return accessors[i].invoke(record);
        } catch (InvocationTargetException e) {
            throw new CodecFault(
                    type.getTypeName(),
                    "accessor threw: component="
                            + names[i]
                            + " exception="
                            + Thrown.textOf(e.getCause()),
                    null,
                    e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError("accessors were made accessible", e);
        }
    }

    private Object make(Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new CodecFault(
                    type.getTypeName(),
                    "constructor refused the values: " + Thrown.textOf(e.getCause()),
                    null,
                    e.getCause());
        } catch (LinkageError e) {
            throw CodecFault.unusable(type.getTypeName(), e);
        } catch (InstantiationException | IllegalAccessException e) {
            throw new LinkageError("the constructor was made accessible", e);
        }
    }
}
