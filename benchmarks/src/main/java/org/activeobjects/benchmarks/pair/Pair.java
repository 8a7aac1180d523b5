package org.activeobjects.benchmarks.pair;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts the two JVMs of a benchmark, prints what the first reports, and waits for their end.
 *
 * @param main class that both run
 * @param jvmArguments further arguments of both JVMs
 * @param environment variables of both JVMs besides this one's
 */
public record Pair(Class<?> main, List<String> jvmArguments, Map<String, String> environment) {

    /** What the first JVM prints before the words that the second is given. */
    public static final String LISTENING = "LISTENING ";

    /** What the first JVM prints before the name of what connects them. */
    public static final String LINK = "LINK ";

    /**
     * Runs the benchmark.
     *
     * @param plan what is to be done
     * @param options where to run it, and where the results go besides
     * @param program name of what is measured
     * @param out gets the table
     * @throws org.activeobjects.deployment.error.EnvironmentException if a JVM cannot be started or
     *     fails; none is left
     */
    public void run(Plan plan, PairOptions options, String program, PrintWriter out) {
        List<String> rows = new ArrayList<>(List.of(Report.CSV_HEAD));
        List<String> words = plan.toWords();
        try (PinnedJvm leader = start(0, options, words)) {
            List<String> more = new ArrayList<>(words);
            more.addAll(List.of(leader.expect(LISTENING).split(" ")));
            try (PinnedJvm follower = start(1, options, more)) {
                Report report = new Report(program + " " + leader.expect(LINK));
                print(leader, report, out, rows);
                leader.awaitEnd();
                follower.awaitEnd();
            }
        }
        options.writeCsv(rows);
    }

    private PinnedJvm start(int index, PairOptions options, List<String> words) {
        return PinnedJvm.start(index, options.pins(), jvmArguments, environment, main, words);
    }

    private static void print(PinnedJvm leader, Report report, PrintWriter out, List<String> rows) {
        Measurement current = null;
        for (String line = leader.readLine(); line != null; line = leader.readLine()) {
            if (!Result.isResult(line)) {
                continue;
            }
            Result result = Result.parse(line);
            if (result.measurement() != current) {
                current = result.measurement();
                report.head(current).forEach(out::println);
            }
            out.println(report.line(result));
            out.flush();
            rows.add(report.csv(result));
        }
    }
}
