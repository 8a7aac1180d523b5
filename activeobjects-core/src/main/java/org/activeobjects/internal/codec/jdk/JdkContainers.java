package org.activeobjects.internal.codec.jdk;

import static org.activeobjects.internal.codec.form.ValueSerializer.immutable;
import static org.activeobjects.internal.codec.form.ValueSerializer.mutable;
import static org.activeobjects.internal.codec.form.ValueSerializer.whole;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.form.CollectionSerializer;
import org.activeobjects.internal.codec.form.MapSerializer;
import org.activeobjects.internal.codec.form.Registrar;
import org.activeobjects.internal.codec.type.Elements;
import org.activeobjects.internal.codec.type.Keyed;
import org.activeobjects.internal.codec.wire.CodecFault;

import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** The types of the JDK that hold other values and that a program makes by name. */
@SuppressWarnings("JdkObsolete") // what users send is theirs to choose
final class JdkContainers {

    private JdkContainers() {}

    static void register(Registrar to) {
        registerCollections(to);
        registerMaps(to);
        registerHolders(to);
    }

    private static void registerCollections(Registrar to) {
        addList(to, 60, ArrayList.class, (n, order) -> new ArrayList<>(n));
        addList(to, 61, LinkedList.class, (n, order) -> new LinkedList<>());
        addList(to, 62, Vector.class, (n, order) -> new Vector<>(n));
        addList(to, 63, Stack.class, (n, order) -> new Stack<>());
        addList(to, 64, ArrayDeque.class, (n, order) -> new ArrayDeque<>(n));
        add(to, 65, HashSet.class, (n, order) -> HashSet.newHashSet(n));
        add(to, 66, LinkedHashSet.class, (n, order) -> LinkedHashSet.newLinkedHashSet(n));
        to.add(67, TreeSet.class, CollectionSerializer.ordered((n, order) -> new TreeSet<>(order)));
        to.add(
                68,
                PriorityQueue.class,
                CollectionSerializer.ordered((n, order) -> new PriorityQueue<>(n + 1, order)));
        add(to, 69, CopyOnWriteArrayList.class, (n, order) -> new CopyOnWriteArrayList<>());
        add(to, 70, CopyOnWriteArraySet.class, (n, order) -> new CopyOnWriteArraySet<>());
        add(to, 71, ConcurrentLinkedQueue.class, (n, order) -> new ConcurrentLinkedQueue<>());
        add(to, 72, ConcurrentLinkedDeque.class, (n, order) -> new ConcurrentLinkedDeque<>());
        to.add(
                73,
                ConcurrentSkipListSet.class,
                CollectionSerializer.ordered((n, order) -> new ConcurrentSkipListSet<>(order)));
        add(
                to,
                75,
                ConcurrentHashMap.KeySetView.class,
                (n, order) -> ConcurrentHashMap.newKeySet());
        to.add(74, EnumSet.class, EnumContainers.sets());
    }

    private static void add(Registrar to, int id, Class<?> type, CollectionSerializer.Maker maker) {
        to.add(id, type, CollectionSerializer.plain(maker));
    }

    private static void addList(
            Registrar to, int id, Class<?> type, CollectionSerializer.Maker maker) {
        to.add(id, type, CollectionSerializer.list(maker));
    }

    private static void registerMaps(Registrar to) {
        addMap(to, 80, HashMap.class, (n, order) -> HashMap.newHashMap(n));
        to.add(81, LinkedHashMap.class, MapSerializer.linked());
        to.add(82, TreeMap.class, MapSerializer.ordered((n, order) -> new TreeMap<>(order)));
        addMap(to, 83, Hashtable.class, (n, order) -> new Hashtable<>(Keyed.chainedCapacity(n)));
        addMap(to, 84, IdentityHashMap.class, (n, order) -> new IdentityHashMap<>(n));
        addMap(to, 85, ConcurrentHashMap.class, (n, order) -> new ConcurrentHashMap<>());
        to.add(
                86,
                ConcurrentSkipListMap.class,
                MapSerializer.ordered((n, order) -> new ConcurrentSkipListMap<>(order)));
        to.add(87, Properties.class, properties());
        to.add(88, EnumMap.class, EnumContainers.maps());
    }

    private static void addMap(Registrar to, int id, Class<?> type, MapSerializer.Maker maker) {
        to.add(id, type, MapSerializer.plain(maker));
    }

    private static Serializer<Properties> properties() {
        MapSerializer entries = MapSerializer.plain((n, order) -> new Properties());
        return mutable(
                (kryo, out, given) -> entries.write(kryo, out, withDefaults(given)),
                (kryo, in) -> (Properties) entries.read(kryo, in, Properties.class),
                (kryo, given) -> (Properties) entries.copy(kryo, withDefaults(given)));
    }

    /** What lies behind properties, and can be had through them, becomes their own. */
    private static Properties withDefaults(Properties given) {
        Set<String> names = given.stringPropertyNames();
        if (given.keySet().containsAll(names)) {
            return given;
        }
        Properties all = new Properties();
        names.forEach(name -> all.setProperty(name, given.getProperty(name)));
        all.putAll(given);
        return all;
    }

