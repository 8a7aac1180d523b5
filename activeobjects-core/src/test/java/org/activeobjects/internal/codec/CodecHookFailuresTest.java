package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.stream.Stream;

/** A hook that goes on after one of its values has failed does not make others be misread. */
@SuppressWarnings("EmptyCatch") // it is what these hooks do
class CodecHookFailuresTest {

    private final Codec codec =
            CodecTesting.codecFor(
                    SwallowsObject.class,
                    SwallowsFields.class,
                    SwallowsNamed.class,
                    SwallowsAtArrival.class,
                    Fragile.class);

    static class SwallowsObject implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            try {
                out.writeObject(new Object[] {"half", new Thread()});
            } catch (RuntimeException e) {
                // what follows is written all the same
            }
            out.writeInt(42);
            out.writeObject("after it");
        }

        @Serial
        private void readObject(ObjectInputStream in) {}
    }

    static class SwallowsFields implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        String text = "half";

        @SuppressWarnings("serial")
        Object worker = new Thread();

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            try {
                out.defaultWriteObject();
            } catch (RuntimeException e) {
                // what follows is written all the same
            }
            out.writeInt(42);
        }
    }

    static class SwallowsNamed implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        transient Object worker;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.putFields().put("worker", new Thread());
            try {
                out.writeFields();
            } catch (RuntimeException e) {
                // nothing follows
            }
        }
    }

    /** Cannot be made again. */
    static class Fragile implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) {
            throw new IllegalStateException("fragile");
        }
    }

    static class SwallowsAtArrival implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        transient int got;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject(new Object[] {new Fragile(), "after it"});
            out.writeInt(42);
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            try {
                got = in.readObject().hashCode();
            } catch (RuntimeException e) {
                // what follows is not read
            }
        }
    }

    static Stream<Object> swallowing() {
        return Stream.of(
                new SwallowsObject(),
                new SwallowsFields(),
                new SwallowsNamed(),
                new SwallowsAtArrival());
    }

    @ParameterizedTest
    @MethodSource("swallowing")
    void whatAHookHasCaughtFailsAllTheSame(Object value) {
        String told = value instanceof SwallowsAtArrival ? "fragile" : "java.lang.Thread";

        assertThatThrownBy(() -> CodecTesting.roundTrip(codec, new Object[] {value, "next"}))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(told);
        assertThatThrownBy(() -> codec.copy(new Object[] {value, "next"}, "Test.call"))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(told);
    }
}
