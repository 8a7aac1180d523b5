package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.custom.CustomSerializers;
import org.activeobjects.internal.codec.wire.Limits;
import org.activeobjects.serial.ObjectReader;
import org.activeobjects.serial.ObjectSerializer;
import org.activeobjects.serial.ObjectWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

class CustomSerializerTest {

    /** Nothing but its serializer could send this: its state is a thread. */
    static final class Ticker {
        final Thread thread;
        final int period;
        Object owner;

        Ticker(int period) {
            this.thread = new Thread(() -> {});
            this.period = period;
        }
    }

    static class TickerSerializer implements ObjectSerializer<Ticker> {
        @Override
        public Class<Ticker> type() {
            return Ticker.class;
        }

        @Override
        public boolean allowsCycles() {
            return true;
        }

        @Override
        public int version() {
            return 2;
        }

        @Override
        public void write(Ticker value, ObjectWriter out) {
            out.writeInt(value.period);
            out.writeObject(value.owner);
        }

        @Override
        public Ticker read(ObjectReader in, int version) {
            Ticker ticker = new Ticker(in.readInt());
            in.made(ticker);
            ticker.owner = version < 2 ? null : in.readObject(Object.class);
            return ticker;
        }
    }

    static class OldTickerSerializer extends TickerSerializer {
        @Override
        public int version() {
            return 1;
        }

        @Override
        public void write(Ticker value, ObjectWriter out) {
            out.writeInt(value.period);
        }
    }

    /** A class of the JDK that the runtime does not know, and whose instances are of others. */
    static class FormatSerializer implements ObjectSerializer<NumberFormat> {
        @Override
        public Class<NumberFormat> type() {
            return NumberFormat.class;
        }

        @Override
        public boolean coversSubclasses() {
            return true;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public void write(NumberFormat value, ObjectWriter out) {
            out.writeText(((DecimalFormat) value).toPattern());
        }

        @Override
        public NumberFormat read(ObjectReader in, int version) {
            return new DecimalFormat(in.readText());
        }
    }

    /** Every kind of part, so that each method of writer and reader is used. */
    record Parts(
            boolean flag,
            byte octet,
            short small,
            char letter,
            int number,
            long large,
            float real,
            double exact,
            String text,
            Object object) {}

    static class PartsSerializer implements ObjectSerializer<Parts> {
        @Override
        public Class<Parts> type() {
            return Parts.class;
        }

        @Override
        public void write(Parts value, ObjectWriter out) {
            out.writeBoolean(value.flag);
            out.writeByte(value.octet);
            out.writeShort(value.small);
            out.writeChar(value.letter);
            out.writeInt(value.number);
            out.writeLong(value.large);
            out.writeFloat(value.real);
            out.writeDouble(value.exact);
            out.writeText(value.text);
            out.writeObject(value.object);
        }

        @Override
        public Parts read(ObjectReader in, int version) {
            return new Parts(
                    in.readBoolean(),
                    in.readByte(),
                    in.readShort(),
                    in.readChar(),
                    in.readInt(),
                    in.readLong(),
                    in.readFloat(),
                    in.readDouble(),
                    in.readText(),
                    in.readObject(Object.class));
        }
    }

    /** A serializer put together from what a test needs. */
    record Ad(
            Class<Ticker> type,
            BiConsumer<Ticker, ObjectWriter> writer,
            java.util.function.Function<ObjectReader, Ticker> reader)
            implements ObjectSerializer<Ticker> {
        @Override
        public void write(Ticker value, ObjectWriter out) {
            writer.accept(value, out);
        }

        @Override
        public Ticker read(ObjectReader in, int version) {
            return reader.apply(in);
        }
    }

    private static Codec codec(ObjectSerializer<?>... serializers) {
        return new Codec(
                new ClassFilter(List.of()),
                CodecTesting.NO_REFERENCES,
                new CustomSerializers(List.of(serializers)),
                Limits.fromSettings());
    }

    private final Codec codec =
            codec(new TickerSerializer(), new FormatSerializer(), new PartsSerializer());

    @ParameterizedTest
    @EnumSource
    void aClassIsSentAsItsSerializerSays(Way way) {
        Ticker ticker = new Ticker(-5);
        ticker.owner = new ArrayList<>(List.of("a", ticker));

        Ticker copy = (Ticker) way.carry(codec, ticker);

        assertThat(copy.period).isEqualTo(-5);
        assertThat(copy.thread).isNotNull().isNotSameAs(ticker.thread);
        List<?> owner = (List<?>) copy.owner;
        assertThat(owner.get(0)).isEqualTo("a");
        assertThat(owner.get(1)).isSameAs(copy);
    }

