package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.type.ClassShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Two versions of a class, one of which has a field or a hook that the other has not. */
class CodecVersionsTest {

    private static final String PREFIX = CodecVersionsTest.class.getName();

    private final Codec codec = new Codec(new ClassFilter(List.of(PREFIX)), null);

    static class Checked implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        int number = 7;

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    static class Signed implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        int number = 7;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }
    }

    static class Above implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        Checked below = new Checked();
    }

    static class Order {
        int total = 1;
        String note = "x";
    }

    record Money(long amount, String currency) {}

    enum Colour {
        RED,
        GREEN
    }

    /** Has another version of one class: what has a certain name has another one. */
    private static final class Versions extends ClassLoader {

        private final Class<?> original;
        private final String renamed;

        Versions(Class<?> original, String renamed) {
            super(original.getClassLoader());
            this.original = original;
            this.renamed = renamed;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null || !name.equals(original.getName())
                        ? known == null ? super.loadClass(name, resolve) : known
                        : define(name);
            }
        }

        private Class<?> define(String name) {
            String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
            try (InputStream in = original.getResourceAsStream(file)) {
                String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                String other = renamed.substring(1) + "_";
                byte[] bytes = text.replace(renamed, other).getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static Object receive(EncodedMessage message, ClassLoader loader) {
        Codec codec = new Codec(new ClassFilter(List.of(PREFIX)), null); // knows no class yet
        Thread thread = Thread.currentThread();
        ClassLoader context = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return CodecTesting.decode(codec, message)[0];
        } finally {
            thread.setContextClassLoader(context);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Checked.class, Signed.class})
    void aHookThatOneSideHasNotIsADifference(Class<?> type) {
        Object value = type == Checked.class ? new Checked() : new Signed();
        EncodedMessage message = CodecTesting.encode(codec, value, "x", List.of(1, 2));
        String hook = type == Checked.class ? "readObject" : "writeObject";

        assertThatThrownBy(() -> receive(message, new Versions(type, hook)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=" + type.getName())
                .hasMessageContaining(
                        "class differs between the two JVMs: only that of the sender has"
                                + " [writeObject or readObject];");
    }

    private static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of(new Order(), "total", "int total", "int otal_"),
                Arguments.of(new Order[1], "note", "String note", "String ote_"),
                Arguments.of(new Money(1, "EUR"), "amount", "long amount", "long mount_"),
                Arguments.of(Colour.RED, "GREEN", "GREEN", "REEN_"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void whatOnlyOneSideHasIsNamed(Object value, String name, String there, String here) {
        EncodedMessage message = CodecTesting.encode(codec, value);
        Class<?> type = value.getClass();
        Class<?> changed = type.isArray() ? type.componentType() : type;

        assertThatThrownBy(() -> receive(message, new Versions(changed, name)))
                .isInstanceOf(SerializationException.class)
                .message()
                .contains("class=" + type.getTypeName() + " ")
                .containsPattern("only that of the sender has \\[(java.lang.)?" + there + "]")
                .containsPattern(
                        "only that of the receiver has \\[(java.lang.)?" + here + "]; run");
    }

    @ParameterizedTest
    @CsvSource({
        "A B, A B, ', which have the same in another order'",
        "A B A, A B, ': only that of the sender has [A]'",
        "A  B, A B, ', which have the same in another order'",
        "A, A C, ': only that of the receiver has [C]'",
        "'', A C, ''"
    })
    void versionsAreCompared(String theirs, String ours, String difference) {
        String there = theirs.replace(' ', '\n');
        String here = ours.replace(' ', '\n');

        assertThat(ClassShape.difference(there, here)).isEqualTo(difference);
    }

    @Test
    void ofVeryDifferentVersionsTheFirstPartsAreNamed() {
        String fields = "int a\n".repeat(20);

        assertThat(ClassShape.difference(fields, "int a"))
                .contains("[int a, int a,")
                .endsWith("] and 7 more");
    }

    @Test
    void anotherMethodIsNone() {
        EncodedMessage message = CodecTesting.encode(codec, new Above());

        Object received = receive(message, new Versions(Above.class, "noSuchMethod"));

        assertThat(received.getClass()).isNotSameAs(Above.class).hasToString(text(Above.class));
    }

    private static String text(Class<?> type) {
        return "class " + type.getName();
    }
}
