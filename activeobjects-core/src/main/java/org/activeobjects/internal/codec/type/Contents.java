package org.activeobjects.internal.codec.type;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * What an instance of a user's class holds besides its fields because it extends a collection or a
 * map of the JDK: its elements, and their order or bound.
 */
public final class Contents {

    private static final String COMPARATOR = ".comparator";

    private Contents() {}

    /**
     * Writes what the constructor takes, a comparator or the kind of an order, before the instance
     * is made.
     *
     * @param kryo engine in use
     * @param output where to
     * @param shape shape of the class
     * @param object the instance
     */
    public static void writeOrder(Kryo kryo, Output output, ClassShape shape, Object object) {
        if (shape.isSorted()) {
            writeComparator(kryo, output, object);
        } else if (shape.isLinked()) {
            output.writeBoolean(AccessOrder.of((LinkedHashMap<?, ?>) object));
        } else if (shape.isBounded()) {
            output.writeVarInt(capacityOf((BlockingQueue<?>) object), true);
        }
    }

    /**
     * Reads what the constructor takes.
     *
     * @param kryo engine in use
     * @param input where from
     * @param shape shape of the class
     * @return for {@link ClassShape#newInstance}
     */
    public static Object readOrder(Kryo kryo, WireInput input, ClassShape shape) {
        if (shape.isLinked()) {
            return input.readBoolean();
        } else if (shape.isBounded()) {
            return positive(input.readVarInt(true));
        }
        return shape.isSorted() ? readComparator(kryo, input) : null;
    }

    /**
     * What the constructor has to get for a copy.
     *
     * @param kryo engine in use
     * @param shape shape of the class
     * @param object the instance
     * @return for {@link ClassShape#newInstance}
     */
    public static Object copyOrder(Kryo kryo, ClassShape shape, Object object) {
        if (shape.isLinked()) {
            return AccessOrder.of((LinkedHashMap<?, ?>) object);
        } else if (shape.isBounded()) {
            return capacityOf((BlockingQueue<?>) object);
        }
        return shape.isSorted() ? copyComparator(kryo, object) : null;
    }

    /**
     * Writes the elements, if there can be any.
     *
     * @param kryo engine in use
     * @param output where to
     * @param shape shape of the class
     * @param object the instance
     */
    public static void write(Kryo kryo, Output output, ClassShape shape, Object object) {
        if (shape.isCollection()) {
            Elements.write(kryo, output, (Collection<?>) object);
        } else if (shape.isMap()) {
            Elements.write(kryo, output, (Map<?, ?>) object);
        }
    }

    /**
     * Reads the elements.
     *
     * @param kryo engine in use
     * @param input where from
     * @param shape shape of the class
     * @param object the instance, which gets them
     * @param self what {@link Graph#self} gave for the instance
     */
    @SuppressWarnings("unchecked")
    public static void read(Kryo kryo, WireInput input, ClassShape shape, Object object, int self) {
        if (shape.isCollection()) {
            Elements.read(kryo, input, (Collection<Object>) object, self);
        } else if (shape.isMap()) {
            Elements.read(kryo, input, (Map<Object, Object>) object, self);
        }
    }

    /**
     * Copies the elements.
     *
     * @param kryo engine in use
     * @param shape shape of the class
     * @param original where from
     * @param copy the instance that gets them
     * @param self what {@link Graph#self} gave for the instance
     */
    @SuppressWarnings("unchecked")
    public static void copy(Kryo kryo, ClassShape shape, Object original, Object copy, int self) {
        if (shape.isCollection()) {
            Elements.copy(kryo, (Collection<?>) original, (Collection<Object>) copy, self);
        } else if (shape.isMap()) {
            Elements.copy(kryo, (Map<?, ?>) original, (Map<Object, Object>) copy, self);
        }
    }

    /**
     * How many elements a queue may have: the sum of two numbers that are true of the same moment.
     *
     * @param queue a queue with a bound
     * @return its bound, 1 or more
     */
    public static int capacityOf(BlockingQueue<?> queue) {
        int size;
        int sum;
        do {
            size = queue.size();
            sum = size + queue.remainingCapacity();
        } while (size != queue.size());
        return sum;
    }

    /**
     * Refuses what cannot be a bound.
     *
     * @param capacity what was read
     * @return the same
     */
    public static int positive(int capacity) {
        if (capacity <= 0) {
            throw new CodecFault("blocking queue", "no such bound: capacity=" + capacity, null);
        }
        return capacity;
    }

    /**
     * Writes the comparator of a sorted container, which errors name as a part of it. The reader
     * makes the container with it, so it may not refer to the container.
     *
     * @param kryo engine in use
     * @param output gets it
     * @param sorted the container
     */
    public static void writeComparator(Kryo kryo, Output output, Object sorted) {
        try {
            Graph.of(kryo).openWhole(sorted);
            kryo.writeClassAndObject(output, comparatorOf(sorted));
            Graph.of(kryo).closeWhole();
        } catch (RuntimeException e) {
            throw CodecFault.at(e, COMPARATOR);
        }
    }

    /**
     * Reads it.
     *
     * @param kryo engine in use
     * @param input has it
     * @return the comparator, or {@code null} for the natural order
     */
    @SuppressWarnings("unchecked")
    public static Comparator<Object> readComparator(Kryo kryo, Input input) {
        try {
            return (Comparator<Object>) kryo.readClassAndObject(input);
        } catch (RuntimeException e) {
            throw CodecFault.at(e, COMPARATOR);
        }
    }

    /**
     * Copies it.
     *
     * @param kryo engine in use
     * @param sorted the container
     * @return a comparator for the copy, or {@code null} for the natural order
     */
    @SuppressWarnings("unchecked")
    public static Comparator<Object> copyComparator(Kryo kryo, Object sorted) {
        try {
            return (Comparator<Object>) kryo.copy(comparatorOf(sorted));
        } catch (RuntimeException e) {
            throw CodecFault.at(e, COMPARATOR);
        }
    }

    /**
     * The comparator of a container.
     *
     * @param sorted any collection or map
     * @return {@code null} if it has none
     */
    public static Comparator<?> comparatorOf(Object sorted) {
        return switch (sorted) {
            case SortedSet<?> set -> set.comparator();
            case SortedMap<?, ?> map -> map.comparator();
            case PriorityQueue<?> queue -> queue.comparator();
            case PriorityBlockingQueue<?> queue -> queue.comparator();
            default -> null;
        };
    }
}
