package org.activeobjects.benchmarks.pair;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The runs of one measurement at one size.
 *
 * @param measurement what was measured
 * @param bytes length of one message
 * @param iterations iterations of one run
 * @param runNs time of each run, nanoseconds, shortest first
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Result(Measurement measurement, long bytes, long iterations, long[] runNs) {

    private static final String PREFIX = "RESULT ";

    Result {
        runNs = runNs.clone();
        Arrays.sort(runNs);
    }

    /** One line, read again by {@link #parse}. */
    String toLine() {
        return PREFIX
                + measurement.label()
                + " "
                + bytes
                + " "
                + iterations
                + " "
                + LongStream.of(runNs).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }

    static boolean isResult(String line) {
        return line.startsWith(PREFIX);
    }

    static Result parse(String line) {
        String[] words = line.substring(PREFIX.length()).split(" ");
        Measurement measurement =
                Arrays.stream(Measurement.values())
                        .filter(one -> one.label().equals(words[0]))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no result: " + line));
        long[] runs = Arrays.stream(words).skip(3).mapToLong(Long::parseLong).toArray();
        return new Result(measurement, Long.parseLong(words[1]), Long.parseLong(words[2]), runs);
    }

    /** Microseconds of one message: half a round trip, a share of the window, one exchange. */
    double medianUs() {
        int middle = runNs.length / 2;
        double ns =
                runNs.length % 2 == 1 ? runNs[middle] : (runNs[middle - 1] + runNs[middle]) / 2.0;
        return us(ns);
    }

    double minUs() {
        return us((double) runNs[0]);
    }

    double maxUs() {
        return us((double) runNs[runNs.length - 1]);
    }

    /** Megabytes (10^6) per second in one direction. */
    double megabytesPerSecond() {
        return bytes / medianUs();
    }

    double messagesPerSecond() {
        return 1e6 / medianUs();
    }

    private double us(double ns) {
        double messages =
                switch (measurement) {
                    case LATENCY -> 2.0 * iterations;
                    case BANDWIDTH -> (double) iterations * Measurement.window(bytes);
                    case EXCHANGE -> iterations;
                };
        return ns / messages / 1000;
    }
}
