package org.activeobjects.internal.settings;

import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.internal.borrow.ArrayPool;
import org.activeobjects.internal.codec.ClassFilter;
import org.activeobjects.internal.codec.wire.Limits;
import org.activeobjects.internal.context.CallSites;
import org.activeobjects.internal.lease.Leases;
import org.activeobjects.internal.request.SynchronousCalls;
import org.activeobjects.node.Delivery;
import org.activeobjects.threads.ThreadModel;
import org.activeobjects.transport.Transport;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * All system properties by which users tell runtimes something. A value that one of them cannot
 * have ends the start of a runtime; of a property that is none of them, and so has no effect, the
 * log tells.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Settings {

    /** System property: {@code true} to give a stub where an active object gives {@code this}. */
    public static final String IMPLICIT_STUB = "activeobjects.implicitGetStubOnThis";

    private static final Logger LOG = LogManager.getLogger(Settings.class);

    private static final String PREFIX = "activeobjects.";
    private static final String OF_TRANSPORT = UserConfig.LINKS + ".";

    /** What the launcher and the tests of the project tell JVMs, and no runtime reads. */
    private static final List<String> OF_OTHERS =
            List.of(
                    "activeobjects.startUpCache",
                    "activeobjects.test.",
                    "activeobjects.testing.",
                    "activeobjects.module.");

    private static final Map<String, Values> OWN = own();
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private Settings() {}

    private static Map<String, Values> own() {
        Map<String, Values> own = new TreeMap<>();
        own.put(
                UserConfig.JOB,
                Values.matching("[A-Za-z0-9_-]{1,64}", "1 to 64 letters, digits, - and _"));
        own.put(UserConfig.SECRET_FILE, Values.any());
        own.put(
                UserConfig.PORT,
                Values.matching("[0-9]{1,5}", "a number from 0, for any port, to 65535"));
        own.put(UserConfig.BIND_ADDRESS, Values.any());
        own.put(UserConfig.LINKS, Values.listOf(Transport::linkNames));
        own.put(Delivery.SETTING, Values.of(Delivery.values()));
        own.put(DeadlockPolicy.SETTING, Values.of(DeadlockPolicy.values()));
        own.put(
                ThreadModel.SETTING,
                Values.of(ThreadModel.VIRTUAL.name(), ThreadModel.PLATFORM.name()));
        own.put(ArrayPool.SETTING, Values.of("reuse", "overwrite"));
        own.put(IMPLICIT_STUB, Values.of("true", "false"));
        own.put(CallSites.SETTING, Values.of("true", "false"));
        own.put(
                SynchronousCalls.LIMIT,
                Values.matching("[0-9]{1,18}", "milliseconds; 0 stands for no limit"));
        own.put(
                Leases.SETTING,
                Values.matching("(?i)([0-9.]+[hms])+", "a time like 90s, 5m or 1h30m"));
        own.put(
                "activeobjects.dump.signal",
                Values.matching(
                        "none|(?!SIG)[A-Z][A-Z0-9]*", "none, or the name of a signal like USR2"));
        own.put(ClassFilter.SETTING, Values.any());
        for (String limit : Limits.names()) {
            own.put(Limits.PREFIX + limit, Values.numbers());
        }
        return own;
    }

    /**
     * All that users may set.
     *
     * @return names of system properties, in alphabetical order
     */
    static SortedSet<String> known() {
        SortedSet<String> known = new TreeSet<>(OWN.keySet());
        Transport.settingNames().forEach(name -> known.add(OF_TRANSPORT + name));
        return known;
    }

    /**
     * Looks at the system properties of this JVM before a runtime is made as they say. Of one that
     * has no effect the log tells once.
     *
     * @throws IllegalArgumentException if one has a value that it cannot have; the message names
     *     both, and the values that it can have
     */
    public static void check() {
        check(
                System.getProperties(),
                name -> {
                    if (TOLD.add(name)) {
                        LOG.error( // without a configuration Log4j shows nothing less
                                "unknown setting, which has no effect: -D{}; the most similar one"
                                        + " is -D{}, and docs/running.md lists all",
                                name,
                                Names.nearest(name, known()));
                    }
                });
    }

    /** Checks some properties; the unknown ones are given away. */
    static void check(Properties properties, Consumer<String> unknown) {
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            Values values = OWN.get(name);
            if (values != null) {
                checkValue(name, properties.getProperty(name), values);
            } else if (isMeantForRuntimes(name) && !known().contains(name)) {
                unknown.accept(name);
            }
        }
    }

    private static boolean isMeantForRuntimes(String name) {
        return name.startsWith(PREFIX) && OF_OTHERS.stream().noneMatch(name::startsWith);
    }

    private static void checkValue(String name, String value, Values values) {
        if (!values.isGood().test(value)) {
            throw new IllegalArgumentException(
                    "a setting has no such value: -D"
                            + name
                            + "="
                            + value
                            + "; possible is: "
                            + values.described().get());
        }
    }
}
