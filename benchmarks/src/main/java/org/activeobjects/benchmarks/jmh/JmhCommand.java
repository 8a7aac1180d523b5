package org.activeobjects.benchmarks.jmh;

import org.activeobjects.benchmarks.option.ResultFile;
import org.activeobjects.benchmarks.option.RunOptions;
import org.activeobjects.deployment.command.ExitCodes;
import org.activeobjects.deployment.error.EnvironmentException;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** Runs the microbenchmarks. */
@Command(
        name = "jmh",
        mixinStandardHelpOptions = true,
        description = {
            "Runs microbenchmarks of the transport's warm paths under JMH.",
            "With JMH's profiler of the garbage collector: what an operation allocates, on both"
                    + " sides together. The last column leaves out what JMH's own books take."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ao bench jmh --check",
            "  ao bench jmh exchange --param link=shm --param doubles=1",
            "  ao bench jmh --param link=shm --param memory=heap,registered --check"
        })
public final class JmhCommand implements Callable<Integer> {

    /**
     * Bytes. The smallest object has 16: one in four operations would show. What remains is what
     * threads take that go to sleep now and then, and JMH.
     */
    private static final double NOTHING = 4;

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** Who asks for requests gets them: two on each side. */
    private static final Map<String, Double> ALLOWED = Map.of("nonBlocking", 4 * 200.0);

    private static final String LINK = "link";
    private static final String UCX = "ucx";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "REGEX",
            defaultValue = ".*",
            description = "Which benchmarks (default: all).")
    private String which = ".*";

    @Option(
            names = "--param",
            paramLabel = "NAME=VALUES",
            description = "Values of a parameter, with commas between them, instead of all.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "3",
            description = "Measured iterations of a second (default: ${DEFAULT-VALUE}).")
    private int iterations = 3;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Iterations of a second before them, beside 10 000 messages (default:"
                            + " ${DEFAULT-VALUE}).")
    private int warmUp = 4;

    @Option(names = "--check", description = "Fail if an operation allocates.")
    private boolean check;

    @Option(names = "--json", paramLabel = "FILE", description = "Write JMH's results, too.")
    private Path json;

    @Spec private CommandSpec spec;

    /** A command with its defaults, for picocli to fill. */
    public JmhCommand() {}

    @Override
    public Integer call() {
        Selection.requireAny(which);
        Selection.requireParameters(
                parameters,
                Map.of(LINK, Transport.linkNames(), "memory", List.of(Numbers.REGISTERED)));
        RunOptions.requireAtLeastOne("--iterations", iterations);
        ResultFile.requireWritable("--json", json);
        List<RunResult> results = new ArrayList<>(run());
        if (!parameters.containsKey(LINK) && hasUcx()) {
            parameters.put(LINK, UCX);
            results.addAll(run());
        }
        if (json != null) {
            write(results);
        }
        return report(results);
    }

    private Collection<RunResult> run() {
        try {
            return new Runner(options().build()).run();
        } catch (RunnerException e) {
            throw new EnvironmentException(
                    "JMH failed: benchmarks=%s reason=%s; what its JVM printed is above"
                            .formatted(which, e.getMessage()),
                    e);
        }
    }

    /** Not every host has it. */
    private boolean hasUcx() {
        try (Transport probe = Transport.open(TransportConfig.defaults().withLinks(UCX))) {
            return probe.card() != null;
        } catch (TransportException e) {
            spec.commandLine().getOut().println("NOTE: not measured: ucx (" + e.getMessage() + ")");
            return false;
        }
    }

    private void write(List<RunResult> results) {
        try (PrintStream out = new PrintStream(json.toFile(), StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        } catch (IOException e) {
            throw ResultFile.failed(json, e);
        }
    }

    private ChainedOptionsBuilder options() {
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .include(which)
                        .forks(1)
                        .warmupIterations(warmUp)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(iterations)
                        .measurementTime(TimeValue.seconds(1))
                        .shouldFailOnError(true)
                        .addProfiler(GCProfiler.class)
                        .addProfiler(ThreadAllocation.class)
                        .jvmArgs(
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-XX:+UseSerialGC",
                                "-XX:+UseTransparentHugePages",
                                "-Xms1g",
                                "-Xmx1g",
                                "-Dlog4j2.loggerContextFactory=org.apache.logging.log4j.simple"
                                        + ".SimpleLoggerContextFactory");
        parameters.forEach((name, values) -> options.param(name, values.split(",")));
        return options;
    }

    private int report(Collection<RunResult> results) {
        PrintWriter out = spec.commandLine().getOut();
        boolean clean = true;
        out.println();
        out.println("# bytes allocated per operation, both sides together");
        for (RunResult result : results) {
            double all = result.getSecondaryResults().get(ALLOCATED).getScore();
            double bytes = result.getSecondaryResults().get(ThreadAllocation.RESULT).getScore();
            String name = result.getParams().getBenchmark();
            String method = name.substring(name.lastIndexOf('.') + 1);
            clean &= bytes < ALLOWED.getOrDefault(method, NOTHING);
            out.println(
                    String.format(
                            Locale.ROOT,
                            "%-46s %-34s %10.1f ns %10.3f B %10.3f B",
                            name.replaceFirst("^.*\\.(?=[^.]*\\.[^.]*$)", ""),
                            describe(result),
                            result.getPrimaryResult().getScore(),
                            all,
                            bytes));
        }
        out.flush();
        return clean || !check ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private static String describe(RunResult result) {
        StringBuilder text = new StringBuilder();
        for (String key : result.getParams().getParamsKeys()) {
            text.append(key).append('=').append(result.getParams().getParam(key)).append(' ');
        }
        return text.toString().strip();
    }
}
