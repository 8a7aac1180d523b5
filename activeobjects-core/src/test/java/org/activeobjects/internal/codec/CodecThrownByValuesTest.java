package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** What code of the values throws is told with the path to them, whatever it is. */
class CodecThrownByValuesTest {

    private final Codec codec =
            CodecTesting.codecFor(
                    Key.class,
                    Unlike.class,
                    Sneaky.class,
                    Ranked.class,
                    Endless.class,
                    EndlessOutside.class,
                    External.class,
                    OutOfMemory.class,
                    Nameless.class,
                    Holder.class,
                    Hidden.class,
                    Owner.class,
                    CodecThrownByValuesTest.class,
                    Kind1.class,
                    Kind2.class);

    /** As it is here; what arrives in its place is not ready for anything. */
    static class Value implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        transient boolean isReady = true;

        void require(Throwable otherwise) {
            if (!isReady) {
                CodecThrownByValuesTest.<RuntimeException>sneak(otherwise);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    static class Key extends Value {
        @Serial private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            require(new AssertionError("not ready"));
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    static class Unlike extends Value {
        @Serial private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            require(new AssertionError("not ready"));
            return this == other;
        }
    }

    static class Sneaky extends Value {
        @Serial private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            require(new IOException("not ready"));
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    /** Whoever hashes it comes to no end. */
    static class Endless extends Value {
        @Serial private static final long serialVersionUID = 1;

        @Override
        @SuppressWarnings("InfiniteRecursion")
        public int hashCode() {
            return isReady ? 1 : hashCode() + 1;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    /** Whoever writes it comes to no end. */
    public static class EndlessOutside extends External {
        @Override
        @SuppressWarnings("InfiniteRecursion")
        public void writeExternal(ObjectOutput out) {
            writeExternal(out);
        }
    }

    static class Ranked extends Value implements Comparable<Ranked> {
        @Serial private static final long serialVersionUID = 1;
        int rank;

        @Override
        public int compareTo(Ranked other) {
            require(new AssertionError("not ready"));
            return Integer.compare(rank, other.rank);
        }
    }

    /** Public, as such a class has to be. */
    public static class External implements Externalizable {
        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {
            throw new AssertionError("not ready");
        }
    }

    static class OutOfMemory implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) {
            throw new OutOfMemoryError("nothing is left");
        }
    }

    static class Nameless implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) {
            throw new IllegalStateException("nobody sees this") {
                @Serial private static final long serialVersionUID = 1;

                @Override
                public String toString() {
                    throw new UnsupportedOperationException("no text");
                }
            };
        }
    }

    static class Holder implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @SuppressWarnings("serial")
        Object worker = new Thread();

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }
    }

    /** What it holds is in no field. */
    static class Hidden implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        transient Object held;

        Hidden(Object held) {
            this.held = held;
        }

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject("first");
            out.writeObject(held);
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.readObject();
            held = in.readObject();
        }
    }

    interface Task extends Supplier<Object>, Serializable {}

    static class Owner {
        final Thread worker = new Thread();

        Task task() {
            return () -> worker;
        }
    }

    enum Kind1 {
        ONLY
    }

    enum Kind2 {
        ONLY;

        static {
            CodecThrownByValuesTest.<RuntimeException>sneak(new IllegalStateException("not here"));
        }
    }

    /** Makes one class, with a field of a class that is nowhere. */
    private static final class Maker extends ClassLoader {

        Maker() {
            super(CodecThrownByValuesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(LACKING)) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes =
                    ClassFile.of()
                            .build(
                                    ClassDesc.of(name),
                                    type ->
                                            type.withField(
                                                    "heart", ClassDesc.of("org.acme.Heart"), 0));
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static final String LACKS =
            "its class cannot be used: java.lang.NoClassDefFoundError: org/acme/Heart";

    /** As long as the name of {@link Kind1}. */
    private static final String LACKING = Kind1.class.getName().replace('1', '3');

    private ThrowingCallable carry(Way way, Object value) {
        return () -> way.carry(codec, new Object[] {"first", value});
    }

    @ParameterizedTest
    @EnumSource
    void errorsOfKeysAreToldWithThePath(Way way) {
        Ranked first = new Ranked();
        Ranked second = new Ranked();
        second.rank = 1;

        for (Object value :
                List.of(
                        new HashSet<>(List.of(new Key())),
                        new HashMap<>(Map.of(new Key(), 1)),
                        Set.of(new Key(), "other"),
                        Map.of(new Key(), 1, "other", 2),
                        Map.of(new Key(), 1),
                        new HashSet<>(List.of(new Unlike(), new Unlike())),
                        new TreeSet<>(List.of(first, second)))) {
            assertThatThrownBy(carry(way, value))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(" path=value(Object[])[1] ")
                    .hasMessageEndingWith(": java.lang.AssertionError: not ready")
                    .hasCauseInstanceOf(AssertionError.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void soAreCheckedExceptionsThatNothingDeclares(Way way) {
        assertThatThrownBy(carry(way, new HashSet<>(List.of(new Sneaky()))))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" path=value(Object[])[1] ")
                .hasMessageEndingWith(": java.io.IOException: not ready")
                .hasCauseInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @EnumSource
    void soIsCodeThatCallsItselfForEver(Way way) {
        for (Object value :
                List.of(
                        new HashSet<>(List.of(new Endless())),
                        new HashMap<>(Map.of(new Endless(), 1)),
                        new EndlessOutside())) {
            assertThatThrownBy(carry(way, value))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(" path=value(Object[])[1] call=")
                    .hasMessageContaining("too deep for the stack of the thread; ")
                    .hasCauseInstanceOf(StackOverflowError.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void soAreErrorsOfWhatReadsItself(Way way) {
        assertThatThrownBy(carry(way, new External()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(
                        " class=" + External.class.getName() + " path=value(Object[])[1] ")
                .hasMessageContaining(" its readExternal threw: ")
                .hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void aStaticInitializerThatFailsAtTheReceiverIsNamedWithWhatItThrew() {
        EncodedMessage message = CodecTesting.encode(codec, "first", List.of(Kind1.ONLY));
        String bytes = new String(message.head(), StandardCharsets.ISO_8859_1);
        message.head()[bytes.indexOf("Kind1") + "Kind".length()] = '2';

        assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" class=" + Kind2.class.getName() + " path=value(ListN)[0] ")
                .hasMessageEndingWith(
                        "its static initializer threw: java.lang.IllegalStateException: not here")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void aClassThatLacksAnotherOneIsNamedWhereItIsSent() throws ClassNotFoundException {
        Codec open = new Codec(new ClassFilter(List.of("org.")), CodecTesting.NO_REFERENCES);
        Object none = Array.newInstance(new Maker().loadClass(LACKING), 1);

        assertThatThrownBy(() -> CodecTesting.encode(open, "first", List.of(none)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" class=" + LACKING + "[] path=value(List12)[0] ")
                .hasMessageEndingWith(LACKS);
    }

    @Test
    void aClassThatLacksAnotherOneIsNamedWhereItArrives() {
        Codec open = new Codec(new ClassFilter(List.of("org.")), CodecTesting.NO_REFERENCES);
        EncodedMessage message = CodecTesting.encode(open, "first", List.of(Kind1.ONLY));
        String bytes = new String(message.head(), StandardCharsets.ISO_8859_1);
        message.head()[bytes.indexOf("Kind1") + "Kind".length()] = '3';
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(new Maker());

        try {
            assertThatThrownBy(() -> CodecTesting.decode(open, message))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(" class=" + LACKING + " path=value(ListN)[0] ")
                    .hasMessageEndingWith(LACKS);
        } finally {
            Thread.currentThread().setContextClassLoader(own);
        }
    }

    @ParameterizedTest
    @EnumSource
    void errorsOfTheJvmPassThroughHooksToo(Way way) {
        assertThatThrownBy(carry(way, new OutOfMemory()))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("nothing is left");
    }

    @ParameterizedTest
    @EnumSource
    void anExceptionWithoutATextIsNamedByItsClass(Way way) {
        assertThatThrownBy(carry(way, new Nameless()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(
                        " class=" + Nameless.class.getName() + " path=value(Object[])[1] ")
                .hasMessageContaining("its readObject threw: " + Nameless.class.getName() + "$1")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void fieldsThatAHookWritesByDefaultAreInThePath(Way way) {
        assertThatThrownBy(carry(way, new Holder()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" class=java.lang.Thread path=value(Object[])[1].worker ");
    }

    @ParameterizedTest
    @EnumSource
    void whatAHookHasWrittenIsCountedInThePath(Way way) {
        assertThatThrownBy(carry(way, new Hidden(new Thread())))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" class=java.lang.Thread path=value(Object[])[1].object[1] ");
        assertThatThrownBy(carry(way, new Hidden(new External())))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" path=value(Object[])[1].object[1] ");
    }

    @ParameterizedTest
    @EnumSource
    void theObjectThatALambdaHasCapturedIsNamedByItsClass(Way way) {
        assertThatThrownBy(carry(way, new Owner().task()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" path=value(Object[])[1].captured[0](Owner).worker ");
        External external = new External();
        Task task = () -> external;
        assertThatThrownBy(carry(way, task))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" path=value(Object[])[1].captured[0]");
    }
}
