package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.custom.CustomSerializers;
import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.activeobjects.internal.codec.wire.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Orders that the factory methods of the JDK have made, on the wire and in a copy. */
@Timeout(60)
class CodecComparatorsTest {

    record User(String name, int age, double weight) {}

    interface Extractor<T, R> extends Function<T, R>, Serializable {}

    interface ToInt<T> extends ToIntFunction<T>, Serializable {}

    interface ToLong<T> extends ToLongFunction<T>, Serializable {}

    interface ToDouble<T> extends ToDoubleFunction<T>, Serializable {}

    /** Can be both parts of {@code comparing}. */
    static final class Both implements Function<User, String>, Comparator<String> {
        @Override
        public String apply(User user) {
            return user.name();
        }

        @Override
        public int compare(String a, String b) {
            return b.compareTo(a);
        }
    }

    /** Compares by a value that can be changed. */
    static final class ByDistance implements Comparator<Integer> {
        int origin;

        ByDistance(int origin) {
            this.origin = origin;
        }

        @Override
        public int compare(Integer a, Integer b) {
            return Integer.compare(Math.abs(a - origin), Math.abs(b - origin));
        }
    }

    /** Something else is written in its place. */
    static final class Replaced implements Comparator<String>, Serializable {
        @Serial private static final long serialVersionUID = 1;

        private record Text(String text) implements Serializable {
            @Serial
            private Object readResolve() {
                return new Replaced();
            }
        }

        @Override
        public int compare(String a, String b) {
            return b.compareTo(a);
        }

        @Serial
        private Object writeReplace() {
            return new Text("in its place");
        }
    }

    /** Says itself what comes after it. */
    static final class Headstrong implements Comparator<String> {
        @Override
        public int compare(String a, String b) {
            return Integer.compare(a.length(), b.length());
        }

        @Override
        public Comparator<String> thenComparing(Comparator<? super String> other) {
            return Comparator.super.thenComparing(other.reversed());
        }
    }

    static class Team extends TreeSet<User> {
        @Serial private static final long serialVersionUID = 1;

        Team(Comparator<User> order) {
            super(order);
        }
    }

    static class Line extends PriorityQueue<User> {
        @Serial private static final long serialVersionUID = 1;

        Line(Comparator<User> order) {
            super(order);
        }
    }

    static class Gate extends PriorityBlockingQueue<User> {
        @Serial private static final long serialVersionUID = 1;

        Gate(Comparator<User> order) {
            super(4, order);
        }
    }

    /** Asks two, and may be asked itself twice. */
    record Twice(Comparator<String> first, Comparator<String> then) implements Comparator<String> {
        @Override
        public int compare(String a, String b) {
            int result = first.compare(a, b);
            return result != 0 ? result : then.compare(a, b);
        }
    }

    static class Holder {
        Comparator<User> order;
        PriorityQueue<User> queue;
    }

    private static final List<User> USERS =
            List.of(
                    new User("Eve", 30, 61.5),
                    new User("Ada", 36, 55.25),
                    new User("Cid", 30, 55.5),
                    new User("Bob", 17, 80));

    private final Codec codec =
            CodecTesting.codecFor(
                    CodecComparatorsTest.class,
                    User.class,
                    Both.class,
                    ByDistance.class,
                    Replaced.class,
                    Replaced.Text.class,
                    Headstrong.class,
                    Twice.class,
                    Team.class,
                    Line.class,
                    Gate.class,
                    Holder.class);

    private static Extractor<User, String> name() {
        return User::name;
    }

    private static ToInt<User> age() {
        return User::age;
    }

