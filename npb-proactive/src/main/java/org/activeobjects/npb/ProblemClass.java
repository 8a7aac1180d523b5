package org.activeobjects.npb;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The sizes of problem that the NAS Parallel Benchmarks define, from sample to large.
 *
 * <p><b>Threading:</b> immutable.
 */
public enum ProblemClass {
    /** Sample: to see that a build works. */
    S,
    /** Workstation: what was a workstation's problem once. */
    W,
    /** Small: a second or so. */
    A,
    /** Four times A for EP, fifty times for CG. */
    B,
    /** Large. */
    C;

    /**
     * The class with a name.
     *
     * @param name one letter, of either case
     * @return the class
     * @throws IllegalArgumentException if there is none, with a message that lists those there are
     */
    public static ProblemClass named(String name) {
        for (ProblemClass candidate : values()) {
            if (candidate.name().equals(name.toUpperCase(Locale.ROOT))) {
                return candidate;
            }
        }
        String known =
                Arrays.stream(values()).map(ProblemClass::name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
                "unknown problem class: class=" + name + "; known classes are " + known);
    }
}
