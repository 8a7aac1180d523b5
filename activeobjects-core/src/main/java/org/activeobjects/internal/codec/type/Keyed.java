package org.activeobjects.internal.codec.type;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Collisions;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;
import org.activeobjects.internal.thrown.Thrown;

import java.util.Arrays;
import java.util.Collection;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Supplier;

/**
 * Sets, maps and sorted collections, which hash or compare what they are given.
 *
 * <p>A key that refers to an object around the collection is not complete when the collection is:
 * then the collection is filled once more when the whole graph is there. And a message may have
 * keys chosen so that to hash or compare them takes for ever: what that costs is added up before it
 * is done.
 */
public final class Keyed {

    /** Classes whose instances are hashed and compared as what they are, not by what is in them. */
    private static final ClassValue<Boolean> HASHED_BY_IDENTITY =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return isHashedByIdentity(type);
                }
            };

    private Keyed() {}

    /**
     * Whether a collection hashes or compares its elements.
     *
     * @param collection any collection
     * @return true if so
     */
    static boolean is(Collection<?> collection) {
        return collection instanceof Set<?>
                || collection instanceof PriorityQueue<?>
                || collection instanceof PriorityBlockingQueue<?>;
    }

    /**
     * Number of buckets of a table without trees that is made for so many keys.
     *
     * @param count number of keys, 0 or more
     * @return enough for the table never to grow
     */
    public static int chainedCapacity(int count) {
        return (int) Math.min(count * 4L / 3 + 2, Integer.MAX_VALUE - 8);
    }

    /**
     * Reads the elements of a set, or of a sorted collection, and adds them.
     *
     * @param graph engine in use
     * @param in where from
     * @param target collection that gets them
     * @param count their number
     * @param self what {@link Graph#self} gave for the collection
     */
    static void read(Graph graph, WireInput in, Collection<Object> target, int count, int self) {
        Object[] elements = readElements(graph, in, target.getClass(), count);
        spendOrder(graph, in, target, count);
        OwnMethods own = OwnMethods.of(target.getClass());
        fill(graph, self, () -> own.clear(target), () -> own.addAll(target, elements));
    }

    /**
     * Reads elements that are going to be hashed or compared.
     *
     * @param graph engine in use
     * @param in where from
     * @param type class of the collection
     * @param count their number
     * @return the elements
     */
    public static Object[] readElements(Graph graph, WireInput in, Class<?> type, int count) {
        Object[] elements = new Object[count];
        long length = 0;
        for (int i = 0; i < count; i++) {
            try {
                long begin = graph.place();
                elements[i] = graph.readClassAndObject(in);
                length += lengthOf(type, elements[i], graph.place() - begin);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, "[" + i + "]");
            }
        }
        spend(in, type, elements, length);
        return elements;
    }

    /**
     * Reads keys and values and puts them.
     *
     * @param graph engine in use
     * @param in where from
     * @param target map that gets them
     * @param count number of entries
     * @param self what {@link Graph#self} gave for the map
     * @return the keys
     */
    public static Object[] read(
            Graph graph, WireInput in, Map<Object, Object> target, int count, int self) {
        Object[] keys = new Object[count];
        Object[] values = new Object[count];
        long length = 0;
        for (int i = 0; i < count; i++) {
            boolean isInKey = true;
            try {
                long begin = graph.place();
                keys[i] = graph.readClassAndObject(in);
                length += lengthOf(target.getClass(), keys[i], graph.place() - begin);
                isInKey = false;
                values[i] = graph.readClassAndObject(in);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, isInKey ? Elements.KEY : Elements.stepOf(keys[i]));
            }
        }
        spend(in, target.getClass(), keys, length);
        spendOrder(graph, in, target, count);
        fillMap(graph, self, target, keys, values);
        return keys;
    }

    /**
     * Copies keys and values.
     *
     * @param graph engine in use
     * @param source where from
     * @param target map that gets them
     * @param self what {@link Graph#self} gave for the map
     * @return whether some copy is not the original itself
     */
    static boolean copy(Graph graph, Map<?, ?> source, Map<Object, Object> target, int self) {
        Map.Entry<?, ?>[] entries = source.entrySet().toArray(Map.Entry<?, ?>[]::new);
        Object[] keys = new Object[entries.length];
        Object[] values = new Object[entries.length];
        boolean changed = false;
        for (int i = 0; i < entries.length; i++) {
            Object key = entries[i].getKey();
            Object value = entries[i].getValue();
            boolean isInKey = true;
            try {
                keys[i] = graph.copy(key);
                isInKey = false;
                values[i] = graph.copy(value);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, isInKey ? Elements.KEY : Elements.stepOf(key));
            }
            changed |= keys[i] != key || values[i] != value;
        }
        fillMap(graph, self, target, keys, values);
        return changed;
    }

    private static void fillMap(
            Graph graph, int self, Map<Object, Object> target, Object[] keys, Object[] values) {
        OwnMethods own = OwnMethods.of(target.getClass());
        fill(
                graph,
                self,
                () -> own.clear(target),
                () -> {
                    for (int i = 0; i < keys.length; i++) {
                        own.put(target, keys[i], values[i]);
                    }
                });
    }

    /**
     * Fills a collection, and again at the end if some element is not complete yet.
     *
     * @param graph engine in use
     * @param self what {@link Graph#self} gave for the collection
     * @param empty takes all elements out
     * @param fill puts all elements in
     */
    static void fill(Graph graph, int self, Runnable empty, Runnable fill) {
        if (!graph.refersOutOf(self)) {
            fillNow(fill);
            return;
        }
        graph.atTheEnd(
                () -> {
                    empty.run();
                    fill.run();
                });
        try {
            // Constructors of records and hooks, which run before the end, see what can be shown.
            fillNow(fill);
        } catch (RuntimeException e) {
            empty.run();
        }
    }

    private static void fillNow(Runnable fill) {
        try {
            fill.run();
        } catch (Throwable e) {
            throw ofKey(e);
        }
    }

    /**
     * Does what hashes or compares: users' code, which may throw errors and checked exceptions too.
     * The path is put before these as before all else.
     *
     * @param task what to do
     * @param <T> type of what it gives
     * @return what it gives
     */
    public static <T> T ask(Supplier<T> task) {
        try {
            return task.get();
        } catch (Throwable e) {
            throw ofKey(e);
        }
    }

    private static RuntimeException ofKey(Throwable thrown) {
        return switch (thrown) {
            case RuntimeException known -> known;
            case StackOverflowError overflow -> CodecFault.known(overflow);
            case VirtualMachineError error -> throw error;
            default -> new CodecFault(null, Thrown.textOf(thrown), null, thrown);
        };
    }

    /**
     * Makes sure, if some element is not complete yet, that its hash code stays what it is: the
     * collection cannot be filled again.
     *
     * @param graph engine in use
     * @param self what {@link Graph#self} gave for the collection
     * @param type what the collection is
     * @param keys elements, or keys
     */
    public static void fixed(Graph graph, int self, String type, Supplier<Object[]> keys) {
        if (!graph.refersOutOf(self)) {
            return;
        }
        Object[] elements = keys.get();
        int[] hashes = hashesOf(elements);
        graph.atTheEnd(
                () -> {
                    if (!Arrays.equals(hashes, hashesOf(elements))) {
                        throw new CodecFault(
                                type,
                                "the hash code of an element depends on an object around it",
                                "use a collection that can be changed");
                    }
                });
    }

    private static int[] hashesOf(Object[] keys) {
        int[] hashes = new int[keys.length];
        Arrays.setAll(hashes, i -> keys[i] == null ? 0 : keys[i].hashCode());
        return hashes;
    }

    /** How far a key is walked through when it is hashed; whoever sorts may look at all of it. */
    private static long lengthOf(Class<?> type, Object key, long writtenOut) {
        boolean isShallow =
                !ClassShape.sorts(type)
                        && (key == null
                                || IdentityHashMap.class.isAssignableFrom(type)
                                || HASHED_BY_IDENTITY.get(key.getClass()));
        return isShallow ? 1 : writtenOut;
    }

    private static boolean isHashedByIdentity(Class<?> type) {
        try {
            return Enum.class.isAssignableFrom(type)
                    || type.getMethod("hashCode").getDeclaringClass() == Object.class
                            && type.getMethod("equals", Object.class).getDeclaringClass()
                                    == Object.class;
        } catch (NoSuchMethodException | LinkageError e) {
            return false; // whoever hashes it says why
        }
    }

    /** What it costs to put keys with a total length, written out, into a collection. */
    private static void spend(WireInput in, Class<?> type, Object[] keys, long length) {
        String name = type.getTypeName();
        in.spendSteps(name, length);
        if (ClassShape.sorts(type)) {
            in.spendSteps(name, length * levelsOf(keys.length));
        } else if (CopyOnWriteArraySet.class.isAssignableFrom(type)) {
            in.spendSteps(name, (long) keys.length * keys.length / 8);
        } else {
            long comparisons = comparisons(type, keys);
            // A comparison of two of them walks through the average of their lengths.
            in.spendSteps(name, comparisons * Math.max(1, length / Math.max(1, keys.length)));
        }
    }

    private static int levelsOf(int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(count);
    }

    /** What it costs if the order of a sorted container asks more than one comparator. */
    private static void spendOrder(Graph graph, WireInput in, Object target, int count) {
        Class<?> type = target.getClass();
        if (!ClassShape.sorts(type)) {
            return;
        }
        // A class of the user's may say anything before its fields are there.
        long asked =
                ClassShape.isPlatform(type)
                        ? graph.comparatorsIn(Contents.comparatorOf(target))
                        : graph.mostComparators();
        if (asked > 1 && count > 0) {
            long comparisons = (long) count * levelsOf(count);
            boolean endless = asked > Long.MAX_VALUE / comparisons;
            in.spendSteps(type.getTypeName(), endless ? Long.MAX_VALUE : asked * comparisons);
        }
    }

    private static long comparisons(Class<?> type, Object[] keys) {
        try {
            if (type.getName().startsWith("java.util.ImmutableCollections")) {
                return Collisions.inProbes(keys) + Collisions.inTrees(keys);
            } else if (Hashtable.class.isAssignableFrom(type) && type != Properties.class) {
                return Collisions.inLists(keys, chainedCapacity(keys.length));
            } else if (IdentityHashMap.class.isAssignableFrom(type)) {
                return 0; // nobody chooses these hash codes
            }
            return Collisions.inTrees(keys);
        } catch (Throwable e) {
            throw ofKey(e);
        }
    }
}
