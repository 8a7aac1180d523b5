package org.activeobjects.transport.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.error.ObjectCodecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

class JavaObjectCodecTest {

    private final JavaObjectCodec codec = JavaObjectCodec.allowing();

    record Secret(int value) implements Serializable {}

    enum Colour {
        RED,
        GREEN
    }

    static List<Object> values() {
        return List.of(
                "text",
                1,
                2L,
                3.5,
                'c',
                true,
                new BigDecimal("1.50"),
                Instant.EPOCH,
                LocalDate.of(2020, 2, 29),
                Duration.ofSeconds(5),
                UUID.fromString("00000000-0000-0001-0000-000000000002"),
                List.of(1, 2, 3),
                Set.of("one"),
                Map.of("key", List.of("value")),
                new ArrayList<>(List.of(1.0, 2.0)),
                new TreeMap<>(Map.of(2, "b", 1, "a")),
                new LinkedHashSet<>(List.of(9, 8)),
                BitSet.valueOf(new long[] {5}),
                java.util.Locale.ROOT);
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesAndCollectionsOfTheJdkNeedNoPermission(Object value) {
        assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
    }

    @Test
    void arraysOfWhatIsAllowedAreAllowed() {
        assertThat((int[][]) codec.decode(codec.encode(new int[][] {{1}, {2, 3}})))
                .isDeepEqualTo(new int[][] {{1}, {2, 3}});
        assertThat((String[]) codec.decode(codec.encode(new String[] {"a"}))).containsExactly("a");
        assertThatThrownBy(() -> codec.decode(codec.encode(new Secret[0])))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("class=" + Secret.class.getName());
    }

    @Test
    void whatIsNotAllowedIsRefusedAlsoDeepWithin() {
        byte[] bytes = codec.encode(new HashMap<>(Map.of("a", List.of(new Secret(1)))));
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("objects.allow=" + Secret.class.getName());
        assertThatThrownBy(() -> codec.decode(codec.encode(new PriorityQueue<>(List.of(1)))))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("class=java.util.PriorityQueue");
    }

    @Test
    void patternsNameAClassAPackageOrAllBelowIt() {
        Secret secret = new Secret(7);
        byte[] bytes = codec.encode(secret);
        String name = Secret.class.getName();
        for (String setting :
                List.of(
                        name,
                        "org.activeobjects.transport.object.*",
                        "x.Y , org.activeobjects.**")) {
            assertThat(JavaObjectCodec.ofSetting(setting).decode(bytes)).isEqualTo(secret);
        }
        for (String setting : List.of("org.activeobjects.*", name + "s", "org.activeobjects.t")) {
            assertThatThrownBy(() -> JavaObjectCodec.ofSetting(setting).decode(bytes))
                    .isInstanceOf(ObjectCodecException.class);
        }
    }

    @Test
    void enumsNeedPermissionToo() {
        byte[] bytes = codec.encode(EnumSet.of(Colour.RED));
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("class=" + Colour.class.getName());
        assertThat(JavaObjectCodec.allowing(Colour.class.getName()).decode(bytes))
                .isEqualTo(EnumSet.of(Colour.RED));
    }

    @Test
    void bytesThatAreNoObjectAreRefused() {
        assertThatThrownBy(() -> codec.decode(new byte[] {1, 2, 3}))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("bytes=3");
        byte[] cut = codec.encode("a longer text");
        assertThatThrownBy(() -> codec.decode(java.util.Arrays.copyOf(cut, cut.length - 3)))
                .isInstanceOf(ObjectCodecException.class);
    }

    /** No proxy can be made of a record: who says that it is not trusted has not tried to. */
    @Test
    void proxiesOfWhatIsNotAllowedAreRefusedBeforeTheirClassIsMade() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(ObjectStreamConstants.STREAM_MAGIC);
        out.writeShort(ObjectStreamConstants.STREAM_VERSION);
        out.writeByte(ObjectStreamConstants.TC_OBJECT);
        out.writeByte(ObjectStreamConstants.TC_PROXYCLASSDESC);
        out.writeInt(1);
        out.writeUTF(Secret.class.getName());
        out.writeByte(ObjectStreamConstants.TC_ENDBLOCKDATA);
        out.writeByte(ObjectStreamConstants.TC_NULL);
        assertThatThrownBy(() -> codec.decode(bytes.toByteArray()))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("objects.allow=" + Secret.class.getName());
    }

