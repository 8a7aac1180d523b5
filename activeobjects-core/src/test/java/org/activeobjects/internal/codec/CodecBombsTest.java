package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.custom.CustomSerializers;
import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.activeobjects.internal.codec.wire.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Pattern;

import javax.crypto.spec.SecretKeySpec;

/**
 * Short messages that would cost much if they were believed: memory and time stay in proportion to
 * their bytes. Each of them takes hours or gigabytes if its check is taken out.
 */
@Timeout(60)
@SuppressWarnings("JdkObsolete")
class CodecBombsTest {

    private static final int NEW = 1;
    private static final int FIRST_REFERENCE = 2;

    static class Holder extends RuntimeException {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial")
        Object left;

        @SuppressWarnings("serial")
        Object right;
    }

    private final Codec codec = CodecTesting.codecFor(Holder.class);

    private static Output message() {
        Output out = new Output(64, -1);
        out.writeVarInt(1, true);
        return out;
    }

    /** Class and the mark of an object that is new. */
    private static void begin(Output out, Class<?> type) {
        out.writeVarInt(JdkTypes.idOf(type) + 2, true);
        out.writeByte(NEW);
    }

    private static void reference(Output out, Class<?> type, int id) {
        out.writeVarInt(JdkTypes.idOf(type) + 2, true);
        out.writeVarInt(id + FIRST_REFERENCE, true);
    }

    private Object decode(byte[] bytes) {
        return codec.decode(bytes, 0, bytes.length, new Object[0])[0];
    }

    /** The bytes of a value, with another class of the JDK named for it. */
    private byte[] disguised(Object value, Class<?> as) {
        EncodedMessage message = CodecTesting.encode(codec, value);
        byte[] bytes = Arrays.copyOf(message.head(), message.headLength());
        bytes[1] = (byte) (JdkTypes.idOf(as) + 2); // after the number of values
        return bytes;
    }

    private void assertTooMuchWork(byte[] bytes) {
        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("take too long to hash and compare");
    }

