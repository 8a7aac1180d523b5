package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.math.MathContext;
import java.net.URI;
import java.net.URL;
import java.net.UnixDomainSocketAddress;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.text.ChoiceFormat;
import java.text.DateFormat;
import java.text.DateFormatSymbols;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.chrono.HijrahDate;
import java.time.chrono.IsoChronology;
import java.time.chrono.IsoEra;
import java.time.chrono.JapaneseDate;
import java.time.chrono.JapaneseEra;
import java.time.chrono.MinguoDate;
import java.time.chrono.ThaiBuddhistChronology;
import java.time.chrono.ThaiBuddhistDate;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.SimpleTimeZone;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Level;
import java.util.stream.Stream;

import javax.crypto.spec.SecretKeySpec;
import javax.security.auth.x500.X500Principal;
import javax.xml.namespace.QName;

/** What Java's own serialization carries of the JDK is carried, or else refused by name. */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete"})
class CodecSerializableTest {

    /** Serializable, and refused: without a meaning elsewhere, of no use, or unsafe to decode. */
    private static final String REFUSED =
            """
            java.io.ObjectStreamClass java.lang.invoke.MethodType java.lang.invoke.SerializedLambda
            java.lang.reflect.Proxy java.security.CodeSigner java.security.CodeSource
            java.security.GuardedObject java.security.KeyRep java.security.SignedObject
            java.security.Timestamp java.security.Permissions
            java.text.CompactNumberFormat java.text.ListFormat java.util.EventObject
            java.util.concurrent.atomic.DoubleAccumulator java.util.concurrent.atomic.LongAccumulator
            javax.crypto.SealedObject javax.net.ssl.HandshakeCompletedEvent
            javax.net.ssl.SSLSessionBindingEvent javax.security.auth.Subject
            javax.security.auth.callback.ChoiceCallback
            javax.security.auth.callback.ConfirmationCallback
            javax.security.auth.callback.LanguageCallback
            javax.security.auth.callback.NameCallback
            javax.security.auth.callback.PasswordCallback
            javax.security.auth.callback.TextInputCallback
            javax.security.auth.callback.TextOutputCallback
            """;

    private final Codec codec = CodecTesting.codecFor();

    static Stream<Object> values() throws GeneralSecurityException, IOException {
        ZoneRules rules = ZoneId.of("Europe/Paris").getRules();
        return Stream.of(
                MathContext.DECIMAL64,
                NumberFormat.getCurrencyInstance(Locale.GERMANY),
                new SimpleDateFormat("yyyy-MM-dd", Locale.US),
                DateFormat.getDateInstance(DateFormat.FULL, Locale.JAPAN),
                new MessageFormat("{0,number,#.#} {1,date}", Locale.ROOT),
                new ChoiceFormat("0#none|1#one"),
                new DecimalFormatSymbols(Locale.FRANCE),
                new DateFormatSymbols(Locale.FRANCE),
                NumberFormat.Field.INTEGER,
                DateFormat.Field.YEAR,
                HijrahDate.of(1440, 1, 2),
                JapaneseDate.of(2024, 1, 2),
                MinguoDate.of(113, 1, 2),
                ThaiBuddhistDate.of(2567, 1, 2),
                ThaiBuddhistDate.of(2567, 1, 2).atTime(LocalTime.NOON),
                ThaiBuddhistDate.of(2567, 1, 2)
                        .atTime(LocalTime.NOON)
                        .atZone(ZoneId.of("Asia/Bangkok")),
                ThaiBuddhistChronology.INSTANCE.period(1, 2, 3),
                IsoChronology.INSTANCE,
                IsoEra.CE,
                JapaneseEra.HEISEI,
                ValueRange.of(1, 5),
                Clock.systemUTC(),
                Clock.system(ZoneId.of("Europe/Paris")),
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                Clock.offset(Clock.systemUTC(), Duration.ofHours(1)),
                Clock.tickMinutes(ZoneOffset.UTC),
                InstantSource.system(),
                WeekFields.of(Locale.US),
                rules,
                rules.nextTransition(Instant.EPOCH),
                rules.getTransitionRules().getFirst(),
                new SimpleTimeZone(3_600_000, "mine"),
                Calendar.getInstance(Locale.forLanguageTag("th-TH-u-ca-buddhist")),
                Calendar.getInstance(Locale.forLanguageTag("ja-JP-u-ca-japanese")),
                KeyPairGenerator.getInstance("EC").generateKeyPair(),
                new SecretKeySpec(new byte[16], "AES"),
                new X500Principal("CN=a"),
                new java.sql.Timestamp(5),
                new java.sql.Date(5),
                new QName("space", "name", "n"),
                Level.FINE,
                UnixDomainSocketAddress.of("/tmp/x"),
                URI.create("http://host.invalid:8/a?b#c").toURL());
    }