    /** Arrays within each other, each said to be so long, of which nothing more comes. */
    private static byte[] arraysWithinEachOther(int levels, int length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(ObjectStreamConstants.STREAM_MAGIC);
        out.writeShort(ObjectStreamConstants.STREAM_VERSION);
        for (int level = 0; level < levels; level++) {
            out.writeByte(ObjectStreamConstants.TC_ARRAY);
            if (level == 0) {
                out.writeByte(ObjectStreamConstants.TC_CLASSDESC);
                out.writeUTF(Object[].class.getName());
                out.writeLong(ObjectStreamClass.lookupAny(Object[].class).getSerialVersionUID());
                out.writeByte(ObjectStreamConstants.SC_SERIALIZABLE);
                out.writeShort(0);
                out.writeByte(ObjectStreamConstants.TC_ENDBLOCKDATA);
                out.writeByte(ObjectStreamConstants.TC_NULL);
            } else {
                out.writeByte(ObjectStreamConstants.TC_REFERENCE);
                out.writeInt(ObjectStreamConstants.baseWireHandle);
            }
            out.writeInt(length);
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"1, 67108864, 67108864", "1, 1025, 1025", "200, 1000, 9000"})
    void arraysLongerThanWhatHasComeAreRefusedBeforeTheyAreMade(
            int levels, int length, int elements) throws IOException {
        byte[] bytes = arraysWithinEachOther(levels, length);
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("too large")
                .hasMessageContaining("elementsOfArrays=" + elements)
                .hasMessageContaining("bytes=" + bytes.length);
    }

    /**
     * Each number copies its digits, of which a few bytes may say that they are those of another.
     */
    @Test
    void numbersThatShareTheirDigitsAreRefusedBeforeTheyAreMade() throws IOException {
        byte[] digits = new byte[1 << 16];
        Arrays.fill(digits, (byte) 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out =
                new ObjectOutputStream(bytes) {
                    {
                        enableReplaceObject(true);
                    }

                    @Override
                    protected Object replaceObject(Object written) {
                        return written instanceof byte[] ? digits : written;
                    }
                }) {
            BigInteger[] numbers = new BigInteger[20_000];
            Arrays.setAll(numbers, i -> BigInteger.valueOf(i + 1));
            out.writeObject(numbers);
        }
        assertThatThrownBy(() -> codec.decode(bytes.toByteArray()))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("shares its digits");
        List<BigInteger> own = List.of(BigInteger.TEN, BigInteger.TWO, new BigInteger(digits));
        assertThat(codec.decode(codec.encode(own))).isEqualTo(own);
    }

