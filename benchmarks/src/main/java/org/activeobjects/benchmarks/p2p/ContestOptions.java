package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.contest.Contest;
import org.activeobjects.benchmarks.contest.Field;
import org.activeobjects.benchmarks.option.RoundOptions;
import org.activeobjects.benchmarks.option.RunOptions;
import org.activeobjects.benchmarks.process.Cores;
import org.activeobjects.benchmarks.side.Measurement;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The options that say what is measured, how often and where. */
final class ContestOptions {

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
            description =
                    "Bytes of a message: doubled from MIN to MAX, as 8:16M, or named one by one, as"
                            + " 8,1K,1M (default: ${DEFAULT-VALUE}).")
    private String sizes = "8:16M";

    @Mixin private final RoundOptions rounds = new RoundOptions(20, 3000);

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Pairs that run at once on the same two cores (default: ${DEFAULT-VALUE}): 2"
                            + " shows what happens with more ranks than cores.")
    private int pairs = 1;

    @Option(
            names = "--no-pin",
            description =
                    "Do not give each JVM a core of its own (done with taskset where it is"
                            + " installed).")
    private boolean noPin;

    @Option(
            names = "--cpu",
            description = "Print the time of all cores per byte, too (the CSV file has it always).")
    private boolean cpu;

    boolean cpu() {
        return cpu;
    }

    /** See {@link RoundOptions#requireWritableCsv}. */
    void requireWritableCsv() {
        rounds.requireWritableCsv();
    }

    Path csv() {
        return rounds.csv();
    }

    List<Measurement> measurements() {
        return tests.stream().map(ContestOptions::parseTest).toList();
    }

    Contest.Rules rules() {
        List<Integer> bytes = Sizes.parse(sizes);
        RunOptions.requireAtLeastOne("--pairs", pairs);
        boolean pinned = pairs == 1 && !noPin && Cores.canPin();
        return new Contest.Rules(
                new Field(bytes.getLast(), pairs, pinned),
                bytes,
                rounds.runs(),
                rounds.runNs(),
                rounds.warmUpNs());
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
