package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.pair.Measurement;
import org.activeobjects.benchmarks.pair.Pair;
import org.activeobjects.benchmarks.pair.PairOptions;
import org.activeobjects.benchmarks.pair.Plan;
import org.activeobjects.deployment.command.ExitCodes;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Measures plain Netty, as a programmer without this project would use it. */
@Command(
        name = "netty",
        mixinStandardHelpOptions = true,
        description = {
            "Measures a ping-pong of plain Netty handlers between two JVMs on this host (epoll",
            "where it is there, else NIO), to compare with 'ao bench p2p --transport netty'."
        })
public final class NettyPeerCommand implements Callable<Integer> {

    @Mixin private PairOptions options = new PairOptions();

    @Spec private CommandSpec spec;

    /** A command with its defaults, for picocli to fill. */
    public NettyPeerCommand() {}

    @Override
    public Integer call() {
        Plan plan = options.plan(List.of(), List.of(Measurement.LATENCY));
        new Pair(NettyPeer.class, List.of(), Map.of())
                .run(plan, options, "plain Netty", spec.commandLine().getOut());
        return ExitCodes.OK;
    }
}
