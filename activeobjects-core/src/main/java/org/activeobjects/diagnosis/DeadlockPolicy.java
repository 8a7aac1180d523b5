package org.activeobjects.diagnosis;

import java.util.Arrays;
import java.util.Locale;

/** What a runtime does about active objects that wait for each other. */
public enum DeadlockPolicy {
    /** Nothing; nobody looks. */
    OFF,

    /** It writes a report to the log, once per deadlock. */
    WARN,

    /**
     * It writes the report, and has one of the waits fail with it; of ranks that wait for each
     * other among themselves, all.
     */
    FAIL;

    /** System property: {@code off}, {@code warn} (the default) or {@code fail}. */
    public static final String SETTING = "activeobjects.deadlock";

    /**
     * The policy that the system property names.
     *
     * @return the policy, {@link #WARN} if none is named
     * @throws IllegalArgumentException if it is no policy; the message names the setting
     */
    public static DeadlockPolicy ofSystem() {
        String name = System.getProperty(SETTING, "warn").strip();
        for (DeadlockPolicy policy : values()) {
            if (policy.name().equals(name.toUpperCase(Locale.ROOT))) {
                return policy;
            }
        }
        throw new IllegalArgumentException(
                "no such policy: "
                        + SETTING
                        + "="
                        + name
                        + "; known are "
                        + Arrays.toString(values()).toLowerCase(Locale.ROOT));
    }
}
