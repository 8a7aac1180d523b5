package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.contest.Contest;
import org.activeobjects.benchmarks.contest.Field;
import org.activeobjects.benchmarks.process.Cores;
import org.activeobjects.benchmarks.side.Measurement;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The options that say what is measured, how often and where. */
final class ContestOptions {

    private static final long NANOS_PER_MS = 1_000_000;

    @Option(
            names = "--tests",
            paramLabel = "TEST",
            split = ",",
            defaultValue = "latency,bandwidth,exchange",
            description = "What to measure (default: ${DEFAULT-VALUE}).")
    private List<String> tests = new ArrayList<>();

    @Option(
            names = "--sizes",
            paramLabel = "SIZES",
            defaultValue = "8:16M",
            description = {
                "Bytes of a message: doubled from MIN to MAX, as 8:16M, or named one by one, as",
                "8,1K,1M (default: ${DEFAULT-VALUE})."
            })
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
            defaultValue = "20",
            description = "About how long one run takes (default: ${DEFAULT-VALUE}).")
    private int runMs = 20;

    @Option(
            names = "--warm-up-ms",
            paramLabel = "MS",
            defaultValue = "3000",
            description = {
                "How long each program is warmed up for each test (default: ${DEFAULT-VALUE})."
            })
    private int warmUpMs = 3000;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "Pairs that run at once on the same two cores (default: ${DEFAULT-VALUE}): 2 shows",
                "what happens with more ranks than cores."
            })
    private int pairs = 1;

    @Option(
            names = "--no-pin",
            description = {
                "Do not give each JVM a core of its own (done with taskset where it is",
                "installed)."
            })
    private boolean noPin;

    @Option(
            names = "--cpu",
            description = "Print the time of all cores per byte, too (the CSV file has it always).")
    private boolean cpu;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write every run to a file, with what this host is.")
    private Path csv;

    boolean cpu() {
        return cpu;
    }

    Path csv() {
        return csv;
    }

    List<Measurement> measurements() {
        return tests.stream().map(ContestOptions::parseTest).toList();
    }

    Contest.Rules rules() {
        List<Integer> bytes = Sizes.parse(sizes);
        requireAtLeastOne("--runs", runs);
        requireAtLeastOne("--run-ms", runMs);
        requireAtLeastOne("--warm-up-ms", warmUpMs);
        requireAtLeastOne("--pairs", pairs);
        boolean pinned = pairs == 1 && !noPin && Cores.canPin();
        return new Contest.Rules(
                new Field(bytes.getLast(), pairs, pinned),
                bytes,
                runs,
                runMs * NANOS_PER_MS,
                warmUpMs * NANOS_PER_MS);
    }

    private static void requireAtLeastOne(String option, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("at least 1 is needed: " + option + "=" + value);
        }
    }

    private static Measurement parseTest(String text) {
        return Arrays.stream(Measurement.values())
                .filter(one -> one.label().equals(text.strip()))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "unknown test: --tests="
                                                + text
                                                + "; known: latency, bandwidth, exchange"));
    }
}
