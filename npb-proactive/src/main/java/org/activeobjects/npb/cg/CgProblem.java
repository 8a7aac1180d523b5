package org.activeobjects.npb.cg;

import org.activeobjects.npb.ProblemClass;

/**
 * What the CG benchmark is to compute for one problem class, and the eigenvalue it must find.
 *
 * @param order rows and columns of the matrix
 * @param nonzeros non-zero elements of each random vector that the matrix is made of
 * @param iterations timed steps of the inverse power method
 * @param shift what is taken off the diagonal
 * @param zeta the official result
 */
record CgProblem(int order, int nonzeros, int iterations, double shift, double zeta) {

    /** Steps of the conjugate gradient method in one step of the power method. */
    static final int INNER_ITERATIONS = 25;

    /** Largest relative error of zeta that is a success. */
    static final double TOLERANCE = 1e-10;

    static CgProblem of(ProblemClass problemClass) {
        return switch (problemClass) {
            case S -> new CgProblem(1_400, 7, 15, 10, 8.5971775078648);
            case W -> new CgProblem(7_000, 8, 15, 12, 10.362595087124);
            case A -> new CgProblem(14_000, 11, 15, 20, 17.130235054029);
            case B -> new CgProblem(75_000, 13, 75, 60, 22.712745482631);
            case C -> new CgProblem(150_000, 15, 75, 110, 28.973605592845);
        };
    }

    /** The floating point operations of the timed part, as NPB counts them. */
    double operations() {
        double perVector = nonzeros * (nonzeros + 1.0);
        double perStep = 3.0 + perVector + INNER_ITERATIONS * (5.0 + perVector) + 3.0;
        return 2.0 * iterations * order * perStep;
    }
}
