package org.activeobjects.npb.cg;

import java.util.Arrays;

/**
 * One block of a sparse matrix as it is multiplied, which is where CG spends its time.
 *
 * <p>The elements of a row lie all over the vector, and most would miss the first-level cache. So
 * the block is cut into tiles whose piece of the vector fits that cache, and all elements of a tile
 * are used before the next one begins. Four rows of a tile at a time make four sums that do not
 * wait for each other; their elements alternate in memory, and rows of about the same length go
 * together, so that the loop has no remainder and little is added to make them equal. A column
 * number within a tile takes two bytes.
 *
 * <p>Against compressed rows: half as long again as fast for class A, a third for class B.
 */
final class TiledMatrix {

    /** Columns of a tile: 32 KiB of the vector. */
    static final int COLUMNS = 4096;

    /** Rows of a tile: 8 KiB of the product. */
    static final int ROWS = 1024;

    /** Rows that are summed side by side. */
    private static final int LANES = 4;

    private final int rows;
    private final int tilesPerWindow;

    /** First group of lanes of each tile, and the end of the last. */
    private final int[] firstGroup;

    /** First element of each tile, and the end of the last. */
    private final int[] firstElement;

    /** For each group its number of elements per lane. */
    private final char[] length;

    /** For each lane of each group its row within the tile. */
    private final char[] row;

    /** For each element its column within the tile; zero where a lane is shorter than its group. */
    private final char[] column;

    private final double[] value;

    /**
     * Lays out a block.
     *
     * @param matrix the block
     * @param columns its number of columns
     */
    TiledMatrix(SparseMatrix matrix, int columns) {
        this.rows = matrix.rows();
        this.tilesPerWindow = Math.max(1, (columns + COLUMNS - 1) / COLUMNS);
        int tiles = (rows + ROWS - 1) / ROWS * tilesPerWindow;
        this.firstGroup = new int[tiles + 1];
        this.firstElement = new int[tiles + 1];
        this.length = new char[tiles * (ROWS / LANES)];
        this.row = new char[length.length * LANES];
        layOut(new Cursor(matrix));
        this.column = new char[firstElement[tiles]];
        this.value = new double[firstElement[tiles]];
        fill(matrix, new Cursor(matrix));
    }

    /** Decides which rows go together, and so where everything is. */
    private void layOut(Cursor cursor) {
        long[] byLength = new long[ROWS];
        for (int tile = 0; tile < firstGroup.length - 1; tile++) {
            cursor.moveTo(tile / tilesPerWindow * ROWS, tile % tilesPerWindow * COLUMNS);
            for (int i = 0; i < cursor.count; i++) {
                byLength[i] = (long) cursor.length(i) << Integer.SIZE | i;
            }
            Arrays.sort(byLength, 0, cursor.count);
            int group = firstGroup[tile];
            int elements = firstElement[tile];
            for (int i = 0; i < cursor.count; i += LANES, group++) {
                int last = Math.min(i + LANES, cursor.count) - 1;
                length[group] = (char) (byLength[last] >>> Integer.SIZE);
                elements += length[group] * LANES;
                for (int lane = 0; lane < LANES; lane++) {
                    // A lane without a row of its own adds zeros to the row of the last one.
                    row[group * LANES + lane] = (char) byLength[Math.min(i + lane, last)];
                }
            }
            firstGroup[tile + 1] = group;
            firstElement[tile + 1] = elements;
        }
    }

    private void fill(SparseMatrix matrix, Cursor cursor) {
        for (int tile = 0; tile < firstGroup.length - 1; tile++) {
            int firstColumn = tile % tilesPerWindow * COLUMNS;
            cursor.moveTo(tile / tilesPerWindow * ROWS, firstColumn);
            int element = firstElement[tile];
            int lanes = 0;
            for (int group = firstGroup[tile]; group < firstGroup[tile + 1]; group++) {
                for (int lane = 0; lane < LANES && lanes < cursor.count; lane++, lanes++) {
                    int from = cursor.start[row[group * LANES + lane]];
                    int count = cursor.length(row[group * LANES + lane]);
                    for (int k = 0; k < count; k++) {
                        column[element + k * LANES + lane] =
                                (char) (matrix.column()[from + k] - firstColumn);
                        value[element + k * LANES + lane] = matrix.value()[from + k];
                    }
                }
                element += length[group] * LANES;
            }
        }
    }

    /** Elements, with those that only fill up. */
    int elements() {
        return value.length;
    }

    /**
     * Sets the first elements of {@code product}, one for each row, to this block times the vector.
     */
    void multiply(double[] vector, double[] product) {
        Arrays.fill(product, 0, rows, 0);
        for (int tile = 0; tile < firstGroup.length - 1; tile++) {
            multiplyTile(
                    tile,
                    vector,
                    tile % tilesPerWindow * COLUMNS,
                    product,
                    tile / tilesPerWindow * ROWS);
        }
    }

    /** Small and called often, so that it runs in its final compiled form soon. */
    private void multiplyTile(int tile, double[] x, int firstColumn, double[] y, int firstRow) {
        char[] lengths = length;
        char[] lanes = row;
        char[] c = column;
        double[] v = value;
        int end = firstElement[tile];
        for (int group = firstGroup[tile]; group < firstGroup[tile + 1]; group++) {
            int start = end;
            end = start + LANES * lengths[group];
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            for (int k = start; k < end; k += LANES) {
                s0 += v[k] * x[firstColumn + c[k]];
                s1 += v[k + 1] * x[firstColumn + c[k + 1]];
                s2 += v[k + 2] * x[firstColumn + c[k + 2]];
                s3 += v[k + 3] * x[firstColumn + c[k + 3]];
            }
            int lane = LANES * group;
            y[firstRow + lanes[lane]] += s0;
            y[firstRow + lanes[lane + 1]] += s1;
            y[firstRow + lanes[lane + 2]] += s2;
            y[firstRow + lanes[lane + 3]] += s3;
        }
    }

    /** Finds the elements of the rows of one tile, tiles in order. */
    private static final class Cursor {

        private final SparseMatrix matrix;

        /** For each row of the tile its first element there, and its first one beyond. */
        private final int[] start = new int[ROWS];

        private final int[] end = new int[ROWS];
        private int count;

        private Cursor(SparseMatrix matrix) {
            this.matrix = matrix;
        }

        private void moveTo(int firstRow, int firstColumn) {
            count = Math.min(ROWS, matrix.rows() - firstRow);
            for (int i = 0; i < count; i++) {
                start[i] = firstColumn == 0 ? matrix.rowStart()[firstRow + i] : end[i];
                int k = start[i];
                int rowEnd = matrix.rowStart()[firstRow + i + 1];
                while (k < rowEnd && matrix.column()[k] < firstColumn + COLUMNS) {
                    k++;
                }
                end[i] = k;
            }
        }

        private int length(int i) {
            return end[i] - start[i];
        }
    }
}
