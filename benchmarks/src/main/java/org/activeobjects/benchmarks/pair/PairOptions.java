package org.activeobjects.benchmarks.pair;

import org.activeobjects.deployment.error.EnvironmentException;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The options that every benchmark of two JVMs has; a command takes them as a mixin. */
public final class PairOptions {

    private static final int LARGEST = 256 << 20;

    @Option(
            names = "--sizes",
            paramLabel = "MIN:MAX",
            defaultValue = "8:16M",
            description =
                    "Bytes of a message, doubled from MIN to MAX (default: ${DEFAULT-VALUE}).")
    private String sizes = "8:16M";

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Runs of which the median counts (default: ${DEFAULT-VALUE}).")
    private int runs = 5;

    @Option(
            names = "--run-ms",
            paramLabel = "MS",
            defaultValue = "50",
            description = "About how long one run takes (default: ${DEFAULT-VALUE}).")
    private int runMs = 50;

    @Option(
            names = "--no-pin",
            description = {
                "Do not give each JVM a core of its own (done with taskset where it is",
                "installed)."
            })
    private boolean noPin;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the results to a file, too.")
    private Path csv;

    /** Options with their defaults, for picocli to fill. */
    public PairOptions() {}

    boolean pins() {
        return !noPin && PinnedJvm.canPin();
    }

    /**
     * Makes the plan.
     *
     * @param links links that may be used; empty for all
     * @param measurements what is measured
     * @return the plan
     * @throws IllegalArgumentException if an option has no sensible value; the message names it
     */
    public Plan plan(List<String> links, List<Measurement> measurements) {
        String[] ends = sizes.split(":", -1);
        if (ends.length > 2) {
            throw new IllegalArgumentException(
                    "not a range of sizes: --sizes=" + sizes + "; write such as 8:16M");
        }
        int min = parseSize(ends[0]);
        int max = parseSize(ends[ends.length - 1]);
        if (min > max) {
            throw new IllegalArgumentException(
                    "the smallest size is larger than the largest: --sizes=" + sizes);
        }
        requireAtLeastOne("--runs", runs);
        requireAtLeastOne("--run-ms", runMs);
        return new Plan(
                "bench-" + ProcessHandle.current().pid(),
                links,
                measurements,
                min,
                max,
                runs,
                runMs * 1_000_000L,
                pins() ? 1 : 2);
    }

    void writeCsv(List<String> rows) {
        if (csv == null) {
            return;
        }
        try {
            Files.write(csv, rows);
        } catch (IOException e) {
            throw new EnvironmentException("cannot write the results: file=" + csv, e);
        }
    }

    private static void requireAtLeastOne(String option, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("at least 1 is needed: " + option + "=" + value);
        }
    }

    /** Reads such as 8, 64K, 16M: whole doubles, up to 256 MiB. */
    static int parseSize(String text) {
        String digits = text.strip().toUpperCase(Locale.ROOT);
        int shift = digits.endsWith("K") ? 10 : digits.endsWith("M") ? 20 : 0;
        digits = shift == 0 ? digits : digits.substring(0, digits.length() - 1);
        if (!digits.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "not a size: --sizes=" + text + "; write bytes such as 8, 64K or 16M");
        }
        long size = Long.parseLong(digits) << shift;
        if (size < Double.BYTES || size % Double.BYTES != 0 || size > LARGEST) {
            throw new IllegalArgumentException(
                    "a size must be a multiple of 8 from 8 to 256M: --sizes=" + text);
        }
        return (int) size;
    }
}
