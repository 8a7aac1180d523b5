package org.activeobjects.internal.codec.jdk;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.Elements;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.UnaryOperator;

/** Maps of the JDK: perhaps an order, then keys and values. */
final class MapSerializer extends Serializer<Map<?, ?>> {

    /** Makes an empty map. */
    @FunctionalInterface
    interface Maker {
        Map<Object, Object> make(int count, Comparator<Object> order);
    }

    private final Maker maker;
    private final boolean ordered;
    private final boolean shareable;
    private final UnaryOperator<Map<Object, Object>> wrapper;

    private MapSerializer(
            Maker maker,
            boolean ordered,
            boolean shareable,
            UnaryOperator<Map<Object, Object>> wrapper) {
        this.maker = maker;
        this.ordered = ordered;
        this.shareable = shareable;
        this.wrapper = wrapper;
    }

    /** A map that is filled in place. */
    static MapSerializer plain(Maker maker) {
        return new MapSerializer(maker, false, false, null);
    }

    /** A map with a comparator, filled in place. */
    static MapSerializer ordered(Maker maker) {
        return new MapSerializer(maker, true, false, null);
    }

    /** A view of a map that is filled first. */
    static MapSerializer wrapped(Maker maker, UnaryOperator<Map<Object, Object>> wrapper) {
        return new MapSerializer(maker, false, false, wrapper);
    }

    /** The same, of a map with a comparator. */
    static MapSerializer wrappedOrdered(Maker maker, UnaryOperator<Map<Object, Object>> wrapper) {
        return new MapSerializer(maker, true, false, wrapper);
    }

    /** A map that never changes: if keys and values do not either, it is its own copy. */
    static MapSerializer immutable(Maker maker, UnaryOperator<Map<Object, Object>> wrapper) {
        return new MapSerializer(maker, false, true, wrapper);
    }

    @Override
    public void write(Kryo kryo, Output output, Map<?, ?> map) {
        if (ordered) {
            kryo.writeClassAndObject(output, ((SortedMap<?, ?>) map).comparator());
        }
        Elements.write(kryo, output, map);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<?, ?> read(Kryo kryo, Input input, Class<? extends Map<?, ?>> type) {
        WireInput in = (WireInput) input;
        Comparator<Object> order =
                ordered ? (Comparator<Object>) kryo.readClassAndObject(input) : null;
        int count = in.readCount(2);
        Map<Object, Object> target = maker.make(count, order);
        if (wrapper == null) {
            kryo.reference(target);
        }
        Elements.readInto(kryo, in, target, count);
        return wrapper == null ? target : wrapper.apply(target);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<?, ?> copy(Kryo kryo, Map<?, ?> original) {
        Comparator<Object> order =
                ordered
                        ? (Comparator<Object>) kryo.copy(((SortedMap<?, ?>) original).comparator())
                        : null;
        Map<Object, Object> target = maker.make(original.size(), order);
        if (wrapper == null) {
            kryo.reference(target);
        }
        boolean changed = Elements.copy(kryo, original, target);
        if (shareable && !changed) {
            return original;
        }
        return wrapper == null ? target : wrapper.apply(target);
    }
}
