package org.activeobjects.benchmarks.calls.side;

import java.util.Locale;

/** What is measured. */
public enum CallTest {
    /** An object calls another of the same JVM and waits for the answer. */
    CALL("call and wait within one JVM", "us per call", 1000, 1, true),
    /** One thread sends one-way calls until all have been served. */
    TELL_1("one-way calls within one JVM, 1 producer", "million/s", 1000, 1, false),
    /** Two threads send one-way calls at once until all have been served. */
    TELL_2("one-way calls within one JVM, 2 producers", "million/s", 1000, 2, false),
    /** A one-way call of two small arguments, as the caller sees it. */
    CALLER("one-way call within one JVM, time at the caller", "ns per call", 1, 1, true),
    /** A call with an int to another JVM, and its answer. */
    INT("call and wait between two JVMs, int argument", "us per call", 1000, 1, true),
    /** As that, by {@value #CALLERS} callers at once, each of which calls one of as many. */
    MANY(
            "call and wait between two JVMs, int argument, 8 callers at once",
            "us per call of all",
            1000,
            1,
            true),
    /** A call with {@value #DOUBLES_LENGTH} doubles to another JVM, and its answer. */
    DOUBLES(
            "call and wait between two JVMs, double[128 Ki] argument",
            "us per call",
            1000,
            1,
            true);

    /** Elements of the array of {@link #DOUBLES}. */
    public static final int DOUBLES_LENGTH = 128 << 10;

    /** Callers of {@link #MANY}. */
    public static final int CALLERS = 8;

    private final String title;
    private final String unit;
    private final int nsPerUnit;
    private final int producers;
    private final boolean lessIsBetter;

    CallTest(String title, String unit, int nsPerUnit, int producers, boolean lessIsBetter) {
        this.title = title;
        this.unit = unit;
        this.nsPerUnit = nsPerUnit;
        this.producers = producers;
        this.lessIsBetter = lessIsBetter;
    }

    /**
     * The name on the command line and in files.
     *
     * @return lower case letters
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * What it is, for people.
     *
     * @return a few words
     */
    public String title() {
        return title;
    }

    /**
     * The unit of its figures.
     *
     * @return such as {@code us per call}
     */
    public String unit() {
        return unit;
    }

    /**
     * Threads that call at once.
     *
     * @return 1 or 2
     */
    public int producers() {
        return producers;
    }

    /**
     * Whether the calling and the called side are two JVMs.
     *
     * @return true if they are
     */
    public boolean isRemote() {
        return this == INT || this == MANY || this == DOUBLES;
    }

    /**
     * Whether a smaller figure is the better one.
     *
     * @return false for rates
     */
    public boolean lessIsBetter() {
        return lessIsBetter;
    }

    /**
     * The figure of a run.
     *
     * @param calls number of calls
     * @param ns nanoseconds that they took
     * @return the figure in {@link #unit}
     */
    public double figure(long calls, long ns) {
        double nsPerCall = (double) ns / calls;
        return lessIsBetter ? nsPerCall / nsPerUnit : nsPerUnit / nsPerCall;
    }

    /**
     * The test of a name.
     *
     * @param label its {@link #label}
     * @return the test
     * @throws IllegalArgumentException if there is none; the message names those that are
     */
    public static CallTest of(String label) {
        StringBuilder known = new StringBuilder();
        for (CallTest test : values()) {
            if (test.label().equals(label)) {
                return test;
            }
            known.append(known.isEmpty() ? "" : ", ").append(test.label());
        }
        throw new IllegalArgumentException("unknown name: --tests=" + label + "; known: " + known);
    }
}
