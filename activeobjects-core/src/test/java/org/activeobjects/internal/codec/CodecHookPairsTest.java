package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.custom.CustomSerializers;
import org.activeobjects.internal.codec.wire.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What hooks write and what they read, as pairs that do not mirror each other: it comes to the same
 * as with Java's own serialization, whether the value is sent or copied.
 */
@SuppressWarnings({"serial", "unused"}) // hooks are called by name
class CodecHookPairsTest {

    /** Reads less than it wrote, and of several kinds. */
    public static class ReadsLess implements Serializable {
        transient int number = 1;
        transient Object text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(number);
            out.writeObject(text);
            out.writeInt(7);
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException {
            number = in.readInt();
        }

        @Override
        public String toString() {
            return number + " " + text;
        }
    }

    /** What is above it reads less, what follows must not be misread. */
    public static class Below extends ReadsLess {
        int below = 2;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(List.of("more"));
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }

        @Override
        public String toString() {
            return super.toString() + below;
        }
    }

    /** Writes more than its fields, and leaves the reading to others. */
    public static class WriteOnly implements Serializable {
        int number = 5;
        Object text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(7);
            out.writeObject("more");
        }

        @Override
        public String toString() {
            return number + " " + text;
        }
    }

    /** Reads its fields by name, although nobody has written them so. */
    public static class ReadsByName implements Serializable {
        int number = 5;
        Object text = "text";

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            number = fields.get("number", 0) + 1;
            text = fields.get("text", null);
        }

        @Override
        public String toString() {
            return number + " " + text;
        }
    }

    /** Writes its fields by name, and reads them as they are. */
    public static class WritesByName implements Serializable {
        int number = 5;
        Object text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("number", 9);
            fields.put("text", "other");
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }

        @Override
        public String toString() {
            return number + " " + text;
        }
    }

    /** Asks how much there is before an object. */
    public static class Asks implements Serializable {
        transient byte[] bytes = {1, 2, 3};
        transient int counted;
        transient Object text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.write(bytes);
            out.writeObject(text);
            out.write(1);
            out.write(2);
            out.writeObject(text);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            bytes = new byte[in.available()];
            in.readFully(bytes);
            text = in.readObject();
            while (in.read() >= 0) {
                counted++;
            }
        }

        @Override
        public String toString() {
            return Arrays.toString(bytes) + counted + text;
        }
    }

    /** Finds the end by reading on. */
    public static class ReadsOn implements Serializable {
        transient int number = 3;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(number);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            number = in.readInt();
            try {
                number += in.readInt();
            } catch (EOFException e) {
                number = -number;
            }
        }

        @Override
        public String toString() {
            return "" + number;
        }
    }

    /** Reads less, too. */
    public static class Outside implements Externalizable {
        private int number = 4;

        /** For readers. */
        public Outside() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(number + 1);
            out.writeObject("more");
            out.writeInt(8);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            number = in.readInt();
        }

        @Override
        public String toString() {
            return "" + number;
        }
    }

    /** Reads in another order. */
    public static class Swaps implements Serializable {
        transient int number = 3;
        transient Object text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(number);
            out.writeObject(text);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            text = in.readObject();
            number = in.readInt();
        }
    }

    /** Writes no fields, which are read all the same. */
    public static class WritesOther implements Serializable {
        int number = 3;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeLong(number);
        }
    }

    /** Writes nothing at all. */
    public static class WritesNothing implements Serializable {
        int number = 3;

        private void writeObject(ObjectOutputStream out) {}
    }

    /** Is not content with what it has read. */
    public static class Checks implements Serializable {
        int number = 3;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.registerValidation(
                    () -> {
                        throw new InvalidObjectException("number=" + number);
                    },
                    0);
            in.defaultReadObject();
        }
    }

    private final Codec codec =
            CodecTesting.codecFor(CodecHookPairsTest.class.getDeclaredClasses());

    static Stream<Object> specimens() {
        return Stream.of(
                new ReadsLess(),
                new Below(),
                new WriteOnly(),
                new ReadsByName(),
                new WritesByName(),
                new Asks(),
                new ReadsOn(),
                new Outside());
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void whatComesOutIsWhatJavaItselfMakesOfIt(Object value) throws Exception {
        String expected = javas(value).toString();
        // What follows must not be misread.
        List<Object> several = List.of(value, "next", value);

        assertThat(CodecTesting.roundTrip(codec, several))
                .hasToString("[" + expected + ", next, " + expected + "]");
        assertThat(codec.copy(several, "Test.call"))
                .hasToString("[" + expected + ", next, " + expected + "]");
    }

    private static Object javas(Object value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    @Test
    void anotherOrderIsToldInTheSameWordsSentOrCopied() {
        String told = "an object read where bytes were written: bytesLeft=4";

        assertThatThrownBy(() -> CodecTesting.roundTrip(codec, new Swaps()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(Swaps.class.getName())
                .hasMessageContaining(told)
                .hasMessageContaining("agree in their order");
        assertThatThrownBy(() -> codec.copy(new Swaps(), "Test.call"))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(Swaps.class.getName())
                .hasMessageContaining(told)
                .hasMessageContaining("agree in their order");
    }

    static Stream<Arguments> failing() {
        String fields = "it has writeObject and no readObject, and what reads its fields threw: ";
        return Stream.of(
                Arguments.of(
                        new WritesOther(),
                        fields
                                + "java.io.StreamCorruptedException: fields read where bytes were"
                                + " written: bytesLeft=8; have what writes and what reads agree"),
                Arguments.of(
                        new WritesNothing(),
                        fields + "java.io.EOFException: more is read than was written; have"),
                Arguments.of(
                        new Checks(),
                        "a check that it registered threw: java.io.InvalidObjectException:"
                                + " number=3"));
    }

    @ParameterizedTest
    @MethodSource("failing")
    void whatHasFailedIsNamed(Object value, String told) {
        for (Way way : Way.values()) {
            assertThatThrownBy(() -> way.carry(codec, value))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(" class=" + value.getClass().getName() + " ")
                    .hasMessageContaining(": " + told);
        }
    }

    @Test
    void aHookThatWritesMoreThanAMessageMayHaveIsNotToBlame() {
        ClassFilter filter = new ClassFilter(List.of(CodecHookPairsTest.class.getName()));
        Codec brief =
                new Codec(
                        filter,
                        CodecTesting.NO_REFERENCES,
                        new CustomSerializers(List.of()),
                        new Limits(9, 99, 999, 99, 1000, 9));
        Asks value = new Asks();
        value.bytes = new byte[1000];

        assertThatThrownBy(() -> CodecTesting.encode(brief, value))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(": the message is too long; send it in parts, or raise");
    }
}
