package org.activeobjects.npb.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.deployment.error.EnvironmentException;
import org.activeobjects.npb.Kernel;
import org.activeobjects.npb.ProblemClass;
import org.activeobjects.npb.cg.CgKernel;
import org.activeobjects.npb.ep.EpKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class MemoryTest {

    private final Kernel cg = new CgKernel();

    @Test
    void refusesAClassThatThisHostCannotHold() {
        Memory memory = new Memory(1L << 30, 600L << 20);

        assertThatThrownBy(() -> memory.require(cg, ProblemClass.C, 2, 0))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("kernel=CG class=C processes=2 neededPerProcess=")
                .hasMessageContaining("available=600MiB total=1024MiB")
                .hasMessageEndingWith("; choose a smaller class, or end other programs");
        assertThatCode(() -> memory.require(cg, ProblemClass.A, 2, 0)).doesNotThrowAnyException();
        assertThatCode(() -> memory.require(new EpKernel(), ProblemClass.C, 2, 0))
                .doesNotThrowAnyException();
    }

    @Test
    void countsEveryProcess() {
        Memory memory = new Memory(1L << 34, 1L << 30);

        assertThatCode(() -> memory.require(cg, ProblemClass.A, 4, 0)).doesNotThrowAnyException();
        assertThatThrownBy(() -> memory.require(cg, ProblemClass.A, 16, 0))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("processes=16")
                .hasMessageEndingWith(
                        "; choose fewer processes, -np 8 at most, or end other programs");
    }

    @Test
    void namesTheMostProcessesThatTheKernelTakesAndThatFit() {
        Memory memory = new Memory(1L << 30, 330L << 20);

        assertThatThrownBy(() -> memory.require(new EpKernel(), ProblemClass.S, 7, 0))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("; choose fewer processes, -np 5 at most, or");
        assertThatThrownBy(() -> memory.require(cg, ProblemClass.S, 8, 0))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("; choose fewer processes, -np 4 at most, or");
    }

    @Test
    void countsTheJvmOfEachProcessAndSaysSo() {
        Memory memory = new Memory(32L << 30, 20L << 30);

        assertThatThrownBy(() -> memory.require(cg, ProblemClass.S, 1024, 0))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("neededPerProcess=65MiB (problem 1MiB, JVM 64MiB) needed=6")
                .hasMessageContaining(" available=20480MiB total=32768MiB; choose fewer")
                .hasMessageContaining("-np 256 at most");
    }

    @Test
    void refusesAHeapThatIsTooSmallForARank() {
        Memory memory = new Memory(1L << 40, 1L << 40);

        assertThatThrownBy(() -> memory.require(cg, ProblemClass.B, 1, 100L << 20))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("heap=100MiB; give a larger -Xmx");
    }

    @Test
    void knowsTheMemoryOfThisHost() {
        Memory memory = Memory.ofHost();

        assertThat(memory.available()).isPositive().isLessThanOrEqualTo(memory.total());
    }

    @ParameterizedTest
    @CsvSource({
        "-Xmx2g, 2147483648",
        "-Xmx512M, 536870912",
        "-Xmx1024k, 1048576",
        "-Xmx4096, 4096",
        "-Xms1g, 0",
        "-Xmx1g -Dkey=value -Xmx3m, 3145728",
        "-Xmxlots, 0"
    })
    void readsTheLargestHeapFromTheArgumentsOfTheJvm(String arguments, long bytes) {
        assertThat(Memory.heapOf(List.of(arguments.split(" ")))).isEqualTo(bytes);
    }
}
