package org.activeobjects.internal.codec.jdk;

import static org.activeobjects.internal.codec.form.ValueSerializer.immutable;
import static org.activeobjects.internal.codec.form.ValueSerializer.mutable;
import static org.activeobjects.internal.codec.form.ValueSerializer.text;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;

import org.activeobjects.internal.codec.form.Registrar;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.StackFrames;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import java.util.regex.Pattern;

/** The single values of the JDK: numbers, texts, times. */
@SuppressWarnings({"JdkObsolete", "JavaUtilDate"}) // what users send is theirs to choose
final class JdkValues {

    private static final int MAX_MARKS = 4;

    private JdkValues() {}

    static void register(Registrar to) {
        to.add(20, BigInteger.class, bigIntegers());
        to.add(21, BigDecimal.class, bigDecimals());
        to.add(
                22,
                UUID.class,
                immutable(
                        (kryo, out, id) -> {
                            out.writeLong(id.getMostSignificantBits());
                            out.writeLong(id.getLeastSignificantBits());
                        },
                        (kryo, in) -> new UUID(in.readLong(), in.readLong())));
        to.add(23, URI.class, text(URI::toString, URI::create));
        to.add(24, Pattern.class, patterns());
        to.add(25, Path.class, text(Path::toString, Path::of));
        to.add(26, File.class, text(File::getPath, File::new));
        to.add(27, Locale.class, locales());
        to.add(28, Currency.class, text(Currency::getCurrencyCode, Currency::getInstance));
        to.add(29, Charset.class, text(Charset::name, Charset::forName));
        to.add(
                30,
                BitSet.class,
                mutable(
                        (kryo, out, bits) -> kryo.writeObject(out, bits.toLongArray()),
                        (kryo, in) -> BitSet.valueOf(Graph.of(kryo).readToCopy(long[].class)),
                        (kryo, bits) -> (BitSet) bits.clone()));
        to.add(
                31,
                StringBuilder.class,
                mutable(
                        (kryo, out, text) -> out.writeString(text.toString()),
                        (kryo, in) -> new StringBuilder(in.readText()),
                        (kryo, text) -> new StringBuilder(text)));
        to.add(
                32,
                StringBuffer.class,
                mutable(
                        (kryo, out, text) -> out.writeString(text.toString()),
                        (kryo, in) -> new StringBuffer(in.readText()),
                        (kryo, text) -> new StringBuffer(text)));
        to.add(
                33,
                Object.class,
                mutable((k, out, o) -> {}, (k, in) -> new Object(), (k, o) -> new Object()));
        to.add(
                34,
                StackTraceElement.class,
                immutable(
                        (kryo, out, frame) -> StackFrames.write(out, frame),
                        (kryo, in) -> StackFrames.read(in)));
        registerTimes(to);
    }

    private static void registerTimes(Registrar to) {
        to.add(
                40,
                Date.class,
                mutable(
                        (kryo, out, date) -> out.writeLong(date.getTime()),
                        (kryo, in) -> new Date(in.readLong()),
                        (kryo, date) -> (Date) date.clone()));
        to.add(41, TimeZone.class, timeZones());
        to.add(42, GregorianCalendar.class, calendars());
        to.add(
                43,
                Instant.class,
                immutable(
                        (kryo, out, time) -> {
                            out.writeVarLong(time.getEpochSecond(), false);
                            out.writeVarInt(time.getNano(), true);
                        },
                        (kryo, in) ->
                                Instant.ofEpochSecond(in.readVarLong(false), in.readVarInt(true))));
        to.add(
                44,
                Duration.class,
                immutable(
                        (kryo, out, time) -> {
                            out.writeVarLong(time.getSeconds(), false);
                            out.writeVarInt(time.getNano(), true);
                        },
                        (kryo, in) ->
                                Duration.ofSeconds(in.readVarLong(false), in.readVarInt(true))));
        to.add(
                45,
                LocalDate.class,
                immutable(
                        (kryo, out, day) -> out.writeVarLong(day.toEpochDay(), false),
                        (kryo, in) -> LocalDate.ofEpochDay(in.readVarLong(false))));
        to.add(
                46,
                LocalTime.class,
                immutable(
                        (kryo, out, time) -> out.writeVarLong(time.toNanoOfDay(), true),
                        (kryo, in) -> LocalTime.ofNanoOfDay(in.readVarLong(true))));
        // The ISO texts of these lose nothing.
        to.add(47, LocalDateTime.class, text(LocalDateTime::toString, LocalDateTime::parse));
        to.add(48, OffsetTime.class, text(OffsetTime::toString, OffsetTime::parse));
        to.add(49, OffsetDateTime.class, text(OffsetDateTime::toString, OffsetDateTime::parse));
        to.add(50, ZonedDateTime.class, zonedTimes());
        to.add(51, ZoneOffset.class, text(ZoneOffset::getId, ZoneOffset::of));
        to.add(52, ZoneId.class, text(ZoneId::getId, ZoneId::of));
        to.add(
                53,
                Year.class,
                immutable(
                        (kryo, out, year) -> out.writeVarInt(year.getValue(), false),
                        (kryo, in) -> Year.of(in.readVarInt(false))));
        to.add(
                54,
                YearMonth.class,
                immutable(
                        (kryo, out, month) -> {
                            out.writeVarInt(month.getYear(), false);
                            out.writeByte(month.getMonthValue());
                        },
                        (kryo, in) -> YearMonth.of(in.readVarInt(false), in.readByte())));
        to.add(55, MonthDay.class, text(MonthDay::toString, MonthDay::parse));
        to.add(56, Period.class, text(Period::toString, Period::parse));
    }

