package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.error.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Shared and circular references through every kind of container, in messages and in copies. */
class CodecCyclesTest {

    /** Equal by name, which comes after what refers back to it. */
    static class Key implements Comparable<Key> {
        Object back;
        String name;

        Key(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public int compareTo(Key other) {
            return name.compareTo(other.name);
        }
    }

    static class Node {
        Node parent;
        List<Node> children = List.of();
    }

    record Ring(Object next) {}

    /** Of the container that it is the order of. */
    static class Order implements Comparator<Object> {
        Object container;

        @Override
        public int compare(Object a, Object b) {
            return a.toString().compareTo(b.toString());
        }
    }

    static class Sorted extends TreeSet<Object> {
        private static final long serialVersionUID = 1;

        Sorted(Comparator<Object> order) {
            super(order);
        }
    }

    private final Codec codec =
            CodecTesting.codecFor(Key.class, Node.class, Ring.class, Order.class, Sorted.class);

    private static Object onlyOf(Object collection) {
        return ((Collection<?>) collection).iterator().next();
    }

    @ParameterizedTest
    @EnumSource
    void collectionsThatContainThemselvesDoSoAtTheReceiver(Way way) {
        for (Collection<Object> collection :
                List.of(
                        new ArrayList<>(),
                        new ArrayDeque<>(),
                        new HashSet<>(),
                        new LinkedHashSet<>(),
                        new CopyOnWriteArrayList<>())) {
            collection.add(collection);

            Object copy = way.carry(codec, collection);

            assertThat(copy == collection).isFalse();
            assertThat(copy.getClass()).isEqualTo(collection.getClass());
            assertThat(onlyOf(copy) == copy).as(copy.getClass().getName()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void viewsThatContainThemselvesDoSoAtTheReceiver(Way way) {
        List<Object> behind = new ArrayList<>();
        List<Object> unmodifiable = Collections.unmodifiableList(behind);
        behind.add(unmodifiable);
        List<Object> fixed = Arrays.asList(new Object[1]);
        fixed.set(0, fixed);
        List<Object> locked = Collections.synchronizedList(new ArrayList<>());
        locked.add(locked);
        for (List<Object> list : List.of(unmodifiable, fixed, locked)) {
            Object copy = way.carry(codec, list);

            assertThat(copy.getClass()).isEqualTo(list.getClass());
            assertThat(onlyOf(copy) == copy).as(copy.getClass().getName()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void mapsArraysAndHoldersMayContainThemselves(Way way) {
        Map<Object, Object> map = new HashMap<>();
        map.put("self", map);
        Object[] array = new Object[1];
        array[0] = array;
        AtomicReference<Object> holder = new AtomicReference<>();
        holder.set(holder);
        Map<Object, Object> identities = new IdentityHashMap<>();
        identities.put(identities, "self");

        Map<?, ?> mapCopy = (Map<?, ?>) way.carry(codec, map);
        Object[] arrayCopy = (Object[]) way.carry(codec, array);
        AtomicReference<?> holderCopy = (AtomicReference<?>) way.carry(codec, holder);
        Map<?, ?> identityCopy = (Map<?, ?>) way.carry(codec, identities);

        assertThat(mapCopy.get("self") == mapCopy).isTrue();
        assertThat(arrayCopy[0] == arrayCopy).isTrue();
        assertThat(holderCopy.get() == holderCopy).isTrue();
        assertThat(identityCopy.get(identityCopy)).isEqualTo("self");
    }

    @ParameterizedTest
    @EnumSource
    void aKeyThatRefersBackIsFoundInItsMap(Way way) {
        for (Map<Object, Object> map :
                List.of(new HashMap<Object, Object>(), new TreeMap<Object, Object>())) {
            Key first = new Key("first");
            Key second = new Key("second");
            map.put(first, 1);
            map.put(second, 2);
            first.back = map;
            second.back = map;

            // The map is reached through a key whose name is not there yet.
            Key copy = (Key) way.carry(codec, second);

            Map<?, ?> mapCopy = (Map<?, ?>) copy.back;
            assertThat(mapCopy.getClass()).isEqualTo(map.getClass());
            assertThat(mapCopy.get(new Key("first"))).isEqualTo(1);
            assertThat(mapCopy.get(new Key("second"))).isEqualTo(2);
            assertThat(mapCopy.keySet().stream().anyMatch(key -> key == copy)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anElementThatRefersBackIsFoundInItsSet(Way way) {
        for (Set<Object> set : List.of(new HashSet<Object>(), new TreeSet<Object>())) {
            Key first = new Key("first");
            Key second = new Key("second");
            set.add(first);
            set.add(second);
            // Not the element itself but something in it refers to what is around the set.
            first.back = new Object[] {set};
            second.back = first.back;

            Key copy = (Key) way.carry(codec, first);

            Set<?> setCopy = (Set<?>) ((Object[]) copy.back)[0];
            assertThat(setCopy.getClass()).isEqualTo(set.getClass());
            assertThat(setCopy.contains(copy)).isTrue();
            assertThat(setCopy.contains(new Key("second"))).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anImmutableListMayHoldWhatRefersToItsOwner(Way way) {
        Node parent = new Node();
        Node child = new Node();
        child.parent = parent;
        parent.children = List.of(child);

        Node copy = (Node) way.carry(codec, parent);

        assertThat(copy.children.getFirst().parent).isSameAs(copy);
    }

    @ParameterizedTest
    @EnumSource
    void anImmutableSetWhoseHashCodesWouldChangeIsRefused(Way way) {
        Key key = new Key("name");
        Set<Object> set = Set.of(key);
        key.back = set;

        assertThatThrownBy(() -> way.carry(codec, key)).isInstanceOf(SerializationException.class);
    }

    @Test
    void aCycleThatCannotBeRebuiltIsRefusedAtTheCallerWithItsPath() {
        List<Object> list = new ArrayList<>();
        Ring ring = new Ring(list);
        list.add(ring);
        Node child = new Node();
        child.parent = new Node();
        child.parent.children = List.of(child);
        List<Object> inOptional = new ArrayList<>();
        Optional<Object> optional = Optional.of(inOptional);
        inOptional.add(optional);

        for (Object value : List.of(ring, child.parent.children, optional)) {
            for (Way way : Way.values()) {
                assertThatThrownBy(() -> way.carry(codec, value))
                        .isInstanceOf(SerializationException.class)
                        .hasMessageContaining("class=" + value.getClass().getName())
                        .hasMessageContaining("call=Test.call")
                        .hasMessageContaining("it refers to itself")
                        .hasMessageContaining("break the cycle");
            }
        }
        assertThatThrownBy(() -> CodecTesting.encode(codec, ring))
                .hasMessageContaining("path=value(Ring).next[0]");
        assertThatThrownBy(() -> codec.copy(ring, "Test.call"))
                .hasMessageContaining("path=value(Ring).next[0]");
    }

    @Test
    void anOrderThatRefersToItsContainerIsRefusedAtTheCaller() {
        List<Function<Comparator<Object>, Object>> makers =
                List.of(
                        TreeSet::new,
                        TreeMap::new,
                        PriorityQueue::new,
                        order -> new TreeSet<>(order.thenComparing(order)),
                        order -> new TreeMap<>(Comparator.nullsFirst(order.reversed())),
                        Sorted::new);
        for (Function<Comparator<Object>, Object> maker : makers) {
            Order order = new Order();
            Object container = maker.apply(order);
            order.container = new Object[] {container};

            assertThatThrownBy(() -> CodecTesting.encode(codec, container))
                    .as("%s", container.getClass())
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("it refers to itself");
            assertThatThrownBy(() -> codec.copy(container, "Test.call"))
                    .as("%s", container.getClass())
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("it refers to itself");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOrderMayReferToAViewThroughWhichItIsSent(Way way) {
        Order order = new Order();
        SortedSet<Object> behind = new TreeSet<>(order);
        Collections.addAll(behind, "b", "a");
        SortedSet<Object> view = Collections.synchronizedSortedSet(behind);
        order.container = view;

        SortedSet<?> copy = (SortedSet<?>) way.carry(codec, view);

        assertThat(List.copyOf(copy)).isEqualTo(List.copyOf(view));
        assertThat(((Order) copy.comparator()).container == copy).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void anOrderMayBringTheContainerThatItIsTheOrderOf(Way way) {
        Order order = new Order();
        TreeSet<Object> set = new TreeSet<>(order);
        Collections.addAll(set, "b", "a");
        order.container = set;

        Order copy = (Order) way.carry(codec, order);

        assertThat(((TreeSet<?>) copy.container).comparator()).isSameAs(copy);
        assertThat(copy.container).isNotSameAs(set).isEqualTo(set);
    }

    @ParameterizedTest
    @EnumSource
    void aRecordThatIsSharedStaysShared(Way way) {
        Ring shared = new Ring(new ArrayList<>());

        Object[] copy = (Object[]) way.carry(codec, new Object[] {shared, shared});

        assertThat(copy[0]).isSameAs(copy[1]).isNotSameAs(shared);
    }

    @ParameterizedTest
    @EnumSource
    void recordsThatShareInEachOtherAreTakenOnce(Way way) {
        Object top = new Ring(new ArrayList<>());
        for (int i = 0; i < 100; i++) {
            top = new Ring(new Object[] {top, top});
        }

        Ring copy = (Ring) way.carry(codec, top);

        Object[] inner = (Object[]) copy.next();
        assertThat(inner[0]).isSameAs(inner[1]);
    }

    @ParameterizedTest
    @EnumSource
    void theDepthLimitHoldsForMessagesAndCopies(Way way) {
        Object deep = null;
        for (int i = 0; i < 1001; i++) {
            deep = new Object[] {deep};
        }
        Object tooDeep = deep;

        assertThatThrownBy(() -> way.carry(codec, tooDeep))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("limit=1000")
                .hasMessageContaining("activeobjects.codec.maxDepth")
                .satisfies(thrown -> assertThat(thrown.getMessage()).hasSizeLessThan(1000));
    }

    @ParameterizedTest
    @EnumSource
    void aGraphTooDeepForTheStackIsRefusedWithWhatToDo(Way way) throws InterruptedException {
        Object deep = null;
        for (int i = 0; i < 990; i++) {
            deep = new Object[] {deep};
        }
        Object tooDeep = deep;
        AtomicReference<Throwable> refusal = new AtomicReference<>();

        // Takes the least stack that a thread can have.
        Runnable carries = () -> refusal.set(catchThrowable(() -> way.carry(codec, tooDeep)));
        Thread.Builder.OfPlatform small = Thread.ofPlatform().stackSize(1);
        small.start(carries).join();

        assertThat(refusal.get())
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" path=value(Object[]) call=")
                .hasMessageContaining("the graph is too deep for the stack of the thread; send")
                .hasMessageContaining("give threads more stack, -Xss on both sides");
    }
}