    @ParameterizedTest
    @EnumSource
    void everyKindOfPartArrives(Way way) {
        Parts parts =
                new Parts(
                        true,
                        (byte) -1,
                        Short.MIN_VALUE,
                        '€',
                        Integer.MIN_VALUE,
                        Long.MAX_VALUE,
                        -0f,
                        Math.E,
                        "tëxt",
                        List.of(1, "x"));

        assertThat(way.carry(codec, parts)).isEqualTo(parts);
        Parts empty = new Parts(false, (byte) 0, (short) 0, 'a', 0, 0, 0, 0, null, null);
        assertThat(way.carry(codec, empty)).isEqualTo(empty);
    }

    @Test
    void largeArraysInItTravelBesideTheBytes() {
        double[] array = new double[1000];
        Parts parts = new Parts(false, (byte) 0, (short) 0, 'a', 0, 0, 0, 0, null, array);

        EncodedMessage message = CodecTesting.encode(codec, parts);

        assertThat(message.attachments()).hasSize(1);
        assertThat(message.attachments().getFirst().array()).isSameAs(array);
        assertThat(((Parts) CodecTesting.decode(codec, message)[0]).object).isEqualTo(array);
    }

    @Test
    void subclassesAndInstancesThatNeverChangeAreCoveredIfItSaysSo() {
        NumberFormat format = new DecimalFormat("0.000");
        assertThat(format.getClass()).isNotEqualTo(NumberFormat.class);
        Object[] array = {new NumberFormat[] {format}, List.of(format)};

        Object[] arrived = (Object[]) CodecTesting.roundTrip(codec, array);

        assertThat((NumberFormat[]) arrived[0]).containsExactly(format);
        assertThat((List<?>) arrived[1]).isEqualTo(List.of(format));
        assertThat(codec.copy(format, "call")).isSameAs(format);
        assertThat(((Object[]) codec.copy(array, "call"))[1]).isSameAs(array[1]);
    }

    @Test
    void anOlderVersionIsReadAndANewerOneRefused() {
        Codec old = codec(new OldTickerSerializer());
        EncodedMessage written = CodecTesting.encode(old, new Ticker(7));
        assertThat(((Ticker) CodecTesting.decode(codec, written)[0]).period).isEqualTo(7);

        EncodedMessage newer = CodecTesting.encode(codec, new Ticker(7));
        assertThatThrownBy(() -> CodecTesting.decode(old, newer))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=" + Ticker.class.getName())
                .hasMessageContaining("versionWritten=2 versionKnown=1");
    }

    @Test
    void aSerializerWithoutAClassIsNamed() {
        assertThatThrownBy(() -> codec(new Ad(null, (t, out) -> {}, in -> null)))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("serializer=" + Ad.class.getTypeName())
                .hasMessageContaining("type()");
    }

