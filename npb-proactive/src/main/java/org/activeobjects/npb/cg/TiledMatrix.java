package org.activeobjects.npb.cg;

import java.util.Arrays;

/**
 * One block of a sparse matrix as it is multiplied, which is where CG spends its time.
 *
 * <p>The elements of a row lie all over the vector. So the columns are cut into windows whose piece
 * of the vector fits the second-level cache, and all elements of a window are used before the next
 * one begins. Four rows at a time make four sums that do not wait for each other; their elements
 * alternate in memory, and among the rows of a tile those of about the same length go together, so
 * that the loop has no remainder and little is added to make them equal.
 *
 * <p>Instructions are what it lacks where two ranks share the units of a core. So a column number
 * takes two bytes, and the piece of the vector is copied to where its length is a power of two: cut
 * to that length, an index needs no check.
 *
 * <p><b>Threading:</b> belongs to one thread; a multiplication uses memory of this object.
 */
final class TiledMatrix {

    /** Most columns of a window, a power of two: 256 KiB of the vector. */
    static final int COLUMNS = 32768;

    /** Rows of a tile: 8 KiB of the product. */
    static final int ROWS = 1024;

    /** Rows that are summed side by side. */
    private static final int LANES = 4;

    private final int rows;
    private final int columns;
    private final int columnsPerWindow;
    private final int tilesPerWindow;

    /** The piece of the vector that is in use. */
    private final double[] window = new double[COLUMNS];

    /** First group of lanes of each tile, and the end of the last. */
    private final int[] firstGroup;

    /** First element of each tile, and the end of the last. */
    private final int[] firstElement;

    /** For each group its number of elements per lane. */
    private final char[] length;

    /** For each lane of each group its row within the tile. */
    private final char[] row;

    /**
     * For each element its column within the window; zero where a lane is shorter than its group.
     */
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
        this.columns = columns;
        int windows = Math.max(1, (columns + COLUMNS - 1) / COLUMNS);
        this.columnsPerWindow = (columns + windows - 1) / windows;
        this.tilesPerWindow = (rows + ROWS - 1) / ROWS;
        int tiles = windows * tilesPerWindow;
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
            cursor.moveTo(tile);
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
            int firstColumn = tile / tilesPerWindow * columnsPerWindow;
            cursor.moveTo(tile);
            int element = firstElement[tile];
            int lanes = 0;
            for (int group = firstGroup[tile]; group < firstGroup[tile + 1]; group++) {
                for (int lane = 0; lane < LANES && lanes < cursor.count; lane++, lanes++) {
                    int from = cursor.start(row[group * LANES + lane]);
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
            int firstRow = tile % tilesPerWindow * ROWS;
            if (firstRow == 0) {
                int from = tile / tilesPerWindow * columnsPerWindow;
                int count = Math.min(columnsPerWindow, columns - from);
                System.arraycopy(vector, from, window, 0, count);
            }
            multiplyTile(tile, window, product, firstRow);
        }
    }

    /** Small and called often, so that it runs in its final compiled form soon. */
    private void multiplyTile(int tile, double[] x, double[] y, int firstRow) {
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
                s0 += v[k] * x[c[k] & (x.length - 1)];
                s1 += v[k + 1] * x[c[k + 1] & (x.length - 1)];
                s2 += v[k + 2] * x[c[k + 2] & (x.length - 1)];
                s3 += v[k + 3] * x[c[k + 3] & (x.length - 1)];
            }
            int lane = LANES * group;
            y[firstRow + lanes[lane]] += s0;
            y[firstRow + lanes[lane + 1]] += s1;
            y[firstRow + lanes[lane + 2]] += s2;
            y[firstRow + lanes[lane + 3]] += s3;
        }
    }

    /** Finds the elements of the rows of one tile, tiles in order. */
    private final class Cursor {

        private final SparseMatrix matrix;

        /** For each row its first element in the window, and its first one beyond. */
        private final int[] start = new int[rows];

        private final int[] end;
        private int firstRow;
        private int count;

        private Cursor(SparseMatrix matrix) {
            this.matrix = matrix;
            this.end = Arrays.copyOf(matrix.rowStart(), rows);
        }

        private void moveTo(int tile) {
            firstRow = tile % tilesPerWindow * ROWS;
            count = Math.min(ROWS, rows - firstRow);
            int beyond = (tile / tilesPerWindow + 1) * columnsPerWindow;
            for (int i = firstRow; i < firstRow + count; i++) {
                start[i] = end[i];
                int k = start[i];
                int rowEnd = matrix.rowStart()[i + 1];
                while (k < rowEnd && matrix.column()[k] < beyond) {
                    k++;
                }
                end[i] = k;
            }
        }

        private int start(int i) {
            return start[firstRow + i];
        }

        private int length(int i) {
            return end[firstRow + i] - start[firstRow + i];
        }
    }
}
