package org.activeobjects.benchmarks.option;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** The same for programs that are measured in turn, and where the figures go. */
public final class RoundOptions extends RunOptions {

    private static final long NANOS_PER_MS = 1_000_000;

    @Option(
            names = "--warm-up-ms",
            paramLabel = "MS",
            description = {
                "How long each program is warmed up for each test (default: ${DEFAULT-VALUE})."
            })
    private int warmUpMs;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write every run to a file, with what this host is.")
    private Path csv;

    /**
     * Options for picocli to fill.
     *
     * @param runMs how long a run takes unless the user says it, milliseconds
     * @param warmUpMs how long a program is warmed up unless the user says it, milliseconds
     */
    public RoundOptions(int runMs, int warmUpMs) {
        super(runMs);
        this.warmUpMs = warmUpMs;
    }

    /**
     * How long each program is warmed up.
     *
     * @return nanoseconds
     * @throws IllegalArgumentException if the user wants no warm-up
     */
    public long warmUpNs() {
        return requireAtLeastOne("--warm-up-ms", warmUpMs) * NANOS_PER_MS;
    }

    /**
     * Checks, before anything is measured, that the file of raw figures can be written.
     *
     * @throws IllegalArgumentException if it cannot
     */
    public void requireWritableCsv() {
        ResultFile.requireWritable("--csv", csv);
    }

    /**
     * The file of raw figures.
     *
     * @return where it is to be, or {@code null}
     */
    public Path csv() {
        return csv;
    }
}
