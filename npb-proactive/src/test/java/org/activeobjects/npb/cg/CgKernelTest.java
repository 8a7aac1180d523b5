package org.activeobjects.npb.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.activeobjects.npb.InOneJvm;
import org.activeobjects.npb.KernelResult;
import org.activeobjects.npb.ProblemClass;
import org.activeobjects.npb.SpmdRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

@Timeout(60)
class CgKernelTest {

    @ParameterizedTest
    @EnumSource(names = {"S", "W"})
    void findsTheOfficialEigenvalue(ProblemClass problemClass) {
        KernelResult result = InOneJvm.run(new CgKernel(), problemClass, 1, 0);

        assertThat(result.isVerified()).describedAs(result.details()).isTrue();
        assertThat(result.seconds()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void findsItOnAnyGrid(int size) {
        KernelResult result = InOneJvm.run(new CgKernel(), ProblemClass.S, size, 0);

        assertThat(result.isVerified()).describedAs(result.details()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void findsTheSameWhenTheGridDoesNotDivideTheMatrix(int size) {
        assertThat(oddZeta(size)).isCloseTo(oddZeta(1), within(1e-11));
    }

    private static double oddZeta(int size) {
        try (InOneJvm jvm = new InOneJvm(size)) {
            KernelResult result = SpmdRun.run(OddWorker.class, jvm.nodes(), OddWorker::runOddOrder);
            List<String> lines = result.details().lines().toList();
            String lastIteration = lines.get(lines.indexOf(" Benchmark completed") - 1);
            return Double.parseDouble(lastIteration.replaceFirst(".* ", ""));
        }
    }

    /** A matrix whose order is a prime. */
    public static class OddWorker {

        public KernelResult runOddOrder() {
            return CgWorker.solve(new CgProblem(1009, 7, 5, 10, 1), 0);
        }
    }

    @Test
    void findsItAgainAfterWarmUps() {
        KernelResult result = InOneJvm.run(new CgKernel(), ProblemClass.S, 1, 3);

        assertThat(result.isVerified()).isTrue();
    }

    @Test
    void reportsEveryIterationAndTheVerification() {
        KernelResult result = InOneJvm.run(new CgKernel(), ProblemClass.S, 1, 0);

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
