package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.pair.Measurement;
import org.activeobjects.benchmarks.pair.Pair;
import org.activeobjects.benchmarks.pair.PairOptions;
import org.activeobjects.benchmarks.pair.Plan;
import org.activeobjects.deployment.command.ExitCodes;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.spi.LinkProvider;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;

/** Measures what one pair of JVMs on this host gets out of a link. */
@Command(
        name = "p2p",
        mixinStandardHelpOptions = true,
        description = {
            "Measures latency, one-way bandwidth and exchange of double[] between two JVMs on",
            "this host, in the columns of the OSU benchmarks. Each figure is the median of several",
            "runs after a warm-up."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ao bench p2p --transport shm",
            "  ao bench p2p --transport netty --tests latency,exchange --sizes 8:64K --csv"
                    + " netty.csv"
        })
public final class P2pCommand implements Callable<Integer> {

    private static final String WITHIN_ONE_JVM = "local";

    @Option(
            names = "--transport",
            paramLabel = "LINK",
            split = ",",
            description = "Links that may be used, the first that works is (default: the fastest).")
    private List<String> links = new ArrayList<>();

    @Option(
            names = "--tests",
            paramLabel = "TEST",
            split = ",",
            defaultValue = "latency,bandwidth,exchange",
            description = "What to measure (default: ${DEFAULT-VALUE}).")
    private List<String> tests = new ArrayList<>();

    @Option(
            names = "--jvm-args",
            paramLabel = "ARGS",
            split = " ",
            description = "Further arguments of both JVMs.")
    private List<String> jvmArguments = new ArrayList<>();

    @Mixin private PairOptions options = new PairOptions();

    @Spec private CommandSpec spec;

    /** A command with its defaults, for picocli to fill. */
    public P2pCommand() {}

    @Override
    public Integer call() {
        Plan plan =
                options.plan(
                        links.stream().map(P2pCommand::checkLink).toList(),
                        tests.stream().map(P2pCommand::parseTest).toList());
        new Pair(P2pRank.class, jvmArguments, Map.of(P2pRank.SECRET, TransportConfig.newSecret()))
                .run(plan, options, "ActiveObjects", spec.commandLine().getOut());
        return ExitCodes.OK;
    }

    private static String checkLink(String text) {
        String name = text.strip();
        List<String> known =
                ServiceLoader.load(LinkProvider.class).stream()
                        .map(provider -> provider.get().name())
                        .filter(link -> !link.equals(WITHIN_ONE_JVM))
                        .sorted()
                        .toList();
        if (!known.contains(name)) {
            throw new IllegalArgumentException(
                    "no link between two JVMs: --transport="
                            + name
                            + "; known: "
                            + String.join(", ", known));
        }
        return name;
    }

    private static Measurement parseTest(String text) {
        return Arrays.stream(Measurement.values())
                .filter(one -> one.label().equals(text.strip()))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "unknown test: --tests="
                                                + text
                                                + "; known: latency, bandwidth, exchange"));
    }
}
