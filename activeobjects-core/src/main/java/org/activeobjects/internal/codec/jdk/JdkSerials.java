package org.activeobjects.internal.codec.jdk;

import org.activeobjects.internal.codec.form.Registrar;
import org.activeobjects.internal.codec.form.SerialSerializer;
import org.activeobjects.internal.codec.type.ClassShape;

import java.security.Key;
import java.security.cert.CertPath;
import java.security.cert.Certificate;
import java.text.AttributedCharacterIterator;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.ChronoLocalDateTime;
import java.time.chrono.ChronoPeriod;
import java.time.chrono.ChronoZonedDateTime;
import java.time.chrono.Chronology;
import java.time.chrono.Era;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What else of the JDK is Java's own serialization to take apart: formats, clocks, calendars and
 * times of other peoples, keys and certificates.
 */
final class JdkSerials {

    /** Written in the place of the classes of values that can change. */
    private static final class Changing {}

    /** Written in the place of the classes of values that cannot. */
    private static final class Fixed {}

    private static final Set<String> CHANGING =
            Set.of(
                    "java.sql.Date",
                    "java.sql.Time",
                    "java.sql.Timestamp",
                    "java.text.ChoiceFormat",
                    "java.text.DateFormatSymbols",
                    "java.text.DecimalFormat",
                    "java.text.DecimalFormatSymbols",
                    "java.text.MessageFormat",
                    "java.text.SimpleDateFormat",
                    "java.time.Clock$OffsetClock",
                    "java.time.Clock$TickClock",
                    "java.util.JapaneseImperialCalendar",
                    "java.util.SimpleTimeZone",
                    "sun.util.BuddhistCalendar");

    private static final Set<String> FIXED =
            Set.of(
                    "java.math.MathContext",
                    "java.net.UnixDomainSocketAddress",
                    "java.security.KeyPair",
                    "java.time.Clock$FixedClock",
                    "java.time.Clock$SystemClock",
                    "java.time.Clock$SystemInstantSource",
                    "java.time.temporal.ValueRange",
                    "java.time.temporal.WeekFields",
                    "java.time.zone.ZoneOffsetTransition",
                    "java.time.zone.ZoneOffsetTransitionRule",
                    "java.time.zone.ZoneRules",
                    "java.util.logging.Level",
                    "javax.security.auth.x500.X500Principal",
                    "javax.xml.namespace.QName");

    /** Kinds whose values cannot change, and whose classes nobody names. */
    private static final List<Class<?>> FIXED_KINDS =
            List.of(
                    AttributedCharacterIterator.Attribute.class,
                    CertPath.class,
                    Certificate.class,
                    ChronoLocalDate.class,
                    ChronoLocalDateTime.class,
                    ChronoPeriod.class,
                    ChronoZonedDateTime.class,
                    Chronology.class,
                    Era.class,
                    Key.class);

    /** What occurs within them. */
    private static final Set<String> WITHIN =
            Stream.concat(
                            Stream.concat(CHANGING.stream(), FIXED.stream()),
                            Stream.of(
                                    "java.lang.Boolean",
                                    "java.lang.Byte",
                                    "java.lang.Character",
                                    "java.lang.Double",
                                    "java.lang.Enum",
                                    "java.lang.Float",
                                    "java.lang.Integer",
                                    "java.lang.Long",
                                    "java.lang.Number",
                                    "java.lang.Short",
                                    "java.math.RoundingMode",
                                    "java.net.UnixDomainSocketAddress$Ser",
                                    "java.security.KeyRep",
                                    "java.security.KeyRep$Type",
                                    "java.security.cert.CertPath$CertPathRep",
                                    "java.security.cert.Certificate$CertificateRep",
                                    "java.text.AttributedCharacterIterator$Attribute",
                                    "java.text.DateFormat",
                                    "java.text.DateFormat$Field",
                                    "java.text.Format",
                                    "java.text.Format$Field",
                                    "java.text.MessageFormat$Field",
                                    "java.text.NumberFormat",
                                    "java.text.NumberFormat$Field",
                                    "java.time.DayOfWeek",
                                    "java.time.Duration",
                                    "java.time.Instant",
                                    "java.time.LocalTime",
                                    "java.time.Ser",
                                    "java.time.ZoneOffset",
                                    "java.time.ZoneRegion",
                                    "java.time.chrono.ChronoPeriodImpl",
                                    "java.time.chrono.HijrahEra",
                                    "java.time.chrono.IsoEra",
                                    "java.time.chrono.MinguoEra",
                                    "java.time.chrono.Ser",
                                    "java.time.chrono.ThaiBuddhistEra",
                                    "java.time.zone.Ser",
                                    "java.util.Calendar",
                                    "java.util.Currency",
                                    "java.util.Date",
                                    "java.util.GregorianCalendar",
                                    "java.util.Locale",
                                    "java.util.TimeZone",
                                    "javax.crypto.spec.SecretKeySpec",
                                    "sun.util.calendar.ZoneInfo"))
                    .collect(Collectors.toUnmodifiableSet());

    private JdkSerials() {}

    static void register(Registrar to) {
        to.add(190, Changing.class, new SerialSerializer(false, JdkSerials::admit));
        to.add(191, Fixed.class, new SerialSerializer(true, JdkSerials::admit));
    }

    private static boolean admit(Class<?> type) {
        return ClassShape.isPlatform(type)
                && (WITHIN.contains(type.getName()) || isOfFixedKind(type));
    }

    /** What a class of the JDK is written as, or null if it is none of these. */
    static Class<?> representativeOf(Class<?> type) {
        if (CHANGING.contains(type.getName())) {
            return Changing.class;
        }
        return FIXED.contains(type.getName()) || isOfFixedKind(type) ? Fixed.class : null;
    }

    private static boolean isOfFixedKind(Class<?> type) {
        return FIXED_KINDS.stream().anyMatch(kind -> kind.isAssignableFrom(type));
    }
}
