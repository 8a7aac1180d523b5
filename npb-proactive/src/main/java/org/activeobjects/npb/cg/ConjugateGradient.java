package org.activeobjects.npb.cg;

import org.activeobjects.spmd.PASPMD;

import java.util.Arrays;

/**
 * The conjugate gradient method on one rank of the grid: solves A z = x for this rank's piece of z.
 *
 * <p><b>Threading:</b> belongs to the thread of the rank. Nothing is allocated after construction.
 *
 * <p><b>Source:</b> NAS-95-020, section 2.4.3.
 */
final class ConjugateGradient {

    private final TiledMatrix matrix;
    private final ProcessorGrid grid;
    private final int length;

    /** The right side. */
    private final double[] x;

    /** The solution. */
    private final double[] z;

    private final double[] p;
    private final double[] q;
    private final double[] r;
    private final double[] rowSums;
    private final double[] partnersSums;
    private final double[] scalars = new double[2];
    private final double[] partnersScalars = new double[2];

    ConjugateGradient(TiledMatrix matrix, ProcessorGrid grid) {
        this.matrix = matrix;
        this.grid = grid;
        this.length = grid.columns();
        this.x = new double[length];
        this.z = new double[length];
        this.p = new double[length];
        this.q = new double[length];
        this.r = new double[length];
        this.rowSums = new double[grid.rows()];
        this.partnersSums = new double[length];
    }

    /**
     * Sets the first elements of this rank's piece of the right side to one, the padding to zero.
     */
    void startWithOnes(int order) {
        Arrays.fill(x, 0);
        Arrays.fill(x, 0, Math.clamp(order - (long) grid.firstColumn(), 0, length), 1);
    }

    /**
     * Solves A z = x by a fixed number of steps.
     *
     * @return the norm of x - A z
     */
    double solve() {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, r, 0, length);
        System.arraycopy(x, 0, p, 0, length);
        double rho = sumOverGridRow(Vectors.dot(r, r));
        for (int step = 0; step < CgProblem.INNER_ITERATIONS; step++) {
            multiply(p, q);
            double alpha = rho / sumOverGridRow(Vectors.dot(p, q));
            Vectors.addScaled(z, alpha, p);
            Vectors.addScaled(r, -alpha, q);
            double previous = rho;
            rho = sumOverGridRow(Vectors.dot(r, r));
            Vectors.scaleAndAdd(p, rho / previous, r);
        }
        multiply(z, r);
        return Math.sqrt(sumOverGridRow(Vectors.squaredDistance(x, r)));
    }

    /**
     * Makes the next right side: z with the norm one.
     *
     * @return the product of the old right side with z
     */
    double normalize() {
        scalars[0] = Vectors.dot(x, z);
        scalars[1] = Vectors.dot(z, z);
        sumScalarsOverGridRow(2);
        Vectors.scale(x, 1 / Math.sqrt(scalars[1]), z);
        return scalars[0];
    }

    /** Sets this rank's piece of {@code product} to that of the whole matrix times the vector. */
    private void multiply(double[] vector, double[] product) {
        matrix.multiply(vector, rowSums);
        int kept = grid.keptRow();
        for (int step = 0; step < grid.steps(); step++) {
            int sent = step == 0 && grid.isWide() ? grid.partnersRow() : kept;
            PASPMD.exchange("row sums", grid.partner(step), rowSums, sent, partnersSums, 0, length);
            Vectors.add(rowSums, kept, partnersSums);
        }
        PASPMD.exchange("transpose", grid.transposed(), rowSums, kept, product, 0, length);
    }

    private double sumOverGridRow(double value) {
        scalars[0] = value;
        sumScalarsOverGridRow(1);
        return scalars[0];
    }

    private void sumScalarsOverGridRow(int count) {
        for (int step = 0; step < grid.steps(); step++) {
            PASPMD.exchange("scalars", grid.partner(step), scalars, 0, partnersScalars, 0, count);
            for (int i = 0; i < count; i++) {
                scalars[i] += partnersScalars[i];
            }
        }
    }
}