    private long allocatedBy(Runnable task) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        task.run(); // engine and classes are there
        long before = threads.getCurrentThreadAllocatedBytes();
        task.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private void decodeOrRefuse(byte[] bytes) {
        try {
            decode(bytes);
        } catch (SerializationException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @Test
    void lengthsInEachOtherCannotClaimTheSameBytes() {
        for (Class<?> type : List.of(ArrayList.class, HashSet.class, HashMap.class)) {
            Output out = message();
            int length = 1 << 20;
            for (int depth = 0; depth < 900; depth++) {
                begin(out, type);
                out.writeVarInt((length - out.position() - 8) / 2, true);
            }
            byte[] bytes = Arrays.copyOf(out.toBytes(), length);

            long allocated = allocatedBy(() -> decodeOrRefuse(bytes));

            assertThat(allocated).as(type.getName()).isLessThan(64L * length);
            assertThatThrownBy(() -> decode(bytes))
                    .hasMessageContaining("add up to more than the message");
        }
    }

    private void assertTooMuchMemory(byte[] bytes, Object... attachments) {
        assertThatThrownBy(() -> codec.decode(bytes, 0, bytes.length, attachments))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("take too much memory for so short a message");
    }

    @Test
    void aTextThatOthersReferToIsNotCopiedAgainAndAgain() {
        int count = 20_000;
        for (Class<?> type : List.of(StringBuilder.class, File.class)) {
            Output out = message();
            begin(out, ArrayList.class);
            out.writeVarInt(count, true);
            begin(out, StringBuilder.class);
            int place = out.position();
            out.writeString("x".repeat(1 << 16));
            for (int i = 1; i < count; i++) {
                begin(out, type);
                out.writeByte(0xC0);
                out.writeByte(0);
                out.writeVarInt(place, true);
            }
            assertTooMuchMemory(out.toBytes());
        }
    }

    @Test
    void anArrayThatOthersReferToIsNotCopiedAgainAndAgain() {
        int count = 20_000;
        for (Class<?> type : List.of(AtomicLongArray.class, BitSet.class, LongBuffer.class)) {
            Output out = message();
            begin(out, ArrayList.class);
            out.writeVarInt(count, true);
            for (int i = 0; i < count; i++) {
                begin(out, type);
                if (type == LongBuffer.class) {
                    out.writeByte(1); // direct
                    out.writeBytes(new byte[3]); // position, limit, mark
                    out.writeVarInt(JdkTypes.idOf(long[].class) + 2, true);
                }
                out.writeByte(NEW);
                out.writeVarInt(1, true); // the first of those beside the message
            }
            assertTooMuchMemory(out.toBytes(), new long[1 << 14]);
        }
    }

    /** Keys of the JDK, in the form of Java's own serialization, each of which copies its bytes. */
    @Test
    void anArrayThatManyValuesOfTheJdkReferToIsNotCopiedAgainAndAgain() throws IOException {
        byte[] shared = new byte[1 << 16];
        ByteArrayOutputStream serial = new ByteArrayOutputStream();
        try (ObjectOutputStream keys =
                new ObjectOutputStream(serial) {
                    {
                        enableReplaceObject(true);
                    }

                    @Override
                    protected Object replaceObject(Object written) {
                        return written instanceof byte[] ? shared : written;
                    }
                }) {
            SecretKeySpec[] all = new SecretKeySpec[20_000];
            Arrays.setAll(all, i -> new SecretKeySpec(new byte[16], "AES"));
            keys.writeObject(all);
        }
        Output out = new Output(64, -1);
        out.writeVarInt(1, true);
        out.writeVarInt(191 + 2, true); // of those that cannot change
        out.writeByte(NEW);
        out.writeVarInt(serial.size(), true);
        out.writeBytes(serial.toByteArray());

        assertThatThrownBy(() -> decode(out.toBytes()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("REJECTED");
    }

    @Test
    void whatIsReferredToOftenIsFoundAmongManyAttachmentsInTime() {
        int count = 3 << 20;
        Output out = message();
        begin(out, ArrayList.class);
        out.writeVarInt(count, true);
        begin(out, long[].class);
        out.writeVarInt(1, true);
        for (int i = 1; i < count; i++) {
            reference(out, long[].class, 1);
        }
        byte[] bytes = out.toBytes();
        Object[] attachments = new Object[1 << 16];
        Arrays.setAll(attachments, i -> new long[0]);

        List<?> decoded = (List<?>) codec.decode(bytes, 0, bytes.length, attachments)[0];

        assertThat(decoded).hasSize(count);
        assertThat(attachments[0]).as("one that is not given back").isNull();
        assertThat(attachments[1]).isNotNull();
    }

    /** Each list has the next one twice: hashed, it is as long as two to the power of the depth. */
    private static void writeDoubled(Output out, int firstId, int depth) {
        for (int i = 0; i < depth; i++) {
            begin(out, ArrayList.class);
            out.writeVarInt(2, true);
        }
        begin(out, ArrayList.class);
        out.writeVarInt(0, true);
        for (int i = depth; i > 0; i--) {
            reference(out, ArrayList.class, firstId + i);
        }
    }

    @Test
    void whatIsSharedIsPaidForEachTimeItWouldBeHashed() {
        for (Class<?> type : List.of(HashSet.class, Set.of(1, 2, 3).getClass(), TreeSet.class)) {
            Output out = message();
            begin(out, type);
            if (type == TreeSet.class) {
                out.writeByte(0); // no comparator
            }
            out.writeVarInt(1, true);
            writeDoubled(out, 1, 60);

            assertTooMuchWork(out.toBytes());
        }
        Output out = message();
        begin(out, HashMap.class);
        out.writeVarInt(1, true);
        writeDoubled(out, 1, 60);
        out.writeByte(0);
        assertTooMuchWork(out.toBytes());
    }

    @Test
    void whatIsSharedInAListIsFree() {
        Output out = message();
        writeDoubled(out, 0, 60);

        List<?> list = (List<?>) decode(out.toBytes());

        assertThat(list.get(0) == list.get(1)).isTrue();
    }

    private static List<Object> withEqualHashCodes(int bits) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < 1 << bits; i++) {
            String[] parts = new String[bits];
            for (int bit = 0; bit < bits; bit++) {
                parts[bit] = (i >> bit & 1) == 0 ? "Aa" : "BB";
            }
            all.add(new ArrayList<>(List.of(parts)));
        }
        return all;
    }

    @Test
    void keysWithEqualHashCodesAreRefusedBeforeTheyAreCompared() {
        List<Object> keys = withEqualHashCodes(13);

        assertThat(keys).extracting(Object::hashCode).containsOnly(keys.getFirst().hashCode());
        assertTooMuchWork(disguised(keys, HashSet.class));
        assertTooMuchWork(disguised(keys, Set.of(1, 2, 3).getClass()));
    }

    @Test
    void textsWithEqualHashCodesAreAdmittedBecauseTheyHaveAnOrder() {
        List<Object> keys = new ArrayList<>();
        withEqualHashCodes(12).forEach(parts -> keys.add(String.join("", strings(parts))));

        Set<?> set = (Set<?>) decode(disguised(keys, HashSet.class));

        assertThat(set).hasSameSizeAs(keys);
    }

    @SuppressWarnings("unchecked")
    private static List<String> strings(Object list) {
        return (List<String>) list;
    }

    @Test
    void numbersThatFallIntoOneBucketOfAListedTableAreRefused() {
        int count = 60_000;
        Map<Object, Object> hash = new HashMap<>();
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hash.put(i * (count * 4 / 3 + 2), null);
            list.add(i * 2 * count);
        }

        assertTooMuchWork(disguised(hash, Hashtable.class));
        assertTooMuchWork(disguised(list, Set.of(1, 2, 3).getClass()));
    }

    @Test
    void commonSetsAndMapsOfSomeSizeAreNoBombs() {
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            map.put(List.of(i, "text " + i), i);
        }
        Object table = new Hashtable<>(map);
        Object immutable = Map.copyOf(map);
        Object set = Set.copyOf(map.values());

        for (Object value : List.of(map, table, immutable, set)) {
            assertThat(CodecTesting.roundTrip(codec, value)).isEqualTo(value);
        }
    }

