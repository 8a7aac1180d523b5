package org.activeobjects.npb.cg;

/**
 * One block of a sparse matrix as it is made: rows compressed, columns counted from the first of
 * the block and ascending within a row.
 *
 * @param rowStart index of the first element of each row in the other two, and the end of the last
 * @param column column of each element
 * @param value value of each element
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared: the record only names the three.
record SparseMatrix(int[] rowStart, int[] column, double[] value) {

    int rows() {
        return rowStart.length - 1;
    }

    int nonzeros() {
        return rowStart[rows()];
    }

    double element(int row, int wantedColumn) {
        for (int k = rowStart[row]; k < rowStart[row + 1]; k++) {
            if (column[k] == wantedColumn) {
                return value[k];
            }
        }
        return 0;
    }
}