    static Stream<Arguments> ordersOfUsers() {
        Comparator<User> byAge = Comparator.comparingInt(age());
        Both both = new Both();
        return Stream.of(
                        Comparator.comparing(name()),
                        Comparator.comparing(name(), Comparator.reverseOrder()),
                        Comparator.comparing(name(), String.CASE_INSENSITIVE_ORDER.reversed()),
                        Comparator.comparing(both, both),
                        byAge,
                        Comparator.comparingLong((ToLong<User>) user -> -user.age()),
                        Comparator.comparingDouble((ToDouble<User>) User::weight),
                        byAge.thenComparing(name()),
                        byAge.thenComparing(name(), Comparator.reverseOrder()),
                        byAge.thenComparing(Comparator.comparing(name()).reversed()),
                        byAge.thenComparingInt((ToInt<User>) user -> -user.name().charAt(0)),
                        byAge.thenComparingLong((ToLong<User>) user -> user.name().charAt(0)),
                        byAge.thenComparingDouble((ToDouble<User>) User::weight),
                        byAge.reversed(),
                        byAge.reversed().thenComparing(name()),
                        byAge.thenComparing(name()).reversed())
                .map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("ordersOfUsers")
    void anOrderSortsThereAsItDoesHere(Comparator<User> order) {
        for (Way way : Way.values()) {
            assertThat(sorted(USERS, passed(way, order))).isEqualTo(sorted(USERS, order));
        }
    }

    @SuppressWarnings("unchecked")
    private <T> Comparator<T> passed(Way way, Comparator<T> order) {
        // Twice: what has arrived is passed on.
        return (Comparator<T>) way.carry(codec, way.carry(codec, order));
    }

    private static <T> List<T> sorted(Collection<T> all, Comparator<? super T> order) {
        List<T> sorted = new ArrayList<>(all);
        sorted.sort(order);
        return sorted;
    }

    @ParameterizedTest
    @EnumSource
    void entriesAreComparedByKeyAndByValue(Way way) {
        List<Map.Entry<String, String>> entries =
                List.of(Map.entry("a", "z"), Map.entry("c", "y"), Map.entry("B", "X"));

        for (Comparator<Map.Entry<String, String>> order :
                List.of(
                        Map.Entry.<String, String>comparingByKey(),
                        Map.Entry.<String, String>comparingByValue(),
                        Map.Entry.<String, String>comparingByKey(String.CASE_INSENSITIVE_ORDER),
                        Map.Entry.<String, String>comparingByValue(Comparator.reverseOrder()))) {
            assertThat(sorted(entries, passed(way, order))).isEqualTo(sorted(entries, order));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoKnowsNullKeepsWhomItAsks(Way way) {
        List<String> texts = Arrays.asList("bb", null, "a", "ccc");
        Extractor<String, Integer> length = String::length;
        Comparator<String> ofOurs =
                (Comparator<String> & Serializable) (a, b) -> b.length() - a.length();

        for (Comparator<String> asked :
                List.of(
                        Comparator.comparing(length).reversed(),
                        Comparator.comparing(length),
                        ofOurs,
                        new Replaced(),
                        Comparator.<String>naturalOrder(),
                        Comparator.<String>reverseOrder())) {
            for (Comparator<String> order :
                    List.of(Comparator.nullsFirst(asked), Comparator.nullsLast(asked))) {
                assertThat(sorted(texts, passed(way, order))).isEqualTo(sorted(texts, order));
                Comparator<String> reversed = order.reversed();
                assertThat(sorted(texts, passed(way, reversed))).isEqualTo(sorted(texts, reversed));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("unchecked")
    void sortedContainersGoOnInTheirOrder(Way way) {
        Comparator<User> order = Comparator.comparingInt(age()).thenComparing(name());
        for (Collection<User> container :
                List.<Collection<User>>of(
                        new TreeSet<>(order),
                        new ConcurrentSkipListSet<>(order),
                        new PriorityQueue<>(order),
                        new PriorityBlockingQueue<>(4, order),
                        new Team(order),
                        new Line(order),
                        new Gate(order))) {
            container.addAll(USERS.subList(1, 4));

            Collection<User> copy = (Collection<User>) way.carry(codec, container);

            copy.add(USERS.getFirst());
            container.add(USERS.getFirst());
            assertThat(copy).hasSameClassAs(container).containsExactlyElementsOf(container);
        }
        for (Map<User, Integer> map :
                List.<Map<User, Integer>>of(
                        new TreeMap<>(order), new ConcurrentSkipListMap<>(order))) {
            map.put(USERS.get(1), 1);

            Map<User, Integer> copy = (Map<User, Integer>) way.carry(codec, map);

            copy.put(USERS.getFirst(), 0);
            assertThat(copy.keySet()).containsExactly(USERS.getFirst(), USERS.get(1));
        }
    }

    @Test
    void theOrderOfAClassOfOursIsCopiedAndCheckedToo() {
        Both both = new Both();
        Team team = new Team(Comparator.comparing(both, both));
        Extractor<User, String> inner = name();
        Function<User, String> plain = inner::apply;

        Team copy = (Team) codec.copy(team, "Test.call");

        assertThat(copy.comparator()).isNotSameAs(team.comparator());
        for (Way way : Way.values()) {
            assertThatThrownBy(() -> way.carry(codec, new Line(Comparator.comparing(plain))))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("path=value(Line).comparator.keyExtractor");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOrderInAFieldIsThatOfTheQueueBesideIt(Way way) {
        Holder holder = new Holder();
        holder.order = Comparator.comparing(name());
        holder.queue = new PriorityQueue<>(holder.order);

        Holder other = (Holder) way.carry(codec, holder);

        assertThat(other.queue.comparator()).isSameAs(other.order);
    }

    @Test
    void whatAnOrderHasIsCopiedIfItCanChange() {
        ByDistance distance = new ByDistance(0);
        Comparator<Integer> natural = Comparator.naturalOrder();

        for (Comparator<Integer> order :
                List.of(
                        distance.thenComparing(natural),
                        Collections.reverseOrder(distance),
                        Comparator.nullsFirst(distance))) {
            distance.origin = 0;
            Comparator<Integer> copy = passed(Way.COPY, order);
            int before = copy.compare(1, 9);
            distance.origin = 10;

            assertThat(copy.compare(1, 9)).isEqualTo(before);
            assertThat(order.compare(1, 9)).isNotEqualTo(before);
        }
        for (Comparator<?> fixed :
                List.of(
                        Map.Entry.<String, String>comparingByKey(),
                        natural.thenComparing(Comparator.reverseOrder()),
                        natural.thenComparing(natural).reversed())) {
            assertThat(codec.copy(fixed, "Test.call")).isSameAs(fixed);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anExtractorThatIsNotSerializableIsRefusedWithItsPlaceAndTheRemedy(Way way) {
        Comparator<String> order = Comparator.<String>naturalOrder().thenComparing(String::length);

        assertThatThrownBy(() -> way.carry(codec, new TreeSet<>(order)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(".comparator.then.keyExtractor")
                .hasMessageContaining("(Function<A, B> & Serializable) A::b");
    }

    @ParameterizedTest
    @EnumSource
    void lambdasOfTheJdkThatNobodyKnowsAreRefused(Way way) {
        assertThatThrownBy(() -> way.carry(codec, List.of(Function.identity())))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.util.function.Function$$Lambda")
                .hasMessageContaining("it is a lambda of the JDK that the codec does not know")
                .hasMessageContaining("use a class of your own");
    }

    @ParameterizedTest
    @EnumSource
    void anOrderOfAClassWithItsOwnThenComparingIsRefusedAndNotChanged(Way way) {
        Comparator<String> order = new Headstrong().thenComparing(Comparator.naturalOrder());

        assertThat(order.compare("a", "b")).isPositive();
        assertThatThrownBy(() -> way.carry(codec, order))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(Headstrong.class.getTypeName())
                .hasMessageContaining("it overrides thenComparing");
    }

    @Test
    void whatAnOrderHasMustBeAdmitted() {
        Codec strict = CodecTesting.codecFor(User.class);
        EncodedMessage message = CodecTesting.encode(codec, Comparator.comparing(name()));

        assertThatThrownBy(() -> CodecTesting.decode(strict, message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(".keyExtractor")
                .hasMessageContaining("-Dactiveobjects.codec.allow=");
    }

    @Test
    void whatNoCallerWritesIsNoOrder() {
        EncodedMessage message = CodecTesting.encode(codec, Map.Entry.comparingByKey());
        int factory = message.headLength() - 1;
        assertThat(message.head()[factory]).isEqualTo((byte) 7);

        for (int number : new int[] {0, 1, 6, 9, 11, -1}) {
            // Without what it is made of, and with null in its place.
            EncodedMessage with = new EncodedMessage();
            codec.encode(with, new Object[] {Map.Entry.comparingByKey()}, "Test.call");
            with.head()[factory] = (byte) number;
            byte[] bytes = Arrays.copyOf(with.head(), with.headLength() + 2);
            for (int length : new int[] {with.headLength(), bytes.length}) {
                assertThatThrownBy(() -> codec.decode(bytes, 0, length, new Object[0]))
                        .as("number=%s length=%s", number, length)
                        .isInstanceOf(SerializationException.class);
            }
        }
    }

    @Test
    void anOrderThatAsksSharedOnesWithoutEndIsNotAsked() {
        List<UnaryOperator<Comparator<String>>> makers =
                List.of(order -> order.thenComparing(order), order -> new Twice(order, order));
        for (UnaryOperator<Comparator<String>> twice : makers) {
            Comparator<String> order = Comparator.naturalOrder();
            for (int i = 0; i < 50; i++) {
                order = twice.apply(order);
            }
            assertOnlyItsContainerIsRefused(order);
        }
    }

    private void assertOnlyItsContainerIsRefused(Comparator<String> order) {
        TreeSet<String> set = new TreeSet<>(order);
        EncodedMessage alone = CodecTesting.encode(codec, order);
        EncodedMessage empty = CodecTesting.encode(codec, set);
        assertThat(CodecTesting.decode(codec, alone)).hasSize(1);
        assertThat(CodecTesting.decode(codec, empty)).hasSize(1);

        PriorityQueue<String> queue = new PriorityQueue<>(order);
        queue.add("only"); // which a queue compares with nothing
        EncodedMessage message = CodecTesting.encode(codec, queue);
        for (Class<?> type : List.of(PriorityQueue.class, TreeSet.class)) {
            message.head()[1] = (byte) (JdkTypes.idOf(type) + 2); // after the number of values
            assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("take too long");
        }
    }

    @Test
    void aLargeMapWithAnOrderOfManyPartsIsNoBomb() {
        Comparator<String> order = Comparator.naturalOrder();
        for (int i = 0; i < 8; i++) {
            Extractor<String, String> same = text -> text;
            order = Comparator.comparing(same, order).thenComparing(Comparator.reverseOrder());
        }
        Map<String, Integer> map = new TreeMap<>(order);
        for (int i = 0; i < 50_000; i++) {
            map.put("key " + i, i);
        }

        assertThat(CodecTesting.roundTrip(codec, map)).isEqualTo(map);
    }

    @Test
    void anOrderWithinItselfIsTooDeepAndNotEndless() {
        Comparator<String> order = Comparator.naturalOrder();
        for (int i = 0; i < 50; i++) {
            order = order.thenComparing(Comparator.reverseOrder());
        }
        Codec shallow =
                new Codec(
                        new ClassFilter(List.of()),
                        CodecTesting.NO_REFERENCES,
                        new CustomSerializers(List.of()),
                        new Limits(40, 1000, 1000, 1000, 10_000, 40));
        Comparator<String> deep = order;

        for (Way way : Way.values()) {
            assertThatThrownBy(() -> way.carry(shallow, deep))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("too deep");
        }
    }
}
