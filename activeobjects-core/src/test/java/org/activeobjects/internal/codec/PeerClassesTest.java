package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.wire.Roots;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Two runtimes that send each other objects: what they say of classes. */
class PeerClassesTest {

    record A(int x) {}

    record B(int x) {}

    record Secret(int x) {}

    /** Has fields, and no constructor that anybody needs. */
    public static class Bean {
        int x = 7;
    }

    /** Any 17 classes. */
    private static final List<Class<?>> SOME =
            List.of(
                    byte.class,
                    char.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    boolean.class,
                    Byte.class,
                    Character.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class,
                    Boolean.class,
                    String.class);

    private static final String NAME = PeerClassesTest.class.getName();

    private final Codec sender = CodecTesting.codecFor(A.class, B.class, Secret.class);
    private final Codec receiver = CodecTesting.codecFor(A.class, B.class);
    private final PeerClasses known = new PeerClasses(numbers -> {});
    private final List<int[]> told = new ArrayList<>();
    private final PeerClasses learned = new PeerClasses(told::add);

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

    private void tell() {
        told.forEach(known::onKnown);
        told.clear();
    }

    /** What a message says of a class at first: its number and one, its name, its shape. */
    private static String explained(int number, Class<?> type) {
        byte[] name = type.getName().getBytes(StandardCharsets.US_ASCII);
        String shape = "extends java.lang.Record\nint x";
        int hash = Integer.reverseBytes(shape.hashCode());
        return "%02x%02x".formatted(number + 1, 0x80 + name.length + 1)
                + hex(name)
                + "%08x%02x".formatted(hash, shape.length())
                + hex(shape.getBytes(StandardCharsets.US_ASCII));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void namesAClassOncePerMessageUntilItsNumberIsKnown() {
        String first = "03" + "0100" + explained(0, A.class) + "0102" + "0100" + "0104";
        String second = "0101" + explained(1, B.class) + "0106";

        assertThat(hex(encode(new A(1), new A(2), new B(3)))).isEqualTo(first + second);
        assertThat(hex(encode(new B(3)))).isEqualTo("010100" + explained(1, B.class) + "0106");

        known.onKnown(new int[] {1});

        assertThat(hex(encode(new B(3), new A(1), new B(3), new A(2))))
                .isEqualTo(
                        "04"
                                + "01020106" // no class named so far, then number 1
                                + ("0100" + explained(0, A.class) + "0102")
                                + "01030106" // one class named so far, then number 1
                                + "01000104");
    }

    @Test
    void readsWhatIsToldByNumberAmidWhatIsNamed() {
        decode(encode(new B(1)));
        tell();

        assertThat(decode(encode(new B(3), new A(1), new B(4), new A(2), new B(5))))
                .containsExactly(new B(3), new A(1), new B(4), new A(2), new B(5));
        tell();

        byte[] numbersOnly = encode(new B(3), new A(1));
        assertThat(new String(numbersOnly, StandardCharsets.ISO_8859_1)).doesNotContain(NAME);
        assertThat(decode(numbersOnly)).containsExactly(new B(3), new A(1));
    }

    @Test
    void readsMessagesInWhateverOrderTheyAreDecoded() {
        byte[] first = encode(new A(1));
        byte[] second = encode(new A(2), new B(2));

        assertThat(decode(second)).containsExactly(new A(2), new B(2));
        tell();
        byte[] third = encode(new B(3), new A(3));

        assertThat(decode(third)).containsExactly(new B(3), new A(3));
        assertThat(decode(first)).containsExactly(new A(1));
    }

    @Test
    void tellsOnceWhatItHasLearned() {
        decode(encode(new A(1), new B(1)));
        decode(encode(new A(1), new B(1)));

        assertThat(told).hasSize(1);
        assertThat(told.getFirst()).containsExactly(0, 1);
    }

    @Test
    void tellsOfAClassAlsoIfItsMessageCouldNotBeReadToItsEnd() {
        byte[] cut = encode(new A(1), new B(1));
        assertThatThrownBy(() -> decode(Arrays.copyOf(cut, cut.length - 5)))
                .isInstanceOf(SerializationException.class);

        assertThat(decode(encode(1))).containsExactly(1);

        assertThat(told).hasSize(1);
        assertThat(told.getFirst()).containsExactly(0);
    }

    @Test
    void saysWhoHasSentANumberThatItHasNotExplained() {
        assertThatThrownBy(() -> decode((byte) 1, (byte) 1, (byte) 5))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("number=4")
                .hasMessageContaining("answer of runtime R");
    }

    @Test
    void doesNotLearnAClassThatMayNotComeIn() {
        byte[] secret = encode(new Secret(1));

        assertThatThrownBy(() -> decode(secret)).hasMessageContaining("Secret");
        assertThatThrownBy(() -> decode((byte) 1, (byte) 1, (byte) 1, (byte) 1, (byte) 2))
                .hasMessageContaining("number=0");
        assertThat(told).isEmpty();
    }

    @Test
    void keepsTheFirstMeaningOfANumber() {
        decode(encode(new A(1)));
        byte[] other = encode(new B(2));
        assertThat(other[3]).isEqualTo((byte) 2);
        other[3] = 1;

        assertThat(decode(other)).containsExactly(new B(2));
        assertThat(decode((byte) 1, (byte) 1, (byte) 1, (byte) 1, (byte) 6))
                .containsExactly(new A(3));
    }

    @Test
    void refusesNumbersBeyondTheLimit() {
        byte[] message = encode(new A(1));
        byte[] beyond = new byte[message.length + 1];
        System.arraycopy(message, 0, beyond, 0, 3);
        System.arraycopy(message, 4, beyond, 5, message.length - 4);
        beyond[3] = (byte) (4097 & 0x7f | 0x80);
        beyond[4] = (byte) (4097 >> 7);

        assertThatThrownBy(() -> decode(beyond))
                .hasMessageContaining("number=4096")
                .hasMessageContaining("limit=4096");
        beyond[3] = (byte) (4096 & 0x7f | 0x80);
        beyond[4] = (byte) (4096 >> 7);
        assertThat(decode(beyond)).containsExactly(new A(1));
        assertThat(told.getFirst()).containsExactly(4095);
    }

    @Test
    void givesNoMoreNumbersThanTheLimit() {
        ClassNumbers numbers = new ClassNumbers();
        int given = 0;
        while (given < PeerClasses.LIMIT) {
            // An array has 255 dimensions at most.
            Class<?> element = SOME.get(given / 250);
            Class<?> type = element.arrayType();
            for (int more = given % 250; more > 0; more--) {
                type = type.arrayType();
            }
            assertThat(numbers.of(type)).isEqualTo(given);
            assertThat(numbers.of(type)).isEqualTo(given++);
        }

        assertThat(numbers.of(A.class)).isEqualTo(ClassNumbers.NONE);
        assertThat(numbers.of(SOME.getFirst().arrayType())).isZero();
    }

    @Test
    void believesNothingOfANoticeWithAWrongNumber() {
        assertThatThrownBy(() -> known.onKnown(new int[] {1, 4096}))
                .hasMessageContaining("number=4096");
        assertThatThrownBy(() -> known.onKnown(new int[] {1, -1}))
                .hasMessageContaining("number=-1");

        assertThat(known.know(1)).isFalse();
        known.onKnown(new int[] {0, 4095});
        assertThat(known.know(0)).isTrue();
        assertThat(known.know(1)).isFalse();
        assertThat(known.know(4095)).isTrue();
    }

    @Test
    void takesANoticeApartThatItHasPutTogether() {
        EncodedMessage message = new EncodedMessage();
        new ClassNotice(1, 0x01020304).write(message);
        byte[] bytes = Arrays.copyOf(message.head(), message.headLength());

        assertThat(bytes).containsExactly(1, 0, 0, 0, 4, 3, 2, 1);
        assertThat(ClassNotice.read(bytes, 0).numbers()).containsExactly(1, 0x01020304);
        assertThat(ClassNotice.read(bytes, 8).numbers()).isEmpty();
        byte[] tooLong = new byte[4 * (PeerClasses.LIMIT + 1)];
        assertThatThrownBy(() -> ClassNotice.read(tooLong, 0)).hasMessageContaining("count=4097");
    }

    @Test
    void givesEachThreadTheClassThatItsLoaderKnowsByTheName() throws IOException {
        Codec open = new Codec(new ClassFilter(List.of(NAME)), CodecTesting.NO_REFERENCES);
        EncodedMessage named = new EncodedMessage(known);
        open.encode(named, new Object[] {new Bean()}, "call");
        assertThat(receive(open, named).getClass()).isSameAs(Bean.class);
        tell();
        EncodedMessage numbered = new EncodedMessage(known);
        open.encode(numbered, new Object[] {new Bean()}, "call");
        assertThat(numbered.headLength()).isLessThan(10);

        Thread thread = Thread.currentThread();
        ClassLoader context = thread.getContextClassLoader();
        URL classes = Bean.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader other =
                new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(other);

            assertThat(receive(open, numbered).getClass().getClassLoader()).isSameAs(other);
        } finally {
            thread.setContextClassLoader(context);
        }
    }

    private Object receive(Codec codec, EncodedMessage message) {
        return codec.decode(
                        message.head(),
                        0,
                        message.headLength(),
                        new Object[0],
                        learned,
                        Roots.VALUES,
                        () -> "call")[0];
    }
}
