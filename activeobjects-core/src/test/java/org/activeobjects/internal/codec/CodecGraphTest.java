package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.StubObject;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.stub.StubFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.AbstractList;
import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.Stream;

class CodecGraphTest {

    enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "a constant with a body";
            }
        }
    }

    record Point(int x, double y, String name) {}

    record Positive(int value) {
        Positive {
            if (value < 0) {
                throw new IllegalArgumentException("negative: value=" + value);
            }
        }
    }

    static class Base {
        private final long id;
        boolean b = true;
        protected char c = 'c';

        Base(long id) {
            this.id = id;
        }
    }

    static class Node extends Base {
        private final String id; // the same name as in the superclass
        final byte[] small = {1, 2};
        double[] large = new double[100];
        Node left;
        Node right;
        Object any;
        List<Node> children = new ArrayList<>();
        transient String forgotten = "here";
        static String shared = "static";
        short s = -3;
        float f = 1.5f;

        Node(String id) {
            super(id.length());
            this.id = Objects.requireNonNull(id);
        }
    }

    static class Registry extends ArrayList<String> {
        @Serial private static final long serialVersionUID = 1;
        private final String owner;

        Registry(String owner) {
            this.owner = owner;
        }
    }

    static class Index extends TreeMap<String, Object> {
        @Serial private static final long serialVersionUID = 1;
        final int version = 7;

        Index() {
            super(String.CASE_INSENSITIVE_ORDER);
        }
    }

    private final Codec codec =
            CodecTesting.codecFor(
                    Line.class,
                    Span.class,
                    Node.class,
                    Point.class,
                    Positive.class,
                    Color.class,
                    Registry.class,
                    Index.class,
                    Outer.class,
                    Outer.Inner.class,
                    Holding.class,
                    Hooked.class);

    @Test
    void fieldsOfTheWholeHierarchyArriveAndNoConstructorRuns() {
        Node node = new Node("four");
        node.any = new Point(1, 2.5, "p");
        node.large[7] = 7;

        for (Object copy :
                List.of(CodecTesting.roundTrip(codec, node), codec.copy(node, "Test.call"))) {
            Node other = (Node) copy;
            assertThat(other).isNotSameAs(node);
            assertThat(other.id).isEqualTo("four");
            assertThat(((Base) other).id).isEqualTo(4);
            assertThat(other.b).isTrue();
            assertThat(other.c).isEqualTo('c');
            assertThat(other.s).isEqualTo((short) -3);
            assertThat(other.f).isEqualTo(1.5f);
            assertThat(other.small).containsExactly(1, 2);
            assertThat(other.large[7]).isEqualTo(7);
            assertThat(other.any).isEqualTo(new Point(1, 2.5, "p"));
            assertThat(other.forgotten).isNull();
        }
    }

    @Test
    void sharedAndCircularReferencesStaySo() {
        Node node = new Node("n");
        node.left = node;
        node.right = new Node("m");
        node.right.left = node;
        node.children.add(node.right);
        node.right.large = node.large;
        node.any = node.children;

        assertThat(((Node) codec.copy(node, "Test.call")).large).isNotSameAs(node.large);
        for (Object copy :
                List.of(CodecTesting.roundTrip(codec, node), codec.copy(node, "Test.call"))) {
            Node other = (Node) copy;
            assertThat(other.left).isSameAs(other);
            assertThat(other.right.left).isSameAs(other);
            assertThat(other.children.getFirst()).isSameAs(other.right);
            assertThat(other.any).isSameAs(other.children);
            assertThat(other.right.large).isSameAs(other.large);
        }
    }

    @Test
    void whatTwoArgumentsShareIsSharedAtTheReceiver() {
        List<Object> list = new ArrayList<>();

        Object[] copies = CodecTesting.decode(codec, CodecTesting.encode(codec, list, list));

        assertThat(copies[0]).isSameAs(copies[1]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 40})
    void eachOfManyObjectsIsSharedWithItselfAndNotWithItsEquals(int count) {
        Object[] values = new Object[2 * count];
        for (int i = 0; i < count; i++) {
            values[i] = new ArrayList<>();
            values[2 * count - 1 - i] = values[i];
        }
        EncodedMessage message = CodecTesting.encode(codec, values);

        Object[] copies = CodecTesting.decode(codec, message);

        for (int i = 0; i < count; i++) {
            assertThat(copies[2 * count - 1 - i]).isSameAs(copies[i]);
        }
        for (int i = 1; i < count; i++) {
            assertThat(copies[i]).isNotSameAs(copies[i - 1]);
        }
        EncodedMessage again = CodecTesting.encode(codec, values);
        assertThat(Arrays.copyOf(again.head(), again.headLength()))
                .isEqualTo(Arrays.copyOf(message.head(), message.headLength()));
    }

    @Test
    void largeArraysTravelBesideTheBytesFromWhereTheyAre() {
        Node node = new Node("n");
        double[][] matrix = {new double[64], new double[63], null};
        node.any = matrix;
        byte[] bytes = new byte[512];

        EncodedMessage message = CodecTesting.encode(codec, node, bytes, bytes, new byte[511]);

        assertThat(message.attachments())
                .extracting(slice -> slice.array())
                .usingElementComparator((a, b) -> a == b ? 0 : 1)
                .containsExactly(matrix[0], node.large, bytes);
        Object[] arrays = message.attachments().stream().map(s -> s.array()).toArray();
        Object[] values = codec.decode(message.head(), 0, message.headLength(), arrays);
        assertThat(((Node) values[0]).large).isSameAs(node.large);
        assertThat(((double[][]) ((Node) values[0]).any)[0]).isSameAs(matrix[0]);
        assertThat(((double[][]) ((Node) values[0]).any)[1]).hasSize(63);
        assertThat(values[1]).isSameAs(bytes).isSameAs(values[2]);
        assertThat((byte[]) values[3]).hasSize(511);
    }

    /** Keeps an array in a way of its own. */
    static final class Hooked implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        transient Object hidden;

        Hooked(Object hidden) {
            this.hidden = hidden;
        }

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject(hidden);
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            hidden = in.readObject();
        }
    }

    static class Trouble extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;

        @SuppressWarnings("serial")
        final Object detail;

        Trouble(Object detail) {
            this.detail = detail;
        }
    }

    record Holding(Object held) {}

    /** A value in everything that can hold one, and that again in a field of a field. */
    private static Stream<Object> around(Object value) {
        return Stream.<Function<Object, Object>>of(
                        held -> new ArrayList<>(List.of(held)),
                        List::of,
                        held -> new ArrayDeque<>(List.of(held)),
                        held -> Collections.unmodifiableList(new LinkedList<>(List.of(held))),
                        held -> new CopyOnWriteArrayList<>(List.of(held)),
                        held -> new LinkedBlockingQueue<>(List.of(held)),
                        Set::of,
                        held -> new HashSet<>(List.of(held)),
                        held -> new HashMap<>(Map.of("key", held)),
                        held -> new TreeMap<>(Map.of("key", held)),
                        held -> new IdentityHashMap<>(Map.of(held, "value")),
                        held -> new EnumMap<>(Map.of(Color.RED, held)),
                        held -> Map.of("key", held),
                        held -> Map.entry("key", held),
                        Optional::of,
                        AtomicReference::new,
                        held -> new AtomicReferenceArray<>(new Object[] {held}),
                        held -> new Object[][] {{held}},
                        Holding::new,
                        Hooked::new)
                .map(
                        form -> {
                            Node inner = new Node("inner");
                            inner.large = null;
                            inner.any = form.apply(value);
                            Node outer = new Node("outer");
                            outer.large = null;
                            outer.right = inner;
                            return outer;
                        });
    }

    /** What such a value holds at its end. */
    private static Object heldBy(Object outer) {
        return switch (((Node) outer).right.any) {
            case Collection<?> collection -> collection.iterator().next();
            case IdentityHashMap<?, ?> map -> map.keySet().iterator().next();
            case Map<?, ?> map -> map.values().iterator().next();
            case Map.Entry<?, ?> entry -> entry.getValue();
            case Optional<?> optional -> optional.orElseThrow();
            case AtomicReference<?> reference -> reference.get();
            case AtomicReferenceArray<?> array -> array.get(0);
            case Object[][] array -> array[0][0];
            case Holding(Object held) -> held;
            case Hooked hooked -> hooked.hidden;
            default -> throw new AssertionError("not one of them");
        };
    }

    @Test
    void largeArraysTravelBesideTheBytesWhereverTheyAre() {
        double[] array = new double[100_000];

        around(array)
                .forEach(
                        value -> {
                            EncodedMessage message = CodecTesting.encode(codec, value);
                            String what = ((Node) value).right.any.getClass().getName();
                            assertThat(message.attachments()).as(what).hasSize(1);
                            assertThat(message.attachments().getFirst().array())
                                    .as(what)
                                    .isSameAs(array);
                            assertThat(message.headLength()).as(what).isLessThan(1000);
                            assertThat(heldBy(CodecTesting.decode(codec, message)[0]))
                                    .as(what)
                                    .isSameAs(array);
                        });
    }

    @Test
    void referencesAreKeptWhereverTheyAre() {
        Object behind = new Object();
        Service stub =
                StubFactory.create(
                        Service.class, (method, arguments) -> method.invoke(behind, arguments));
        ClassFilter filter = new ClassFilter(List.of());
        filter.admit(Node.class, Holding.class, Hooked.class, Color.class);
        for (Object reference : List.of(new CompletableFuture<String>(), stub)) {
            Codec referring =
                    new Codec(
                            filter,
                            new ReferenceResolver() {
                                @Override
                                public Object toWire(Object given, List<Object> travellers) {
                                    return given == reference ? 1 : null;
                                }

                                @Override
                                public Object fromWire(Object wire, Object[] attachments) {
                                    return reference;
                                }
                            });
            around(reference)
                    .forEach(
                            value -> {
                                String what = ((Node) value).right.any.getClass().getName();
                                for (Object copy :
                                        new Object[] {
                                            CodecTesting.roundTrip(referring, value),
                                            referring.copy(value, "Test.call")
                                        }) {
                                    assertThat(heldBy(copy) == reference).as(what).isTrue();
                                }
                            });
        }
    }

    @Test
    void anArrayInAnExceptionIsNotLost() {
        Codec troubled = CodecTesting.codecFor(Trouble.class);
        double[] array = new double[1000];
        array[999] = 1;

        Trouble copy = (Trouble) CodecTesting.roundTrip(troubled, new Trouble(array));

        assertThat((double[]) copy.detail).isEqualTo(array);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                boolean.class,
                byte.class,
                char.class,
                short.class,
                int.class,
                long.class,
                float.class,
                double.class
            })
    void arraysOfEveryTypeArriveInTheBytesAndBesideThem(Class<?> type) {
        for (int count : new int[] {0, 1, 63, 1024}) {
            Object array = Array.newInstance(type, count);
            if (count > 0 && type == boolean.class) {
                Array.setBoolean(array, count - 1, true);
            } else if (count > 0 && type == char.class) {
                Array.setChar(array, count - 1, '\u20ac');
            } else if (count > 0) {
                Array.setByte(array, count - 1, (byte) -77);
            }
            assertThat(CodecTesting.roundTrip(codec, array)).isEqualTo(array);
            assertThat(codec.copy(array, "Test.call")).isEqualTo(array).isNotSameAs(array);
        }
    }

    @Test
    void severalEncodingsShareOneMessage() {
        EncodedMessage message = new EncodedMessage();
        message.reserve(32);
        codec.encode(message, new Object[] {new int[200], "a"}, "first");
        int middle = message.headLength();
        codec.encode(message, new Object[] {new long[300]}, "second");
        Object[] arrays = message.attachments().stream().map(s -> s.array()).toArray();

        assertThat(codec.decode(message.head(), 32, middle - 32, arrays))
                .containsExactly(arrays[0], "a");
        assertThat(codec.decode(message.head(), middle, message.headLength() - middle, arrays))
                .containsExactly(arrays[1]);
    }

    @Test
    void recordsAreCheckedByTheirConstructorAndSharedWhenNothingInThemChanges() {
        Point point = new Point(1, 2, "x");

        assertThat(codec.copy(point, "Test.call")).isSameAs(point);
        assertThat(CodecTesting.roundTrip(codec, point)).isEqualTo(point);
        EncodedMessage message = CodecTesting.encode(codec, new Positive(3));
        message.head()[message.headLength() - 1] = 5; // zigzag of -3
        assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("negative: value=-3");
    }

    @Test
    void enumConstantsStayTheSame() {
        for (Color color : Color.values()) {
            assertThat(CodecTesting.roundTrip(codec, color)).isSameAs(color);
            assertThat(codec.copy(color, "Test.call")).isSameAs(color);
        }
    }

    /** Keeps what it has in a field. */
    static class Line extends AbstractQueue<String> {
        private final List<String> elements = new ArrayList<>();

        @Override
        public boolean offer(String element) {
            return elements.add(element);
        }

        @Override
        public String poll() {
            return elements.removeLast();
        }

        @Override
        public String peek() {
            return elements.getLast();
        }

        @Override
        public Iterator<String> iterator() {
            return elements.iterator();
        }

        @Override
        public int size() {
            return elements.size();
        }
    }

    /** Makes its elements of a field. */
    static class Span extends AbstractList<Integer> {
        private final int from;
        private final int to;

        Span(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Integer get(int index) {
            return from + index;
        }

        @Override
        public int size() {
            return to - from;
        }
    }

    @Test
    void classesThatExtendAnAbstractCollectionHaveTheirFields() {
        Line stack = new Line();
        stack.add("a");
        stack.add("b");

        for (boolean remote : new boolean[] {true, false}) {
            Object[] sent = {stack, new Span(3, 6)};
            Object[] copy =
                    (Object[])
                            (remote
                                    ? CodecTesting.roundTrip(codec, sent)
                                    : codec.copy(sent, "Test.call"));
            assertThat((Line) copy[0]).containsExactly("a", "b");
            assertThat((Span) copy[1]).containsExactly(3, 4, 5);
        }
    }

    @Test
    void classesThatExtendACollectionHaveElementsAndFields() {
        Registry registry = new Registry("me");
        registry.add("x");
        Index index = new Index();
        index.put("B", 1);
        index.put("a", index);

        for (boolean remote : new boolean[] {true, false}) {
            Registry r =
                    (Registry)
                            (remote
                                    ? CodecTesting.roundTrip(codec, registry)
                                    : codec.copy(registry, "Test.call"));
            assertThat(r).containsExactly("x");
            assertThat(r.owner).isEqualTo("me");
            Index i =
                    (Index)
                            (remote
                                    ? CodecTesting.roundTrip(codec, index)
                                    : codec.copy(index, "Test.call"));
            assertThat(i.keySet()).containsExactly("a", "B");
            assertThat(i.get("A")).isSameAs(i);
            assertThat(i.version).isEqualTo(7);
        }
    }

    static class Outer {
        final String name = "outer";

        class Inner {
            String outerName() {
                return name;
            }
        }
    }

    @Test
    void anInnerObjectBringsItsOuterOne() {
        Outer.Inner inner = new Outer().new Inner();

        assertThat(((Outer.Inner) CodecTesting.roundTrip(codec, inner)).outerName())
                .isEqualTo("outer");
    }

    @Test
    void refusalsNameClassPathCallAndRemedyAndLeaveTheMessageAsItWas() {
        Node node = new Node("n");
        node.children.add(new Node("child"));
        Node bad = new Node("bad");
        bad.any = Thread.currentThread();
        node.children.add(bad);
        EncodedMessage message = CodecTesting.encode(codec, "before", new int[500]);
        int length = message.headLength();

        assertThatThrownBy(() -> codec.encode(message, new Object[] {node}, "Shop.order"))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.lang.Thread")
                .hasMessageContaining("path=value(Node).children[1].any")
                .hasMessageContaining("call=Shop.order")
                .hasMessageContaining("transient");
        assertThat(message.headLength()).isEqualTo(length);
        assertThat(message.attachments()).hasSize(1);
        assertThat(CodecTesting.decode(codec, message)[0]).isEqualTo("before");
        assertThatThrownBy(() -> codec.copy(node, "Test.call"))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("path=value(Node).children[1].any")
                .hasMessageContaining("call=Test.call");
    }

    static class Worker {
        private Object task;
        private Object tool;

        Worker(Object task, Object tool) {
            this.task = task;
            this.tool = tool;
        }
    }

    static class Apprentice extends Worker {
        Apprentice(Object task, Object tool) {
            super(task, tool);
        }
    }

    static class Master extends Apprentice {
        private Object task;

        Master(Object own, Object task, Object tool) {
            super(task, tool);
            this.task = own;
        }
    }

    private static Stream<Arguments> workers() {
        Object bad = Thread.currentThread();
        return Stream.of(
                Arguments.of(new Master(bad, null, null), "value(Master).task"),
                Arguments.of(new Master(null, bad, null), "value(Master).super.task"),
                Arguments.of(new Master(null, null, bad), "value(Master).tool"),
                Arguments.of(new Apprentice(bad, null), "value(Apprentice).task"));
    }

    @ParameterizedTest
    @MethodSource("workers")
    void aFieldThatASubclassHidesIsToldFromThatOne(Object worker, String path) {
        Codec theirs = CodecTesting.codecFor(Worker.class);
        for (Way way : Way.values()) {
            assertThatThrownBy(() -> way.carry(theirs, worker))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(" path=" + path + " call=");
        }
    }

    @Test
    void lambdasAreRefusedByName() {
        Runnable lambda = () -> {};

        assertThatThrownBy(() -> CodecTesting.encode(codec, lambda))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("lambda");
    }

    @Test
    void aGraphThatIsTooDeepIsRefused() {
        List<Object> deep = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            deep = new ArrayList<>(Collections.singletonList(deep));
        }
        List<Object> first = deep;

        assertThatThrownBy(() -> CodecTesting.encode(codec, first))
                .isInstanceOf(SerializationException.class)
                .message()
                .hasSizeLessThan(20_000);
        assertThatThrownBy(() -> codec.copy(first, "Test.call"))
                .isInstanceOf(SerializationException.class);
        assertThat(CodecTesting.roundTrip(codec, "the next one works")).isNotNull();
    }

    interface Service {
        void run();
    }

    @Test
    void stubsAndFuturesGoByReference() {
        List<Object> known = new ArrayList<>();
        ReferenceResolver resolver =
                new ReferenceResolver() {
                    @Override
                    public Object toWire(Object stubOrFuture, List<Object> travellers) {
                        known.add(stubOrFuture);
                        return List.of("reference", known.size() - 1);
                    }

                    @Override
                    public Object fromWire(Object wire, Object[] attachments) {
                        return known.get((Integer) ((List<?>) wire).get(1));
                    }
                };
        Codec referring = new Codec(new ClassFilter(List.of()), resolver);
        Service stub = StubFactory.create(Service.class, (method, arguments) -> null);
        CompletableFuture<String> future = new CompletableFuture<>();

        Object[] values =
                (Object[]) CodecTesting.roundTrip(referring, new Object[] {stub, future, stub});

        assertThat(values[0] == stub).isTrue();
        assertThat(values[1]).isSameAs(future);
        assertThat(values[2] == stub).isTrue();
        assertThat(known).hasSize(2); // the second time it is a shared reference like any other
        assertThat(((Object[]) referring.copy(new Object[] {stub}, "Test.call"))[0] == stub)
                .isTrue();
        assertThatThrownBy(() -> CodecTesting.encode(codec, (StubObject) stub))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("no reference that this runtime knows");
    }

    @Test
    void randomGraphsSurviveTheRoundTripAndTheCopyAlike() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            Object graph = randomValue(random, 5);
            String text = describe(graph);
            assertThat(describe(CodecTesting.roundTrip(codec, graph)))
                    .as("decoded, seed=%s round=%s", seed, i)
                    .isEqualTo(text);
            assertThat(describe(codec.copy(graph, "Test.call")))
                    .as("copied, seed=%s round=%s", seed, i)
                    .isEqualTo(text);
        }
    }

    private static Object randomValue(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 11)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextLong();
            case 2 -> "s" + random.nextInt(1000);
            case 3 -> random.doubles(random.nextInt(200)).toArray();
            case 4 -> Color.values()[random.nextInt(2)];
            case 5 -> null;
            case 6 -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    list.add(randomValue(random, depth - 1));
                }
                yield list;
            }
            case 7 -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    map.put("k" + random.nextInt(9), randomValue(random, depth - 1));
                }
                yield map;
            }
            case 8 -> new Point(random.nextInt(), random.nextDouble(), "p");
            case 9 -> {
                Node node = new Node("r" + random.nextInt(9));
                node.any = randomValue(random, depth - 1);
                node.left = random.nextBoolean() ? new Node("l") : null;
                yield node;
            }
            default ->
                    new Object[] {randomValue(random, depth - 1), randomValue(random, depth - 1)};
        };
    }

    private static String describe(Object value) {
        return switch (value) {
            case null -> "null";
            case double[] array -> Arrays.toString(array);
            case Object[] array -> "[" + describe(Arrays.asList(array)) + "]";
            case List<?> list -> list.stream().map(CodecGraphTest::describe).toList().toString();
            case Map<?, ?> map -> {
                Map<String, String> texts = new HashMap<>();
                map.forEach((k, v) -> texts.put(describe(k), describe(v)));
                yield new TreeMap<>(texts).toString();
            }
            case Node node ->
                    "Node "
                            + node.id
                            + describe(node.any)
                            + describe(node.left)
                            + Arrays.toString(node.large);
            default -> value.getClass().getSimpleName() + value;
        };
    }

    @Test
    void manyThreadsUseOneCodec() throws Exception {
        Node node = new Node("n");
        node.any = List.of(1, "x", new Point(1, 2, "p"));
        String text = describe(node);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> copies = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                copies.add(threads.submit(() -> describe(CodecTesting.roundTrip(codec, node))));
            }
            for (Future<String> copy : copies) {
                assertThat(copy.get()).isEqualTo(text);
            }
        }
    }

    @Test
    void theBytesOfAMessageAreWhatTheFormatSays() {
        EncodedMessage message = CodecTesting.encode(codec, 1, "ab", new byte[] {9}, null, true);

        assertThat(Arrays.copyOf(message.head(), message.headLength()))
                .containsExactly(
                        5, // values
                        2,
                        2, // id of int + 2, zigzag of 1
                        3,
                        'a',
                        'b' | 0x80, // id of String + 2, the last character marked
                        (byte) (141 + 2 | 0x80),
                        1, // id of byte[] + 2, in two bytes
                        1, // a new object, not a reference
                        0, // in the bytes
                        1,
                        9, // count, content
                        0, // null
                        5,
                        1); // id of boolean + 2
    }
}
