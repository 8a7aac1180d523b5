package org.activeobjects.npb;

import java.util.Locale;

/**
 * The layout of NPB's reports, so that tools that read those can read ours.
 *
 * <p><b>Threading:</b> pure functions.
 */
public final class Report {

    /** The version of the benchmarks' definition. */
    public static final String VERSION = "3.4";

    private Report() {}

    /**
     * The first lines of every report.
     *
     * @param kernel name of the kernel
     * @return lines that end in a newline
     */
    public static String heading(String kernel) {
        return "\n\n NAS Parallel Benchmarks " + VERSION + " -- " + kernel + " Benchmark\n\n";
    }

    /**
     * The summary that ends every report.
     *
     * @param kernel what was run
     * @param problemClass at which size
     * @param ranks number of ranks
     * @param result what came out
     * @return lines that end in a newline
     */
    public static String summary(
            Kernel kernel, ProblemClass problemClass, int ranks, KernelResult result) {
        double speed = result.megaOperationsPerSecond();
        StringBuilder text = new StringBuilder();
        text.append("\n\n ").append(kernel.name()).append(" Benchmark Completed.\n");
        line(text, "Class", problemClass.name());
        line(text, "Size", Long.toString(kernel.size(problemClass)));
        line(text, "Iterations", Integer.toString(kernel.iterations(problemClass)));
        line(text, "Time in seconds", fixed(result.seconds(), 2));
        line(text, "Total processes", Integer.toString(ranks));
        line(text, "Active processes", Integer.toString(ranks));
        line(text, "Mop/s total", fixed(speed, 2));
        line(text, "Mop/s/process", fixed(speed / ranks, 2));
        line(text, "Operation type", kernel.operationType());
        line(text, "Verification", result.isVerified() ? "SUCCESSFUL" : "UNSUCCESSFUL");
        line(text, "Version", VERSION);
        line(text, "Java version", Runtime.version().toString());
        return text.append("\n").toString();
    }

    /**
     * A number with a fixed number of decimals.
     *
     * @param value the number
     * @param decimals digits after the point
     * @return its text, with a point whatever the locale
     */
    public static String fixed(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /**
     * A number as Fortran's {@code E} edit descriptor writes it: 0.1713023505403E+02.
     *
     * @param value the number
     * @param digits digits after the point, 2 or more
     * @return its text
     */
    public static String exponential(double value, int digits) {
        if (value == 0 || !Double.isFinite(value)) {
            return value == 0 ? "0." + "0".repeat(digits) + "E+00" : Double.toString(value);
        }
        String text = String.format(Locale.ROOT, "%." + (digits - 1) + "e", Math.abs(value));
        int exponentAt = text.indexOf('e');
        int exponent = Integer.parseInt(text.substring(exponentAt + 1)) + 1;
        return (value < 0 ? "-" : "")
                + "0."
                + text.charAt(0)
                + text.substring(2, exponentAt)
                + String.format(Locale.ROOT, "E%+03d", exponent);
    }

    private static void line(StringBuilder text, String label, String value) {
        text.append(String.format(Locale.ROOT, " %-16s= %24s\n", label, value));
    }
}
