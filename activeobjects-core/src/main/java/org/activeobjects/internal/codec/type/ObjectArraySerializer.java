package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;
import org.activeobjects.internal.codec.wire.WireOutput;

import java.lang.reflect.Array;

/** Arrays of objects, also of arrays; the class of the array is kept. */
public final class ObjectArraySerializer extends Serializer<Object[]> {

    private final Class<?> component;

    /**
     * For one array class.
     *
     * @param arrayType its class
     */
    public ObjectArraySerializer(Class<?> arrayType) {
        this.component = arrayType.getComponentType();
    }

    @Override
    public void write(Kryo kryo, Output output, Object[] array) {
        ((WireOutput) output).writeCount(array.getClass(), array.length);
        Graph graph = Graph.of(kryo);
        boolean isPassed = graph.pass();
        for (int i = 0; i < array.length; i++) {
            try {
                kryo.writeClassAndObject(output, array[i]);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
        }
        graph.passed(isPassed);
    }

    @Override
    public Object[] read(Kryo kryo, Input input, Class<? extends Object[]> type) {
        int count = ((WireInput) input).readCount(1);
        Object[] array = (Object[]) Array.newInstance(component, count);
        kryo.reference(array);
        Graph graph = Graph.of(kryo);
        boolean isPassed = graph.pass();
        for (int i = 0; i < count; i++) {
            try {
                array[i] = kryo.readClassAndObject(input);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
        }
        graph.passed(isPassed);
        return array;
    }

    @Override
    public Object[] copy(Kryo kryo, Object[] array) {
        Object[] copy = (Object[]) Array.newInstance(component, array.length);
        kryo.reference(copy);
        Graph graph = Graph.of(kryo);
        boolean isPassed = graph.pass();
        for (int i = 0; i < array.length; i++) {
            try {
                copy[i] = kryo.copy(array[i]);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
        }
        graph.passed(isPassed);
        return copy;
    }
}