    private static List<Object> largeObjects() {
        Map<Object, Object> thin = new HashMap<>(1, 0.25f);
        List<Object> shortSets = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            thin.put(i, null);
            shortSets.add(new HashSet<>(List.of(i)));
        }
        return List.of(
                new byte[1 << 20],
                new boolean[1 << 20],
                new double[1 << 17],
                new Object[1 << 20],
                new ArrayList<>(Collections.nCopies(1 << 20, null)),
                new LinkedHashSet<>(thin.keySet()),
                Set.copyOf(thin.keySet()),
                thin,
                shortSets);
    }

    @Test
    void objectsThatFillTheirMessageAreAllowed() {
        for (Object value : largeObjects()) {
            Object decoded = codec.decode(codec.encode(value));
            assertThat(Objects.deepEquals(decoded, value)).as("%s", value.getClass()).isTrue();
        }
    }

    /** Sets of which each holds both of the next level; what is added later is not hashed here. */
    private static Object setsThatShare(int levels) {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int level = 0; level < levels; level++) {
            Set<Object> nextOne = new HashSet<>(Set.of("x"));
            Set<Object> nextOther = new HashSet<>();
            one.addAll(List.of(nextOne, nextOther));
            other.addAll(List.of(nextOne, nextOther));
            one = nextOne;
            other = nextOther;
        }
        return root;
    }

    /** Lists of which each holds the one before twice, side by side in the message. */
    private static Object keyOfListsThatShare(Function<Object, Object> keep, int levels) {
        List<Object> all = new ArrayList<>();
        Object last = new ArrayList<>();
        for (int level = 0; level < levels; level++) {
            last = new ArrayList<>(Arrays.asList(last, last));
            all.add(last);
        }
        List<Object> key = new ArrayList<>();
        all.add(keep.apply(key));
        key.add(last);
        return all;
    }

    private static List<Object> tooMuchToBeHashed() {
        return List.of(
                setsThatShare(27),
                keyOfListsThatShare(Set::of, 28),
                keyOfListsThatShare(key -> new HashSet<>(List.of(key)), 28),
                keyOfListsThatShare(key -> new HashMap<>(Map.of(key, 1)), 28),
                keyOfListsThatShare(key -> Map.of(List.of(key), 1), 28));
    }

    @Test
    void keysThatHoldTheSameAgainAndAgainAreRefusedBeforeTheyAreHashed() {
        JavaObjectCodec trusting = JavaObjectCodec.allowing("java.util.*");
        for (Object value : tooMuchToBeHashed()) {
            byte[] bytes = codec.encode(value);
            assertThatThrownBy(() -> trusting.decode(bytes))
                    .isInstanceOf(ObjectCodecException.class)
                    .hasMessageContaining("share too much")
                    .hasMessageContaining("bytes=" + bytes.length);
        }
    }

    private static List<Object> sharedButNotHashed() {
        List<Integer> list = new ArrayList<>(Collections.nCopies(10_000, 7));
        List<Object> shared = new ArrayList<>(Collections.nCopies(10_000, list));
        Map<Object, Object> keys = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            keys.put(Arrays.asList(i, list), shared);
        }
        return List.of(
                Map.of("key", shared),
                new HashMap<>(Map.of("key", shared)),
                List.of(shared, Set.of(1)),
                keys,
                new HashSet<>(values()),
                new HashSet<>(List.of(new Date(5), new ArrayDeque<>(), EnumSet.of(Colour.RED))),
                new HashMap<>(Map.of(new EnumMap<>(Map.of(Colour.RED, 1)), list)));
    }

    @Test
    void whatIsSharedByValuesOrByFewKeysIsAllowed() {
        JavaObjectCodec trusting = JavaObjectCodec.allowing(Colour.class.getName());
        for (Object value : sharedButNotHashed()) {
            assertThat(trusting.decode(trusting.encode(value))).hasSameClassAs(value);
        }
    }

    /** Writes as it likes. */
    static final class OwnForm implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        private int count = 3;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(count + 1);
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException {
            count = in.readInt();
        }
    }

    @Test
    void keysAreNotCountedBesideAClassThatWritesAsItLikes() {
        JavaObjectCodec trusting = JavaObjectCodec.allowing(OwnForm.class.getName());
        List<?> decoded =
                (List<?>)
                        trusting.decode(
                                trusting.encode(
                                        List.of(new HashSet<>(Set.of(1)), new OwnForm(), "end")));
        assertThat(((OwnForm) decoded.get(1)).count).isEqualTo(4);
        assertThat(decoded.get(2)).isEqualTo("end");
    }

    @Test
    void aClassThatWritesAsItLikesIsNamedBesideKeysToo() {
        byte[] bytes = codec.encode(List.of(new HashSet<>(Set.of(1)), new OwnForm(), "end"));
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("objects.allow=" + OwnForm.class.getName());
    }

    static final class Sound implements Serializable {
        @Serial private static final long serialVersionUID = 1;
    }

    static final class Unfit implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        static final int FAILS = Integer.parseInt("no number");
    }

    @Test
    void aClassThatCannotBeInitializedIsToldLikeBytesThatAreNoObject() {
        String encoded = new String(codec.encode(new Sound()), StandardCharsets.ISO_8859_1);
        byte[] bytes = encoded.replace("Sound", "Unfit").getBytes(StandardCharsets.ISO_8859_1);
        JavaObjectCodec trusting = JavaObjectCodec.allowing(Unfit.class.getName());
        assertThatThrownBy(() -> trusting.decode(bytes))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("ExceptionInInitializerError");
    }

    @Test
    void anObjectTooDeepIsRefused() {
        List<Object> deep = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            deep = new ArrayList<>(List.of(deep));
        }
        byte[] bytes = codec.encode(deep);
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("too deep")
                .hasMessageContaining("depth=251 ")
                .hasMessageContaining("maxDepth=250 ")
                .hasMessageContaining("send arrays or lists in place of objects that are linked");
    }

    @Test
    void anObjectTooDeepForTheStackIsRefusedWhereItIsSent() {
        Object[] chain = {null};
        for (int i = 0; i < 200_000; i++) {
            chain = new Object[] {chain};
        }
        Object deep = chain;
        assertThatThrownBy(() -> codec.encode(deep))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("an object too deep to be encoded: class=[Ljava.lang.Object;")
                .hasMessageContaining("no more than 250 may lie in each other");
    }

    record Even(int number) implements Serializable {
        Even {
            if (number % 2 != 0) {
                throw new IllegalArgumentException("odd number=" + number);
            }
        }
    }

    static final class Unread implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) {
            throw new IllegalStateException("not here");
        }
    }

    @Test
    void whatTheClassesOfAnObjectThrowIsToldAsThat() {
        JavaObjectCodec trusting =
                JavaObjectCodec.allowing(Even.class.getName(), Unread.class.getName());
        byte[] odd = trusting.encode(new Even(2));
        odd[odd.length - 1] = 3;
        assertThatThrownBy(() -> trusting.decode(odd))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("an object cannot be decoded: ")
                .hasMessageContaining("odd number=3; its classes have thrown that");
        assertThatThrownBy(() -> trusting.decode(trusting.encode(new Unread())))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("an object cannot be decoded: ")
                .hasMessageContaining("not here; its classes have thrown that")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void howToSeeWhereItIsThatCannotBeSentIsSaid() {
        assertThatThrownBy(() -> codec.encode(new ArrayList<>(List.of(new Thread()))))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("class=java.lang.Thread root=java.util.ArrayList; ")
                .hasMessageContaining("-Dsun.io.serialization.extendedDebugInfo=true");
    }
}