    @ParameterizedTest
    @MethodSource("values")
    void arriveAsJavaWouldBringThem(Object value) {
        for (Object copy :
                List.of(CodecTesting.roundTrip(codec, value), codec.copy(value, "Test.call"))) {
            assertThat(copy).hasSameClassAs(value);
            assertThat(serialized(copy)).isEqualTo(serialized(copied(value)));
        }
    }

    /** A first copy may leave out what is only remembered, such as texts of dates. */
    private Object copied(Object value) {
        return CodecTesting.roundTrip(codec, value);
    }

    private static byte[] serialized(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("values")
    void areSharedWithinAJvmOnlyIfTheyCannotChange(Object value) {
        boolean changes =
                value instanceof java.text.Format
                        || value instanceof java.util.Date
                        || value instanceof Calendar
                        || value instanceof DateFormatSymbols
                        || value instanceof DecimalFormatSymbols
                        || value instanceof java.util.TimeZone
                        || value.getClass().getName().matches(".*(Offset|Tick)Clock");

        assertThat(codec.copy(value, "Test.call") == value).isEqualTo(!changes);
    }

    @Test
    void everyPublicSerializableClassIsCarriedOrKnownToBeRefused() throws IOException {
        TreeSet<String> refused = new TreeSet<>();
        for (Class<?> type : publicSerializables()) {
            if (!JdkTypes.isKnown(type)) {
                refused.add(type.getName());
            }
        }

        assertThat(refused).containsExactlyInAnyOrder(REFUSED.strip().split("\\s+"));
    }

    /** Of java.base, those of which there are instances; exceptions, enums, numbers have forms. */
    private static List<Class<?>> publicSerializables() throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        List<Class<?>> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = root.relativize(file).toString().replace('/', '.');
                if (name.matches("javax?\\..*\\.class") && isCarried(classOf(name))) {
                    found.add(classOf(name));
                }
            }
        }
        return found;
    }

    private static Class<?> classOf(String file) {
        try {
            return Class.forName(file.substring(0, file.length() - 6), false, null);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isCarried(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getDeclaringClass()) {
            if (!Modifier.isPublic(c.getModifiers())) {
                return false;
            }
        }
        return Serializable.class.isAssignableFrom(type)
                && !Modifier.isAbstract(type.getModifiers())
                && !Throwable.class.isAssignableFrom(type)
                && !java.security.Permission.class.isAssignableFrom(type)
                && !type.isEnum();
    }

    static Stream<Arguments> valuesAroundUserClasses() {
        MessageFormat format = new MessageFormat("{0}", Locale.ROOT);
        format.setFormat(0, new Own());
        Clock clock = Clock.offset(new OwnClock(), Duration.ofHours(1));
        return Stream.of(Arguments.of(format, Own.class), Arguments.of(clock, OwnClock.class));
    }

    @ParameterizedTest
    @MethodSource("valuesAroundUserClasses")
    void aUserClassWithinAValueOfTheJdkIsRefusedOnBothWays(Object value, Class<?> type) {
        for (Way way : Way.values()) {
            assertThatThrownBy(() -> way.carry(codec, value))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(type.getTypeName());
        }
    }

    static final class OwnClock extends Clock implements Serializable {

        private static final long serialVersionUID = 1;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }
    }

    static final class Own extends ChoiceFormat {

        private static final long serialVersionUID = 1;

        Own() {
            super("0#a");
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Thread.class, Thread[].class, ProcessBuilder.class, URL.class})
    void anyClassOfTheJdkIsAValue(Class<?> type) {
        assertThat(CodecTesting.roundTrip(codec, type)).isSameAs(type);
        assertThat(codec.copy(type, "Test.call")).isSameAs(type);
    }

    @Test
    void randomNumbersOfTheSystemAreThoseOfTheReceiver() throws GeneralSecurityException {
        SecureRandom own = new SecureRandom();
        SecureRandom seeded = SecureRandom.getInstance("SHA1PRNG");

        assertThat(CodecTesting.roundTrip(codec, own))
                .isInstanceOf(SecureRandom.class)
                .isNotSameAs(own);
        assertThat(CodecTesting.roundTrip(codec, ThreadLocalRandom.current()))
                .isSameAs(ThreadLocalRandom.current());
        assertThatThrownBy(() -> codec.copy(seeded, "Test.call"))
                .hasMessageContaining("its seed is nobody's to know");
    }
}
