package org.activeobjects.npb;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.npb.cg.CgKernel;
import org.activeobjects.npb.ep.EpKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {

    @Test
    void endsWithTheSummaryThatNpbPrints() {
        KernelResult result = new KernelResult(0.5149, 1.4965e9, true, "");

        String summary = Report.summary(new CgKernel(), ProblemClass.A, 2, result);

        assertThat(summary)
                .isEqualTo(
                        """


                         CG Benchmark Completed.
                         Class           =                        A
                         Size            =                    14000
                         Iterations      =                       15
                         Time in seconds =                     0.51
                         Total processes =                        2
                         Active processes=                        2
                         Mop/s total     =                  2906.39
                         Mop/s/process   =                  1453.19
                         Operation type  =           floating point
                         Verification    =               SUCCESSFUL
                         Version         =                      3.4
                         Java version    = %24s

                        """
                                .formatted(Runtime.version()));
    }

    @Test
    void saysWhenTheVerificationFailed() {
        KernelResult result = new KernelResult(0, 1e9, false, "");

        String summary = Report.summary(new EpKernel(), ProblemClass.S, 1, result);

        assertThat(summary)
                .contains(" Size            =                 33554432\n")
                .contains(" Mop/s total     =                     0.00\n")
                .contains(" Operation type  = Random numbers generated\n")
                .contains(" Verification    =             UNSUCCESSFUL\n");
    }

    @Test
    void beginsWithTheTitleThatNpbPrints() {
        assertThat(new CgKernel().title(ProblemClass.B, 16))
                .isEqualTo(
                        """


                         NAS Parallel Benchmarks 3.4 -- CG Benchmark

                         Size:      75000  (class B)
                         Iterations:    75
                         Total number of processes:     16

                        """);
        assertThat(new EpKernel().title(ProblemClass.A, 2))
                .isEqualTo(
                        """


                         NAS Parallel Benchmarks 3.4 -- EP Benchmark

                         Number of random numbers generated:       536870912
                         Number of active processes:                       2

                        """);
    }

    @ParameterizedTest
    @CsvSource({
        "17.130235054029, 13, 0.1713023505403E+02",
        "-17.130235054029, 13, -0.1713023505403E+02",
        "5.226337199892403E-14, 13, 0.5226337199892E-13",
        "1, 3, 0.100E+01",
        "0.09996, 3, 0.100E+00",
        "0, 4, 0.0000E+00",
        "1e120, 4, 0.1000E+121",
        "NaN, 4, NaN",
    })
    void writesNumbersAsFortranDoes(double value, int digits, String text) {
        assertThat(Report.exponential(value, digits)).isEqualTo(text);
    }

    @Test
    void writesAPointInEveryLocale() {
        assertThat(Report.fixed(1234.5, 2)).isEqualTo("1234.50");
    }
}
