package org.activeobjects.internal.codec.jdk;

import static org.activeobjects.internal.codec.form.ValueSerializer.immutable;

import com.esotericsoftware.kryo.Serializer;

import org.activeobjects.internal.codec.form.CollectionSerializer;
import org.activeobjects.internal.codec.form.ImmutableListSerializer;
import org.activeobjects.internal.codec.form.MapSerializer;
import org.activeobjects.internal.codec.form.Registrar;
import org.activeobjects.internal.codec.form.SerialFields;
import org.activeobjects.internal.codec.form.SerialView;
import org.activeobjects.internal.codec.form.ValueSerializer;
import org.activeobjects.internal.codec.form.ViewSerializer;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireOutput;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What factory methods of the JDK return: classes without a public name, known by a sample of each.
 * A class that no sample shows (a sub-list, the keys of a map) arrives as the plain collection that
 * is equal to it.
 */
@SuppressWarnings("JdkObsolete") // a linked list is the sample of a list without random access
final class JdkViews {

    /** Single objects that only their identity tells; the position is what travels. */
    private static final List<Object> SINGLES =
            List.of(
                    Collections.emptyList(),
                    Collections.emptySet(),
                    Collections.emptyMap(),
                    Collections.reverseOrder(),
                    String.CASE_INSENSITIVE_ORDER);

    private final Registrar registrar;
    private final Map<Class<?>, Class<?>> representatives = new HashMap<>();

    private JdkViews(Registrar registrar) {
        this.registrar = registrar;
    }

    /**
     * Registers all and returns, per class without a name, the registered class it is written as.
     */
    static Map<Class<?>, Class<?>> register(Registrar to) {
        JdkViews views = new JdkViews(to);
        views.registerSingles();
        views.registerImmutable();
        views.registerUnmodifiable();
        views.registerSynchronized();
        return views.representatives;
    }

    private void add(int id, Serializer<?> serializer, Object... samples) {
        Class<?> representative = samples[0].getClass();
        registrar.add(id, representative, serializer);
        for (Object sample : samples) {
            representatives.put(sample.getClass(), representative);
        }
    }

