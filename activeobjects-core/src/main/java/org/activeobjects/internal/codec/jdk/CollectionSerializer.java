package org.activeobjects.internal.codec.jdk;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.Elements;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.function.UnaryOperator;

/** Collections of the JDK: perhaps an order, then the elements. */
final class CollectionSerializer extends Serializer<Collection<?>> {

    /** Makes an empty collection. */
    @FunctionalInterface
    interface Maker {
        Collection<Object> make(int count, Comparator<Object> order);
    }

    private final Maker maker;
    private final boolean ordered;
    private final boolean shareable;
    private final UnaryOperator<Collection<Object>> wrapper;

    private CollectionSerializer(
            Maker maker,
            boolean ordered,
            boolean shareable,
            UnaryOperator<Collection<Object>> wrapper) {
        this.maker = maker;
        this.ordered = ordered;
        this.shareable = shareable;
        this.wrapper = wrapper;
    }

    /** A collection that is filled in place. */
    static CollectionSerializer plain(Maker maker) {
        return new CollectionSerializer(maker, false, false, null);
    }

    /** A collection with a comparator, filled in place. */
    static CollectionSerializer ordered(Maker maker) {
        return new CollectionSerializer(maker, true, false, null);
    }

    /** A view of a collection that is filled first. */
    static CollectionSerializer wrapped(Maker maker, UnaryOperator<Collection<Object>> wrapper) {
        return new CollectionSerializer(maker, false, false, wrapper);
    }

    /** The same, of a collection with a comparator. */
    static CollectionSerializer wrappedOrdered(
            Maker maker, UnaryOperator<Collection<Object>> wrapper) {
        return new CollectionSerializer(maker, true, false, wrapper);
    }

    /** A collection that never changes: if its elements do not either, it is its own copy. */
    static CollectionSerializer immutable(Maker maker, UnaryOperator<Collection<Object>> wrapper) {
        return new CollectionSerializer(maker, false, true, wrapper);
    }

    @Override
    public void write(Kryo kryo, Output output, Collection<?> collection) {
        if (ordered) {
            kryo.writeClassAndObject(output, orderOf(collection));
        }
        Elements.write(kryo, output, collection);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
        WireInput in = (WireInput) input;
        Comparator<Object> order =
                ordered ? (Comparator<Object>) kryo.readClassAndObject(input) : null;
        int count = in.readCount(1);
        Collection<Object> target = maker.make(count, order);
        if (wrapper == null) {
            kryo.reference(target);
        }
        Elements.readInto(kryo, in, target, count);
        return wrapper == null ? target : wrapper.apply(target);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Collection<?> copy(Kryo kryo, Collection<?> original) {
        Comparator<Object> order =
                ordered ? (Comparator<Object>) kryo.copy(orderOf(original)) : null;
        Collection<Object> target = maker.make(original.size(), order);
        if (wrapper == null) {
            kryo.reference(target);
        }
        boolean changed = Elements.copy(kryo, original, target);
        if (shareable && !changed) {
            return original;
        }
        return wrapper == null ? target : wrapper.apply(target);
    }

    private static Comparator<?> orderOf(Collection<?> collection) {
        return switch (collection) {
            case SortedSet<?> set -> set.comparator();
            case PriorityQueue<?> queue -> queue.comparator();
            case java.util.concurrent.PriorityBlockingQueue<?> queue -> queue.comparator();
            default -> null;
        };
    }
}
