package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;

/**
 * Users' classes, field by field: all but static and transient ones, private and final ones too. No
 * constructor of the class runs. A class that extends a collection or a map of the JDK has its
 * elements besides its fields, unless that is abstract and holds none itself.
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
        Contents.writeOrder(kryo, output, shape, object);
        for (FieldSlot slot : shape.fields()) {
            slot.write(kryo, output, object);
        }
        Contents.write(kryo, output, shape, object);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        WireInput in = (WireInput) input;
        int self = Graph.of(kryo).self();
        shape.check();
        Object object = shape.newInstance(Contents.readOrder(kryo, in, shape));
        kryo.reference(object);
        for (FieldSlot slot : shape.fields()) {
            slot.read(kryo, in, object);
        }
        Contents.read(kryo, in, shape, object, self);
        return object;
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        int self = Graph.of(kryo).self();
        shape.check();
        Object copy = shape.newInstance(Contents.copyOrder(kryo, shape, original));
        kryo.reference(copy);
        for (FieldSlot slot : shape.fields()) {
            slot.copy(kryo, original, copy);
        }
        Contents.copy(kryo, shape, original, copy, self);
        return copy;
    }
}