    private void registerSingles() {
        add(
                100,
                immutable(
                        (kryo, out, value) -> out.writeByte(SINGLES.indexOf(value)),
                        (kryo, in) -> SINGLES.get(in.readByte())),
                SINGLES.toArray());
        add(101, reversed(), Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER));
        add(
                102,
                nullComparators(),
                Comparator.nullsFirst(Comparator.naturalOrder()),
                Comparator.nullsLast(Comparator.naturalOrder()));
    }

    private static Serializer<Comparator<Object>> reversed() {
        return ValueSerializer.whole(
                (kryo, out, order) -> kryo.writeClassAndObject(out, order.reversed()),
                (kryo, in) -> Collections.reverseOrder(order(kryo.readClassAndObject(in))),
                (kryo, order) -> {
                    Comparator<Object> other = order.reversed();
                    Comparator<Object> copy = kryo.copy(other);
                    return copy == other ? order : Collections.reverseOrder(copy);
                });
    }

    /** These tell where they put {@code null}, and nobody what they ask about all else. */
    private static Serializer<Comparator<Object>> nullComparators() {
        return ValueSerializer.whole(
                (kryo, out, order) -> {
                    out.writeBoolean(order.compare(null, "") < 0);
                    kryo.writeClassAndObject(out, askedBy(order));
                },
                (kryo, in) ->
                        nullsFirstOrLast(in.readBoolean(), order(kryo.readClassAndObject(in))),
                (kryo, order) -> {
                    Comparator<Object> other = askedBy(order);
                    Comparator<Object> copy = kryo.copy(other);
                    return copy == other
                            ? order
                            : nullsFirstOrLast(order.compare(null, "") < 0, copy);
                });
    }

    /** As it is, and not what is written in its place. */
    private static Comparator<Object> askedBy(Comparator<Object> order) {
        return order(SerialFields.get(order, "real"));
    }

    private static Comparator<Object> nullsFirstOrLast(boolean first, Comparator<Object> order) {
        return first ? Comparator.nullsFirst(order) : Comparator.nullsLast(order);
    }

    @SuppressWarnings("unchecked")
    private static Comparator<Object> order(Object read) {
        if (read != null && !(read instanceof Comparator<?>)) {
            throw new CodecFault(read.getClass().getTypeName(), "it is no comparator", null);
        }
        return (Comparator<Object>) read;
    }

    private void registerImmutable() {
        CollectionSerializer.Maker list = (n, order) -> new ArrayList<>(n);
        add(110, new ImmutableListSerializer(), List.of(), List.of(1), List.of(1, 2, 3));
        add(
                111,
                CollectionSerializer.immutable(list, Set::copyOf),
                Set.of(),
                Set.of(1),
                Set.of(1, 2, 3));
        add(
                112,
                MapSerializer.immutable((n, order) -> HashMap.newHashMap(n), Map::copyOf),
                Map.of(),
                Map.of(1, 1),
                Map.of(1, 1, 2, 2));
        add(
                113,
                CollectionSerializer.immutable(
                        list, elements -> Collections.singletonList(only(elements))),
                Collections.singletonList(1));
        add(
                114,
                CollectionSerializer.immutable(
                        list, elements -> Collections.singleton(only(elements))),
                Collections.singleton(1));
        add(
                115,
                MapSerializer.immutable(
                        (n, order) -> new LinkedHashMap<>(),
                        map -> {
                            Map.Entry<Object, Object> entry = only(map.entrySet());
                            return Collections.singletonMap(entry.getKey(), entry.getValue());
                        }),
                Collections.singletonMap(1, 1));
        view(116, Object[].class, Arrays.asList(1, 2));
        add(117, copies(), Collections.nCopies(1, 1));
        add(118, JdkContainers.entries(Map::entry, true), Map.entry(1, 1));
    }

    private static <T> T only(Collection<T> elements) {
        if (elements.size() != 1) {
            throw new CodecFault(
                    null, "one element was expected: elements=" + elements.size(), null);
        }
        return elements.iterator().next();
    }

    private static Serializer<List<Object>> copies() {
        return ValueSerializer.whole(
                (kryo, out, list) -> {
                    ((WireOutput) out).writeCount(list.getClass(), list.size());
                    kryo.writeClassAndObject(out, list.isEmpty() ? null : list.getFirst());
                },
                (kryo, in) -> {
                    int count = in.readVarInt(true);
                    Graph.of(kryo)
                            .limits()
                            .checkElements("java.util.Collections$CopiesList", count);
                    return Collections.nCopies(count, kryo.readClassAndObject(in));
                },
                (kryo, list) ->
                        list.isEmpty()
                                ? list
                                : Collections.nCopies(list.size(), kryo.copy(list.getFirst())));
    }

    private void view(int id, Class<?> kind, Object sample) {
        add(id, new ViewSerializer(sample.getClass(), kind), sample);
    }

    private void registerUnmodifiable() {
        view(120, Collection.class, Collections.unmodifiableCollection(new ArrayList<>()));
        view(121, List.class, Collections.unmodifiableList(new ArrayList<>()));
        view(129, List.class, Collections.unmodifiableList(new LinkedList<>()));
        view(122, Set.class, Collections.unmodifiableSet(new HashSet<>()));
        view(123, NavigableSet.class, Collections.unmodifiableNavigableSet(new TreeSet<>()));
        view(119, SortedSet.class, Collections.unmodifiableSortedSet(new TreeSet<>()));
        view(124, Map.class, Collections.unmodifiableMap(new HashMap<>()));
        view(125, NavigableMap.class, Collections.unmodifiableNavigableMap(new TreeMap<>()));
        view(109, SortedMap.class, Collections.unmodifiableSortedMap(new TreeMap<>()));
        view(
                126,
                SequencedCollection.class,
                Collections.unmodifiableSequencedCollection(new ArrayList<>()));
        view(127, SequencedSet.class, Collections.unmodifiableSequencedSet(new LinkedHashSet<>()));
        view(128, SequencedMap.class, Collections.unmodifiableSequencedMap(new LinkedHashMap<>()));
    }

    private void registerSynchronized() {
        view(130, Collection.class, Collections.synchronizedCollection(new ArrayList<>()));
        view(131, List.class, Collections.synchronizedList(new ArrayList<>()));
        view(137, List.class, Collections.synchronizedList(new LinkedList<>()));
        view(132, Set.class, Collections.synchronizedSet(new HashSet<>()));
        view(133, Map.class, Collections.synchronizedMap(new HashMap<>()));
        view(134, NavigableSet.class, Collections.synchronizedNavigableSet(new TreeSet<>()));
        view(138, SortedSet.class, Collections.synchronizedSortedSet(new TreeSet<>()));
        view(135, NavigableMap.class, Collections.synchronizedNavigableMap(new TreeMap<>()));
        view(139, SortedMap.class, Collections.synchronizedSortedMap(new TreeMap<>()));
        add(136, setsFromMaps(), Collections.newSetFromMap(new HashMap<>()));
    }

    /** The map behind says what is equal and in which order. */
    private static Serializer<Set<Object>> setsFromMaps() {
        return ValueSerializer.whole(
                (kryo, out, set) -> kryo.writeClassAndObject(out, SerialView.find(set, Map.class)),
                (kryo, in) -> setFrom(kryo.readClassAndObject(in)),
                (kryo, set) -> setFrom(kryo.copy(SerialView.find(set, Map.class))));
    }

    @SuppressWarnings("unchecked")
    private static Set<Object> setFrom(Object copy) {
        if (!(copy instanceof Map<?, ?> map)) {
            throw new CodecFault("java.util.Collections$SetFromMap", "its map is missing", null);
        }
        Object[] elements = map.keySet().toArray();
        map.clear(); // which the set asks for
        Set<Object> set = Collections.newSetFromMap((Map<Object, Boolean>) map);
        set.addAll(Arrays.asList(elements));
        return set;
    }
}
