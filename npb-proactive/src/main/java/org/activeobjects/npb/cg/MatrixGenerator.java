package org.activeobjects.npb.cg;

import java.util.Arrays;

/**
 * Makes a block of the matrix of CG: the sum over i of w<sup>i</sup> v<sub>i</sub>
 * v<sub>i</sub><sup>T</sup>, plus a multiple of the identity.
 *
 * <p>Row by row: row r gets a multiple of each vector that is not zero at r. A dense row collects
 * the sums, in the order of the vectors, so every rank gets the same bits whatever its block.
 */
final class MatrixGenerator {

    /** Reciprocal of the condition number that the weights spread over. */
    private static final double RCOND = 0.1;

    private final RandomVectors vectors;
    private final double shift;
    private final int firstRow;
    private final int endRow;
    private final int firstColumn;
    private final int endColumn;

    /** For each row of the block the elements at that row, by their index in the vectors. */
    private final int[] rowStart;

    private final int[] elementOfRow;
    private final int[] vectorOfRow;

    private MatrixGenerator(CgProblem problem, ProcessorGrid grid) {
        this.vectors = new RandomVectors(problem.order(), problem.nonzeros());
        this.shift = problem.shift();
        this.firstRow = Math.min(grid.firstRow(), problem.order());
        this.endRow = Math.min(grid.firstRow() + grid.rows(), problem.order());
        this.firstColumn = Math.min(grid.firstColumn(), problem.order());
        this.endColumn = Math.min(grid.firstColumn() + grid.columns(), problem.order());
        this.rowStart = new int[endRow - firstRow + 1];
        countElementsPerRow();
        this.elementOfRow = new int[rowStart[endRow - firstRow]];
        this.vectorOfRow = new int[elementOfRow.length];
        sortElementsByRow();
    }

    /** The block of the rank that the grid was made for; padding rows are empty. */
    static SparseMatrix generate(CgProblem problem, ProcessorGrid grid) {
        return new MatrixGenerator(problem, grid).assemble(grid.rows());
    }

    private void countElementsPerRow() {
        int end = vectors.start[vectors.order];
        for (int k = 0; k < end; k++) {
            int row = vectors.place[k];
            if (row >= firstRow && row < endRow) {
                rowStart[row - firstRow + 1]++;
            }
        }
        for (int row = 0; row < endRow - firstRow; row++) {
            rowStart[row + 1] += rowStart[row];
        }
    }

    private void sortElementsByRow() {
        int[] next = Arrays.copyOf(rowStart, rowStart.length - 1);
        for (int vector = 0; vector < vectors.order; vector++) {
            for (int k = vectors.start[vector]; k < vectors.start[vector + 1]; k++) {
                int row = vectors.place[k];
                if (row >= firstRow && row < endRow) {
                    int slot = next[row - firstRow]++;
                    elementOfRow[slot] = k;
                    vectorOfRow[slot] = vector;
                }
            }
        }
    }

    private SparseMatrix assemble(int paddedRows) {
        int columns = endColumn - firstColumn;
        int[] start = new int[paddedRows + 1];
        DenseRow dense = new DenseRow(columns);
        for (int row = 0; row < paddedRows; row++) {
            if (row < endRow - firstRow) {
                visitColumns(row, dense);
            }
            start[row + 1] = start[row] + dense.count;
            dense.count = 0;
        }
        double[] weight = weights();
        int[] column = new int[start[paddedRows]];
        double[] value = new double[start[paddedRows]];
        dense = new DenseRow(columns);
        for (int row = 0; row < endRow - firstRow; row++) {
            visitColumns(row, dense);
            addVectors(row, weight, dense);
            dense.store(column, value, start[row]);
        }
        return new SparseMatrix(start, column, value);
    }

    private double[] weights() {
        double ratio = Math.pow(RCOND, 1.0 / vectors.order);
        double[] weight = new double[vectors.order];
        double size = 1.0;
        for (int i = 0; i < weight.length; i++) {
            weight[i] = size;
            size *= ratio;
        }
        return weight;
    }

    private void visitColumns(int row, DenseRow dense) {
        for (int slot = rowStart[row]; slot < rowStart[row + 1]; slot++) {
            int vector = vectorOfRow[slot];
            for (int k = vectors.start[vector]; k < vectors.start[vector + 1]; k++) {
                int column = vectors.place[k];
                if (column >= firstColumn && column < endColumn) {
                    dense.visit(row, column - firstColumn);
                }
            }
        }
    }

    private void addVectors(int row, double[] weight, DenseRow dense) {
        for (int slot = rowStart[row]; slot < rowStart[row + 1]; slot++) {
            int vector = vectorOfRow[slot];
            double scale = weight[vector] * vectors.element[elementOfRow[slot]];
            boolean diagonalVector = vector == row + firstRow;
            for (int k = vectors.start[vector]; k < vectors.start[vector + 1]; k++) {
                int column = vectors.place[k];
                if (column >= firstColumn && column < endColumn) {
                    double term = vectors.element[k] * scale;
                    if (diagonalVector && column == vector) {
                        term += RCOND - shift;
                    }
                    dense.sum[column - firstColumn] += term;
                }
            }
        }
    }

    /** Sums of one row at their columns, and which columns have one. */
    private static final class DenseRow {

        private final double[] sum;
        private final int[] lastRow;
        private final int[] touched;
        private int count;

        private DenseRow(int columns) {
            this.sum = new double[columns];
            this.lastRow = new int[columns];
            this.touched = new int[columns];
            Arrays.fill(lastRow, -1);
        }

        private void visit(int row, int column) {
            if (lastRow[column] != row) {
                lastRow[column] = row;
                touched[count++] = column;
            }
        }

        private void store(int[] column, double[] value, int from) {
            Arrays.sort(touched, 0, count);
            for (int i = 0; i < count; i++) {
                column[from + i] = touched[i];
                value[from + i] = sum[touched[i]];
                sum[touched[i]] = 0;
            }
            count = 0;
        }
    }
}
