package org.activeobjects.benchmarks.option;

import picocli.CommandLine.Option;

/** The options that say how often something is measured, and for how long. */
public class RunOptions {

    private static final long NANOS_PER_MS = 1_000_000;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Runs of which the median counts (default: ${DEFAULT-VALUE}).")
    private int runs = 5;

    @Option(
            names = "--run-ms",
            paramLabel = "MS",
            description = "About how long one run takes (default: ${DEFAULT-VALUE}).")
    private int runMs;

    /**
     * Options for picocli to fill.
     *
     * @param runMs how long a run takes unless the user says it, milliseconds
     */
    public RunOptions(int runMs) {
        this.runMs = runMs;
    }

    /**
     * How often.
     *
     * @return 1 or more
     * @throws IllegalArgumentException if the user wants less
     */
    public final int runs() {
        return requireAtLeastOne("--runs", runs);
    }

    /**
     * How long.
     *
     * @return nanoseconds
     * @throws IllegalArgumentException if the user wants none
     */
    public final long runNs() {
        return requireAtLeastOne("--run-ms", runMs) * NANOS_PER_MS;
    }

    /**
     * How long.
     *
     * @return milliseconds
     */
    public final int runMs() {
        return runMs;
    }

    /**
     * Checks a number of the user's.
     *
     * @param option its name
     * @param value the number
     * @return the same
     * @throws IllegalArgumentException if it is less than 1
     */
    public static int requireAtLeastOne(String option, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("at least 1 is needed: " + option + "=" + value);
        }
        return value;
    }
}
