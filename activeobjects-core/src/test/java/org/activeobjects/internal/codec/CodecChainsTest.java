package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.custom.CustomSerializers;
import org.activeobjects.internal.codec.wire.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/** Chains of users' objects take no stack, and arrive as they are. */
@Timeout(60)
class CodecChainsTest {

    private static final int LONG = 1_000_000;

    private final Codec codec =
            CodecTesting.codecFor(
                    Link.class,
                    Twin.class,
                    Cell.class,
                    Key.class,
                    Pair.class,
                    Bad.class,
                    ByLink.class);

    static class Link {
        Object before;
        Link next;
        int value;
        Object within;
    }

    /** Asks nothing, but nobody can know that. */
    static final class ByLink implements Comparator<Object> {
        Link to;

        @Override
        public int compare(Object one, Object other) {
            return one.toString().compareTo(other.toString());
        }
    }

    static class Twin {
        Twin next;
        Twin previous;
        int value;
    }

    static class Cell {
        Cell[] across;
        List<Cell> along = new ArrayList<>();
        int value;
    }

    /** Is hashed by what is a hundred links from where it leads to. */
    static final class Key {
        Object to;

        @Override
        public int hashCode() {
            return to instanceof Link link ? valueFrom(link) : Objects.hashCode(to);
        }

        private static int valueFrom(Link start) {
            Link link = start;
            for (int i = 0; i < 100 && link.next != null; i++) {
                link = link.next;
            }
            return link.value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && hashCode() == key.hashCode();
        }
    }

    record Pair(Link link, int length) {
        Pair {
            if (lengthOf(link) != length) {
                throw new IllegalArgumentException("the chain is not complete");
            }
        }
    }

    static final class Bad extends Link {
        Thread worker = Thread.currentThread();
    }

    private static Link chain(int count) {
        Link first = null;
        for (int i = count - 1; i >= 0; i--) {
            Link link = new Link();
            link.value = i;
            link.next = first;
            first = link;
        }
        return first;
    }

    private static Link linkAt(Link first, int index) {
        Link link = first;
        for (int i = 0; i < index; i++) {
            link = link.next;
        }
        return link;
    }

    private static int lengthOf(Link first) {
        int count = 0;
        for (Link link = first; link != null; link = link.next) {
            assertThat(link.value).isEqualTo(count++);
        }
        return count;
    }

    @ParameterizedTest
    @EnumSource
    void aMillionLinksArrive(Way way) {
        Link copy = way.through(codec, chain(LONG));

        assertThat(lengthOf(copy)).isEqualTo(LONG);
    }

    @ParameterizedTest
    @EnumSource
    void theStackOfTheThreadMayBeTheSmallest(Way way) throws InterruptedException {
        Link first = chain(20_000);
        AtomicReference<Throwable> failure = new AtomicReference<>();

        Thread small =
                Thread.ofPlatform()
                        .stackSize(256 << 10)
                        .start(
                                () ->
                                        failure.set(
                                                catchThrowable(
                                                        () ->
                                                                lengthOf(
                                                                        way.through(
                                                                                codec, first)))));
        small.join();

        assertThat(failure.get()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 126, 127, 128, 129, 130, 255, 256, 257, 258, 1000})
    void everyLengthArrives(int length) {
        for (Way way : Way.values()) {
            assertThat(lengthOf(way.through(codec, chain(length)))).isEqualTo(length);
        }
    }

    @ParameterizedTest
    @EnumSource
    void neighboursOnBothSidesAreTheSame(Way way) {
        Twin first = new Twin();
        Twin last = first;
        for (int i = 1; i < 50_000; i++) {
            Twin twin = new Twin();
            twin.value = i;
            twin.previous = last;
            last.next = twin;
            last = twin;
        }
        last.next = first;

        Twin copy = way.through(codec, first);

        Twin twin = copy;
        for (int i = 0; i < 50_000; i++) {
            assertThat(twin.value).isEqualTo(i);
            assertThat(twin.next.previous == twin || twin.next == copy).isTrue();
            twin = twin.next;
        }
        assertThat(twin).isSameAs(copy);
    }

    @ParameterizedTest
    @EnumSource
    void aChainMayLeadThroughArraysAndLists(Way way) {
        Cell first = new Cell();
        Cell last = first;
        for (int i = 1; i < 30_000; i++) {
            Cell cell = new Cell();
            cell.value = i;
            cell.along.add(first);
            if (i % 2 == 0) {
                last.across = new Cell[] {last, cell, null};
            } else {
                last.along.add(cell);
            }
            last = cell;
        }

        Cell cell = way.through(codec, first);

        Cell start = cell;
        for (int i = 0; i < 30_000 - 1; i++) {
            assertThat(cell.value).isEqualTo(i);
            assertThat(i == 0 || cell.along.get(0) == start).isTrue();
            Cell next = i % 2 == 1 ? cell.across[1] : cell.along.get(cell.along.size() - 1);
            assertThat(cell.across == null || cell.across[0] == cell).isTrue();
            cell = next;
        }
    }

