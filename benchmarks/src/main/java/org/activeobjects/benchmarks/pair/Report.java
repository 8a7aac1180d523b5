package org.activeobjects.benchmarks.pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints results as the OSU benchmarks do, and as CSV. */
final class Report {

    static final String CSV_HEAD =
            "program,measurement,bytes,runs,median_us,min_us,max_us,mb_per_s,messages_per_s";

    private final String program;

    /** For results of a program, such as {@code ActiveObjects shm}. */
    Report(String program) {
        this.program = program;
    }

    /** The lines before the first result of a measurement. */
    List<String> head(Measurement measurement) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("# " + program + " " + title(measurement));
        lines.add(
                switch (measurement) {
                    case LATENCY -> row("# Size", "Latency (us)", "min", "max");
                    case BANDWIDTH -> row("# Size", "Bandwidth (MB/s)", "Messages/s", "");
                    case EXCHANGE -> row("# Size", "Exchange (us)", "MB/s each way", "");
                });
        return lines;
    }

    private static String title(Measurement measurement) {
        return switch (measurement) {
            case LATENCY -> "Latency Test";
            case BANDWIDTH -> "Bandwidth Test";
            case EXCHANGE -> "Exchange Test";
        };
    }

    /** The line of one result. */
    String line(Result result) {
        String size = Long.toString(result.bytes());
        return switch (result.measurement()) {
            case LATENCY ->
                    row(
                            size,
                            number("%.3f", result.medianUs()),
                            number("%.3f", result.minUs()),
                            number("%.3f", result.maxUs()));
            case BANDWIDTH ->
                    row(
                            size,
                            number("%.2f", result.megabytesPerSecond()),
                            number("%.0f", result.messagesPerSecond()),
                            "");
            case EXCHANGE ->
                    row(
                            size,
                            number("%.3f", result.medianUs()),
                            number("%.2f", result.megabytesPerSecond()),
                            "");
        };
    }

    /** The line of one result in the CSV file. */
    String csv(Result result) {
        return String.join(
                ",",
                program,
                result.measurement().label(),
                Long.toString(result.bytes()),
                Integer.toString(result.runNs().length),
                number("%.4f", result.medianUs()),
                number("%.4f", result.minUs()),
                number("%.4f", result.maxUs()),
                number("%.3f", result.megabytesPerSecond()),
                number("%.0f", result.messagesPerSecond()));
    }

    private static String row(String first, String second, String third, String fourth) {
        return String.format(Locale.ROOT, "%-12s%18s%18s%12s", first, second, third, fourth)
                .stripTrailing();
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
