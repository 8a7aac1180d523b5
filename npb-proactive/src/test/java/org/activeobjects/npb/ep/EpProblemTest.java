package org.activeobjects.npb.ep;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.npb.ProblemClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpProblemTest {

    private static final long PAIRS_OF_A_BATCH = 65_536;

    @ParameterizedTest
    @CsvSource({"S, 256", "W, 512", "A, 4096", "B, 16384", "C, 65536"})
    void hasAsManyBatchesAsNpb(ProblemClass problemClass, int batches) {
        assertThat(EpProblem.of(problemClass).batches()).isEqualTo(batches);
    }

    @ParameterizedTest(name = "{1} ranks of class {0}")
    @CsvSource({
        "S, 1, 256, 0", "S, 2, 128, 0", "S, 3, 85, 1", "S, 6, 42, 4", "S, 7, 36, 4",
        "S, 129, 1, 127", "S, 255, 1, 1", "S, 256, 1, 0", "C, 4095, 16, 16", "C, 65536, 1, 0"
    })
    void givesOneMoreBatchToTheFirstRanks(
            ProblemClass problemClass, int size, int batches, int ranksWithOneMore) {
        EpProblem problem = EpProblem.of(problemClass);

        assertThat(problem.firstPair(0, size)).isZero();
        assertThat(problem.firstPair(size, size)).isEqualTo(problem.pairs());
        for (int rank = 0; rank < size; rank++) {
            long pairs = problem.firstPair(rank + 1, size) - problem.firstPair(rank, size);
            int more = rank < ranksWithOneMore ? 1 : 0;
            assertThat(pairs).isEqualTo((batches + more) * PAIRS_OF_A_BATCH);
        }
    }
}
