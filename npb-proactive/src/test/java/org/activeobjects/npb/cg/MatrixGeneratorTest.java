package org.activeobjects.npb.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.activeobjects.npb.ProblemClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixGeneratorTest {

    private static final CgProblem SMALL = CgProblem.of(ProblemClass.S);

    private static SparseMatrix whole() {
        return MatrixGenerator.generate(SMALL, new ProcessorGrid(SMALL.order(), 0, 1));
    }

    @Test
    void makesVectorsWithDistinctPlacesAndOneHalf() {
        RandomVectors vectors = new RandomVectors(SMALL.order(), SMALL.nonzeros());

        for (int i = 0; i < SMALL.order(); i++) {
            int count = vectors.start[i + 1] - vectors.start[i];
            assertThat(count).isBetween(SMALL.nonzeros(), SMALL.nonzeros() + 1);
            boolean half = false;
            for (int k = vectors.start[i]; k < vectors.start[i + 1]; k++) {
                assertThat(vectors.place[k]).isBetween(0, SMALL.order() - 1);
                for (int other = vectors.start[i]; other < k; other++) {
                    assertThat(vectors.place[other]).isNotEqualTo(vectors.place[k]);
                }
                half |= vectors.place[k] == i && vectors.element[k] == 0.5;
            }
            assertThat(half).isTrue();
        }
    }

    @Test
    void makesASymmetricMatrix() {
        SparseMatrix matrix = whole();

        for (int row = 0; row < 200; row++) {
            for (int column = 0; column < SMALL.order(); column++) {
                assertThat(matrix.element(row, column))
                        .isCloseTo(matrix.element(column, row), within(1e-14));
            }
        }
    }

    @Test
    void isTheSumOfTheWeightedOuterProducts() {
        SparseMatrix matrix = whole();
        double[][] dense = new double[3][SMALL.order()];
        RandomVectors vectors = new RandomVectors(SMALL.order(), SMALL.nonzeros());
        for (int i = 0; i < SMALL.order(); i++) {
            double weight = Math.pow(0.1, (double) i / SMALL.order());
            for (int k = vectors.start[i]; k < vectors.start[i + 1]; k++) {
                for (int l = vectors.start[i]; l < vectors.start[i + 1]; l++) {
                    if (vectors.place[k] < dense.length) {
                        dense[vectors.place[k]][vectors.place[l]] +=
                                weight * vectors.element[k] * vectors.element[l];
                    }
                }
            }
        }
        for (int row = 0; row < dense.length; row++) {
            dense[row][row] += 0.1 - SMALL.shift();
            for (int column = 0; column < SMALL.order(); column++) {
                assertThat(matrix.element(row, column))
                        .isCloseTo(dense[row][column], within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 64, 128})
    void givesEveryRankItsBlockOfTheSameMatrix(int size) {
        SparseMatrix matrix = whole();
        int nonzeros = 0;
        for (int rank = 0; rank < size; rank++) {
            ProcessorGrid grid = new ProcessorGrid(SMALL.order(), rank, size);
            SparseMatrix block = MatrixGenerator.generate(SMALL, grid);
            nonzeros += block.nonzeros();
            assertThat(block.rows()).isEqualTo(grid.rows());
            for (int column = 0; column < grid.columns(); column++) {
                int row = column % grid.rows();
                int matrixRow = grid.firstRow() + row;
                int matrixColumn = grid.firstColumn() + column;
                if (matrixRow < SMALL.order() && matrixColumn < SMALL.order()) {
                    assertThat(block.element(row, column))
                            .isEqualTo(matrix.element(matrixRow, matrixColumn));
                }
            }
        }
        assertThat(nonzeros).isEqualTo(matrix.nonzeros()).isEqualTo(78_148);
    }

    @ParameterizedTest
    @EnumSource(names = {"S", "W", "A"})
    void needsNoMoreMemoryThanEstimated(ProblemClass problemClass) {
        CgProblem problem = CgProblem.of(problemClass);
        SparseMatrix matrix =
                MatrixGenerator.generate(problem, new ProcessorGrid(problem.order(), 0, 1));

        long estimate = new CgKernel().bytesPerRank(problemClass, 1);

        assertThat(estimate).isBetween(matrix.nonzeros() * 22L, matrix.nonzeros() * 44L);
    }
}
