package org.activeobjects.npb.ep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.activeobjects.node.Node;
import org.activeobjects.npb.InOneJvm;
import org.activeobjects.npb.KernelResult;
import org.activeobjects.npb.NpbRandom;
import org.activeobjects.npb.ProblemClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Collections;
import java.util.List;

@Timeout(60)
class EpKernelTest {

    private static final String COUNTS_OF_S =
            """
            Counts:
              0       6140517.
              1       5865300.
              2       1100361.
              3         68546.
              4          1648.
              5            17.
              6             0.
              7             0.
              8             0.
              9             0.
            """;

    @ParameterizedTest
    @EnumSource(names = {"S", "W"})
    void findsTheOfficialSums(ProblemClass problemClass) {
        KernelResult result = InOneJvm.run(new EpKernel(), problemClass, 1, 0);

        assertThat(result.isVerified()).describedAs(result.details()).isTrue();
        assertThat(result.seconds()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7})
    void findsThemOnAnyNumberOfRanks(int size) {
        KernelResult result = InOneJvm.run(new EpKernel(), ProblemClass.S, size, 0);

        assertThat(result.isVerified()).describedAs(result.details()).isTrue();
        assertThat(result.details()).endsWith(COUNTS_OF_S);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 257})
    void refusesMoreRanksThanBatches(int size) {
        List<Node> nodes = Collections.nCopies(size, null);

        assertThatThrownBy(() -> new EpKernel().run(ProblemClass.S, nodes, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(
                        "class=S batches=256 processes=" + size + "; give -np 1 to 256");
    }

    @Test
    void reportsTheCountsThatNpbReports() {
        KernelResult result = InOneJvm.run(new EpKernel(), ProblemClass.S, 1, 1);

        List<String> lines = result.details().lines().toList();
        assertThat(lines.get(0)).isEqualTo("EP Benchmark Results:");
        assertThat(lines.get(2)).matches("CPU Time = +\\d+\\.\\d{4}");
        assertThat(lines.subList(3, 5))
                .containsExactly("N = 2^   24", "No. Gaussian Pairs =      13176389.");
        assertThat(lines.get(5))
                .matches(
                        "Sums =    -3\\.24783465203\\d{4}D\\+03"
                                + "   -6\\.95840707838\\d{4}D\\+03");
        assertThat(result.details()).endsWith(COUNTS_OF_S);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 77})
    void agreesWithTheDefinitionOnEveryBlock(int block) {
        long first = (long) block * GaussianPairs.BLOCK;
        NpbRandom random = new NpbRandom(NpbRandom.skip(271_828_183L, 2 * first));
        double sumX = 0;
        double sumY = 0;
        long[] counts = new long[GaussianPairs.ANNULI];
        for (int i = 0; i < GaussianPairs.BLOCK; i++) {
            double x = 2 * random.next() - 1;
            double y = 2 * random.next() - 1;
            double t = x * x + y * y;
            if (t <= 1) {
                double factor = Math.sqrt(-2 * Math.log(t) / t);
                sumX += x * factor;
                sumY += y * factor;
                counts[(int) Math.max(Math.abs(x * factor), Math.abs(y * factor))]++;
            }
        }

        GaussianPairs pairs = new GaussianPairs();
        pairs.add(first, GaussianPairs.BLOCK);

        assertThat(pairs.sumX()).isCloseTo(sumX, within(1e-11));
        assertThat(pairs.sumY()).isCloseTo(sumY, within(1e-11));
        for (int annulus = 0; annulus < GaussianPairs.ANNULI; annulus++) {
            assertThat(pairs.count(annulus)).isEqualTo(counts[annulus]);
        }
    }
}
