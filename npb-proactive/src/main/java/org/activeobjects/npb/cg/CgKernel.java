package org.activeobjects.npb.cg;

import org.activeobjects.node.Node;
import org.activeobjects.npb.Kernel;
import org.activeobjects.npb.KernelResult;
import org.activeobjects.npb.ProblemClass;
import org.activeobjects.npb.Report;
import org.activeobjects.npb.SpmdRun;

import java.util.List;
import java.util.Locale;

/** The CG benchmark: conjugate gradients on a sparse random matrix. */
public final class CgKernel implements Kernel {

    /** The kernel; it has no state. */
    public CgKernel() {}

    @Override
    public String name() {
        return "CG";
    }

    @Override
    public String description() {
        return "conjugate gradients on a sparse random matrix";
    }

    @Override
    public String operationType() {
        return "floating point";
    }

    @Override
    public long size(ProblemClass problemClass) {
        return CgProblem.of(problemClass).order();
    }

    @Override
    public int iterations(ProblemClass problemClass) {
        return CgProblem.of(problemClass).iterations();
    }

    @Override
    public void requireRanks(ProblemClass problemClass, int ranks) {
        ProcessorGrid.requireSize(ranks);
    }

    @Override
    public int mostRanks(ProblemClass problemClass, int limit) {
        return Integer.highestOneBit(limit);
    }

    @Override
    public long bytesPerRank(ProblemClass problemClass, int ranks) {
        CgProblem problem = CgProblem.of(problemClass);
        ProcessorGrid grid = new ProcessorGrid(problem.order(), 0, ranks);
        long random = problem.order() * (problem.nonzeros() + 1L);
        long elements = random * (problem.nonzeros() + 1) / ranks;
        long vectors = 12L * (grid.columns() + grid.rows()) + 2L * problem.order();
        // The random vectors and where they are by row; the matrix as made, and as multiplied.
        return random * (Double.BYTES + 3 * Integer.BYTES)
                + elements * (Double.BYTES + Integer.BYTES)
                + elements * (Double.BYTES + Character.BYTES)
                + vectors * Double.BYTES;
    }

    @Override
    public String title(ProblemClass problemClass, int ranks) {
        CgProblem problem = CgProblem.of(problemClass);
        return Report.heading(name())
                + String.format(
                        Locale.ROOT,
                        """
                         Size: %10d  (class %s)
                         Iterations: %5d
                         Total number of processes: %6d

                        """,
                        problem.order(),
                        problemClass,
                        problem.iterations(),
                        ranks);
    }

    @Override
    public KernelResult run(ProblemClass problemClass, List<Node> nodes, int warmUps) {
        requireRanks(problemClass, nodes.size());
        return SpmdRun.run(CgWorker.class, nodes, workers -> workers.run(problemClass, warmUps));
    }
}
