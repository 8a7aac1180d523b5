package org.activeobjects.npb.cg;

/**
 * One block of a sparse matrix, rows compressed, columns counted from the first of the block.
 *
 * <p>The product with a vector is where CG spends its time. It is made by small methods that are
 * called often, so that they run in their final compiled form soon.
 */
final class SparseMatrix {

    private static final int ROWS_PER_CALL = 128;

    private final int rows;
    private final int[] rowStart;
    private final int[] column;
    private final double[] value;

    /**
     * A block.
     *
     * @param rowStart index of the first element of each row in the other two, and the end of the
     *     last
     * @param column column of each element, ascending within a row
     * @param value value of each element
     */
    SparseMatrix(int[] rowStart, int[] column, double[] value) {
        this.rows = rowStart.length - 1;
        this.rowStart = rowStart;
        this.column = column;
        this.value = value;
    }

    int rows() {
        return rows;
    }

    int nonzeros() {
        return rowStart[rows];
    }

    double element(int row, int wantedColumn) {
        for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
            if (column[k] == wantedColumn) {
                return value[k];
            }
        }
        return 0;
    }

    /** Sets {@code product[0 .. rows)} to this block times {@code vector}. */
    void multiply(double[] vector, double[] product) {
        for (int row = 0; row < rows; row += ROWS_PER_CALL) {
            multiplyRows(vector, product, row, Math.min(rows, row + ROWS_PER_CALL));
        }
    }

    private void multiplyRows(double[] vector, double[] product, int from, int to) {
        int[] starts = rowStart;
        int start = starts[from];
        for (int row = from; row < to; row++) {
            int end = starts[row + 1];
            product[row] = dot(value, column, start, end, vector);
            start = end;
        }
    }

    /** Four sums side by side: one would wait for the latency of each addition. */
    private static double dot(double[] value, int[] column, int from, int to, double[] vector) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int k = from;
        for (; k < to - 3; k += 4) {
            s0 += value[k] * vector[column[k]];
            s1 += value[k + 1] * vector[column[k + 1]];
            s2 += value[k + 2] * vector[column[k + 2]];
            s3 += value[k + 3] * vector[column[k + 3]];
        }
        for (; k < to; k++) {
            s0 += value[k] * vector[column[k]];
        }
        return s0 + s1 + (s2 + s3);
    }
}
