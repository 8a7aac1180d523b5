package org.activeobjects.npb.ep;

import org.activeobjects.npb.ProblemClass;

/**
 * What the EP benchmark is to compute for one problem class, and the sums it must find.
 *
 * @param logarithm binary logarithm of the number of pairs of random numbers
 * @param sumX official sum of the first Gaussian deviates of the accepted pairs
 * @param sumY official sum of the second ones
 */
record EpProblem(int logarithm, double sumX, double sumY) {

    /** Largest relative error of either sum that is a success. */
    static final double TOLERANCE = 1e-8;

    private static final int BATCH_LOGARITHM = 16;

    static EpProblem of(ProblemClass problemClass) {
        return switch (problemClass) {
            case S -> new EpProblem(24, -3.247834652034740e+3, -6.958407078382297e+3);
            case W -> new EpProblem(25, -2.863319731645753e+3, -6.320053679109499e+3);
            case A -> new EpProblem(28, -4.295875165629892e+3, -1.580732573678431e+4);
            case B -> new EpProblem(30, 4.033815542441498e+4, -2.660669192809235e+4);
            case C -> new EpProblem(32, 4.764367927995374e+4, -8.084072988043731e+4);
        };
    }

    long pairs() {
        return 1L << logarithm;
    }

    /** The parts that ranks share, none of which is divided: as many as NPB has. */
    int batches() {
        return 1 << logarithm - BATCH_LOGARITHM;
    }

    /**
     * Where the pairs of a rank begin, and those of the rank before it end. Each has as many
     * batches as the others; what is left over goes to the first ranks, one batch to each.
     *
     * @param rank 0 to {@code size}
     * @param size number of ranks, 1 to {@link #batches}
     * @return number of its first pair, from 0
     */
    long firstPair(int rank, int size) {
        long firstBatch = (long) rank * (batches() / size) + Math.min(rank, batches() % size);
        return firstBatch << BATCH_LOGARITHM;
    }

    /** The random numbers of the timed part: what NPB counts as operations. */
    long randomNumbers() {
        return 2 * pairs();
    }
}
