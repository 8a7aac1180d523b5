package org.activeobjects.npb.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.activeobjects.npb.ProblemClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class TiledMatrixTest {

    private static double[] multiplyByDefinition(SparseMatrix matrix, double[] vector) {
        double[] product = new double[matrix.rows()];
        for (int row = 0; row < matrix.rows(); row++) {
            for (int k = matrix.rowStart()[row]; k < matrix.rowStart()[row + 1]; k++) {
                product[row] += matrix.value()[k] * vector[matrix.column()[k]];
            }
        }
        return product;
    }

    /** Rows of every length from none to the given number, in no order. */
    private static SparseMatrix random(int rows, int columns, int longest, Random random) {
        int[] start = new int[rows + 1];
        List<Integer> column = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            random.ints(random.nextInt(longest + 1), 0, columns)
                    .distinct()
                    .sorted()
                    .forEach(column::add);
            start[row + 1] = column.size();
        }
        double[] value = random.doubles(column.size(), -1, 1).toArray();
        return new SparseMatrix(
                start, column.stream().mapToInt(Integer::intValue).toArray(), value);
    }

    @ParameterizedTest(name = "{0} rows, {1} columns, rows of up to {2} elements")
    @CsvSource({
        "1, 1, 1",
        "1, 5, 5",
        "3, 32768, 50",
        "4, 32769, 50",
        "5, 32767, 50",
        "1023, 65536, 9",
        "1024, 65537, 9",
        "1025, 100, 40",
        "2500, 70000, 100",
        "7, 10, 0"
    })
    void multipliesAsTheDefinitionDoes(int rows, int columns, int longest) {
        long seed = 31L * rows + columns;
        Random random = new Random(seed);
        SparseMatrix matrix = random(rows, columns, longest, random);
        double[] vector = random.doubles(columns, -1, 1).toArray();
        double[] product = new double[rows + 2];
        Arrays.fill(product, 7);

        new TiledMatrix(matrix, columns).multiply(vector, product);

        double[] expected = multiplyByDefinition(matrix, vector);
        for (int row = 0; row < rows; row++) {
            assertThat(product[row])
                    .describedAs("row=%d seed=%d", row, seed)
                    .isCloseTo(expected[row], within(1e-12));
        }
        assertThat(product[rows]).isEqualTo(7);
        assertThat(product[rows + 1]).isEqualTo(7);
    }

    @Test
    void addsNextToNothingToTheMatrixOfTheBenchmark() {
        CgProblem problem = CgProblem.of(ProblemClass.W);
        SparseMatrix matrix =
                MatrixGenerator.generate(problem, new ProcessorGrid(problem.order(), 0, 1));

        int elements = new TiledMatrix(matrix, problem.order()).elements();

        assertThat(elements).isBetween(matrix.nonzeros(), matrix.nonzeros() / 100 * 101);
    }
}
