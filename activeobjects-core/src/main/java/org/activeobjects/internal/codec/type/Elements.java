package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;
import org.activeobjects.internal.codec.wire.WireOutput;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The elements of collections and maps: their number, then each with its class. */
public final class Elements {

    private static final int MAX_SHOWN = 64;

    /** The step to a key. */
    public static final String KEY = "[key]";

    /** The step to the value of a key that is not shown. */
    public static final String VALUE = "[value]";

    private Elements() {}

    /**
     * Writes number and elements of a collection.
     *
     * @param kryo engine in use
     * @param output where to
     * @param collection the collection
     */
    public static void write(Kryo kryo, Output output, Collection<?> collection) {
        // A snapshot: the number must be right also when the owner changes the collection
        // meanwhile.
        Object[] elements = collection.toArray();
        ((WireOutput) output).writeCount(collection.getClass(), elements.length);
        for (int i = 0; i < elements.length; i++) {
            try {
                kryo.writeClassAndObject(output, elements[i]);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
        }
    }

    /**
     * Reads number and elements.
     *
     * @param kryo engine in use
     * @param input where from
     * @param target collection that gets them
     * @param self what {@link Graph#self} gave for the collection
     */
    public static void read(Kryo kryo, WireInput input, Collection<Object> target, int self) {
        int count = input.readCount(1);
        readInto(kryo, input, target, count, self);
    }

    /**
     * Reads elements.
     *
     * @param kryo engine in use
     * @param input where from
     * @param target collection that gets them
     * @param count their number
     * @param self what {@link Graph#self} gave for the collection
     */
    public static void readInto(
            Kryo kryo, WireInput input, Collection<Object> target, int count, int self) {
        if (Keyed.is(target)) {
            Keyed.read(Graph.of(kryo), input, target, count, self);
            return;
        }
        // To add to this one by one would copy it each time.
        boolean atOnce = target instanceof CopyOnWriteArrayList<?>;
        Collection<Object> buffer = atOnce ? new ArrayList<>(count) : target;
        OwnMethods own = OwnMethods.of(buffer.getClass());
        for (int i = 0; i < count; i++) {
            try {
                own.add(buffer, kryo.readClassAndObject(input));
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
        }
        if (atOnce) {
            OwnMethods.of(target.getClass()).addAll(target, buffer.toArray());
        }
    }

    /**
     * Copies elements.
     *
     * @param kryo engine in use
     * @param source where from
     * @param target collection that gets them
     * @param self what {@link Graph#self} gave for the collection
     * @return whether some copy is not the element itself
     */
    public static boolean copy(
            Kryo kryo, Collection<?> source, Collection<Object> target, int self) {
        Object[] elements = source.toArray();
        boolean changed = false;
        for (int i = 0; i < elements.length; i++) {
            Object element = elements[i];
            try {
                elements[i] = kryo.copy(element);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
            changed |= elements[i] != element;
        }
        OwnMethods own = OwnMethods.of(target.getClass());
        if (Keyed.is(target)) {
            Keyed.fill(
                    Graph.of(kryo),
                    self,
                    () -> own.clear(target),
                    () -> own.addAll(target, elements));
        } else {
            own.addAll(target, elements);
        }
        return changed;
    }

    /**
     * Writes number, keys and values of a map.
     *
     * @param kryo engine in use
     * @param output where to
     * @param map the map
     */
    public static void write(Kryo kryo, Output output, Map<?, ?> map) {
        Map.Entry<?, ?>[] entries = map.entrySet().toArray(Map.Entry<?, ?>[]::new);
        ((WireOutput) output).writeCount(map.getClass(), entries.length);
        for (Map.Entry<?, ?> entry : entries) {
            boolean isInKey = true;
            try {
                kryo.writeClassAndObject(output, entry.getKey());
                isInKey = false;
                kryo.writeClassAndObject(output, entry.getValue());
            } catch (RuntimeException e) {
                throw CodecFault.at(e, isInKey ? KEY : stepOf(entry.getKey()));
            }
        }
    }

    /**
     * Reads number, keys and values.
     *
     * @param kryo engine in use
     * @param input where from
     * @param target map that gets them
     * @param self what {@link Graph#self} gave for the map
     */
    public static void read(Kryo kryo, WireInput input, Map<Object, Object> target, int self) {
        int count = input.readCount(2);
        Keyed.read(Graph.of(kryo), input, target, count, self);
    }

    /**
     * Copies keys and values.
     *
     * @param kryo engine in use
     * @param source where from
     * @param target map that gets them
     * @param self what {@link Graph#self} gave for the map
     * @return whether some copy is not the original itself
     */
    public static boolean copy(Kryo kryo, Map<?, ?> source, Map<Object, Object> target, int self) {
        return Keyed.copy(Graph.of(kryo), source, target, self);
    }

    /**
     * The step to the value of a key. Only simple keys are shown: the text of others may be long,
     * or fail.
     */
    static String stepOf(Object key) {
        return switch (key) {
            case null -> "[null]";
            case String text when text.length() > MAX_SHOWN ->
                    "[" + text.substring(0, MAX_SHOWN) + "...]";
            case String text -> "[" + text + "]";
            case Integer number -> "[" + number + "]";
            case Long number -> "[" + number + "]";
            case Enum<?> constant -> "[" + constant.name() + "]";
            default -> VALUE;
        };
    }
}
