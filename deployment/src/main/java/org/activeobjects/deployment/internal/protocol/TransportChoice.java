package org.activeobjects.deployment.internal.protocol;

import java.util.Arrays;
import java.util.List;

/** Which links may be used, as the system property says. */
public final class TransportChoice {

    /** Names of links, in order of preference, separated by commas; empty for all. */
    public static final String PROPERTY = "activeobjects.transport";

    private TransportChoice() {}

    /**
     * The choice for this JVM.
     *
     * @return names in order of preference; empty for all
     */
    public static List<String> ofSystem() {
        return Arrays.stream(System.getProperty(PROPERTY, "").split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /**
     * An explicit choice, else the one for this JVM.
     *
     * @param names explicit choice, may be empty
     * @return names in order of preference; empty for all
     */
    public static List<String> ofSystemUnless(List<String> names) {
        return names.isEmpty() ? ofSystem() : names;
    }
}
