package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Users' classes, field by field: all but static and transient ones, private and final ones too. No
 * constructor of the class runs. A class that extends a collection or a map of the JDK has its
 * elements besides its fields.
 */
public final class ObjectSerializer extends Serializer<Object> {

    private final ClassShape shape;

    /**
     * For one class.
     *
     * @param type the class
     */
    public ObjectSerializer(Class<?> type) {
        this.shape = ClassShape.of(type);
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        shape.check();
        if (shape.isSorted()) {
            kryo.writeClassAndObject(output, orderOf(object));
        }
        for (FieldSlot slot : shape.fields()) {
            try {
                slot.write(kryo, output, object);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "." + slot.name());
            } catch (IllegalAccessException e) {
                throw new AssertionError("fields were made accessible", e);
            }
        }
        if (shape.isCollection()) {
            Elements.write(kryo, output, (Collection<?>) object);
        } else if (shape.isMap()) {
            Elements.write(kryo, output, (Map<?, ?>) object);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        shape.check();
        Comparator<?> order =
                shape.isSorted() ? (Comparator<?>) kryo.readClassAndObject(input) : null;
        Object object = shape.newInstance(order);
        kryo.reference(object);
        for (FieldSlot slot : shape.fields()) {
            try {
                slot.read(kryo, input, object);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "." + slot.name());
            } catch (IllegalAccessException e) {
                throw new AssertionError("fields were made accessible", e);
            }
        }
        if (shape.isCollection()) {
            Elements.read(kryo, (WireInput) input, (Collection<Object>) object);
        } else if (shape.isMap()) {
            Elements.read(kryo, (WireInput) input, (Map<Object, Object>) object);
        }
        return object;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object copy(Kryo kryo, Object original) {
        shape.check();
        Object copy = shape.newInstance(shape.isSorted() ? orderOf(original) : null);
        kryo.reference(copy);
        for (FieldSlot slot : shape.fields()) {
            try {
                slot.copy(kryo, original, copy);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "." + slot.name());
            } catch (IllegalAccessException e) {
                throw new AssertionError("fields were made accessible", e);
            }
        }
        if (shape.isCollection()) {
            Elements.copy(kryo, (Collection<?>) original, (Collection<Object>) copy);
        } else if (shape.isMap()) {
            Elements.copy(kryo, (Map<?, ?>) original, (Map<Object, Object>) copy);
        }
        return copy;
    }

    private static Comparator<?> orderOf(Object sorted) {
        return sorted instanceof SortedSet<?> set
                ? set.comparator()
                : ((SortedMap<?, ?>) sorted).comparator();
    }
}
