package org.activeobjects.benchmarks.jmh;

import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** The benchmarks that the user asks for, looked at before JMH starts a JVM for each. */
final class Selection {

    private Selection() {}

    /**
     * Checks that there are benchmarks whose names match.
     *
     * @throws IllegalArgumentException if there are none, or the expression is none
     */
    static void requireAny(String regex) {
        if (find(regex).isEmpty()) {
            throw new IllegalArgumentException(
                    "no benchmark of that name: regex="
                            + regex
                            + "; known: "
                            + find(".*").stream()
                                    .map(Selection::nameOf)
                                    .collect(Collectors.joining(", ")));
        }
    }

    private static Collection<BenchmarkListEntry> find(String regex) {
        OutputFormat silent =
                OutputFormatFactory.createFormatInstance(
                        new PrintStream(
                                OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                        VerboseMode.SILENT);
        try {
            return BenchmarkList.defaultList().find(silent, List.of(regex), List.of());
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "not a regular expression: regex=" + regex + " reason=" + e.getDescription(),
                    e);
        }
    }

    /** Class and method. */
    private static String nameOf(BenchmarkListEntry benchmark) {
        return benchmark.getUsername().replaceFirst("^.*\\.(?=[^.]*\\.[^.]*$)", "");
    }

    /**
     * Checks parameters that the user has named: JMH itself passes over those that are none. One
     * that only benchmarks have that are not chosen is none of those.
     *
     * @param more values that some parameters may have besides those that they have by default
     * @throws IllegalArgumentException if a name or a link is not known
     */
    static void requireParameters(
            Map<String, String> wanted, Map<String, Collection<String>> more) {
        Map<String, Set<String>> known = new HashMap<>();
        for (BenchmarkListEntry benchmark : find(".*")) {
            benchmark
                    .getParams()
                    .orElse(Map.of())
                    .forEach(
                            (name, values) ->
                                    known.computeIfAbsent(name, _ -> new TreeSet<>())
                                            .addAll(List.of(values)));
        }
        wanted.forEach(
                (name, values) -> {
                    require("parameter", name, name, known.keySet());
                    if (more.containsKey(name)) {
                        known.get(name).addAll(more.get(name));
                        for (String value : values.split(",")) {
                            require("value", value, name + "=" + values, known.get(name));
                        }
                    }
                });
    }

    private static void require(String what, String word, String typed, Set<String> known) {
        if (!known.contains(word)) {
            throw new IllegalArgumentException(
                    "unknown %s: --param=%s; known: %s"
                            .formatted(what, typed, String.join(", ", new TreeSet<>(known))));
        }
    }
}