    private static Serializer<BigInteger> bigIntegers() {
        return mutable(
                (kryo, out, number) -> {
                    byte[] bytes = checked(kryo, number).toByteArray();
                    out.writeVarInt(bytes.length, true);
                    out.writeBytes(bytes);
                },
                (kryo, in) -> new BigInteger(in.readBytes(in.readCount(1))),
                JdkValues::checked);
    }

    private static Serializer<BigDecimal> bigDecimals() {
        Serializer<BigInteger> unscaled = bigIntegers();
        return mutable(
                (kryo, out, number) -> {
                    unscaled.write(kryo, out, number.unscaledValue());
                    out.writeVarInt(scale(kryo, number.scale()), false);
                },
                (kryo, in) ->
                        new BigDecimal(
                                unscaled.read(kryo, in, BigInteger.class),
                                scale(kryo, in.readVarInt(false))),
                (kryo, number) -> {
                    var _ = scale(kryo, number.scale());
                    checked(kryo, number.unscaledValue());
                    return number;
                });
    }

    /** As it is, also within a JVM, unless a receiver would refuse it for its length. */
    private static BigInteger checked(Kryo kryo, BigInteger number) {
        int length = number.bitLength() / Byte.SIZE + 1;
        Graph.of(kryo).limits().checkElements("java.math.BigInteger", length);
        return number;
    }

    /** A few bytes of a scale are enough for a number that no memory can hold once it is added. */
    private static int scale(Kryo kryo, int scale) {
        Graph.of(kryo).limits().checkScale(scale);
        return scale;
    }

    private static Serializer<Pattern> patterns() {
        return immutable(
                (kryo, out, pattern) -> {
                    checkPattern(pattern.pattern(), pattern.flags());
                    out.writeString(pattern.pattern());
                    out.writeVarInt(pattern.flags(), true);
                },
                (kryo, in) -> {
                    String text = in.readText();
                    int flags = in.readVarInt(true);
                    checkPattern(text, flags);
                    return Pattern.compile(text, flags);
                });
    }

    /** With this flag the compiler writes out every order that combining marks can have. */
    private static void checkPattern(String text, int flags) {
        if ((flags & Pattern.CANON_EQ) == 0) {
            return;
        }
        long marks =
                Normalizer.normalize(text, Normalizer.Form.NFD)
                        .codePoints()
                        .filter(JdkValues::isMark)
                        .count();
        if (marks > MAX_MARKS) {
            throw new CodecFault(
                    "java.util.regex.Pattern",
                    "too many combining marks for CANON_EQ: marks=" + marks + " limit=" + MAX_MARKS,
                    "send the text of the pattern");
        }
    }

    private static boolean isMark(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }

    private static Serializer<Locale> locales() {
        return immutable(
                (kryo, out, locale) -> {
                    boolean tagged = !locale.getScript().isEmpty() || locale.hasExtensions();
                    out.writeBoolean(tagged);
                    if (tagged) {
                        out.writeString(locale.toLanguageTag());
                    } else {
                        out.writeString(locale.getLanguage());
                        out.writeString(locale.getCountry());
                        out.writeString(locale.getVariant());
                    }
                },
                (kryo, in) ->
                        in.readBoolean()
                                ? Locale.forLanguageTag(in.readText())
                                : Locale.of(in.readText(), in.readText(), in.readText()));
    }

    private static Serializer<TimeZone> timeZones() {
        return mutable(
                (kryo, out, zone) -> {
                    // A zone that a program put together by hand has no id to be found by.
                    if (!TimeZone.getTimeZone(zone.getID()).hasSameRules(zone)) {
                        throw new CodecFault(
                                zone.getClass().getTypeName(),
                                "zone is not known by its id: id=" + zone.getID(),
                                "use a zone of the JDK");
                    }
                    out.writeString(zone.getID());
                },
                (kryo, in) -> TimeZone.getTimeZone(in.readText()),
                (kryo, zone) -> (TimeZone) zone.clone());
    }

    private static Serializer<GregorianCalendar> calendars() {
        Serializer<TimeZone> zones = timeZones();
        return mutable(
                (Kryo kryo, com.esotericsoftware.kryo.io.Output out, GregorianCalendar date) -> {
                    zones.write(kryo, out, date.getTimeZone());
                    out.writeLong(date.getTimeInMillis());
                    out.writeBoolean(date.isLenient());
                    out.writeByte(date.getFirstDayOfWeek());
                    out.writeByte(date.getMinimalDaysInFirstWeek());
                    out.writeLong(date.getGregorianChange().getTime());
                },
                (kryo, in) -> {
                    GregorianCalendar date =
                            new GregorianCalendar(zones.read(kryo, in, TimeZone.class));
                    long millis = in.readLong();
                    date.setLenient(in.readBoolean());
                    date.setFirstDayOfWeek(in.readByte());
                    date.setMinimalDaysInFirstWeek(in.readByte());
                    date.setGregorianChange(new Date(in.readLong()));
                    date.setTimeInMillis(millis);
                    return date;
                },
                (kryo, date) -> (GregorianCalendar) date.clone());
    }

    private static Serializer<ZonedDateTime> zonedTimes() {
        return immutable(
                (kryo, out, time) -> {
                    out.writeString(time.toLocalDateTime().toString());
                    out.writeString(time.getOffset().getId());
                    out.writeString(time.getZone().getId());
                },
                (kryo, in) -> {
                    LocalDateTime local = LocalDateTime.parse(in.readText());
                    ZoneOffset offset = ZoneOffset.of(in.readText());
                    return ZonedDateTime.ofInstant(local, offset, ZoneId.of(in.readText()));
                });
    }
}
