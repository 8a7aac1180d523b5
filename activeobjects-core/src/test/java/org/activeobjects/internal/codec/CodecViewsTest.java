package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/** Views of collections, maps and arrays show what arrives of those. */
@SuppressWarnings("JdkObsolete") // a linked list is a list without random access
class CodecViewsTest {

    private static final Codec CODEC =
            CodecTesting.codecFor(Bag.class, Recent.class, Knot.class, Known.class);

    static class Bag {
        final List<String> items = new ArrayList<>(List.of("a"));
        final List<String> view = Collections.unmodifiableList(items);
        final String[] array = {"a", "b"};
        final List<String> list = Arrays.asList(array);
        final Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        final Map<String, Integer> locked = Collections.synchronizedMap(map);
    }

    static class Recent extends LinkedHashMap<String, Integer> {
        private static final long serialVersionUID = 1;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > 2;
        }
    }

    static class Knot {
        List<Knot> all;
        Map<String, Knot> byName;
    }

    @ParameterizedTest
    @EnumSource
    void aViewShowsWhatIsPutIntoTheCollectionBesideIt(Way way) {
        Bag copy = way.through(CODEC, new Bag());
        copy.items.add("new");
        copy.array[0] = "new";
        copy.map.put("b", 2);

        assertThat(copy.view).containsExactly("a", "new");
        assertThat(copy.list).containsExactly("new", "b");
        assertThat(copy.locked).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void aViewKeepsTheComparatorBehindIt(Way way) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Content-Type", "text");
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.add("A");

        assertThat(way.through(CODEC, Collections.unmodifiableMap(headers)))
                .containsEntry("content-type", "text");
        assertThat(way.through(CODEC, Collections.unmodifiableSet(names)).contains("a")).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aViewKeepsTheClassAndTheOrderBehindIt(Way way) {
        Map<Object, Integer> byIdentity = new IdentityHashMap<>();
        byIdentity.put(new ArrayList<>(), 1);
        byIdentity.put(new ArrayList<>(), 2);
        Map<String, Integer> byAccess = new LinkedHashMap<>(16, 0.75f, true);
        byAccess.putAll(Map.of("a", 1));
        byAccess.put("b", 2);
        Map<String, Integer> recent = Collections.synchronizedMap(new Recent());
        recent.put("a", 1);
        recent.put("b", 2);

        assertThat(way.through(CODEC, Collections.unmodifiableMap(byIdentity))).hasSize(2);
        Map<String, Integer> order = way.through(CODEC, Collections.synchronizedMap(byAccess));
        order.get("a");
        assertThat(order.keySet()).containsExactly("b", "a");
        Map<String, Integer> bounded = way.through(CODEC, recent);
        bounded.put("c", 3);
        assertThat(bounded.keySet()).containsExactly("b", "c");
        Map<String, Integer> sorted =
                way.through(
                        CODEC, Collections.synchronizedMap(new TreeMap<>(Map.of("b", 1, "a", 2))));
        sorted.put("aa", 3);
        assertThat(sorted.keySet()).containsExactly("a", "aa", "b");
    }

    @ParameterizedTest
    @EnumSource
    void viewsHaveTheirOwnClass(Way way) {
        List<Integer> linked = new LinkedList<>(List.of(1));
        SortedMap<String, Integer> sorted = new TreeMap<>(Map.of("a", 1));
        for (Object view :
                List.of(
                        Collections.unmodifiableList(linked),
                        Collections.synchronizedList(linked),
                        Collections.unmodifiableSortedMap(sorted),
                        Collections.synchronizedSortedMap(sorted),
                        Collections.synchronizedList(Collections.unmodifiableList(linked)),
                        Collections.unmodifiableSet(sorted.keySet()),
                        Collections.unmodifiableCollection(sorted.values()))) {
            Object copy = way.through(CODEC, view);

            assertThat(copy.getClass()).isEqualTo(view.getClass());
            assertThat(copy).hasToString(view.toString());
        }
    }

    @ParameterizedTest
    @EnumSource
    void anArrayBehindAListKeepsItsClass(Way way) {
        Object[] array = way.through(CODEC, Arrays.asList("a", "b")).toArray(new Object[0]);

        assertThat(array).containsExactly("a", "b");
        assertThatThrownBy(() -> store(way.through(CODEC, Arrays.asList("a", "b"))))
                .isInstanceOf(ArrayStoreException.class);
    }

    @SuppressWarnings("unchecked")
    private static void store(List<?> strings) {
        ((List<Object>) strings).set(0, 1);
    }

    interface Unknown {}

    record Known(int number) implements Unknown {}

    @ParameterizedTest
    @EnumSource
    void aListIsSentWhateverTheClassOfItsArray(Way way) {
        List<Unknown> list = Arrays.asList(new Known(1), new Known(2));

        assertThat(way.through(CODEC, list)).hasSameClassAs(list).isEqualTo(list);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsBehindAViewMayReferToIt(Way way) {
        Knot knot = new Knot();
        knot.all = Collections.unmodifiableList(new ArrayList<>(List.of(knot)));
        knot.byName = Collections.synchronizedMap(new TreeMap<>(Map.of("k", knot)));

        List<Knot> copy = way.through(CODEC, knot.all);

        assertThat(copy.getFirst().all == copy).isTrue();
        assertThat(copy.getFirst().byName.get("k") == copy.getFirst()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aViewOfWhatCannotBeSentIsRefused(Way way) {
        assertThatThrownBy(
                        () -> way.through(CODEC, Collections.synchronizedMap(new WeakHashMap<>())))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("java.util.WeakHashMap");
    }

    private static void begin(Output out, Class<?> type) {
        out.writeVarInt(JdkTypes.idOf(type) + 2, true);
        out.writeByte(1); // a new object
    }

    private static void refer(Output out, Class<?> type, int number) {
        out.writeVarInt(JdkTypes.idOf(type) + 2, true);
        out.writeVarInt(number + 2, true);
    }

    private static void assertRefused(Consumer<Output> writer) {
        Output out = new Output(64, -1);
        out.writeVarInt(1, true); // one value
        writer.accept(out);
        byte[] bytes = out.toBytes();

        assertThatThrownBy(() -> CODEC.decode(bytes, 0, bytes.length, new Object[0]))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("what it shows is no java.util.List");
    }

    @Test
    void noViewShowsItselfOrWhatIsOfAnotherKind() {
        Class<?> outer = Collections.synchronizedList(new ArrayList<>()).getClass();
        Class<?> inner = Collections.unmodifiableList(new ArrayList<>()).getClass();

        assertRefused(
                out -> {
                    begin(out, inner);
                    refer(out, inner, 0);
                });
        assertRefused(
                out -> {
                    begin(out, outer);
                    begin(out, inner);
                    refer(out, outer, 0);
                });
        assertRefused(
                out -> {
                    begin(out, outer);
                    begin(out, HashSet.class);
                    out.writeVarInt(0, true);
                });
        assertRefused(
                out -> {
                    begin(out, outer);
                    out.writeVarInt(0, true); // null
                });
    }
}
