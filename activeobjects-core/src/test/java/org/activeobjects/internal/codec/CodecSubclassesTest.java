package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Classes that extend containers of the JDK arrive with elements and fields, none counted twice.
 */
@SuppressWarnings({"JdkObsolete", "serial"})
class CodecSubclassesTest {

    private static final Codec CODEC =
            CodecTesting.codecFor(
                    Counting.class,
                    Summing.class,
                    Total.class,
                    Frozen.class,
                    FrozenSet.class,
                    FrozenMap.class,
                    FrozenDeque.class,
                    FrozenQueue.class,
                    FrozenCopies.class,
                    FrozenLinked.class,
                    FrozenBlocking.class,
                    FrozenBlockingDeque.class,
                    Merging.class,
                    Ring.class);

    static class Counting extends HashSet<String> {
        int adds;

        @Override
        public boolean add(String element) {
            adds++;
            return super.add(element);
        }
    }

    static class Summing extends HashMap<String, Integer> {
        int total;

        @Override
        public Integer put(String key, Integer value) {
            total += value;
            return super.put(key, value);
        }
    }

    static class Total extends ArrayList<Integer> {
        int total;

        @Override
        public boolean add(Integer value) {
            total += value;
            return super.add(value);
        }
    }

    /** Adds to what is there. */
    static class Merging extends TreeMap<String, List<String>> {
        Merging() {
            super(String.CASE_INSENSITIVE_ORDER);
        }

        @Override
        public List<String> put(String key, List<String> value) {
            computeIfAbsent(key, k -> new ArrayList<>()).addAll(value);
            return null;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatASubclassCountsIsCountedOnce(Way way) {
        Counting set = new Counting();
        Collections.addAll(set, "a", "b");
        Summing map = new Summing();
        map.put("a", 1);
        map.put("b", 5);
        Total list = new Total();
        Collections.addAll(list, 1, 5);
        Merging merging = new Merging();
        merging.put("A", List.of("1"));
        merging.put("a", List.of("2"));

        assertThat(way.through(CODEC, set).adds).isEqualTo(2);
        assertThat(way.through(CODEC, set)).containsExactlyInAnyOrder("a", "b");
        assertThat(way.through(CODEC, map).total).isEqualTo(6);
        assertThat(way.through(CODEC, map).get("b")).isEqualTo(5);
        assertThat(way.through(CODEC, list).total).isEqualTo(6);
        assertThat(way.through(CODEC, list)).containsExactly(1, 5);
        assertThat(way.through(CODEC, merging).get("a")).containsExactly("1", "2");
    }

    static boolean refuse(boolean frozen) {
        if (frozen) {
            throw new UnsupportedOperationException("frozen");
        }
        return true;
    }

    static class Frozen extends ArrayList<String> {
        Frozen() {
            super(List.of("a", "b"));
        }

        @Override
        public boolean add(String element) {
            return refuse(true);
        }

        @Override
        public boolean addAll(Collection<? extends String> all) {
            return refuse(true);
        }
    }

    static class FrozenSet extends HashSet<String> {
        FrozenSet fill() {
            super.add("a");
            return this;
        }

        @Override
        public boolean add(String element) {
            return refuse(true);
        }

        @Override
        public boolean addAll(Collection<? extends String> all) {
            return refuse(true);
        }

        @Override
        public void clear() {
            refuse(true);
        }
    }

    static class FrozenMap extends HashMap<String, String> {
        FrozenMap fill() {
            super.put("a", "b");
            return this;
        }

        @Override
        public String put(String key, String value) {
            refuse(true);
            return null;
        }

        @Override
        public void clear() {
            refuse(true);
        }
    }

    static class FrozenDeque extends ArrayDeque<String> {
        FrozenDeque fill() {
            super.addLast("a");
            return this;
        }

        @Override
        public void addLast(String element) {
            refuse(true);
        }
    }

    static class FrozenLinked extends ConcurrentLinkedDeque<String> {
        FrozenLinked fill() {
            super.offerLast("a");
            return this;
        }

        @Override
        public boolean offerLast(String element) {
            return refuse(true);
        }
    }

    static class FrozenQueue extends PriorityQueue<String> {
        FrozenQueue fill() {
            super.offer("a");
            return this;
        }

        @Override
        public boolean offer(String element) {
            return refuse(true);
        }
    }

    static class FrozenBlocking extends LinkedBlockingQueue<String> {
        FrozenBlocking fill() {
            super.offer("a");
            return this;
        }

        @Override
        public boolean offer(String element) {
            return refuse(true);
        }
    }

    static class FrozenBlockingDeque extends LinkedBlockingDeque<String> {
        FrozenBlockingDeque fill() {
            super.offerLast("a");
            return this;
        }

        @Override
        public boolean offerLast(String element) {
            return refuse(true);
        }
    }

    static class FrozenCopies extends CopyOnWriteArrayList<String> {
        FrozenCopies() {
            super(List.of("a", "b"));
        }

        @Override
        public boolean add(String element) {
            return refuse(true);
        }

        @Override
        public boolean addAll(Collection<? extends String> all) {
            return refuse(true);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatTakesNoMoreElementsArrivesWithThoseItHas(Way way) {
        for (Collection<String> collection :
                List.of(
                        new Frozen(),
                        new FrozenSet().fill(),
                        new FrozenDeque().fill(),
                        new FrozenLinked().fill(),
                        new FrozenQueue().fill(),
                        new FrozenBlocking().fill(),
                        new FrozenBlockingDeque().fill(),
                        new FrozenCopies())) {
            Collection<String> copy = way.through(CODEC, collection);

            assertThat(copy).hasSameClassAs(collection);
            assertThat(List.copyOf(copy)).isEqualTo(List.copyOf(collection));
        }
        assertThat(way.through(CODEC, new FrozenMap().fill())).isEqualTo(Map.of("a", "b"));
    }

    /** Its element refers to it, so that it is emptied and filled once more at the end. */
    static class Ring extends HashSet<Object> {
        int adds;

        @Override
        public boolean add(Object element) {
            adds++;
            return super.add(element);
        }

        @Override
        public void clear() {
            adds = 0;
            super.clear();
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsFilledTwiceCountsNothing(Way way) {
        Ring ring = new Ring();
        Deque<Object> element = new ArrayDeque<>();
        element.add(ring);
        ring.add(element);

        Ring copy = way.through(CODEC, ring);

        assertThat(copy.adds).isEqualTo(1);
        assertThat(((Deque<?>) copy.iterator().next()).getFirst() == copy).isTrue();
    }
}