    @Test
    void aSetThatComparesAllWithAllIsPaidFor() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            numbers.add(i);
        }

        assertTooMuchWork(disguised(numbers, CopyOnWriteArraySet.class));
        assertThat(
                        CodecTesting.roundTrip(
                                codec, new CopyOnWriteArraySet<>(numbers.subList(0, 5000))))
                .isEqualTo(new CopyOnWriteArraySet<>(numbers.subList(0, 5000)));
    }

    @Test
    void aListThatIsCopiedAtEachChangeIsFilledAtOnce() {
        List<Integer> numbers = new CopyOnWriteArrayList<>(Collections.nCopies(100_000, 1));
        EncodedMessage message = CodecTesting.encode(codec, numbers);

        long allocated = allocatedBy(() -> CodecTesting.decode(codec, message));

        assertThat(allocated).isLessThan(64L * message.headLength());
    }

    @Test
    void mapsOverALargeEnumCannotTakeMoreThanTheirBytesJustify() {
        List<Object> maps = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            maps.add(new EnumMap<>(Character.UnicodeScript.class));
        }
        EncodedMessage message = CodecTesting.encode(codec, maps);

        long allocated =
                allocatedBy(
                        () ->
                                assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                                        .hasMessageContaining("too much memory"));

        assertThat(allocated).isLessThan(600L * message.headLength());
    }

    @Test
    void exceptionsWithoutNumberCannotFillTheMemory() {
        Output out = message();
        for (int i = 0; i < 500; i++) {
            begin(out, ArrayList.class);
            out.writeVarInt(1, true);
        }
        begin(out, ArrayList.class);
        int count = 20_000;
        out.writeVarInt(count, true);
        for (int i = 0; i < count; i++) {
            out.writeVarInt(ClassIds.THROWABLE + 2, true);
            out.writeByte(NEW);
            out.writeString("java.lang.Error");
            for (int zero = 0; zero < 6; zero++) {
                out.writeByte(zero == 0 ? 0x80 : 0);
            }
        }

        assertThatThrownBy(() -> decode(out.toBytes()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("too much memory");
    }

    @Test
    void exceptionsInFieldsOfExceptionsEndAtSomeDepth() {
        Holder top = new Holder();
        for (int i = 0; i < 40; i++) {
            Holder around = new Holder();
            around.left = top;
            around.right = top;
            top = around;
        }
        top.left = top;

        Holder arrived = (Holder) CodecTesting.roundTrip(codec, top);

        assertThat(arrived.right).isInstanceOf(Holder.class);
        assertThat(((Holder) arrived.right).left).isInstanceOf(Holder.class);
    }

    @Test
    void nestingWithoutEndIsRefused() {
        Output out = message();
        for (int i = 0; i < 100_000; i++) {
            begin(out, ArrayList.class);
            out.writeVarInt(1, true);
        }
        out.writeByte(0);

        byte[] bytes = out.toBytes();
        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("too deep");
        assertThat(allocatedBy(() -> decodeOrRefuse(bytes))).isLessThan(4L * bytes.length);
    }

    @Test
    void millionsOfReferencesCostWhatTheirBytesJustify() {
        int count = 2_000_000;
        Output out = message();
        begin(out, ArrayList.class);
        out.writeVarInt(count, true);
        for (int i = 0; i < count; i++) {
            reference(out, ArrayList.class, 0);
        }
        byte[] bytes = out.toBytes();

        long allocated = allocatedBy(() -> decode(bytes));

        List<?> list = (List<?>) decode(bytes);
        assertThat(list.size()).isEqualTo(count);
        assertThat(list.getLast() == list).isTrue();
        assertThat(allocated).isLessThan(16L * bytes.length);
    }

    @Test
    void lengthsThatAreOnlyClaimedGetNoMemory() {
        for (Class<?> type : JdkTypes.serializers().keySet()) {
            for (int claimed : new int[] {1 << 20, 1 << 26, Integer.MAX_VALUE}) {
                for (int before = 0; before < 3; before++) {
                    Output out = message();
                    begin(out, type);
                    for (int i = 0; i < before; i++) {
                        out.writeByte(0);
                    }
                    out.writeVarInt(claimed, true);
                    out.writeBytes(new byte[64]);
                    byte[] bytes = out.toBytes();

                    assertThat(allocatedBy(() -> decodeOrRefuse(bytes)))
                            .as("%s claimed=%s before=%s", type.getName(), claimed, before)
                            .isLessThan(1 << 17);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MIN_VALUE, 100_001, -100_001})
    void aNumberWithMoreZerosThanTheLimitIsRefusedOnBothSides(int scale) {
        Output out = message();
        begin(out, BigDecimal.class);
        out.writeVarInt(1, true);
        out.writeByte(1);
        out.writeVarInt(scale, false);

        assertThatThrownBy(() -> decode(out.toBytes()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("activeobjects.codec.maxScale");
        BigDecimal number = new BigDecimal(BigInteger.ONE, scale);
        assertThatThrownBy(() -> CodecTesting.encode(codec, number))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("activeobjects.codec.maxScale");
        assertThatThrownBy(() -> codec.copy(List.of(number), "Test.call"))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("path=")
                .hasMessageContaining("activeobjects.codec.maxScale");
    }

    @Test
    void aNumberThatIsTooLongIsRefusedHereAndThere() {
        Codec narrow =
                new Codec(
                        new ClassFilter(List.of()),
                        CodecTesting.NO_REFERENCES,
                        new CustomSerializers(List.of()),
                        new Limits(100, 10, 100, 100, 1000, 100));
        BigInteger longest = BigInteger.ONE.shiftLeft(78);
        assertThat(CodecTesting.roundTrip(narrow, longest)).isEqualTo(longest);
        assertThat(narrow.copy(longest, "Test.call")).isSameAs(longest);

        for (Object number :
                List.of(
                        BigInteger.ONE.shiftLeft(79),
                        new BigDecimal(BigInteger.ONE.shiftLeft(79)))) {
            assertThatThrownBy(() -> CodecTesting.encode(narrow, number))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("class=java.math.BigInteger")
                    .hasMessageContaining("activeobjects.codec.maxElements");
            assertThatThrownBy(() -> narrow.copy(number, "Test.call"))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("activeobjects.codec.maxElements");
        }
    }

    @Test
    void aPatternWithManyCombiningMarksIsNotCompiled() {
        Output out = message();
        begin(out, Pattern.class);
        out.writeString("a" + "\u0300\u0316\u0327\u0345".repeat(8));
        out.writeVarInt(Pattern.CANON_EQ, true);

        assertThatThrownBy(() -> decode(out.toBytes()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("combining marks");
    }

    @Test
    void aPatternInPatternsWithoutEndIsRefused() {
        Output out = message();
        begin(out, Pattern.class);
        out.writeString("(".repeat(500_000));
        out.writeVarInt(0, true);

        assertThatThrownBy(() -> decode(out.toBytes())).isInstanceOf(SerializationException.class);
    }

    @Test
    void everyLimitIsTheSameForWriterAndReader() {
        Codec wide = CodecTesting.codecFor();
        ClassFilter filter = new ClassFilter(List.of());
        Codec narrow =
                new Codec(
                        filter,
                        CodecTesting.NO_REFERENCES,
                        new CustomSerializers(List.of()),
                        new Limits(5, 10, 20, 30, 1000, 40));
        Object deep = List.of(List.of(List.of(List.of(List.of(1)))));
        Object many = new ArrayList<>(Collections.nCopies(11, 1));
        Object text = "x".repeat(21);
        Object wideText = "ä".repeat(21);
        Object[] objects = new Object[10];
        Arrays.setAll(objects, i -> new Object[] {new Object(), new Object(), new Object()});
        Object bytes = new Object[] {new byte[400], new byte[400], new byte[400]};
        Map<Object, String> limits =
                Map.of(
                        deep,
                        "maxDepth",
                        many,
                        "maxElements",
                        text,
                        "maxTextLength",
                        wideText,
                        "maxTextLength",
                        Arrays.asList(objects),
                        "maxObjects",
                        bytes,
                        "maxBytes",
                        new BigDecimal("1E41"),
                        "maxScale");

        limits.forEach(
                (value, limit) -> {
                    EncodedMessage message = CodecTesting.encode(wide, value);
                    assertThatThrownBy(() -> CodecTesting.encode(narrow, value))
                            .isInstanceOf(SerializationException.class)
                            .hasMessageContaining("activeobjects.codec." + limit);
                    assertThatThrownBy(() -> CodecTesting.decode(narrow, message))
                            .isInstanceOf(SerializationException.class)
                            .hasMessageContaining("activeobjects.codec." + limit);
                });
    }

    @Test
    void aLimitOutOfRangeIsRefusedByName() {
        assertThatThrownBy(() -> new Limits(0, 1, 1, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("activeobjects.codec.maxDepth=0");
    }
}
