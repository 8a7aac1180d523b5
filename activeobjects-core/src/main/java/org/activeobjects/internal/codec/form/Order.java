package org.activeobjects.internal.codec.form;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;

import java.util.Comparator;

/** The comparator of a sorted container, which errors name as a part of it. */
final class Order {

    private static final String STEP = ".comparator";

    private Order() {}

    /** The reader makes the container with its comparator, which may not refer to it. */
    static void write(Kryo kryo, Output output, Object container, Comparator<?> order) {
        try {
            Graph.of(kryo).openWhole(container);
            kryo.writeClassAndObject(output, order);
            Graph.of(kryo).closeWhole();
        } catch (RuntimeException e) {
            throw CodecFault.at(e, STEP);
        }
    }

    @SuppressWarnings("unchecked")
    static Comparator<Object> read(Kryo kryo, Input input) {
        try {
            return (Comparator<Object>) kryo.readClassAndObject(input);
        } catch (RuntimeException e) {
            throw CodecFault.at(e, STEP);
        }
    }

    @SuppressWarnings("unchecked")
    static Comparator<Object> copy(Kryo kryo, Comparator<?> order) {
        try {
            return (Comparator<Object>) kryo.copy(order);
        } catch (RuntimeException e) {
            throw CodecFault.at(e, STEP);
        }
    }
}
