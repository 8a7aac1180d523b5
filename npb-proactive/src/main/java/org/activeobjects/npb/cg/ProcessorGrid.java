package org.activeobjects.npb.cg;

/**
 * How the ranks share the matrix: a grid with as many columns as rows, or twice as many.
 *
 * <p>All blocks have one size. If the grid does not divide the order, the last blocks reach beyond
 * the matrix, and what lies there is zero.
 *
 * <p>Rank (r, c) of the grid holds matrix block (r, c) and piece c of every vector.
 */
final class ProcessorGrid {

    private final int rank;
    private final int gridRows;
    private final int gridColumns;
    private final int rows;
    private final int columns;

    /**
     * The place of one rank.
     *
     * @param order rows and columns of the matrix
     * @param rank the rank, from 0
     * @param size number of ranks, a power of two
     */
    ProcessorGrid(int order, int rank, int size) {
        requireSize(size);
        int logarithm = Integer.numberOfTrailingZeros(size);
        this.rank = rank;
        this.gridRows = 1 << logarithm / 2;
        this.gridColumns = size / gridRows;
        this.columns = (order + gridColumns - 1) / gridColumns;
        this.rows = columns * (gridColumns / gridRows);
    }

    static void requireSize(int size) {
        if (size < 1 || Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException(
                    "CG needs a power of two of processes: processes="
                            + size
                            + "; give -np 1, 2, 4, 8 ...");
        }
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    int firstRow() {
        return gridRow() * rows;
    }

    int firstColumn() {
        return gridColumn() * columns;
    }

    /** Steps of a sum over the ranks of one grid row. */
    int steps() {
        return Integer.numberOfTrailingZeros(gridColumns);
    }

    /** Whether a rank needs but half of the rows that it has sums of. */
    boolean isWide() {
        return gridColumns > gridRows;
    }

    /**
     * The rank of the same grid row to exchange sums with.
     *
     * @param step 0 to {@link #steps()} - 1; step 0 is with the neighbour that needs the other half
     *     of the rows if the grid is wide
     * @return its rank
     */
    int partner(int step) {
        return rank ^ 1 << step;
    }

    /** First of the rows whose sums this rank needs in the end, counted from its first row. */
    int keptRow() {
        return isWide() ? (gridColumn() & 1) * columns : 0;
    }

    /** First of the rows whose sums the partner of step 0 needs in the end, if the grid is wide. */
    int partnersRow() {
        return columns - keptRow();
    }

    /** The rank that has the row sums that make up this rank's piece of the vector; mutual. */
    int transposed() {
        return isWide()
                ? gridColumn() / 2 * gridColumns + 2 * gridRow() + (gridColumn() & 1)
                : gridColumn() * gridColumns + gridRow();
    }

    private int gridRow() {
        return rank / gridColumns;
    }

    private int gridColumn() {
        return rank % gridColumns;
    }
}
