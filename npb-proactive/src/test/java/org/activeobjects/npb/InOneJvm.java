package org.activeobjects.npb;

import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Nodes of two runtimes in this JVM by turns, so that half of the ranks are remote to the other.
 */
public final class InOneJvm implements AutoCloseable {

    private final NodeRuntime here;
    private final NodeRuntime there;
    private final List<Node> nodes;

    public InOneJvm(int ranks) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("npb", TransportConfig.newSecret())
                        .withRanksOnHost(ranks + 1);
        here = NodeRuntime.open(config);
        there = NodeRuntime.open(config);
        here.makeDefault();
        Node remote = here.connect(there.card());
        nodes =
                IntStream.range(0, ranks)
                        .mapToObj(rank -> rank % 2 == 0 ? here.node() : remote)
                        .toList();
    }

    /** Runs a kernel on so many ranks, with runtimes of its own. */
    public static KernelResult run(
            Kernel kernel, ProblemClass problemClass, int ranks, int warmUps) {
        try (InOneJvm jvm = new InOneJvm(ranks)) {
            return kernel.run(problemClass, jvm.nodes(), warmUps);
        }
    }

    public List<Node> nodes() {
        return nodes;
    }

    @Override
    public void close() {
        there.close();
        here.close();
    }
}
