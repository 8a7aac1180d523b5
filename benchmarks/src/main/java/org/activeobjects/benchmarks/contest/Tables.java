package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.side.Measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Lays out medians as text: one table per measurement and wire, a row per size, a column per
 * program, and how ours compares to the best of the others.
 */
public final class Tables {

    private static final int NARROW = 11;
    private static final String NOTHING = "-";

    private final Samples samples;

    /**
     * Tables of these.
     *
     * @param samples what was measured
     */
    public Tables(Samples samples) {
        this.samples = samples;
    }

    /**
     * All tables of a measurement.
     *
     * @param measurement what was measured
     * @return lines
     */
    public List<String> of(Measurement measurement) {
        List<String> lines = new ArrayList<>();
        for (Wire wire : Wire.values()) {
            Samples some = samples.where(s -> s.measurement() == measurement && s.wire() == wire);
            if (!some.programs().isEmpty()) {
                lines.addAll(table(some, measurement, title(measurement) + ", " + wire.title()));
            }
        }
        return lines;
    }

    /**
     * All tables of the time that the cores spend per byte.
     *
     * @param measurement what was measured
     * @return lines
     */
    public List<String> ofCpu(Measurement measurement) {
        List<String> lines = new ArrayList<>();
        for (Wire wire : Wire.values()) {
            Samples some =
                    samples.where(
                            s ->
                                    s.measurement() == measurement
                                            && s.wire() == wire
                                            && s.cpuNs() != Team.UNKNOWN);
            if (!some.programs().isEmpty()) {
                lines.add("");
                lines.add(
                        "# time of all cores, ns per byte of payload, %s, %s"
                                .formatted(measurement.label(), wire.title()));
                lines.add(head(some.programs(), false));
                for (int bytes : some.sizes()) {
                    lines.add(
                            row(
                                    bytes,
                                    some.programs(),
                                    program -> some.medianCpuNsPerByte(program, measurement, bytes),
                                    ""));
                }
            }
        }
        return lines;
    }

    private static String title(Measurement measurement) {
        return switch (measurement) {
            case LATENCY -> "# latency, microseconds one way";
            case BANDWIDTH -> "# one-way bandwidth, MB/s (10^6 bytes)";
            case EXCHANGE -> "# exchange, microseconds for both ways at once";
        };
    }

    private static List<String> table(Samples some, Measurement measurement, String title) {
        List<String> programs = some.programs();
        boolean compares = !bestPeer(some).isEmpty();
        List<String> lines = new ArrayList<>(List.of("", title, head(programs, compares)));
        for (int bytes : some.sizes()) {
            lines.add(
                    row(
                            bytes,
                            programs,
                            program ->
                                    figure(
                                            some.medianUs(program, measurement, bytes),
                                            measurement,
                                            bytes),
                            compares ? comparison(some, measurement, bytes) : ""));
        }
        if (measurement == Measurement.BANDWIDTH) {
            int bytes = some.sizes().getFirst();
            lines.add("# messages of " + bytes + " bytes, thousands per second");
            lines.add(
                    row(
                            bytes,
                            programs,
                            program -> 1000 / some.medianUs(program, measurement, bytes),
                            compares ? comparison(some, measurement, bytes) : ""));
        }
        return lines;
    }

    private static double figure(double us, Measurement measurement, int bytes) {
        return measurement == Measurement.BANDWIDTH ? bytes / us : us;
    }

    /** The peers, if there is something of ours to compare them to. */
    private static List<String> bestPeer(Samples some) {
        boolean haveOurs = some.all().stream().anyMatch(Sample::ours);
        return haveOurs ? some.where(s -> !s.ours()).programs() : List.of();
    }

    /** Time of the fastest other program over that of our fastest: above 1 we are faster. */
    private static String comparison(Samples some, Measurement measurement, int bytes) {
        double ours = fastest(some.where(Sample::ours), measurement, bytes);
        double theirs = fastest(some.where(s -> !s.ours()), measurement, bytes);
        return Double.isNaN(ours) || Double.isNaN(theirs)
                ? NOTHING
                : String.format(Locale.ROOT, "%.2fx", theirs / ours);
    }

    private static double fastest(Samples some, Measurement measurement, int bytes) {
        return some.programs().stream()
                .mapToDouble(program -> some.medianUs(program, measurement, bytes))
                .filter(us -> !Double.isNaN(us))
                .min()
                .orElse(Double.NaN);
    }

    private static String head(List<String> programs, boolean compares) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-10s", "# bytes"));
        for (String program : programs) {
            line.append(String.format(Locale.ROOT, "%" + width(program) + "s", program));
        }
        return compares ? line.append("   best peer/ours").toString() : line.toString();
    }

    private static String row(
            int bytes, List<String> programs, ToDoubleFunction<String> figure, String last) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-10d", bytes));
        for (String program : programs) {
            line.append(
                    String.format(
                            Locale.ROOT,
                            "%" + width(program) + "s",
                            number(figure.applyAsDouble(program))));
        }
        return last.isEmpty()
                ? line.toString()
                : line.append(String.format(Locale.ROOT, "%17s", last)).toString();
    }

    private static int width(String program) {
        return Math.max(program.length() + 2, NARROW);
    }

    /** Three or more digits that count. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return NOTHING;
        }
        int digits = value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
