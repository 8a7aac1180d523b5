package org.activeobjects.npb.cg;

import org.activeobjects.collective.Reduction;
import org.activeobjects.npb.KernelResult;
import org.activeobjects.npb.ProblemClass;
import org.activeobjects.npb.Report;
import org.activeobjects.spmd.PASPMD;

import java.util.Locale;

/**
 * One rank of the CG benchmark.
 *
 * <p><b>Threading:</b> an active object; its group makes one call at a time.
 *
 * <p><b>Source:</b> NAS-95-020, section 2.4: the power method on the inverse of the matrix, one
 * untimed step first.
 */
public class CgWorker {

    /** A rank; it has no state between runs. */
    public CgWorker() {}

    /**
     * Runs the benchmark; every rank of the group must.
     *
     * @param problemClass the class
     * @param warmUps runs of the timed part before the one that counts, zero or more
     * @return the same on every rank
     */
    public KernelResult run(ProblemClass problemClass, int warmUps) {
        return solve(CgProblem.of(problemClass), warmUps);
    }

    /** Separate for problems of other sizes, which are not verified. */
    static KernelResult solve(CgProblem problem, int warmUps) {
        StringBuilder details = new StringBuilder();
        long start = System.nanoTime();
        ProcessorGrid grid =
                new ProcessorGrid(problem.order(), PASPMD.getMyRank(), PASPMD.getMySPMDGroupSize());
        TiledMatrix matrix =
                new TiledMatrix(MatrixGenerator.generate(problem, grid), grid.columns());
        ConjugateGradient method = new ConjugateGradient(matrix, grid);
        method.startWithOnes(problem.order());
        method.solve();
        method.normalize();
        for (int i = 0; i < warmUps; i++) {
            iterate(problem, method, new StringBuilder());
        }
        double initialization = PASPMD.allReduce((System.nanoTime() - start) / 1e9, Reduction.MAX);
        details.append(" Initialization time = ")
                .append(String.format(Locale.ROOT, "%15.3f seconds\n\n\n", initialization));

        start = System.nanoTime();
        double zeta = iterate(problem, method, details);
        double seconds = PASPMD.allReduce((System.nanoTime() - start) / 1e9, Reduction.MAX);

        double error = Math.abs(zeta - problem.zeta()) / problem.zeta();
        // Written so that a result that is not a number fails.
        boolean verified = error <= CgProblem.TOLERANCE;
        describe(problem, zeta, error, verified, details);
        return new KernelResult(seconds, problem.operations(), verified, details.toString());
    }

    private static double iterate(
            CgProblem problem, ConjugateGradient method, StringBuilder details) {
        double[] residuals = new double[problem.iterations()];
        double[] zetas = new double[problem.iterations()];
        method.startWithOnes(problem.order());
        for (int i = 0; i < problem.iterations(); i++) {
            residuals[i] = method.solve();
            zetas[i] = problem.shift() + 1 / method.normalize();
        }
        details.append("   iteration           ||r||                 zeta\n");
        for (int i = 0; i < problem.iterations(); i++) {
            details.append(
                    String.format(
                            Locale.ROOT,
                            "    %5d      %21s%20.13f\n",
                            i + 1,
                            Report.exponential(residuals[i], 14),
                            zetas[i]));
        }
        return zetas[problem.iterations() - 1];
    }

    private static void describe(
            CgProblem problem, double zeta, double error, boolean verified, StringBuilder details) {
        details.append(" Benchmark completed\n");
        String zetaText = Report.exponential(zeta, 13);
        if (verified) {
            details.append(" VERIFICATION SUCCESSFUL\n");
            details.append(String.format(Locale.ROOT, " Zeta is    %20s\n", zetaText));
            details.append(
                    String.format(
                            Locale.ROOT, " Error is   %20s\n", Report.exponential(error, 13)));
        } else {
            details.append(" VERIFICATION FAILED\n");
            details.append(String.format(Locale.ROOT, " Zeta                %20s\n", zetaText));
            details.append(
                    String.format(
                            Locale.ROOT,
                            " The correct zeta is %20s\n",
                            Report.exponential(problem.zeta(), 13)));
        }
    }
}
