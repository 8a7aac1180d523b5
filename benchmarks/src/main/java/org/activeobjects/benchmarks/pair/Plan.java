package org.activeobjects.benchmarks.pair;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What both ranks are to do, passed on as words of the command line.
 *
 * @param jobId job of the two transports
 * @param links links that may be used; empty for all
 * @param measurements what is measured
 * @param minBytes shortest message
 * @param maxBytes longest message
 * @param runs runs of which the median counts
 * @param runNs about how long one run takes, nanoseconds
 * @param ranksPerCoreSet ranks that share the cores that one of them may use
 */
public record Plan(
        String jobId,
        List<String> links,
        List<Measurement> measurements,
        int minBytes,
        int maxBytes,
        int runs,
        long runNs,
        int ranksPerCoreSet) {

    /** Number of words of a plan. */
    public static final int WORDS = 8;

    /**
     * Writes the plan.
     *
     * @return words for {@link #parse}
     */
    public List<String> toWords() {
        return List.of(
                jobId,
                String.join(",", links),
                measurements.stream().map(Measurement::name).collect(Collectors.joining(",")),
                Integer.toString(minBytes),
                Integer.toString(maxBytes),
                Integer.toString(runs),
                Long.toString(runNs),
                Integer.toString(ranksPerCoreSet));
    }

    /**
     * Reads a plan.
     *
     * @param words words of {@link #toWords}, and any after them
     * @return the plan
     */
    public static Plan parse(String[] words) {
        return new Plan(
                words[0],
                words[1].isEmpty() ? List.of() : List.of(words[1].split(",")),
                Arrays.stream(words[2].split(",")).map(Measurement::valueOf).toList(),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                Long.parseLong(words[6]),
                Integer.parseInt(words[7]));
    }
}
