package org.activeobjects.benchmarks.calls;

import org.activeobjects.benchmarks.calls.side.CallTest;
import org.activeobjects.benchmarks.contest.Samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Lays out medians as text: a table per test, a row per program. */
final class CallTable {

    private final List<CallSample> samples;

    CallTable(List<CallSample> samples) {
        this.samples = List.copyOf(samples);
    }

    /** The table of a test: lines, none if nothing was measured. */
    List<String> of(CallTest test) {
        List<CallSample> some = samples.stream().filter(one -> one.test() == test).toList();
        List<Caller> callers = some.stream().map(CallSample::caller).distinct().toList();
        if (callers.isEmpty()) {
            return List.of();
        }
        List<Caller> own = callers.stream().filter(Caller::ours).toList();
        List<String> lines = new ArrayList<>(List.of("", "# " + test.title() + ", " + test.unit()));
        StringBuilder head = new StringBuilder(row("# program", "median", "least", "most"));
        for (Caller one : own) {
            head.append(String.format(Locale.ROOT, "  %13s", one.id() + " =1"));
        }
        lines.add(head.toString());
        for (Caller caller : callers) {
            lines.add(row(some, caller, own));
        }
        for (Caller caller : callers) {
            double bytes = median(some, caller, CallSample::bytesPerCall);
            if (!Double.isNaN(bytes)) {
                lines.add(
                        String.format(
                                Locale.ROOT,
                                "# %s: %.1f bytes allocated by the caller per call",
                                caller.name(),
                                bytes));
            }
        }
        return lines;
    }

    private static String row(List<CallSample> some, Caller caller, List<Caller> own) {
        double[] figures = figures(some, caller, CallSample::figure);
        double median = Samples.median(figures);
        StringBuilder line =
                new StringBuilder(
                        row(
                                caller.name(),
                                number(median),
                                number(figures[0]),
                                number(figures[figures.length - 1])));
        for (Caller one : own) {
            double ours = median(some, one, CallSample::figure);
            line.append(String.format(Locale.ROOT, "  %13.2f", median / ours));
        }
        return line.toString();
    }

    private static String row(String name, String median, String least, String most) {
        return String.format(Locale.ROOT, "%-32s%11s%11s%11s", name, median, least, most);
    }

    private static double median(
            List<CallSample> some, Caller caller, ToDoubleFunction<CallSample> figure) {
        return Samples.median(figures(some, caller, figure));
    }

    private static double[] figures(
            List<CallSample> some, Caller caller, ToDoubleFunction<CallSample> figure) {
        double[] figures =
                some.stream()
                        .filter(one -> one.caller().equals(caller))
                        .mapToDouble(figure)
                        .toArray();
        Arrays.sort(figures);
        return figures;
    }

    private static String number(double value) {
        int digits = value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
