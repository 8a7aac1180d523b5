package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.Collection;
import java.util.Map;

/** The elements of collections and maps: their number, then each with its class. */
public final class Elements {

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
        output.writeVarInt(elements.length, true);
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
     */
    public static void read(Kryo kryo, WireInput input, Collection<Object> target) {
        int count = input.readCount(1);
        readInto(kryo, input, target, count);
    }

    /**
     * Reads elements.
     *
     * @param kryo engine in use
     * @param input where from
     * @param target collection that gets them
     * @param count their number
     */
    public static void readInto(Kryo kryo, WireInput input, Collection<Object> target, int count) {
        for (int i = 0; i < count; i++) {
            try {
                target.add(kryo.readClassAndObject(input));
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
        }
    }

    /**
     * Copies elements.
     *
     * @param kryo engine in use
     * @param source where from
     * @param target collection that gets them
     * @return whether some copy is not the element itself
     */
    public static boolean copy(Kryo kryo, Collection<?> source, Collection<Object> target) {
        boolean changed = false;
        int i = 0;
        for (Object element : source) {
            try {
                Object copy = kryo.copy(element);
                changed |= copy != element;
                target.add(copy);
                i++;
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
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
        output.writeVarInt(entries.length, true);
        for (Map.Entry<?, ?> entry : entries) {
            try {
                kryo.writeClassAndObject(output, entry.getKey());
                kryo.writeClassAndObject(output, entry.getValue());
            } catch (RuntimeException e) {
                throw CodecFault.at(e, stepOf(entry.getKey()));
            }
        }
    }

    /**
     * Reads number, keys and values.
     *
     * @param kryo engine in use
     * @param input where from
     * @param target map that gets them
     */
    public static void read(Kryo kryo, WireInput input, Map<Object, Object> target) {
        int count = input.readCount(2);
        readInto(kryo, input, target, count);
    }

    /**
     * Reads keys and values.
     *
     * @param kryo engine in use
     * @param input where from
     * @param target map that gets them
     * @param count number of entries
     */
    public static void readInto(Kryo kryo, WireInput input, Map<Object, Object> target, int count) {
        for (int i = 0; i < count; i++) {
            Object key = null;
            try {
                key = kryo.readClassAndObject(input);
                target.put(key, kryo.readClassAndObject(input));
            } catch (RuntimeException e) {
                throw CodecFault.at(e, stepOf(key));
            }
        }
    }

    /**
     * Copies keys and values.
     *
     * @param kryo engine in use
     * @param source where from
     * @param target map that gets them
     * @return whether some copy is not the original itself
     */
    public static boolean copy(Kryo kryo, Map<?, ?> source, Map<Object, Object> target) {
        boolean changed = false;
        for (Map.Entry<?, ?> entry : source.entrySet()) {
            try {
                Object key = kryo.copy(entry.getKey());
                Object value = kryo.copy(entry.getValue());
                changed |= key != entry.getKey() || value != entry.getValue();
                target.put(key, value);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, stepOf(entry.getKey()));
            }
        }
        return changed;
    }

    /** Only simple keys are shown: the text of others may be long, or fail. */
    private static String stepOf(Object key) {
        return key instanceof String || key instanceof Number || key instanceof Enum<?>
                ? "[" + key + "]"
                : "[key]";
    }
}
