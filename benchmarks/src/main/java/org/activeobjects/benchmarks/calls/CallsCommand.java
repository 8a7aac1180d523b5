package org.activeobjects.benchmarks.calls;

import org.activeobjects.benchmarks.calls.side.CallTest;
import org.activeobjects.benchmarks.contest.Machine;
import org.activeobjects.benchmarks.option.CommandWords;
import org.activeobjects.benchmarks.option.ResultFile;
import org.activeobjects.benchmarks.option.RoundOptions;
import org.activeobjects.deployment.command.ExitCodes;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/** Measures calls of active objects beside those of others. */
@Command(
        name = "calls",
        mixinStandardHelpOptions = true,
        description = {
            "Measures calls of active objects within one JVM and between two.",
            "Beside them, in the same run, Apache Pekko (typed actors; Artery over"
                    + " TCP) and RMI. All programs of a test are started and warmed up, then"
                    + " each has one run per round; figures are medians. Columns such as 'shm"
                    + " =1' say how a figure relates to that of one of ours."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ao bench calls",
            "  ao bench calls --tests int,doubles --only shm,tcp,rmi,artery --csv calls.csv",
            "  ao bench calls --only list"
        })
public final class CallsCommand implements Callable<Integer> {

    /** The compilers take that long for what a call between JVMs runs through. */
    private static final int WARM_UP_MS = 12_000;

    @Option(
            names = "--tests",
            paramLabel = "TEST",
            split = ",",
            defaultValue = "call,tell-1,tell-2,caller,int,many,doubles",
            description = "What to measure (default: ${DEFAULT-VALUE}).")
    private List<String> tests = new ArrayList<>();

    @Option(
            names = "--only",
            paramLabel = "PROGRAM",
            split = ",",
            description = "Who takes part (default: all); 'list' prints who can.")
    private List<String> only = new ArrayList<>();

    @Mixin private final RoundOptions rounds = new RoundOptions(100, WARM_UP_MS);

    @Spec private CommandSpec spec;

    /** A command with its defaults, for picocli to fill. */
    public CallsCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (only.equals(List.of("list"))) {
            Caller.all().forEach(one -> out.println(one.describe()));
            out.flush();
            return ExitCodes.OK;
        }
        CallContest.Rules rules =
                new CallContest.Rules(rounds.runs(), rounds.runNs(), rounds.warmUpNs());
        List<CallTest> chosen = tests.stream().map(test -> CallTest.of(test.strip())).toList();
        List<Caller> callers = Caller.named(only);
        if (callers.stream().allMatch(one -> Collections.disjoint(one.tests(), chosen))) {
            throw new IllegalArgumentException(
                    "there is nothing to measure: programs=%s tests=%s; 'ao bench calls --only list' tells who can do what"
                            .formatted(
                                    callers.stream().map(Caller::id).toList(),
                                    chosen.stream().map(CallTest::label).toList()));
        }
        rounds.requireWritableCsv();
        List<String> about = new ArrayList<>(Machine.describe(CommandWords.of(spec)));
        about.add("medians of %s rounds of about %s ms".formatted(rounds.runs(), rounds.runMs()));
        about.forEach(line -> out.println("# " + line));
        CallContest contest = new CallContest(rules, this::say);
        for (CallTest test : chosen) {
            contest.measure(test, callers);
            new CallTable(contest.samples()).of(test).forEach(out::println);
            out.flush();
            writeCsv(about, contest);
        }
        contest.leftOut().forEach(line -> out.println("# left out: " + line));
        out.flush();
        return contest.ourOwnFailed() || contest.samples().isEmpty()
                ? ExitCodes.FAILED
                : ExitCodes.OK;
    }

    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("bench: " + line);
        err.flush();
    }

    private void writeCsv(List<String> about, CallContest contest) {
        if (rounds.csv() == null) {
            return;
        }
        List<String> lines = new ArrayList<>();
        about.forEach(line -> lines.add("# " + line));
        contest.leftOut().forEach(line -> lines.add("# left out: " + line));
        lines.add(CallSample.HEADER);
        contest.samples().forEach(sample -> lines.add(sample.toRow()));
        try {
            Files.write(rounds.csv(), lines);
        } catch (IOException e) {
            throw ResultFile.failed(rounds.csv(), e);
        }
    }
}
