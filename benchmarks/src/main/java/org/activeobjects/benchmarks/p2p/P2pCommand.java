package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.contest.Contest;
import org.activeobjects.benchmarks.contest.Contestant;
import org.activeobjects.benchmarks.contest.CsvFile;
import org.activeobjects.benchmarks.contest.Field;
import org.activeobjects.benchmarks.contest.Machine;
import org.activeobjects.benchmarks.contest.Tables;
import org.activeobjects.benchmarks.external.OpenMpi;
import org.activeobjects.benchmarks.external.UcxPerftest;
import org.activeobjects.benchmarks.option.CommandWords;
import org.activeobjects.benchmarks.option.ResultFile;
import org.activeobjects.benchmarks.peer.JavaPeers;
import org.activeobjects.benchmarks.process.Cores;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.deployment.command.ExitCodes;
import org.activeobjects.deployment.error.EnvironmentException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/** Measures what this project's links do between two JVMs on this host, alone or beside peers. */
@Command(
        name = "p2p",
        mixinStandardHelpOptions = true,
        description = {
            "Measures latency, bandwidth and exchange of arrays between two JVMs.",
            "Latency, one-way bandwidth (windows of 64 messages, as the OSU"
                    + " benchmarks) and exchange of double[], on this host. With --peers, also"
                    + " what users would pick instead: Open MPI, UCX, sockets of the JDK,"
                    + " object streams, RMI, Netty, Aeron; what is not installed is named and"
                    + " left out. All are started and warmed up first; then each has one run"
                    + " per round, in turn. A figure is the median of the rounds."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ao bench p2p --transport shm",
            "  ao bench p2p --peers --sizes 8,1K,64K,1M --csv p2p.csv",
            "  ao bench p2p --peers --only shm,openmpi --tests exchange"
        })
public final class P2pCommand implements Callable<Integer> {

    @Option(
            names = "--transport",
            paramLabel = "LINK",
            split = ",",
            description = {
                "Links to measure (default: the fastest between two JVMs; with --peers all)."
            })
    private List<String> links = new ArrayList<>();

    @Option(names = "--peers", description = "Measure the peers, too.")
    private boolean peers;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Of all links and peers measure these only; '--only list' prints them.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--memory",
            paramLabel = "heap|native|registered",
            defaultValue = "heap",
            description = "Where the numbers lie that links send (default: ${DEFAULT-VALUE}).")
    private String memory = "heap";

    @Option(
            names = "--rewrite",
            description =
                    "Write the numbers anew before each send, as programs do between two sends;"
                            + " the time it takes counts. Latency and exchange only, of the peers"
                            + " Open MPI only.")
    private boolean rewrite;

    @Option(
            names = "--jvm-args",
            paramLabel = "ARGS",
            split = " ",
            description = "Further arguments of the JVMs of this project's links.")
    private List<String> jvmArguments = new ArrayList<>();

    @Mixin private ContestOptions options = new ContestOptions();

    @Spec private CommandSpec spec;

    /** A command with its defaults, for picocli to fill. */
    public P2pCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<Contestant> own =
                new OwnLinks(new Kernel.Numbers(parseMemory(), rewrite), jvmArguments).all();
        Choice choice = new Choice(own, others());
        if (only.equals(List.of("list"))) {
            choice.describe().forEach(out::println);
            return ExitCodes.OK;
        }
        List<Contestant> contestants = choice.of(links, peers, only);
        List<Measurement> measurements = new ArrayList<>(options.measurements());
        measurements.removeIf(one -> rewrite && one == Measurement.BANDWIDTH);
        requireTests(contestants, measurements);
        Contest.Rules rules = options.rules();
        options.requireWritableCsv();
        List<String> machine = Machine.describe(CommandWords.of(spec));
        machine.forEach(line -> out.println("# " + line));
        out.println("# " + describe(rules));
        try (Contest contest = new Contest(rules, line -> say(err, line))) {
            contestants.forEach(contest::admit);
            Tables tables = new Tables(contest.samples());
            for (Measurement measurement : measurements) {
                contest.measure(measurement);
                tables.of(measurement).forEach(out::println);
                if (options.cpu()) {
                    tables.ofCpu(measurement).forEach(out::println);
                }
                out.flush();
                writeCsv(machine, rules, contest);
            }
            out.println("# " + contest.hostSpeed());
            contest.leftOut().forEach(line -> out.println("# left out: " + line));
            if (contest.isLackingAll()) {
                throw new EnvironmentException(
                        "nothing was measured: this host lacks what the programs need; what that"
                                + " is, is said above");
            }
            return contest.ourOwnFailed() || contest.samples().all().isEmpty()
                    ? ExitCodes.FAILED
                    : ExitCodes.OK;
        }
    }

    private static void requireTests(List<Contestant> contestants, List<Measurement> measurements) {
        if (contestants.stream()
                .allMatch(one -> Collections.disjoint(one.measurements(), measurements))) {
            throw new IllegalArgumentException(
                    "there is nothing to measure: programs=%s tests=%s; name other --tests, or programs that can do these"
                            .formatted(
                                    contestants.stream().map(Contestant::id).toList(),
                                    measurements.stream().map(Measurement::label).toList()));
        }
    }

    private List<Contestant> others() {
        List<Contestant> others = new ArrayList<>(OpenMpi.all(rewrite));
        if (rewrite) {
            return others;
        }
        others.addAll(UcxPerftest.all());
        others.addAll(JavaPeers.all());
        return others;
    }

    private Doubles.Memory parseMemory() {
        return switch (memory) {
            case "heap" -> Doubles.Memory.HEAP;
            case "native" -> Doubles.Memory.NATIVE;
            case "registered" -> Doubles.Memory.REGISTERED;
            default ->
                    throw new IllegalArgumentException(
                            "unknown memory: --memory="
                                    + memory
                                    + "; known: heap, native, registered");
        };
    }

    private String describe(Contest.Rules rules) {
        Field field = rules.field();
        return "medians of %s rounds of about %s ms; pairs at once: %s; %s%s"
                .formatted(
                        rules.rounds(),
                        rules.runNs() / 1_000_000,
                        field.pairs(),
                        field.pinned()
                                ? "each side on a core of its own"
                                : Cores.canPin() ? "all sides on two cores" : "not pinned",
                        rewrite ? "; numbers written anew before each send" : "");
    }

    private static void say(PrintWriter err, String line) {
        err.println("bench: " + line);
        err.flush();
    }

    private void writeCsv(List<String> machine, Contest.Rules rules, Contest contest) {
        if (options.csv() == null) {
            return;
        }
        List<String> comments = new ArrayList<>(machine);
        comments.add(describe(rules));
        comments.add(contest.hostSpeed());
        contest.leftOut().forEach(line -> comments.add("left out: " + line));
        try {
            new CsvFile(comments, contest.samples().all()).write(options.csv());
        } catch (IOException e) {
            throw ResultFile.failed(options.csv(), e);
        }
    }
}
