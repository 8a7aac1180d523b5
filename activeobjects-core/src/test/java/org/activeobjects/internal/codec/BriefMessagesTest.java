package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.internal.codec.wire.Limits;
import org.activeobjects.internal.codec.wire.Roots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Messages of a few numbers, which are the engine's byte for byte. */
class BriefMessagesTest {

    /** So many values are for the engine. */
    private static final int MANY = 9;

    /** Nothing but numbers. */
    public static class Numbers {
        final int whole;
        private long large;
        protected double real;
        boolean truth;
        transient int forgotten = 1;

        Numbers(int whole, long large, double real, boolean truth) {
            this.whole = whole;
            this.large = large;
            this.real = real;
            this.truth = truth;
        }

        List<Object> values() {
            return List.of(whole, large, real, truth, forgotten);
        }
    }

    /** More than numbers. */
    public static class Named {
        int number = 1;
        String name = "name";
    }

    private final Codec sender = CodecTesting.codecFor(Numbers.class, Named.class);
    private final Codec receiver = CodecTesting.codecFor(Numbers.class, Named.class);
    private final PeerClasses known = new PeerClasses(numbers -> {});
    private final PeerClasses learned = new PeerClasses(known::onKnown);

    private byte[] encode(Object... values) {
        EncodedMessage message = new EncodedMessage(known);
        sender.encode(message, values, "Test.call");
        return Arrays.copyOf(message.head(), message.headLength());
    }

    private Object[] decode(byte... bytes) {
        return receiver.decode(
                bytes,
                0,
                bytes.length,
                new Object[0],
                learned,
                Roots.VALUES,
                () -> "answer of runtime R");
    }

    /** Has each side know the numbers of the other's classes. */
    private void introduce() {
        assertThat(decode(encode(new Numbers(0, 0, 0, false), new Named()))).hasSize(2);
    }

    /** What the engine makes of a value: it is given many, of which all others are null. */
    private byte[] bytesOfTheEngine(Object value) {
        Object[] many = new Object[MANY];
        many[0] = value;
        byte[] bytes = encode(many);
        assertThat(bytes[0]).isEqualTo((byte) MANY);
        assertThat(Arrays.copyOfRange(bytes, bytes.length - MANY + 1, bytes.length))
                .containsOnly(0);
        bytes[0] = 1;
        return Arrays.copyOf(bytes, bytes.length - MANY + 1);
    }

    private Object readByTheEngine(byte... bytes) {
        byte[] many = Arrays.copyOf(bytes, bytes.length + MANY - 1);
        many[0] = MANY;
        return decode(many)[0];
    }

    static Stream<Object> numbers() {
        SplittableRandom random = new SplittableRandom(7);
        return Stream.concat(
                Stream.of(
                        0,
                        -1,
                        63,
                        64,
                        -64,
                        -65,
                        8191,
                        8192,
                        Integer.MAX_VALUE,
                        Integer.MIN_VALUE,
                        0L,
                        -1L,
                        Long.MAX_VALUE,
                        Long.MIN_VALUE,
                        0.0,
                        -0.0,
                        Double.NaN,
                        Double.MIN_VALUE,
                        true,
                        false),
                Stream.generate(() -> random.nextLong() >> random.nextInt(64))
                        .limit(200)
                        .mapMulti(
                                (value, all) -> {
                                    all.accept(value);
                                    all.accept(value.intValue());
                                    all.accept(Double.longBitsToDouble(value));
                                }));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void aNumberIsWrittenAndReadAsByTheEngine(Object number) {
        byte[] bytes = encode(number);
        assertThat(bytes).isEqualTo(bytesOfTheEngine(number));
        assertThat(decode(bytes)).containsExactly(number);
        assertThat(readByTheEngine(bytes)).isEqualTo(number);
    }

    @Test
    void nothingAndNullAreMessagesToo() {
        assertThat(decode(encode())).isEmpty();
        assertThat(decode(encode(null, 1, null))).containsExactly(null, 1, null);
    }

    @Test
    void anObjectOfNumbersIsWrittenAndReadAsByTheEngine() {
        introduce();
        Numbers object = new Numbers(-300, Long.MIN_VALUE, 1e300, true);
        byte[] bytes = encode(object);
        assertThat(bytes).isEqualTo(bytesOfTheEngine(object)).hasSizeLessThan(30);
        List<Object> values = List.of(-300, Long.MIN_VALUE, 1e300, true, 0);
        assertThat(((Numbers) decode(bytes)[0]).values()).isEqualTo(values);
        assertThat(((Numbers) readByTheEngine(bytes)).values()).isEqualTo(values);
    }

    @Test
    void whatIsSharedStaysShared() {
        introduce();
        Numbers one = new Numbers(1, 2, 3, true);
        Object[] shared = decode(encode(one, 5, one));
        assertThat(shared[2]).isSameAs(shared[0]);
        Object[] two = decode(encode(one, new Numbers(1, 2, 3, true)));
        assertThat(two[1]).isNotSameAs(two[0]);
    }

    @Test
    void whatIsNotRightIsRefusedByTheEngine() {
        introduce();
        byte[] bytes = encode(1000, new Numbers(-300, Long.MIN_VALUE, 1e300, true), 1L << 40);
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> decode(part)).isInstanceOf(SerializationException.class);
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> decode(longer))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("bytes are left over");
    }

    @Test
    void aClassThatTheReceiverDoesNotKnowIsForTheEngine() {
        ClassNumbers numbers = new ClassNumbers();
        BriefMessages brief = new BriefMessages(numbers, Limits.fromSettings(), ClassShape::of);
        Object[] object = {new Numbers(1, 2, 3, true)};
        assertThat(brief.encode(new EncodedMessage(number -> true), object)).isFalse();
        int number = numbers.of(Numbers.class);
        assertThat(brief.encode(new EncodedMessage(), object)).isFalse();
        assertThat(brief.encode(new EncodedMessage(asked -> asked != number), object)).isFalse();
        assertThat(brief.encode(new EncodedMessage(asked -> asked == number), object)).isTrue();
    }

    @Test
    void whatIsMoreThanNumbersIsForTheEngine() {
        ClassNumbers numbers = new ClassNumbers();
        var _ = numbers.of(Named.class);
        BriefMessages brief = new BriefMessages(numbers, Limits.fromSettings(), ClassShape::of);
        EncodedMessage message = new EncodedMessage(number -> true);
        for (Object value : List.of("text", 'c', 1f, new Named(), new int[1])) {
            assertThat(brief.encode(message, new Object[] {1, value})).isFalse();
        }
        assertThat(brief.encode(message, new Object[MANY])).isFalse();
        assertThat(message.headLength()).isZero();
        assertThat(brief.decode(new byte[] {1, 3, 0}, 0, 3, null)).isNull();
    }
}
