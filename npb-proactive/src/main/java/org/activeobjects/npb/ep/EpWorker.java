package org.activeobjects.npb.ep;

import org.activeobjects.collective.Reduction;
import org.activeobjects.npb.KernelResult;
import org.activeobjects.npb.ProblemClass;
import org.activeobjects.spmd.PASPMD;

import java.util.Locale;

/**
 * One rank of the EP benchmark.
 *
 * <p><b>Threading:</b> an active object; its group makes one call at a time.
 *
 * <p><b>Source:</b> NAS-95-020, section 2.2.
 */
public class EpWorker {

    private static final int SUM_X = 0;
    private static final int SUM_Y = 1;
    private static final int FIRST_COUNT = 2;

    /** A rank; it has no state between runs. */
    public EpWorker() {}

    /**
     * Runs the benchmark; every rank of the group must.
     *
     * @param problemClass the class
     * @param warmUps runs of the timed part before the one that counts, zero or more
     * @return the same on every rank
     */
    public KernelResult run(ProblemClass problemClass, int warmUps) {
        EpProblem problem = EpProblem.of(problemClass);
        for (int i = 0; i < warmUps; i++) {
            sums(problem);
        }
        // Nobody starts the clock before all are there.
        PASPMD.barrier();
        long start = System.nanoTime();
        double[] sums = sums(problem);
        double seconds = PASPMD.allReduce((System.nanoTime() - start) / 1e9, Reduction.MAX);

        double errorX = Math.abs((sums[SUM_X] - problem.sumX()) / problem.sumX());
        double errorY = Math.abs((sums[SUM_Y] - problem.sumY()) / problem.sumY());
        // Written so that a result that is not a number fails.
        boolean verified = errorX <= EpProblem.TOLERANCE && errorY <= EpProblem.TOLERANCE;
        String details = describe(problem, seconds, sums);
        return new KernelResult(seconds, problem.randomNumbers(), verified, details);
    }

    /** The sums over all ranks: of the deviates, then the counts, which a double holds exactly. */
    private double[] sums(EpProblem problem) {
        GaussianPairs pairs = new GaussianPairs();
        int rank = PASPMD.getMyRank();
        int size = PASPMD.getMySPMDGroupSize();
        long first = problem.firstPair(rank, size);
        pairs.add(first, problem.firstPair(rank + 1, size) - first);
        double[] sums = new double[FIRST_COUNT + GaussianPairs.ANNULI];
        sums[SUM_X] = pairs.sumX();
        sums[SUM_Y] = pairs.sumY();
        for (int annulus = 0; annulus < GaussianPairs.ANNULI; annulus++) {
            sums[FIRST_COUNT + annulus] = pairs.count(annulus);
        }
        PASPMD.allReduce(sums, Reduction.SUM);
        return sums;
    }

    private static String describe(EpProblem problem, double seconds, double[] sums) {
        double accepted = 0;
        StringBuilder counts = new StringBuilder();
        for (int annulus = 0; annulus < GaussianPairs.ANNULI; annulus++) {
            double count = sums[FIRST_COUNT + annulus];
            accepted += count;
            counts.append(String.format(Locale.ROOT, "%3d%14.0f.\n", annulus, count));
        }
        return String.format(
                        Locale.ROOT,
                        """
                        EP Benchmark Results:

                        CPU Time =%10.4f
                        N = 2^%5d
                        No. Gaussian Pairs =%14.0f.
                        Sums = %25s%25s
                        Counts:
                        """,
                        seconds,
                        problem.logarithm(),
                        accepted,
                        scientific(sums[SUM_X]),
                        scientific(sums[SUM_Y]))
                + counts;
    }

    /** As Fortran writes a double precision number: -4.295875165629892D+03. */
    private static String scientific(double value) {
        return String.format(Locale.ROOT, "%.15e", value).replace('e', 'D');
    }
}