    @Test
    void aReceiverWithoutTheSerializerSaysSo() {
        EncodedMessage message = CodecTesting.encode(codec, new Ticker(1));

        assertThatThrownBy(() -> CodecTesting.decode(CodecTesting.codecFor(Ticker.class), message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=" + Ticker.class.getName())
                .hasMessageContaining("serializer");
    }

    @ParameterizedTest
    @EnumSource
    void aSerializerThatDoesNotReadWhatItWroteIsTold(Way way) {
        Codec careless =
                codec(new Ad(Ticker.class, (t, out) -> out.writeLong(1), in -> new Ticker(0)));
        Codec empty = codec(new Ad(Ticker.class, (t, out) -> {}, in -> null));

        assertThatThrownBy(() -> way.carry(careless, new Ticker(1)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("did not read what it wrote")
                .hasMessageContaining(Ad.class.getName());
        assertThatThrownBy(() -> way.carry(empty, new Ticker(1)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("did not read an instance");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsReadInAnotherOrderIsToldHereAndThere(Way way) {
        for (int number = -100; number < 1000; number++) {
            int written = number;
            Codec careless =
                    codec(
                            new Ad(
                                    Ticker.class,
                                    (t, out) -> {
                                        out.writeInt(written);
                                        out.writeObject("owner");
                                    },
                                    in -> {
                                        var _ = in.readObject(Object.class);
                                        return new Ticker(in.readInt());
                                    }));

            assertThatThrownBy(() -> way.carry(careless, new Ticker(1)))
                    .describedAs("number=%s", written)
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("class=" + Ticker.class.getName())
                    .hasMessageContaining("serializer=" + Ad.class.getTypeName())
                    .hasMessageContaining("have write and read agree");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anErrorThatItThrowsIsTheCauseToo(Way way) {
        Error thrown = new AssertionError("cannot");
        Codec failing =
                codec(
                        new Ad(
                                Ticker.class,
                                (t, out) -> {
                                    throw thrown;
                                },
                                in -> null));

        assertThatThrownBy(() -> way.carry(failing, new Ticker(1)))
                .isInstanceOf(SerializationException.class)
                .hasCause(thrown)
                .hasMessageContaining("class=" + Ticker.class.getName())
                .hasMessageContaining("serializer=" + Ad.class.getTypeName());
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeSentIsToldAlsoIfItCatchesThat(Way way) {
        Codec patient =
                codec(
                        new Ad(
                                Ticker.class,
                                (t, out) -> {
                                    try {
                                        out.writeObject(new Object[] {"owner", new Thread()});
                                    } catch (RuntimeException e) {
                                        out.writeObject(null);
                                    }
                                },
                                in -> {
                                    try {
                                        var _ = in.readObject(Object.class);
                                    } catch (RuntimeException e) {
                                        return new Ticker(0);
                                    }
                                    return new Ticker(1);
                                }));

        assertThatThrownBy(() -> way.carry(patient, new Ticker(1)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.lang.Thread")
                .hasMessageContaining("object[0][1]");
    }

    @ParameterizedTest
    @EnumSource
    void whatItThrowsIsTheCauseAndWhatCannotBeSentInItHasItsPath(Way way) {
        RuntimeException thrown = new IllegalStateException("cannot");
        Codec failing =
                codec(
                        new Ad(
                                Ticker.class,
                                (t, out) -> {
                                    throw thrown;
                                },
                                in -> null));
        Ticker ticker = new Ticker(1);
        ticker.owner = new Object[] {new Thread()};

        assertThatThrownBy(() -> way.carry(failing, ticker))
                .isInstanceOf(SerializationException.class)
                .hasCause(thrown)
                .hasMessageContaining("class=" + Ticker.class.getName())
                .hasMessageContaining("call=Test.call")
                .hasMessageContaining("failed to write");
        assertThatThrownBy(() -> way.carry(codec, ticker))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.lang.Thread");
        assertThatThrownBy(() -> CodecTesting.encode(codec, ticker))
                .hasMessageContaining("path=value(Ticker).object[0][0]");
    }

    @ParameterizedTest
    @EnumSource
    void aCycleThroughOneThatDoesNotAllowItIsRefused(Way way) {
        Object[] inner = new Object[1];
        Parts parts = new Parts(false, (byte) 0, (short) 0, 'a', 0, 0, 0, 0, null, inner);
        inner[0] = parts;

        assertThatThrownBy(() -> way.carry(codec, parts))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("it refers to itself");
    }

    interface Named {}

    interface Titled extends Named {}

    static class Person implements Named, Titled {
        transient String writtenBy;
    }

    static class Author extends Person {}

    static class Poet extends Author {}

    /** Notes on what it reads for which class it is. */
    private record Noting<T>(Class<T> type, Supplier<? extends Person> maker)
            implements ObjectSerializer<T> {
        @Override
        public boolean coversSubclasses() {
            return true;
        }

        @Override
        public void write(T value, ObjectWriter out) {}

        @Override
        public T read(ObjectReader in, int version) {
            Person person = maker.get();
            person.writtenBy = type.getSimpleName();
            return type.cast(person);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofSeveralSerializersTheOneForTheMostSpecificClassIsTaken(Way way) {
        ObjectSerializer<?> named = new Noting<>(Named.class, Person::new);
        ObjectSerializer<?> titled = new Noting<>(Titled.class, Person::new);
        ObjectSerializer<?> person = new Noting<>(Person.class, Person::new);
        ObjectSerializer<?> author = new Noting<>(Author.class, Poet::new);

        assertThat(writer(way, new Poet(), named, titled, person, author)).isEqualTo("Author");
        assertThat(writer(way, new Poet(), author, person, titled, named)).isEqualTo("Author");
        assertThat(writer(way, new Person(), named, titled, person, author)).isEqualTo("Person");
        assertThat(writer(way, new Person(), named, titled)).isEqualTo("Titled");
        assertThat(writer(way, new Person(), titled, named)).isEqualTo("Titled");
    }

    private static String writer(Way way, Person value, ObjectSerializer<?>... serializers) {
        return ((Person) way.carry(codec(serializers), value)).writtenBy;
    }

    private static <T> ObjectSerializer<T> serializerFor(Class<T> type) {
        return new ObjectSerializer<>() {
            @Override
            public Class<T> type() {
                return type;
            }

            @Override
            public void write(T value, ObjectWriter out) {}

            @Override
            public T read(ObjectReader in, int version) {
                return null;
            }
        };
    }

    @Test
    void whatHasAFormOfItsOwnCannotBeTakenOver() {
        for (Class<?> type :
                List.of(
                        int[].class,
                        Object.class,
                        String.class,
                        Integer.class,
                        UUID.class,
                        List.of().getClass(),
                        ArrayList.class,
                        Thread.State.class,
                        RuntimeException.class)) {
            assertThatThrownBy(() -> codec(serializerFor(type)))
                    .isInstanceOf(ActiveObjectException.class)
                    .hasMessageContaining("class=" + type.getTypeName());
        }
        assertThatThrownBy(() -> codec(new TickerSerializer(), new OldTickerSerializer()))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("it has another one");
    }
}
