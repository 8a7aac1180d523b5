package org.activeobjects.npb.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.stream.IntStream;

class ProcessorGridTest {

    @ParameterizedTest
    @CsvSource({
        "1, 14000, 14000",
        "2, 14000, 7000",
        "4, 7000, 7000",
        "8, 7000, 3500",
        "16, 3500, 3500",
        "1024, 438, 438"
    })
    void hasAsManyColumnsAsRowsOrTwice(int size, int rows, int columns) {
        ProcessorGrid grid = new ProcessorGrid(14_000, size - 1, size);

        assertThat(grid.rows()).isEqualTo(rows);
        assertThat(grid.columns()).isEqualTo(columns);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128})
    void coversTheMatrixOnce(int size) {
        int order = 70;
        int[][] covered = new int[order][order];
        for (int rank = 0; rank < size; rank++) {
            ProcessorGrid grid = new ProcessorGrid(order, rank, size);
            for (int i = grid.firstRow(); i < Math.min(order, grid.firstRow() + grid.rows()); i++) {
                int end = Math.min(order, grid.firstColumn() + grid.columns());
                for (int j = grid.firstColumn(); j < end; j++) {
                    covered[i][j]++;
                }
            }
        }
        for (int[] row : covered) {
            assertThat(row).containsOnly(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128})
    void exchangesWithRanksThatExchangeBack(int size) {
        for (int rank = 0; rank < size; rank++) {
            ProcessorGrid grid = new ProcessorGrid(1400, rank, size);
            for (int step = 0; step < grid.steps(); step++) {
                ProcessorGrid partner = new ProcessorGrid(1400, grid.partner(step), size);
                assertThat(partner.partner(step)).isEqualTo(rank);
                assertThat(partner.firstRow()).isEqualTo(grid.firstRow());
                boolean halves = step == 0 && grid.isWide();
                assertThat(partner.keptRow())
                        .isEqualTo(halves ? grid.partnersRow() : grid.keptRow());
            }
            ProcessorGrid transposed = new ProcessorGrid(1400, grid.transposed(), size);
            assertThat(transposed.transposed()).isEqualTo(rank);
            // What it sends are the sums of the rows whose numbers are this rank's columns.
            assertThat(transposed.firstRow() + transposed.keptRow()).isEqualTo(grid.firstColumn());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32})
    void meetsEveryRankOfItsGridRow(int size) {
        ProcessorGrid grid = new ProcessorGrid(1400, 0, size);
        long reached =
                IntStream.range(0, grid.steps())
                        .mapToLong(grid::partner)
                        .reduce(1, (all, partner) -> all | all << partner);

        assertThat(Long.bitCount(reached)).isEqualTo(1 << grid.steps());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 6, 12, -2})
    void refusesWhatIsNoPowerOfTwo(int size) {
        assertThatThrownBy(() -> new ProcessorGrid(1400, 0, size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("power of two")
                .hasMessageContaining("processes=" + size + "; give -np 1, 2, 4, 8 ...");
    }
}
