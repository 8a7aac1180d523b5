package org.activeobjects.internal.codec;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Makes a graph of a list of numbers: each makes a value, or links two of those before it. */
final class GraphRecipe {

    static class Node {
        Object left;
        Object right;
        int number;
        int[] small;
        double[] large;
        List<Object> list = new ArrayList<>();
    }

    static class Extended extends Node {
        Optional<Object> optional = Optional.empty();
        transient Object ignored = "not told";
    }

    static class Numbers extends ArrayList<Object> {
        private static final long serialVersionUID = 1;

        String name = "numbers";
    }

    record Pair(Object left, Object right) {}

    record Point(int x, double y, String name) {}

    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "a constant with a body";
            }
        }
    }

    interface Extractor extends Function<String, Integer>, Serializable {}

    static class Alphabet implements Comparator<String> {
        Object note;

        Alphabet(Object note) {
            this.note = note;
        }

        @Override
        public int compare(String a, String b) {
            return a.compareTo(b);
        }
    }

    private static final int VALUES = 24;

    private final List<Object> made = new ArrayList<>();

    private GraphRecipe() {}

    static Class<?>[] userTypes() {
        return new Class<?>[] {
            GraphRecipe.class,
            Node.class,
            Extended.class,
            Numbers.class,
            Pair.class,
            Point.class,
            Colour.class,
            Alphabet.class
        };
    }

    static Object make(List<Integer> recipe) {
        GraphRecipe cook = new GraphRecipe();
        for (int step : recipe) {
            int operand = step >>> 8;
            if ((step & 3) == 0) {
                cook.link(cook.at(operand), cook.at(operand >>> 8));
            } else {
                cook.made.add(cook.next(Math.floorMod(step >> 2, 64), operand));
            }
        }
        int count = cook.made.size();
        return cook.made.subList(Math.max(0, count - 5), count).toArray();
    }

    static Object makeImmutable(List<Integer> recipe) {
        GraphRecipe cook = new GraphRecipe();
        for (int step : recipe) {
            int operand = step >>> 8;
            Object a = cook.at(operand);
            Object b = cook.at(operand >>> 8);
            Object key = "key " + operand;
            cook.made.add(
                    switch (Math.floorMod(step, 6)) {
                        case 0 -> new Pair(a, b);
                        case 1 -> a == null || b == null ? List.of() : List.of(a, b);
                        case 2 -> Map.of(key, a == null ? key : a);
                        case 3 -> Optional.ofNullable(a);
                        case 4 -> Set.of(key);
                        default -> cook.value(Math.floorMod(operand, VALUES), operand);
                    });
        }
        return cook.made.isEmpty() ? "empty" : cook.made.getLast();
    }

    /** Whether an object that the recipes make can be changed in place. */
    static boolean canChange(Object object) {
        return !(object instanceof Record
                || object instanceof Optional<?>
                || object instanceof Map.Entry<?, ?>
                || object.getClass().getName().startsWith("java.util.ImmutableCollections")
                || object instanceof Comparator<?> && !(object instanceof Alphabet)
                || object == Collections.emptyList());
    }

    private Object at(int index) {
        return made.isEmpty() ? null : made.get(Math.floorMod(index, made.size()));
    }

    private Object orText(int index) {
        Object object = at(index);
        return object == null ? "none" : object;
    }

    private void link(Object from, Object to) {
        switch (from) {
            case Extended node when node.right != null -> node.optional = Optional.ofNullable(to);
            case Node node when node.left == null -> node.left = to;
            case Node node when node.right == null -> node.right = to;
            case Node node -> node.list.add(to);
            case ArrayList<?> list -> anything(list).add(to);
            case LinkedList<?> list -> anything(list).add(to);
            case HashMap<?, ?> map -> values(map).put("link " + map.size(), to);
            case AtomicReference<?> reference -> holder(reference).set(to);
            case Object[] array when array.length > 0 && array.getClass() == Object[].class ->
                    array[array.length - 1] = to;
            case null, default -> {}
        }
    }

    @SuppressWarnings("unchecked")
    private static Collection<Object> anything(Collection<?> collection) {
        return (Collection<Object>) collection;
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> values(Map<?, ?> map) {
        return (Map<Object, Object>) map;
    }

    @SuppressWarnings("unchecked")
    private static AtomicReference<Object> holder(AtomicReference<?> reference) {
        return (AtomicReference<Object>) reference;
    }

    private Object next(int kind, int operand) {
        if (kind < VALUES) {
            return value(kind, operand);
        }
        return kind < 44 ? container(kind, operand) : user(kind, operand);
    }

    private Object value(int kind, int n) {
        return switch (kind) {
            case 0 -> n;
            case 1 -> (long) n << 20;
            case 2 -> n / 3.0;
            case 3 -> (char) n;
            case 4 -> (n & 1) == 0;
            case 5 -> "text " + n;
            case 6 -> "täxt € " + n;
            case 7 -> BigInteger.valueOf(n).pow(5);
            case 8 -> BigDecimal.valueOf(n, n % 50);
            case 9 -> new UUID(n, -n);
            case 10 -> URI.create("ao://host/" + n);
            case 11 -> Path.of("folder", "file" + n);
            case 12 -> Pattern.compile("a{" + n % 100 + "}");
            case 13 -> Locale.CANADA_FRENCH;
            case 14 -> Instant.ofEpochSecond(n, n % 1000);
            case 15 -> Duration.ofMillis(n);
            case 16 -> LocalDate.ofEpochDay(n % 100_000);
            case 17 -> ZonedDateTime.parse("2024-02-29T12:30:00+01:00[Europe/Madrid]");
            case 18 -> DayOfWeek.of(1 + n % 7);
            case 19 -> Colour.values()[n % 2];
            case 20 -> new Point(n, n / 7.0, "p" + n);
            case 21 -> (byte) n;
            case 22 -> (float) n;
            default -> (n & 1) == 0 ? Node.class : int.class;
        };
    }

    @SuppressWarnings("JdkObsolete")
    private Object container(int kind, int n) {
        Object a = at(n);
        Object b = at(n >>> 4);
        return switch (kind) {
            case 24 -> new ArrayList<>(Arrays.asList(a, b));
            case 25 -> new LinkedList<>(Arrays.asList(a, b, a));
            case 26 -> new ArrayDeque<>(List.of(orText(n), orText(n >>> 4)));
            case 27 -> new HashMap<>(Collections.singletonMap("k" + n, a));
            case 28 -> new LinkedHashMap<>(Collections.singletonMap(n, b));
            case 29 -> {
                Map<String, Object> map = new TreeMap<>(order(n, b));
                map.putAll(Map.of("x" + n, orText(n), "y" + n, orText(n >>> 4)));
                yield map;
            }
            case 30 -> new HashSet<>(List.of("e" + n, n, new Point(n, 1, "key")));
            case 31 -> new LinkedHashSet<>(List.of(List.of(n), "e" + n));
            case 32 -> {
                Set<String> set = new TreeSet<>(order(n, b));
                set.addAll(List.of("s" + n, "t" + n));
                yield set;
            }
            case 33 -> List.of(orText(n), orText(n >>> 4));
            case 34 -> Map.of("m" + n, orText(n));
            case 35 -> Optional.ofNullable(a);
            case 36 -> Collections.unmodifiableList(new ArrayList<>(Arrays.asList(a, b)));
            case 37 -> Arrays.asList(a, b);
            case 38 -> EnumSet.of(DayOfWeek.of(1 + n % 7));
            case 39 -> new EnumMap<>(Map.of(DayOfWeek.of(1 + n % 7), orText(n)));
            case 40 -> new ConcurrentHashMap<>(Map.of("c" + n, orText(n)));
            case 41 -> new CopyOnWriteArrayList<>(new Object[] {a, b});
            case 42 -> new AtomicReference<>(a);
            default -> Map.entry("key" + n, orText(n));
        };
    }

    private static Comparator<String> order(int n, Object note) {
        Comparator<String> natural = Comparator.naturalOrder();
        Extractor length = String::length;
        return switch (Math.floorMod(n, 11)) {
            case 0, 1, 2 -> null;
            case 3 -> Comparator.reverseOrder();
            case 4 -> Comparator.comparing(length).thenComparing(natural);
            case 5 -> Comparator.nullsFirst(Comparator.comparing(length).reversed());
            case 6 -> String.CASE_INSENSITIVE_ORDER.thenComparing(natural).reversed();
            case 7 -> new Alphabet(note);
            case 8 -> new Alphabet(note).reversed();
            case 9 -> natural.thenComparing(new Alphabet(note));
            default -> Comparator.nullsLast(new Alphabet(note));
        };
    }

    @SuppressWarnings("JavaUtilDate")
    private Object user(int kind, int n) {
        Object a = at(n);
        Object b = at(n >>> 4);
        return switch (kind) {
            case 44, 45 -> new Pair(a, b);
            case 46, 47, 48 -> node(new Node(), a, n);
            case 49, 50 -> node(new Extended(), a, n);
            case 51 -> {
                Numbers numbers = new Numbers();
                numbers.add(a);
                yield numbers;
            }
            case 52, 53 -> new Object[] {a, b, null};
            case 54 -> new int[] {n, -n};
            case 55 -> new double[200 + n % 100];
            case 56 -> new int[][] {{n}, {}, new int[300]};
            case 57 -> new String[] {"s" + n, null};
            case 58 -> new Date(n);
            case 59 -> BitSet.valueOf(new long[] {n});
            case 60 -> new StringBuilder("b" + n);
            case 61 -> new AtomicInteger(n);
            case 62 -> new Pair[] {new Pair(a, b)};
            default -> Collections.synchronizedList(new ArrayList<>(Arrays.asList(a, b)));
        };
    }

    private static Node node(Node node, Object left, int n) {
        node.left = left;
        node.number = n;
        node.small = new int[] {n};
        node.large = new double[n % 2 == 0 ? 3 : 100];
        return node;
    }
}
