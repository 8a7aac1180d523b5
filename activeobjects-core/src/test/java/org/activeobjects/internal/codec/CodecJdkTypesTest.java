package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.Stack;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.Stream;

@SuppressWarnings({"JdkObsolete", "JavaUtilDate"})
class CodecJdkTypesTest {

    private final Codec codec = CodecTesting.codecFor();

    static Stream<Object> valuesThatAreEqualToTheirCopies() {
        return Stream.of(
                1,
                2L,
                3.5,
                4.5f,
                (byte) 5,
                (short) 6,
                'c',
                true,
                "",
                "ascii",
                "äöü €",
                "𝄞 outside the plane",
                BigInteger.TWO.pow(200).negate(),
                new BigDecimal("-1234567890.0987654321"),
                new UUID(1, -2),
                URI.create("ao://host:1/a%20b?c#d"),
                Path.of("a", "b.txt"),
                new File("/tmp/x"),
                Locale.GERMANY,
                Locale.of("no", "NO", "NY"),
                Locale.forLanguageTag("zh-Hant-TW-u-ca-roc"),
                Currency.getInstance("EUR"),
                StandardCharsets.UTF_16BE,
                BitSet.valueOf(new long[] {5, 0, 9}),
                new Date(123456789L),
                TimeZone.getTimeZone("Europe/Madrid"),
                new GregorianCalendar(2024, 1, 29, 12, 30, 5),
                Instant.ofEpochSecond(-5, 123),
                Duration.ofSeconds(-7, 9),
                LocalDate.of(-44, 3, 15),
                LocalTime.of(23, 59, 59, 999_999_999),
                LocalDateTime.of(2024, 2, 29, 0, 0),
                OffsetTime.of(1, 2, 3, 4, ZoneOffset.ofHours(-3)),
                OffsetDateTime.of(2024, 1, 1, 1, 1, 1, 1, ZoneOffset.UTC),
                ZonedDateTime.ofLocal(
                        LocalDateTime.of(2023, 10, 29, 2, 30),
                        ZoneId.of("Europe/Madrid"),
                        ZoneOffset.ofHours(1)),
                ZoneOffset.ofHoursMinutes(5, 30),
                ZoneId.of("Asia/Tokyo"),
                Year.of(-1),
                YearMonth.of(2024, 12),
                MonthDay.of(2, 29),
                Period.of(1, -2, 3),
                DayOfWeek.FRIDAY,
                TimeUnit.DAYS,
                RoundingMode.HALF_EVEN,
                new ArrayList<>(Arrays.asList(1, null, "x")),
                new LinkedList<>(List.of(1, 2)),
                new Vector<>(List.of(1, 2)),
                stack(),
                new HashSet<>(Arrays.asList(1, null)),
                new LinkedHashSet<>(List.of(3, 1, 2)),
                new TreeSet<>(List.of("b", "a")),
                new CopyOnWriteArrayList<>(List.of(1, 2)),
                new CopyOnWriteArraySet<>(List.of(1, 2)),
                new ConcurrentSkipListSet<>(List.of(2, 1)),
                EnumSet.of(DayOfWeek.MONDAY, DayOfWeek.SUNDAY),
                EnumSet.noneOf(TimeUnit.class),
                new HashMap<>(Map.of("a", 1)),
                nullKeyed(),
                new LinkedHashMap<>(Map.of("a", List.of(1))),
                new TreeMap<>(Map.of("b", 1, "a", 2)),
                new Hashtable<>(Map.of("a", 1)),
                new ConcurrentHashMap<>(Map.of("a", 1)),
                new ConcurrentSkipListMap<>(Map.of("b", 1, "a", 2)),
                properties(),
                new EnumMap<>(Map.of(TimeUnit.DAYS, "d")),
                new EnumMap<TimeUnit, String>(TimeUnit.class),
                Optional.empty(),
                Optional.of("x"),
                OptionalInt.of(1),
                OptionalInt.empty(),
                OptionalLong.of(2),
                OptionalLong.empty(),
                OptionalDouble.of(3.5),
                OptionalDouble.empty(),
                new AbstractMap.SimpleEntry<>("k", 1),
                new AbstractMap.SimpleImmutableEntry<>("k", 1),
                Map.entry("k", 1),
                new StackTraceElement("app", "m", "1", "C", "f", "C.java", -2),
                List.of(),
                List.of(1),
                List.of(1, 2, 3),
                Stream.of(1, null).toList(),
                Set.of(),
                Set.of(1),
                Set.of(1, 2, 3),
                Map.of(),
                Map.of(1, 2),
                Map.of(1, 2, 3, 4),
                Collections.singletonList(null),
                Collections.singleton(1),
                Collections.singletonMap("k", null),
                Arrays.asList(1, null, 3),
                Collections.nCopies(1000, "x"),
                Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                Collections.unmodifiableList(new LinkedList<>(List.of(1))),
                Collections.unmodifiableSet(new HashSet<>(List.of(1))),
                Collections.unmodifiableSortedSet(new TreeSet<>(List.of(1))),
                Collections.unmodifiableNavigableSet(new TreeSet<>(List.of(1))),
                Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))),
                Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(1, 2))),
                Collections.unmodifiableNavigableMap(new TreeMap<>(Map.of(1, 2))),
                Collections.synchronizedList(new ArrayList<>(List.of(1))),
                Collections.synchronizedList(new LinkedList<>(List.of(1))),
                Collections.synchronizedSet(new HashSet<>(List.of(1))),
                Collections.synchronizedMap(new HashMap<>(Map.of(1, 2))),
                new ArrayList<>(List.of(1, 2, 3)).subList(1, 3),
                List.of(1, 2, 3, 4).subList(1, 3),
                new LinkedList<>(List.of(1, 2, 3)).subList(1, 3),
                new HashMap<>(Map.of("a", 1)).keySet(),
                new HashMap<>(Map.of("a", 1)).entrySet(),
                new TreeMap<>(Map.of("a", 1, "b", 2)).headMap("b"),
                new TreeSet<>(List.of(1, 2, 3)).descendingSet(),
                String.class,
                int.class,
                void.class,
                double[][].class,
                List.class);
    }

    private static Stack<Object> stack() {
        Stack<Object> stack = new Stack<>();
        stack.push("bottom");
        stack.push("top");
        return stack;
    }

    private static Map<Object, Object> nullKeyed() {
        Map<Object, Object> map = new HashMap<>();
        map.put(null, null);
        map.put("self", 1);
        return map;
    }

    private static Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("k", "v");
        return properties;
    }

    @ParameterizedTest
    @MethodSource("valuesThatAreEqualToTheirCopies")
    void arriveEqual(Object value) {
        assertThat(CodecTesting.roundTrip(codec, value)).isEqualTo(value);
        assertThat(codec.copy(value, "Test.call")).isEqualTo(value);
    }

    static Stream<Object> valuesWhoseClassStays() {
        return valuesThatAreEqualToTheirCopies()
                .filter(value -> value.getClass().getName().startsWith("java.util"))
                .filter(value -> !value.getClass().getName().contains("SubList"))
                .filter(value -> !value.getClass().getName().contains("SubMap"))
                .filter(value -> !value.getClass().getName().contains("Sorted"))
                .filter(value -> !value.getClass().getName().contains("SubRandom"))
                .filter(value -> !value.getClass().getName().contains("HashMap$"))
                .filter(value -> !value.getClass().getName().contains("KeyValueHolder"))
                .filter(value -> !value.getClass().getName().contains("UnmodifiableList"))
                .filter(value -> !value.getClass().getName().contains("SynchronizedList"));
    }

    @ParameterizedTest
    @MethodSource("valuesWhoseClassStays")
    void keepTheirClass(Object value) {
        assertThat(CodecTesting.roundTrip(codec, value)).hasSameClassAs(value);
    }

    @ParameterizedTest
    @MethodSource("listsOfStreams")
    void aListOfAStreamArrivesAsOneThatCanBeAskedForNull(List<Object> list) {
        Object mutable = new AtomicInteger(1); // what has it is copied
        List<Object> more = Stream.concat(list.stream(), Stream.of(mutable)).toList();
        for (List<Object> sent : List.of(list, more)) {
            for (Object copy :
                    new Object[] {
                        CodecTesting.roundTrip(codec, sent), codec.copy(sent, "Test.call")
                    }) {
                List<?> arrived = (List<?>) copy;
                assertThat(arrived).hasSameClassAs(sent).hasSameSizeAs(sent);
                assertThat(arrived.contains(null)).isEqualTo(list.contains(null));
                assertThatThrownBy(() -> arrived.remove(0))
                        .isInstanceOf(UnsupportedOperationException.class);
            }
        }
    }

    static Stream<List<Object>> listsOfStreams() {
        return Stream.of(
                Stream.of().toList(),
                Stream.<Object>of(1).toList(),
                Stream.<Object>of(1, 2, 3).toList(),
                Stream.<Object>of(1, null, 3).toList(),
                Stream.of((Object) null).toList());
    }

    @Test
    void aListThatTakesNoNullStaysSo() {
        List<?> copy = (List<?>) CodecTesting.roundTrip(codec, List.of(1, 2, 3));

        assertThatThrownBy(() -> copy.contains(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void arriveWithTheSameContentWhereEqualsIsIdentity() {
        assertThat(CodecTesting.roundTrip(codec, Pattern.compile("a.b", Pattern.DOTALL)))
                .satisfies(p -> assertThat(((Pattern) p).pattern()).isEqualTo("a.b"))
                .satisfies(p -> assertThat(((Pattern) p).flags()).isEqualTo(Pattern.DOTALL));
        assertThat(CodecTesting.roundTrip(codec, new AtomicInteger(-7))).hasToString("-7");
        assertThat(CodecTesting.roundTrip(codec, new AtomicLong(8))).hasToString("8");
        assertThat(CodecTesting.roundTrip(codec, new AtomicBoolean(true))).hasToString("true");
        assertThat(CodecTesting.roundTrip(codec, new AtomicReference<>("x"))).hasToString("x");
        assertThat(CodecTesting.roundTrip(codec, new StringBuilder("sb"))).hasToString("sb");
        assertThat(CodecTesting.roundTrip(codec, new StringBuffer("sb"))).hasToString("sb");
        assertThat(CodecTesting.roundTrip(codec, new Object())).hasSameClassAs(new Object());
    }

    @Test
    void countersKeepWhatTheyHaveCounted() {
        LongAdder longs = new LongAdder();
        longs.add(7);
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(1.5);
        for (Object value :
                List.of(
                        longs,
                        doubles,
                        new AtomicIntegerArray(new int[] {1, -2}),
                        new AtomicLongArray(new long[1000]))) {
            assertThat(CodecTesting.roundTrip(codec, value))
                    .hasSameClassAs(value)
                    .isNotSameAs(value)
                    .hasToString(value.toString());
            assertThat(codec.copy(value, "Test.call"))
                    .isNotSameAs(value)
                    .hasToString(value.toString());
        }
    }

    @Test
    void randomNumbersGoOnWhereTheyWere() {
        Random original = new Random(42);
        original.nextGaussian(); // keeps a second one
        List<Random> copies =
                List.of(
                        (Random) CodecTesting.roundTrip(codec, original),
                        (Random) codec.copy(original, "Test.call"));

        double[] expected = {original.nextGaussian(), original.nextDouble(), original.nextInt()};

        for (Random copy : copies) {
            assertThat(new double[] {copy.nextGaussian(), copy.nextDouble(), copy.nextInt()})
                    .isEqualTo(expected);
        }
    }

    @Test
    void propertiesBringTheirDefaults() {
        Properties defaults = new Properties();
        defaults.setProperty("behind", "1");
        defaults.setProperty("both", "1");
        Properties given = new Properties(defaults);
        given.setProperty("both", "2");
        given.put("not a text", 3);

        for (Object copy :
                List.of(CodecTesting.roundTrip(codec, given), codec.copy(given, "Test.call"))) {
            assertThat(((Properties) copy).getProperty("behind")).isEqualTo("1");
            assertThat(((Properties) copy).getProperty("both")).isEqualTo("2");
            assertThat(((Properties) copy).get("not a text")).isEqualTo(3);
        }
        assertThat(given).hasSize(2);
    }

    /** Of a class whose own state travels, above one whose state cannot be asked for. */
    static final class Deadline extends Date {

        private static final long serialVersionUID = 1;

        private final String title = "soon";
    }

    @Test
    void aSuperclassThatWritesItselfIsRefusedAndNotLost() {
        Codec deadlines = CodecTesting.codecFor(Deadline.class);
        Deadline deadline = new Deadline();

        assertThat(deadline.title).isEqualTo("soon");
        for (ThrowingCallable attempt :
                List.<ThrowingCallable>of(
                        () -> CodecTesting.roundTrip(deadlines, deadline),
                        () -> deadlines.copy(deadline, "Test.call"))) {
            assertThatThrownBy(attempt)
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("its superclass java.util.Date has state");
        }
    }

    static Stream<Object> addresses() throws UnknownHostException {
        byte[] six = new byte[16];
        six[0] = (byte) 0xFE;
        six[1] = (byte) 0x80;
        six[15] = 1;
        return Stream.of(
                InetAddress.getByAddress(new byte[] {10, 0, 0, 1}),
                InetAddress.getByAddress("host.invalid", new byte[] {10, 0, 0, 1}),
                InetAddress.getByAddress(six),
                Inet6Address.getByAddress("host.invalid", six, 3),
                new InetSocketAddress(InetAddress.getByAddress("host.invalid", six), 80),
                InetSocketAddress.createUnresolved("host.invalid", 65535));
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void addressesKeepNameAndNumberAndNobodyIsAsked(Object address) {
        assertThat(CodecTesting.roundTrip(codec, address))
                .isEqualTo(address)
                .hasSameClassAs(address)
                .hasToString(address.toString());
    }

    static Stream<Arguments> queues() {
        List<Integer> elements = List.of(3, 1, 2);
        return Stream.of(
                Arguments.of(new ArrayDeque<>(elements)),
                Arguments.of(new PriorityQueue<>(elements)),
                Arguments.of(new ConcurrentLinkedQueue<>(elements)),
                Arguments.of(new ConcurrentLinkedDeque<>(elements)),
                Arguments.of(Collections.unmodifiableCollection(elements)),
                Arguments.of(Collections.synchronizedCollection(new ArrayList<>(elements))));
    }

    @ParameterizedTest
    @MethodSource("queues")
    void queuesKeepClassAndOrder(Iterable<Integer> queue) {
        assertThat(CodecTesting.roundTrip(codec, queue))
                .hasSameClassAs(queue)
                .hasToString(queue.toString());
        assertThat(codec.copy(queue, "Test.call"))
                .hasSameClassAs(queue)
                .hasToString(queue.toString());
    }

    @Test
    void singleObjectsOfTheJdkStayTheSame() {
        for (Object single :
                List.of(
                        Collections.emptyList(),
                        Collections.emptySet(),
                        Collections.emptyMap(),
                        Comparator.naturalOrder(),
                        Collections.reverseOrder(),
                        String.CASE_INSENSITIVE_ORDER)) {
            assertThat(CodecTesting.roundTrip(codec, single)).isSameAs(single);
            assertThat(codec.copy(single, "Test.call")).isSameAs(single);
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void sortedCollectionsKeepTheirOrder() {
        TreeSet<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER.reversed());
        Collections.addAll(set, "a", "C", "b");

        TreeSet<String> copy = (TreeSet<String>) CodecTesting.roundTrip(codec, set);

        copy.add("D");
        assertThat(copy).containsExactly("D", "C", "b", "a");
    }
}