    @ParameterizedTest
    @EnumSource
    void chainsInListsMapsAndRecordsAreCompleteForThem(Way way) {
        List<Object> values = new ArrayList<>();
        for (int length : new int[] {1000, 3000, 130}) {
            values.add(new Pair(chain(length), length));
            values.add(Map.of("key", chain(length)));
            values.add(List.of(chain(length)));
        }

        List<Object> copies = way.through(codec, values);

        assertThat(copies).hasSameSizeAs(values);
        assertThat(lengthOf((Link) ((Map<?, ?>) copies.get(4)).get("key"))).isEqualTo(3000);
        assertThat(lengthOf((Link) ((List<?>) copies.get(5)).get(0))).isEqualTo(3000);
    }

    /** The sets of the first links are read while those behind them have no fields yet. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 27, 28, 29, 100, 127, 128, 256, 999})
    void keysThatLeadIntoAChainAreFoundInTheirSets(int target) {
        int[] places = {0, 1, 50, 100, 127, 128, 129, 255, 256, 900};
        Link first = chain(1000);
        Key key = new Key();
        key.to = linkAt(first, target);
        for (int place : places) {
            Map<Object, Object> map = new HashMap<>(Map.of(key, "value"));
            linkAt(first, place).within = new Object[] {new HashSet<>(Set.of(key)), map, key};
        }

        for (Way way : Way.values()) {
            Link copy = way.through(codec, first);

            for (int place : places) {
                Object[] within = (Object[]) linkAt(copy, place).within;
                Key arrived = (Key) within[2];
                assertThat(arrived.to).isSameAs(linkAt(copy, target));
                assertThat(((Set<?>) within[0]).contains(arrived))
                        .as("%s at %d", way, place)
                        .isTrue();
                assertThat(((Map<?, ?>) within[1]).get(arrived)).isEqualTo("value");
            }
        }
    }

    /** What the key leads to was complete but for the link around it, which is so no longer. */
    @ParameterizedTest
    @EnumSource
    void keysThatLeadIntoAChainByWhatLiesInItAreFoundToo(Way way) {
        Link first = chain(400);
        Key inner = new Key();
        inner.to = linkAt(first, 50);
        linkAt(first, 50).before = inner;
        Key key = new Key();
        key.to = inner;
        linkAt(first, 10).within = new Object[] {new HashSet<>(Set.of(key)), key};

        Object[] within = (Object[]) linkAt(way.through(codec, first), 10).within;

        assertThat(((Set<?>) within[0]).contains(within[1])).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeSentIsNamedByItsPathAlsoAtTheEndOfAChain(Way way) {
        Link first = chain(5000);
        linkAt(first, 4999).next = new Bad();

        assertThatThrownBy(() -> way.carry(codec, first))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.lang.Thread")
                .hasMessageContaining("path=value(Link)...(4992 objects)....next.next.next")
                .hasMessageContaining(".next.worker")
                .satisfies(thrown -> assertThat(thrown.getMessage()).hasSizeLessThan(1000));

        assertThat(lengthOf(way.through(codec, chain(300)))).isEqualTo(300);
    }

    @Test
    void theLimitOfObjectsHoldsForChains() {
        ClassFilter filter = new ClassFilter(List.of());
        filter.admit(Link.class);
        Codec small =
                new Codec(
                        filter,
                        CodecTesting.NO_REFERENCES,
                        new CustomSerializers(List.of()),
                        new Limits(1000, 1000, 1000, 5000, 1 << 20, 40));

        assertThat(lengthOf(Way.WIRE.through(small, chain(5000)))).isEqualTo(5000);
        assertThatThrownBy(() -> CodecTesting.encode(small, chain(6000)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("path=value(Link)...(4992 objects)....next.next")
                .hasMessageContaining("-Dactiveobjects.codec.maxObjects");
    }

    /** A comparator that leads into the chain may ask whatever comes there: nobody can know. */
    @Test
    void aContainerWhoseOrderLeadsIntoAnIncompleteChainIsRefused() {
        Link first = chain(300);
        ByLink order = new ByLink();
        order.to = linkAt(first, 100);
        Set<Object> sorted = new TreeSet<>(order);
        sorted.addAll(List.of("b", "a"));
        first.within = sorted;

        EncodedMessage message = CodecTesting.encode(codec, first);

        assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("take too long to hash and compare");
    }
}
