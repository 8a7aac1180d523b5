package org.activeobjects.node;

import java.util.Locale;

/**
 * What the callers of a runtime may rely on when a call returns; the order of the calls of one
 * caller to one callee is kept either way.
 *
 * <p><b>Threading:</b> immutable.
 */
public enum Delivery {

    /**
     * The call has left: to an object of another runtime it may still be on its way. The default.
     */
    ORDERED,

    /**
     * The call is in the queue of its callee, wherever that is, also if it is one-way: the
     * rendez-vous of ProActive. What the caller does then comes after it everywhere, so requests
     * that one has led to, over whatever other objects, arrive after it. Each call to another
     * runtime takes one way there and back. The wait is no longer than that of synchronous calls
     * ({@code activeobjects.synchronousCallTimeoutMs}); it ends with the runtime that it is for.
     */
    CAUSAL;

    /** System property: {@code ordered} (the default) or {@code causal}. */
    public static final String SETTING = "activeobjects.delivery";

    /**
     * The delivery that the system property names.
     *
     * @return {@link #ORDERED} if none is named
     * @throws IllegalArgumentException if it is none; the message names the setting
     */
    public static Delivery ofSystem() {
        String name = System.getProperty(SETTING, "ordered").strip();
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "ordered" -> ORDERED;
            case "causal" -> CAUSAL;
            default ->
                    throw new IllegalArgumentException(
                            "no such delivery: "
                                    + SETTING
                                    + "="
                                    + name
                                    + "; known are ordered and causal");
        };
    }
}