    private static void registerHolders(Registrar to) {
        to.add(90, Optional.class, optionals());
        to.add(
                91,
                OptionalInt.class,
                immutable(
                        (kryo, out, value) ->
                                kryo.writeClassAndObject(
                                        out, value.isPresent() ? value.getAsInt() : null),
                        (kryo, in) -> {
                            Integer value = (Integer) kryo.readClassAndObject(in);
                            return value == null ? OptionalInt.empty() : OptionalInt.of(value);
                        }));
        to.add(
                92,
                OptionalLong.class,
                immutable(
                        (kryo, out, value) ->
                                kryo.writeClassAndObject(
                                        out, value.isPresent() ? value.getAsLong() : null),
                        (kryo, in) -> {
                            Long value = (Long) kryo.readClassAndObject(in);
                            return value == null ? OptionalLong.empty() : OptionalLong.of(value);
                        }));
        to.add(
                93,
                OptionalDouble.class,
                immutable(
                        (kryo, out, value) ->
                                kryo.writeClassAndObject(
                                        out, value.isPresent() ? value.getAsDouble() : null),
                        (kryo, in) -> {
                            Double value = (Double) kryo.readClassAndObject(in);
                            return value == null
                                    ? OptionalDouble.empty()
                                    : OptionalDouble.of(value);
                        }));
        to.add(94, AbstractMap.SimpleEntry.class, entries(AbstractMap.SimpleEntry::new, false));
        to.add(95, Map.Entry.class, entries(AbstractMap.SimpleImmutableEntry::new, false));
        to.add(
                96,
                AtomicInteger.class,
                mutable(
                        (kryo, out, value) -> out.writeVarInt(value.get(), false),
                        (kryo, in) -> new AtomicInteger(in.readVarInt(false)),
                        (kryo, value) -> new AtomicInteger(value.get())));
        to.add(
                97,
                AtomicLong.class,
                mutable(
                        (kryo, out, value) -> out.writeVarLong(value.get(), false),
                        (kryo, in) -> new AtomicLong(in.readVarLong(false)),
                        (kryo, value) -> new AtomicLong(value.get())));
        to.add(
                98,
                AtomicBoolean.class,
                mutable(
                        (kryo, out, value) -> out.writeBoolean(value.get()),
                        (kryo, in) -> new AtomicBoolean(in.readBoolean()),
                        (kryo, value) -> new AtomicBoolean(value.get())));
        to.add(99, AtomicReference.class, references());
    }

    private static Serializer<Optional<Object>> optionals() {
        return whole(
                (kryo, out, value) -> kryo.writeClassAndObject(out, value.orElse(null)),
                (kryo, in) -> Optional.ofNullable(kryo.readClassAndObject(in)),
                (kryo, value) -> {
                    Object held = value.orElse(null);
                    Object copy = kryo.copy(held);
                    return copy == held ? value : Optional.of(copy);
                });
    }

    private static Serializer<AtomicReference<Object>> references() {
        return mutable(
                (kryo, out, value) -> kryo.writeClassAndObject(out, value.get()),
                (kryo, in) -> {
                    AtomicReference<Object> reference = new AtomicReference<>();
                    kryo.reference(reference);
                    reference.set(kryo.readClassAndObject(in));
                    return reference;
                },
                (kryo, value) -> {
                    AtomicReference<Object> copy = new AtomicReference<>();
                    kryo.reference(copy);
                    copy.set(kryo.copy(value.get()));
                    return copy;
                });
    }

    /** Makes an entry. */
    @FunctionalInterface
    interface Pairing {
        Map.Entry<Object, Object> of(Object key, Object value);
    }

    static Serializer<Map.Entry<Object, Object>> entries(Pairing pairing, boolean fixed) {
        return whole(
                (kryo, out, entry) -> {
                    at(Elements.KEY, entry.getKey(), key -> write(kryo, out, key));
                    at(Elements.VALUE, entry.getValue(), value -> write(kryo, out, value));
                },
                (kryo, in) ->
                        pairing.of(
                                at(Elements.KEY, in, kryo::readClassAndObject),
                                at(Elements.VALUE, in, kryo::readClassAndObject)),
                (kryo, entry) -> {
                    Object key = at(Elements.KEY, entry.getKey(), kryo::copy);
                    Object value = at(Elements.VALUE, entry.getValue(), kryo::copy);
                    boolean same = key == entry.getKey() && value == entry.getValue();
                    return fixed && same ? entry : pairing.of(key, value);
                });
    }

    private static Object write(Kryo kryo, Output out, Object value) {
        kryo.writeClassAndObject(out, value);
        return value;
    }

    private static <T> Object at(String step, T given, Function<T, Object> way) {
        try {
            return way.apply(given);
        } catch (RuntimeException e) {
            throw CodecFault.at(e, step);
        }
    }
}
