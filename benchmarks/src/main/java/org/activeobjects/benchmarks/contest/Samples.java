package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.side.Measurement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What was measured so far, and the medians of it. */
public final class Samples {

    private final List<Sample> all = new ArrayList<>();

    /** No samples yet. */
    public Samples() {}

    /**
     * All of these.
     *
     * @param samples samples, in the order in which they were taken
     */
    public Samples(Collection<Sample> samples) {
        all.addAll(samples);
    }

    void add(Sample sample) {
        all.add(sample);
    }

    /**
     * All samples.
     *
     * @return in the order in which they were taken; a copy
     */
    public List<Sample> all() {
        return List.copyOf(all);
    }

    /**
     * Those that fit a condition.
     *
     * @param condition which
     * @return new samples
     */
    public Samples where(Predicate<Sample> condition) {
        return new Samples(all.stream().filter(condition).toList());
    }

    /**
     * The programs.
     *
     * @return their names, ours first, else in the order of their first sample
     */
    public List<String> programs() {
        List<String> names = new ArrayList<>(where(Sample::ours).names());
        names.addAll(where(sample -> !sample.ours()).names());
        return names;
    }

    private List<String> names() {
        return all.stream().map(Sample::program).distinct().toList();
    }

    /**
     * The lengths of messages.
     *
     * @return bytes, ascending
     */
    public List<Integer> sizes() {
        return all.stream().map(Sample::bytes).distinct().sorted().toList();
    }

    /**
     * Median time of a message.
     *
     * @param program name of a program
     * @param measurement what was measured
     * @param bytes length of a message
     * @return microseconds, or NaN if there is no sample
     */
    public double medianUs(String program, Measurement measurement, int bytes) {
        return median(program, measurement, bytes, Sample::us);
    }

    /**
     * Median time of all cores together per byte.
     *
     * @param program name of a program
     * @param measurement what was measured
     * @param bytes length of a message
     * @return nanoseconds, or NaN if it was not counted
     */
    public double medianCpuNsPerByte(String program, Measurement measurement, int bytes) {
        return median(program, measurement, bytes, Sample::cpuNsPerByte);
    }

    private double median(
            String program, Measurement measurement, int bytes, ToDoubleFunction<Sample> figure) {
        return median(
                all.stream()
                        .filter(sample -> sample.program().equals(program))
                        .filter(sample -> sample.measurement() == measurement)
                        .filter(sample -> sample.bytes() == bytes)
                        .mapToDouble(figure)
                        .toArray());
    }

    /**
     * The middle one, or the mean of the two in the middle.
     *
     * @param values in any order
     * @return their median; NaN of none
     */
    public static double median(double... values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
