package org.activeobjects.benchmarks.command;

import org.activeobjects.benchmarks.am.AmCommand;
import org.activeobjects.benchmarks.calls.CallsCommand;
import org.activeobjects.benchmarks.idle.IdleCommand;
import org.activeobjects.benchmarks.jmh.JmhCommand;
import org.activeobjects.benchmarks.p2p.P2pCommand;
import org.activeobjects.benchmarks.plot.PlotCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** The command that holds the benchmarks. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures ActiveObjects on this host.",
        synopsisSubcommandLabel = "BENCHMARK",
        subcommands = {
            P2pCommand.class,
            AmCommand.class,
            CallsCommand.class,
            PlotCommand.class,
            JmhCommand.class,
            IdleCommand.class
        },
        commandListHeading = "%nBenchmarks:%n",
        footerHeading = "%nExample:%n",
        footer = "  ao bench p2p --transport shm --csv p2p.csv")
final class BenchCommand implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine line = spec.commandLine();
        throw new ParameterException(
                line, "which benchmark? Known: " + String.join(", ", spec.subcommands().keySet()));
    }
}
