package org.activeobjects.npb.cg;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.npb.KernelResult;
import org.activeobjects.npb.ProblemClass;
import org.activeobjects.npb.Ranks;
import org.activeobjects.npb.ThreadRanks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

@Timeout(60)
class CgWorkerTest {

    @ParameterizedTest
    @EnumSource(names = {"S", "W"})
    void findsTheOfficialEigenvalue(ProblemClass problemClass) {
        KernelResult result = new CgWorker(Ranks.ALONE).run(problemClass, 0);

        assertThat(result.isVerified()).describedAs(result.details()).isTrue();
        assertThat(result.seconds()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16})
    void findsItOnAnyGrid(int size) {
        List<KernelResult> results =
                ThreadRanks.run(size, ranks -> new CgWorker(ranks).run(ProblemClass.S, 0));

        assertThat(results).hasSize(size).allMatch(KernelResult::isVerified);
    }

    @Test
    void findsItWhenTheGridDoesNotDivideTheMatrix() {
        List<KernelResult> results =
                ThreadRanks.run(128, ranks -> new CgWorker(ranks).run(ProblemClass.S, 0));

        assertThat(results).allMatch(KernelResult::isVerified);
    }

    @Test
    void findsItAgainAfterWarmUps() {
        KernelResult result = new CgWorker(Ranks.ALONE).run(ProblemClass.S, 3);

        assertThat(result.isVerified()).isTrue();
    }

    @Test
    void reportsEveryIterationAndTheVerification() {
        KernelResult result = new CgWorker(Ranks.ALONE).run(ProblemClass.S, 0);

        List<String> lines = result.details().lines().toList();
        assertThat(lines.getFirst()).matches(" Initialization time = +\\d+\\.\\d{3} seconds");
        assertThat(lines.get(3)).isEqualTo("   iteration           ||r||                 zeta");
        assertThat(lines.get(4)).matches("        1       0\\.\\d{14}E-1\\d     9\\.9986441579140");
        assertThat(lines.get(18))
                .matches("       15       0\\.\\d{14}E-1\\d     8\\.5971775078648");
        assertThat(lines.get(19)).isEqualTo(" Benchmark completed");
        assertThat(lines.get(20)).isEqualTo(" VERIFICATION SUCCESSFUL");
        assertThat(lines.get(21)).isEqualTo(" Zeta is     0.8597177507865E+01");
        assertThat(lines.get(22)).matches(" Error is    0\\.\\d{13}E-1\\d");
    }
}
