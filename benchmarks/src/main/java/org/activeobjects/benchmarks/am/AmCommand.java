package org.activeobjects.benchmarks.am;

import org.activeobjects.benchmarks.option.RunOptions;
import org.activeobjects.benchmarks.process.Cores;
import org.activeobjects.benchmarks.process.JvmProgram;
import org.activeobjects.benchmarks.process.Worker;
import org.activeobjects.deployment.command.ExitCodes;
import org.activeobjects.deployment.error.EnvironmentException;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** Measures messages to handlers between two JVMs on this host. */
@Command(
        name = "am",
        mixinStandardHelpOptions = true,
        description = {
            "Measures messages to handlers between two JVMs.",
            "Short requests with their replies, posts, bulk requests, and the"
                    + " matched plane beside them in the same run, on this host. Each figure"
                    + " is the median of several runs after a warm-up, with the least and the"
                    + " most."
        },
        footerHeading = "%nExample:%n",
        footer = "  ao bench am --transport shm")
public final class AmCommand implements Callable<Integer> {

    @Option(
            names = "--transport",
            paramLabel = "LINK",
            defaultValue = "shm",
            description = "Link between the two (default: ${DEFAULT-VALUE}).")
    private String link = "shm";

    @Mixin private final RunOptions options = new RunOptions(50);

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "20000",
            description = "Messages of each kind before the first run (default: ${DEFAULT-VALUE}).")
    private int warmUp = 20_000;

    @Spec private CommandSpec spec;

    /** A command with its defaults, for picocli to fill. */
    public AmCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        requireLink();
        if (warmUp < 0) {
            throw new IllegalArgumentException("0 or more are needed: --warm-up=" + warmUp);
        }
        List<String> words =
                List.of(
                        "bench-" + ProcessHandle.current().pid(),
                        link,
                        Integer.toString(options.runs()),
                        Long.toString(options.runNs()),
                        Integer.toString(warmUp));
        Map<String, String> environment = Map.of(AmRank.SECRET, TransportConfig.newSecret());
        try (Worker leader = start(0, words, List.of(), environment)) {
            List<String> announced = List.of(leader.expect(AmRank.LISTENING).split(" "));
            Worker follower = start(1, words, announced, environment);
            leader.follow(follower); // it waits for this one, however long
            try {
                print(leader, out);
            } finally {
                follower.close();
            }
        }
        return ExitCodes.OK;
    }

    /** Better said here and once than by each of the two JVMs. */
    private void requireLink() {
        List<String> known = new ArrayList<>(Transport.linkNames());
        known.remove("local");
        if (!known.contains(link)) {
            throw new IllegalArgumentException(
                    "no link between two JVMs: --transport=%s; known: %s"
                            .formatted(link, String.join(", ", known)));
        }
        try {
            Transport.open(TransportConfig.defaults().withLinks(link)).close();
        } catch (TransportException e) {
            throw new EnvironmentException(
                    "this host lacks the link: --transport=%s reason=%s; choose another of %s"
                            .formatted(link, e.getMessage(), String.join(", ", known)),
                    e);
        }
    }

    private static Worker start(
            int side, List<String> words, List<String> more, Map<String, String> environment) {
        List<String> command = new ArrayList<>(Cores.canPin() ? Cores.one(side) : List.of());
        command.addAll(JvmProgram.javaCommand(AmRank.class, List.of()));
        command.addAll(words);
        command.addAll(more);
        return Worker.start("AmRank " + side, command, environment);
    }

    private void print(Worker leader, PrintWriter out) {
        out.printf(Locale.ROOT, "# messages to handlers over %s%n", link);
        out.printf(Locale.ROOT, "%-36s %10s %10s %10s  %s%n", "", "median", "least", "most", "");
        for (AmTest test : AmTest.values()) {
            String[] figures = leader.expect(AmRank.RESULT + test.name() + " ").split(" ");
            out.printf(
                    Locale.ROOT,
                    "%-36s %10.3f %10.3f %10.3f  %s%n",
                    test.text(),
                    Double.valueOf(figures[0]),
                    Double.valueOf(figures[1]),
                    Double.valueOf(figures[2]),
                    test.unit());
            out.flush();
        }
    }
}
