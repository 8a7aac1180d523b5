package org.activeobjects.internal.codec.form;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.AccessOrder;
import org.activeobjects.internal.codec.type.Contents;
import org.activeobjects.internal.codec.type.Elements;
import org.activeobjects.internal.codec.type.Keyed;
import org.activeobjects.internal.codec.wire.Collisions;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Maps of the JDK: perhaps an order, then keys and values. */
public final class MapSerializer extends Serializer<Map<?, ?>> {

    /** Makes an empty map. */
    @FunctionalInterface
    public interface Maker {

        /**
         * Makes one.
         *
         * @param count entries that it will get
         * @param order comparator, or {@code null}
         * @return an empty map
         */
        Map<Object, Object> make(int count, Comparator<Object> order);
    }

    private final Maker maker;
    private final boolean ordered;
    private final boolean whole;
    private final UnaryOperator<Map<Object, Object>> wrapper;

    private MapSerializer(
            Maker maker,
            boolean ordered,
            boolean whole,
            UnaryOperator<Map<Object, Object>> wrapper) {
        this.maker = maker;
        this.ordered = ordered;
        this.whole = whole;
        this.wrapper = wrapper;
    }

    /**
     * A map that is filled in place.
     *
     * @param maker makes it
     * @return a new serializer
     */
    public static MapSerializer plain(Maker maker) {
        return new MapSerializer(maker, false, false, UnaryOperator.identity());
    }

    /**
     * A map with a comparator, filled in place.
     *
     * @param maker makes it
     * @return a new serializer
     */
    public static MapSerializer ordered(Maker maker) {
        return new MapSerializer(maker, true, false, UnaryOperator.identity());
    }

    /**
     * A map in the order of insertion or of access, filled in place; also what arrives as one.
     *
     * @return a new serializer
     */
    public static Serializer<Map<Object, Object>> linked() {
        return ValueSerializer.mutable(
                (kryo, out, map) -> {
                    out.writeBoolean(isByAccess(map));
                    Elements.write(kryo, out, map);
                },
                (kryo, in) -> {
                    int self = Graph.of(kryo).self();
                    boolean byAccess = in.readBoolean();
                    int count = in.readCount(2);
                    Map<Object, Object> map = linkedMap(count, byAccess);
                    kryo.reference(map);
                    Keyed.read(Graph.of(kryo), in, map, count, self);
                    return map;
                },
                (kryo, original) -> {
                    int self = Graph.of(kryo).self();
                    Map<Object, Object> copy = linkedMap(original.size(), isByAccess(original));
                    kryo.reference(copy);
                    Elements.copy(kryo, original, copy, self);
                    return copy;
                });
    }

    /** A view, such as a map that is shown in reverse, has the order that it shows. */
    private static boolean isByAccess(Map<?, ?> map) {
        return map instanceof LinkedHashMap<?, ?> linked && AccessOrder.of(linked);
    }

    private static Map<Object, Object> linkedMap(int count, boolean byAccess) {
        int capacity = (int) Math.min(count * 4L / 3 + 1, 1 << 30);
        return new LinkedHashMap<>(capacity, 0.75f, byAccess);
    }

    /**
     * A map that never changes: if keys and values do not either, it is its own copy.
     *
     * @param maker makes it
     * @param wrapper makes the map that never changes of it
     * @return a new serializer
     */
    public static MapSerializer immutable(Maker maker, UnaryOperator<Map<Object, Object>> wrapper) {
        return new MapSerializer(maker, false, true, wrapper);
    }

    @Override
    public void write(Kryo kryo, Output output, Map<?, ?> map) {
        if (whole) {
            Graph.of(kryo).openWhole(map);
        }
        if (ordered) {
            Contents.writeComparator(kryo, output, map);
        }
        Elements.write(kryo, output, map);
        if (whole) {
            Graph.of(kryo).closeWhole();
        }
    }

    @Override
    public Map<?, ?> read(Kryo kryo, Input input, Class<? extends Map<?, ?>> type) {
        Graph graph = Graph.of(kryo);
        WireInput in = (WireInput) input;
        int self = graph.self();
        Comparator<Object> order = ordered ? Contents.readComparator(kryo, input) : null;
        int count = in.readCount(2);
        Map<Object, Object> target = maker.make(count, order);
        if (whole) {
            Object[] keys = Keyed.read(graph, in, target, count, self);
            in.spendSteps(type.getTypeName(), Collisions.inProbes(keys));
            Keyed.fixed(graph, self, type.getTypeName(), () -> keys);
            return Keyed.ask(() -> wrapper.apply(target));
        }
        kryo.reference(target);
        Keyed.read(graph, in, target, count, self);
        return target;
    }

    @Override
    public Map<?, ?> copy(Kryo kryo, Map<?, ?> original) {
        Graph graph = Graph.of(kryo);
        int self = graph.self();
        Comparator<Object> order = ordered ? Contents.copyComparator(kryo, original) : null;
        Map<Object, Object> target = maker.make(original.size(), order);
        if (!whole) {
            kryo.reference(target);
            Elements.copy(kryo, original, target, self);
            return target;
        }
        if (!Elements.copy(kryo, original, target, self)) {
            return original;
        }
        Object[] keys = target.keySet().toArray();
        Keyed.fixed(graph, self, original.getClass().getTypeName(), () -> keys);
        return Keyed.ask(() -> wrapper.apply(target));
    }
}
