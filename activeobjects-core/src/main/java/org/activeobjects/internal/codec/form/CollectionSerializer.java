package org.activeobjects.internal.codec.form;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.Contents;
import org.activeobjects.internal.codec.type.Elements;
import org.activeobjects.internal.codec.type.Keyed;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Collections of the JDK: perhaps an order, then the elements. */
public final class CollectionSerializer extends Serializer<Collection<?>> {

    /** Makes an empty collection. */
    @FunctionalInterface
    public interface Maker {

        /**
         * Makes one.
         *
         * @param count elements that it will get
         * @param order comparator, or {@code null}
         * @return an empty collection
         */
        Collection<Object> make(int count, Comparator<Object> order);
    }

    private final Maker maker;
    private final boolean ordered;
    private final boolean whole;

    /** Whether it takes elements that are not complete: it asks them for nothing. */
    private final boolean isList;

    private final UnaryOperator<Collection<Object>> wrapper;

    private CollectionSerializer(
            Maker maker,
            boolean ordered,
            boolean whole,
            boolean isList,
            UnaryOperator<Collection<Object>> wrapper) {
        this.maker = maker;
        this.ordered = ordered;
        this.whole = whole;
        this.isList = isList;
        this.wrapper = wrapper;
    }

    /**
     * A collection that is filled in place.
     *
     * @param maker makes it
     * @return a new serializer
     */
    public static CollectionSerializer plain(Maker maker) {
        return new CollectionSerializer(maker, false, false, false, UnaryOperator.identity());
    }

    /**
     * A collection that is filled in place and asks its elements for nothing, so that a long chain
     * of objects may lead through it.
     *
     * @param maker makes it
     * @return a new serializer
     */
    public static CollectionSerializer list(Maker maker) {
        return new CollectionSerializer(maker, false, false, true, UnaryOperator.identity());
    }

    /**
     * A collection with a comparator, filled in place.
     *
     * @param maker makes it
     * @return a new serializer
     */
    public static CollectionSerializer ordered(Maker maker) {
        return new CollectionSerializer(maker, true, false, false, UnaryOperator.identity());
    }

    /**
     * A collection that never changes: if its elements do not either, it is its own copy.
     *
     * @param maker makes it
     * @param wrapper makes the collection that never changes of it
     * @return a new serializer
     */
    public static CollectionSerializer immutable(
            Maker maker, UnaryOperator<Collection<Object>> wrapper) {
        return new CollectionSerializer(maker, false, true, false, wrapper);
    }

    @Override
    public void write(Kryo kryo, Output output, Collection<?> collection) {
        Graph graph = Graph.of(kryo);
        boolean isPassed = isList && graph.pass();
        if (whole) {
            graph.openWhole(collection);
        }
        if (ordered) {
            Contents.writeComparator(kryo, output, collection);
        }
        Elements.write(kryo, output, collection);
        graph.passed(isPassed);
        if (whole) {
            graph.closeWhole();
        }
    }

    @Override
    public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
        Graph graph = Graph.of(kryo);
        WireInput in = (WireInput) input;
        int self = graph.self();
        Comparator<Object> order = ordered ? Contents.readComparator(kryo, input) : null;
        int count = in.readCount(1);
        Collection<Object> target = maker.make(count, order);
        if (whole) {
            return readWhole(graph, in, type, target, count, self);
        }
        kryo.reference(target);
        boolean isPassed = isList && graph.pass();
        Elements.readInto(kryo, in, target, count, self);
        graph.passed(isPassed);
        return target;
    }

    private Collection<?> readWhole(
            Graph graph,
            WireInput in,
            Class<?> type,
            Collection<Object> target,
            int count,
            int self) {
        if (!Set.class.isAssignableFrom(type)) {
            Elements.readInto(graph, in, target, count, self);
            return wrapper.apply(target);
        }
        Object[] elements = Keyed.readElements(graph, in, type, count);
        Collection<Object> made =
                Keyed.ask(
                        () -> {
                            target.addAll(Arrays.asList(elements));
                            return wrapper.apply(target);
                        });
        Keyed.fixed(graph, self, type.getTypeName(), () -> elements);
        return made;
    }

    @Override
    public Collection<?> copy(Kryo kryo, Collection<?> original) {
        Graph graph = Graph.of(kryo);
        int self = graph.self();
        Comparator<Object> order = ordered ? Contents.copyComparator(kryo, original) : null;
        Collection<Object> target = maker.make(original.size(), order);
        if (!whole) {
            kryo.reference(target);
            boolean isPassed = isList && graph.pass();
            Elements.copy(kryo, original, target, self);
            graph.passed(isPassed);
            return target;
        }
        if (!Elements.copy(kryo, original, target, self)) {
            return original;
        }
        if (original instanceof Set<?>) {
            Keyed.fixed(graph, self, original.getClass().getTypeName(), target::toArray);
        }
        return Keyed.ask(() -> wrapper.apply(target));
    }
}
