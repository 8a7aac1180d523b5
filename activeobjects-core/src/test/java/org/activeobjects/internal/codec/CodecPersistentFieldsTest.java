package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serial;
import java.io.Serializable;
import java.util.List;

/** The fields that a class names in {@code serialPersistentFields} travel, and no others. */
@SuppressWarnings("serial") // some lists are wrong on purpose
class CodecPersistentFieldsTest {

    private final Codec codec =
            CodecTesting.codecFor(Named.class, Hooked.class, NoList.class, Below.class);

    static class Named implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("kept", int.class),
            new ObjectStreamField("gone", int.class),
            new ObjectStreamField("otherType", String.class)
        };

        transient int kept = 1;
        int left = 2;
        transient int otherType = 3;

        Object worker = new Thread();
    }

    static class Below extends Named {
        @Serial private static final long serialVersionUID = 1;
        int own = 4;
    }

    static class Hooked implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("kept", int.class)
        };

        transient int kept = 1;
        int left = 2;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    /** Java asks for a private constant. */
    static class NoList implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("kept", int.class)
        };

        transient int kept = 1;
        int left = 2;
    }

    private <T> List<T> copiesOf(T value) {
        @SuppressWarnings("unchecked")
        T received = (T) CodecTesting.roundTrip(codec, value);
        @SuppressWarnings("unchecked")
        T copied = (T) codec.copy(value, "Test.call");
        return List.of(received, copied);
    }

    @Test
    void theFieldsThatAreNamedTravel() {
        for (Below copy : copiesOf(new Below())) {
            assertThat(copy.kept).isEqualTo(1);
            assertThat(copy.left).isZero();
            assertThat(copy.otherType).isZero();
            assertThat(copy.worker).isNull();
            assertThat(copy.own).isEqualTo(4);
        }
        for (Hooked copy : copiesOf(new Hooked())) {
            assertThat(copy.kept).isEqualTo(1);
            assertThat(copy.left).isZero();
        }
    }

    @Test
    void aListThatJavaDoesNotSeeNamesNothing() {
        for (NoList copy : copiesOf(new NoList())) {
            assertThat(copy.kept).isZero();
            assertThat(copy.left).isEqualTo(2);
        }
    }
}
