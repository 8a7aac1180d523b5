package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** What classes say about their own serialization holds on the wire and in a copy. */
class CodecHooksTest {

    /** Cached: what arrives is the one instance of its name. */
    static final class Unit implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        static final Unit METRE = new Unit("m");
        static final Unit SECOND = new Unit("s");
        final String name;

        Unit(String name) {
            this.name = name;
        }

        @Serial
        private Object readResolve() {
            return name.equals("m") ? METRE : SECOND;
        }
    }

    /** Writes another class in its place, which makes it again. */
    static class Money implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        final transient long cents;

        Money(long cents) {
            this.cents = cents;
        }

        Object writeReplace() {
            return new MoneyText(Long.toString(cents));
        }
    }

    record MoneyText(String text) implements Serializable {
        @Serial
        private Object readResolve() {
            return new Money(Long.parseLong(text));
        }
    }

    /** Its replacement is of its own class. */
    static class Trimmed implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        final String text;

        Trimmed(String text) {
            this.text = text;
        }

        @Serial
        private Object writeReplace() {
            return new Trimmed(text.strip());
        }
    }

    static class Endless implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private Object writeReplace() {
            return new EndlessToo();
        }
    }

    static class EndlessToo implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private Object writeReplace() {
            return new Endless();
        }
    }

    public static class External implements Externalizable {
        @Serial private static final long serialVersionUID = 1;
        int number;
        Object friend;
        double[] large;
        boolean wasConstructed;

        public External() {
            wasConstructed = true;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(number);
            out.writeObject(friend);
            out.writeUTF("end");
            out.writeObject(large);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            number = in.readInt();
            friend = in.readObject();
            if (!in.readUTF().equals("end")) {
                throw new InvalidObjectException("no end");
            }
            large = (double[]) in.readObject();
        }
    }

    static class Base implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        private final List<String> names = new ArrayList<>();
        private transient int size;

        void add(String name) {
            names.add(name);
            size++;
        }

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeByte(7);
            out.writeObject("extra");
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            if (in.readByte() != 7 || !in.readObject().equals("extra")) {
                throw new InvalidObjectException("not what was written");
            }
            size = names.size();
        }
    }

    static class Derived extends Base {
        @Serial private static final long serialVersionUID = 1;
        Derived self = this;
        private transient String hidden = "kept by name";

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("text", hidden);
            fields.put("count", 3);
            fields.put("self", self);
            out.writeFields();
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            hidden = (String) fields.get("text", null) + fields.get("count", 0);
            self = (Derived) fields.get("self", null);
            if (fields.get("missing", 5L) != 5L || !fields.defaulted("missing")) {
                throw new InvalidObjectException("a field that nobody wrote");
            }
        }
    }

    /** Reads less than it wrote. */
    static class Careless implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeLong(1);
            out.writeLong(2);
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException {
            in.readLong();
        }
    }

    static class Checked implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        int value = -1;

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.registerValidation(
                    () -> {
                        if (value < 0) {
                            throw new InvalidObjectException("negative: value=" + value);
                        }
                    },
                    0);
            in.defaultReadObject();
        }
    }

    interface SerialOperator extends IntUnaryOperator, Serializable {}

    interface SerialSupplier extends Supplier<Object>, Serializable {}

    private final Codec codec =
            CodecTesting.codecFor(
                    CodecHooksTest.class,
                    Unit.class,
                    Money.class,
                    MoneyText.class,
                    Trimmed.class,
                    Endless.class,
                    External.class,
                    Derived.class,
                    Branch.class,
                    Careless.class,
                    Checked.class,
                    Eager.class,
                    Greedy.class);

    @ParameterizedTest
    @EnumSource
    void readResolveGivesTheInstanceThatIsUsed(Way way) {
        assertThat(way.carry(codec, new Unit("m"))).isSameAs(Unit.METRE);
        Object[] shared = {Unit.SECOND, Unit.SECOND, Unit.METRE};
        assertThat((Object[]) way.carry(codec, shared))
                .containsExactly(Unit.SECOND, Unit.SECOND, Unit.METRE);
    }

    /** Makes again what did not travel. */
    static final class Branch implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        final Branch parent;
        final List<Branch> twigs = new ArrayList<>();
        transient String path = "here";

        Branch(Branch parent) {
            this.parent = parent;
            if (parent != null) {
                parent.twigs.add(this);
            }
        }

        @Serial
        private Object readResolve() {
            path = "there";
            return this;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatResolvesToItselfMayBeReferredToFromWithin(Way way) {
        Branch root = new Branch(null);
        Branch twig = new Branch(root);

        Branch other = (Branch) way.carry(codec, twig);

        assertThat(other.path).isEqualTo("there");
        assertThat(other.parent.path).isEqualTo("there");
        assertThat(other.parent.twigs).containsExactly(other);
        Object[] shared = (Object[]) way.carry(codec, new Object[] {root, twig, root});
        assertThat(shared[2]).isSameAs(shared[0]);
        assertThat(((Branch) shared[1]).parent).isSameAs(shared[0]);
    }

    @ParameterizedTest
    @EnumSource
    void writeReplacePutsAnotherObjectInThePlace(Way way) {
        Money money = new Money(1234);

        Object[] both = (Object[]) way.carry(codec, new Object[] {money, List.of(money)});

        assertThat(both[0])
                .isInstanceOfSatisfying(Money.class, m -> assertThat(m.cents).isEqualTo(1234));
        assertThat(((List<?>) both[1]).getFirst()).isSameAs(both[0]);
    }

    @ParameterizedTest
    @EnumSource
    void aReplacementMayBeOfTheSameClass(Way way) {
        assertThat(((Trimmed) way.carry(codec, new Trimmed("  a "))).text).isEqualTo("a");
    }

    @ParameterizedTest
    @EnumSource
    void replacementsWithoutAnEndAreRefused(Way way) {
        assertThatThrownBy(() -> way.carry(codec, new Endless()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("writeReplace comes to no end");
    }

    @ParameterizedTest
    @EnumSource
    void anExternalizableWritesAndReadsItself(Way way) {
        External external = new External();
        external.number = 42;
        external.friend = external;
        external.large = new double[1000];
        external.large[999] = 1.5;

        External other = (External) way.carry(codec, external);

        assertThat(other).isNotSameAs(external);
        assertThat(other.number).isEqualTo(42);
        assertThat(other.friend).isSameAs(other);
        assertThat(other.large).isEqualTo(external.large);
        assertThat(other.wasConstructed).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void eachLevelOfAHierarchyHasItsOwnHooks(Way way) {
        Derived derived = new Derived();
        derived.add("a");
        derived.add("b");

        Derived other = (Derived) way.carry(codec, derived);

        assertThat(((Base) other).names).containsExactly("a", "b");
        assertThat(((Base) other).size).isEqualTo(2);
        assertThat(other.hidden).isEqualTo("kept by name3");
        assertThat(other.self).isSameAs(other);
    }

    @ParameterizedTest
    @EnumSource
    void whatAHookDoesNotReadIsPassedOver(Way way) {
        assertThat(way.carry(codec, new Careless())).isInstanceOf(Careless.class);
    }

    @ParameterizedTest
    @EnumSource
    void aValidationThatFailsRefusesTheValue(Way way) {
        assertThatThrownBy(() -> way.carry(codec, new Checked()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("negative: value=-1");
    }

    @ParameterizedTest
    @EnumSource
    void aSerializableLambdaTravelsWithWhatItCaptured(Way way) {
        int[] captured = {3};
        SerialOperator add = x -> x + captured[0];

        SerialOperator other = (SerialOperator) way.carry(codec, add);
        captured[0] = 1000;

        assertThat(other.applyAsInt(4)).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource
    void whatALambdaCapturesIsCheckedToo(Way way) {
        Thread thread = Thread.currentThread();
        SerialSupplier lambda = () -> thread;

        assertThatThrownBy(() -> way.carry(codec, lambda))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.lang.Thread")
                .hasMessageContaining(".captured[0]");
    }

    @ParameterizedTest
    @EnumSource
    void aLambdaThatIsNotSerializableIsRefusedWithTheRemedy(Way way) {
        IntUnaryOperator plain = x -> x;

        assertThatThrownBy(() -> way.carry(codec, plain))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("have the functional interface extend Serializable");
    }

    @ParameterizedTest
    @EnumSource
    void aHiddenClassThatIsNoLambdaIsRefusedForWhatItIs(Way way) throws Exception {
        byte[] bytes;
        try (InputStream in = Template.class.getResourceAsStream("CodecHooksTest$Template.class")) {
            bytes = in.readAllBytes();
        }
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass();
        Constructor<?> constructor = hidden.getDeclaredConstructor();

        List<Object> values = new ArrayList<>(List.of(constructor.newInstance()));
        if (way == Way.WIRE) {
            values.addAll(List.of(hidden, Array.newInstance(hidden, 1)));
        }
        for (Object value : values) {
            assertThatThrownBy(() -> way.carry(codec, List.of(value)))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("class=" + Template.class.getName() + "/")
                    .hasMessageContaining("path=")
                    .hasMessageContaining("hidden")
                    .hasMessageContaining("class path of both sides");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anExternalizableThatNobodyCouldMakeIsRefusedAtItsCaller(Way way) {
        Codec local = CodecTesting.codecFor(Unmakeable.class);
        List<Object> values = List.of(new Unmakeable(1));

        assertThatThrownBy(
                        () -> {
                            if (way == Way.COPY) {
                                way.carry(local, values);
                            } else {
                                CodecTesting.encode(local, values);
                            }
                        })
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=" + Unmakeable.class.getTypeName())
                .hasMessageContaining("[0]")
                .hasMessageContaining("call=Test.call")
                .hasMessageContaining("no public constructor without parameters; give it one");
    }

    @Test
    void aLambdaOfAClassThatIsNotAllowedIsRefusedAndCopiedWithinAJvm() {
        Codec strict = CodecTesting.codecFor(Unit.class);
        SerialOperator add = x -> x + 1;

        assertThatThrownBy(() -> Way.WIRE.carry(strict, add))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("-Dactiveobjects.codec.allow=");
        assertThat(((SerialOperator) Way.COPY.carry(strict, add)).applyAsInt(4)).isEqualTo(5);
    }

    @Test
    void aReplacementOfAClassThatIsNotAllowedIsRefusedAndCopiedWithinAJvm() {
        Codec strict = CodecTesting.codecFor(Unit.class);
        Trimmed trimmed = new Trimmed(" x ");

        assertThatThrownBy(() -> Way.WIRE.carry(strict, trimmed))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("-Dactiveobjects.codec.allow=");
        assertThat(((Trimmed) Way.COPY.carry(strict, trimmed)).text).isEqualTo("x");
    }

    /** Reads on, as long as there is something. */
    static final class Eager implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        transient byte[] bytes = {1, 2, 3};
        transient boolean foundEnd;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.write(bytes);
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException {
            bytes = in.readAllBytes();
            try {
                in.readInt();
            } catch (EOFException e) {
                foundEnd = true;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void hookReadsToTheEndOfItsOwnBytes(Way way) {
        Object value = List.of(new Eager(), "after it", 7L);

        List<?> passed = (List<?>) way.carry(codec, value);

        assertThat(((Eager) passed.get(0)).bytes).containsExactly(1, 2, 3);
        assertThat(((Eager) passed.get(0)).foundEnd).isTrue();
        assertThat(passed.subList(1, 3)).isEqualTo(List.of("after it", 7L));
    }

    /** What a hidden class is made of. */
    static final class Template {}

    /** Has no constructor that a receiver could call. */
    public static final class Unmakeable implements Externalizable {
        @Serial private static final long serialVersionUID = 1;
        private final int number;

        Unmakeable(int number) {
            this.number = number;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(number);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            in.readInt();
        }
    }

    /** Reads what it has not written, or throws. */
    public static final class Greedy implements Externalizable {
        @Serial private static final long serialVersionUID = 1;

        public Greedy() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(1);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            in.readLong();
        }
    }

    @ParameterizedTest
    @EnumSource
    void externalObjectThatReadsTooMuchIsNamed(Way way) {
        assertThatThrownBy(() -> way.carry(codec, List.of(new Greedy(), 7L)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=" + Greedy.class.getTypeName())
                .hasMessageContaining("readExternal")
                .hasMessageContaining("EOFException: asked=8 left=4");
    }

    /** Java asks no constant for another object. */
    enum Size {
        SMALL,
        LARGE {
            @Override
            Object writeReplace() {
                return SMALL;
            }
        };

        Object writeReplace() {
            return LARGE;
        }

        @Serial
        private Object readResolve() {
            return LARGE;
        }
    }

    @ParameterizedTest
    @EnumSource
    void constantsAreTheirNamesWhateverHooksTheirEnumHas(Way way) {
        Codec sizes = CodecTesting.codecFor(Size.class);
        List<Size> all = List.of(Size.SMALL, Size.LARGE);

        assertThat(way.carry(sizes, Size.SMALL)).isSameAs(Size.SMALL);
        assertThat(way.carry(sizes, all)).isEqualTo(all);
    }
}
