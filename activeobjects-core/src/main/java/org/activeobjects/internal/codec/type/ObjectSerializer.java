package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.reach.Stretch;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.Comparator;

/**
 * Users' classes, field by field: all but static and transient ones, private and final ones too. No
 * constructor of the class runs. A class that extends a collection or a map of the JDK has its
 * elements besides its fields, unless that is abstract and holds none itself.
 *
 * <p>Of a long chain of them the fields are put off, as {@link Stretch} says.
 */
public final class ObjectSerializer extends Serializer<Object> {

    private final ClassShape shape;

    /** Whether it has more than fields, or is asked before the graph around it is complete. */
    private final boolean isAlone;

    /**
     * For one class.
     *
     * @param type the class
     */
    public ObjectSerializer(Class<?> type) {
        this.shape = ClassShape.of(type);
        this.isAlone =
                shape.isCollection() || shape.isMap() || Comparator.class.isAssignableFrom(type);
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        shape.check();
        Graph graph = Graph.of(kryo);
        Stretch stretch = graph.stretch();
        int depth = graph.level();
        if (isAlone) {
            Contents.writeOrder(kryo, output, shape, object);
            writeFields(kryo, output, object);
            Contents.write(kryo, output, shape, object);
        } else if (stretch.isOver(depth)) {
            stretch.putOff(() -> writeFields(kryo, output, object));
        } else if (stretch.enter(depth)) {
            writeFields(kryo, output, object);
            stretch.leave();
        } else {
            stretch.begin(depth, 0);
            writeFields(kryo, output, object);
            complete(stretch);
        }
    }

    private void writeFields(Kryo kryo, Output output, Object object) {
        for (FieldSlot slot : shape.fields()) {
            slot.write(kryo, output, object);
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        WireInput in = (WireInput) input;
        Graph graph = Graph.of(kryo);
        Stretch stretch = graph.stretch();
        int self = graph.self();
        int depth = graph.level();
        shape.check();
        Object object = shape.newInstance(isAlone ? Contents.readOrder(kryo, in, shape) : null);
        kryo.reference(object);
        if (isAlone) {
            readFields(kryo, in, object);
            Contents.read(kryo, in, shape, object, self);
        } else if (stretch.isOver(depth)) {
            stretch.putOff(() -> readFields(kryo, in, object));
            graph.putOff();
        } else if (stretch.enter(depth)) {
            readFields(kryo, in, object);
            stretch.leave();
            graph.putOff();
        } else {
            stretch.begin(depth, self);
            readFields(kryo, in, object);
            complete(stretch);
        }
        return object;
    }

    private void readFields(Kryo kryo, WireInput in, Object object) {
        for (FieldSlot slot : shape.fields()) {
            slot.read(kryo, in, object);
        }
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        Graph graph = Graph.of(kryo);
        Stretch stretch = graph.stretch();
        int self = graph.self();
        int depth = graph.level();
        shape.check();
        Object copy = shape.newInstance(isAlone ? Contents.copyOrder(kryo, shape, original) : null);
        kryo.reference(copy);
        if (isAlone) {
            copyFields(kryo, original, copy);
            Contents.copy(kryo, shape, original, copy, self);
        } else if (stretch.isOver(depth)) {
            stretch.putOff(() -> copyFields(kryo, original, copy));
            graph.putOff();
        } else if (stretch.enter(depth)) {
            copyFields(kryo, original, copy);
            stretch.leave();
            graph.putOff();
        } else {
            stretch.begin(depth, self);
            copyFields(kryo, original, copy);
            complete(stretch);
        }
        return copy;
    }

    private void copyFields(Kryo kryo, Object original, Object copy) {
        for (FieldSlot slot : shape.fields()) {
            slot.copy(kryo, original, copy);
        }
    }

    /** Of the first object of a stretch: deals with all that was put off in it. */
    private static void complete(Stretch stretch) {
        for (Stretch.Rest rest = stretch.next(); rest != null; rest = stretch.next()) {
            try {
                rest.fields().run();
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "...(" + rest.passed() + " objects)...");
            }
        }
        stretch.end();
    }
}
