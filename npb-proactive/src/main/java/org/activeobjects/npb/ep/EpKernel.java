package org.activeobjects.npb.ep;

import org.activeobjects.node.Node;
import org.activeobjects.npb.Kernel;
import org.activeobjects.npb.KernelResult;
import org.activeobjects.npb.ProblemClass;
import org.activeobjects.npb.Report;
import org.activeobjects.npb.SpmdRun;

import java.util.List;
import java.util.Locale;

/** The EP benchmark: Gaussian deviates from pairs of random numbers. */
public final class EpKernel implements Kernel {

    /** The kernel; it has no state. */
    public EpKernel() {}

    @Override
    public String name() {
        return "EP";
    }

    @Override
    public String description() {
        return "Gaussian deviates from random numbers; no communication but the sums";
    }

    @Override
    public String operationType() {
        return "Random numbers generated";
    }

    @Override
    public long size(ProblemClass problemClass) {
        return EpProblem.of(problemClass).randomNumbers();
    }

    @Override
    public int iterations(ProblemClass problemClass) {
        return 0;
    }

    @Override
    public void requireRanks(ProblemClass problemClass, int ranks) {
        int batches = EpProblem.of(problemClass).batches();
        if (ranks < 1 || ranks > batches) {
            throw new IllegalArgumentException(
                    "EP needs a batch of pairs for each process: class=%s batches=%s processes=%s; give -np 1 to %s"
                            .formatted(problemClass, batches, ranks, batches));
        }
    }

    @Override
    public int mostRanks(ProblemClass problemClass, int limit) {
        return Math.min(limit, EpProblem.of(problemClass).batches());
    }

    @Override
    public long bytesPerRank(ProblemClass problemClass, int ranks) {
        return 16L * GaussianPairs.BLOCK * Double.BYTES;
    }

    @Override
    public String title(ProblemClass problemClass, int ranks) {
        return Report.heading(name())
                + String.format(
                        Locale.ROOT,
                        """
                         Number of random numbers generated: %15d
                         Number of active processes:         %15d

                        """,
                        EpProblem.of(problemClass).randomNumbers(),
                        ranks);
    }

    @Override
    public KernelResult run(ProblemClass problemClass, List<Node> nodes, int warmUps) {
        requireRanks(problemClass, nodes.size());
        return SpmdRun.run(EpWorker.class, nodes, workers -> workers.run(problemClass, warmUps));
    }
}
