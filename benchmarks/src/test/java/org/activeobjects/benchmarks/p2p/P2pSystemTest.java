package org.activeobjects.benchmarks.p2p;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.benchmarks.contest.CsvFile;
import org.activeobjects.benchmarks.contest.Sample;
import org.activeobjects.benchmarks.process.Cores;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.deployment.command.Ao;
import org.activeobjects.deployment.command.ExitCodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@Tag("system")
@Timeout(120)
class P2pSystemTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int ao(String... args) {
        CommandLine line = Ao.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    /** Few and short runs of 8 bytes and of 256 KiB: the ways of small and of large messages. */
    private List<Sample> measure(String... more) throws IOException {
        Path csv = folder.resolve("figures.csv");
        List<String> args = new ArrayList<>(List.of("bench", "p2p", "--sizes", "8,256K"));
        args.addAll(List.of("--runs", "2", "--run-ms", "1", "--warm-up-ms", "1"));
        args.addAll(List.of("--csv", csv.toString()));
        args.addAll(List.of(more));
        assertThat(ao(args.toArray(String[]::new))).as(err + "\n" + out).isEqualTo(ExitCodes.OK);
        return CsvFile.read(csv).samples();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--only=ucxperf-tcp --tests=exchange", "--rewrite --tests=bandwidth"})
    void refusesTestsThatNobodyCanDo(String options) {
        List<String> line = new ArrayList<>(List.of("bench", "p2p"));
        line.addAll(List.of(options.split(" ")));
        assertThat(ao(line.toArray(String[]::new))).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .startsWith("ao bench p2p: there is nothing to measure: programs=[")
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void leavesOutALinkThatThisHostLacks() {
        String noUcx = "-Dactiveobjects.transport.ucx.library=libno-such-library.so";
        assertThat(ao("bench", "p2p", "--only", "ucx-posix", "--jvm-args", noUcx))
                .isEqualTo(ExitCodes.ENVIRONMENT);
        assertThat(err.toString())
                .contains("ao bench p2p: nothing was measured: this host lacks what")
                .doesNotContain("\tat ");
        assertThat(out.toString())
                .contains("# left out: ActiveObjects ucx-posix: this host lacks the link: ")
                .contains("libno-such-library.so");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "netty", "local", "local-runtimes"})
    void measuresALinkInEveryTest(String link) throws IOException {
        List<Sample> samples = measure("--transport", link, "--cpu");
        assertThat(samples)
                .hasSize(3 * 2 * 2)
                .allMatch(sample -> sample.program().equals("ActiveObjects " + link))
                .allMatch(sample -> sample.ours() && sample.ns() > 0);
        for (Measurement measurement : Measurement.values()) {
            assertThat(samples)
                    .filteredOn(sample -> sample.measurement() == measurement)
                    .extracting(Sample::bytes)
                    .containsExactly(8, 8, 256 << 10, 256 << 10);
        }
        assertThat(out.toString())
                .contains("# latency, ", "# one-way bandwidth, ", "# exchange, ")
                .contains("# time of all cores, ", "# jdk: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "registered"})
    void writesItsNumbersAnewIfToldTo(String memory) throws IOException {
        List<Sample> samples = measure("--transport", "shm", "--memory", memory, "--rewrite");
        assertThat(samples).hasSize(2 * 2 * 2);
        assertThat(out.toString())
                .contains("written anew before each send")
                .doesNotContain("# one-way bandwidth, ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "registered"})
    void sendsFromOutsideTheHeap(String memory) throws IOException {
        assertThat(measure("--transport", "shm", "--memory", memory)).hasSize(3 * 2 * 2);
    }

    @Test
    void runsTwoPairsOnTheSameCores() throws IOException {
        assertThat(measure("--transport", "shm", "--pairs", "2", "--tests", "latency"))
                .hasSize(2 * 2)
                .allMatch(sample -> sample.pairs() == 2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "socket,nio-polled,plain-netty",
                "oos-byte,oos-int,oos-double,oos-usual,oos-unbuffered",
                "rmi-byte,rmi-double",
                "aeron-ipc,arraycopy"
            })
    void measuresPeersInJavaSideBySide(String names) throws IOException {
        int count = names.split(",").length;
        List<Sample> samples = measure("--only", names);
        assertThat(samples).hasSize(count * 3 * 2 * 2);
        assertThat(samples.stream().filter(s -> s.round() == 1).map(Sample::program).distinct())
                .hasSize(count);
    }

    @Test
    void measuresOpenMpiWhereItIs() throws IOException {
        assumeTrue(
                Cores.onPath("mpicc").isPresent() && Cores.onPath("mpirun").isPresent(),
                "Open MPI is not installed: apt-get install gcc openmpi-bin libopenmpi-dev");
        List<Sample> samples = measure("--only", "openmpi");
        assertThat(samples.stream().map(Sample::program).distinct())
                .containsExactlyInAnyOrder("Open MPI default", "Open MPI tuned", "Open MPI tcp");
        assertThat(samples).allMatch(sample -> sample.cpuNs() > 0);
    }

    @Test
    void measuresUcxWhereItIs() throws IOException {
        assumeTrue(
                Cores.onPath("ucx_perftest").isPresent(),
                "UCX is not installed: apt-get install ucx-utils");
        List<Sample> samples = measure("--only", "ucxperf-posix", "--tests", "latency,bandwidth");
        assertThat(samples).hasSize(2 * 2 * 2);
    }

    @Test
    void listsWhoCanTakePart() {
        assertThat(ao("bench", "p2p", "--only", "list")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString())
                .contains("ActiveObjects shm", "Open MPI tuned", "UCX posix", "Aeron IPC");
    }

    @ParameterizedTest
    @CsvSource({
        "--transport, carrier-pigeon, --transport=carrier-pigeon",
        "--only, carrier-pigeon, --only=carrier-pigeon",
        "--memory, paper, --memory=paper",
        "--tests, speed, --tests=speed",
        "--sizes, 7, --sizes=7",
        "--sizes, 64:8, --sizes=64:8",
        "--sizes, 8:16:32, --sizes=8:16:32",
        "--runs, 0, --runs=0",
        "--pairs, 0, --pairs=0",
        "--run-ms, -1, --run-ms=-1",
        "--csv, no/such/folder/figures.csv, nothing was measured: --csv=no/such/folder/figures.csv"
    })
    void refusesAWrongOptionWithOneLine(String option, String value, String named) {
        assertThat(ao("bench", "p2p", option, value)).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains(named).hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void explainsItself() {
        assertThat(ao("bench", "p2p", "--help")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString())
                .contains("--transport", "--tests", "--sizes", "--csv", "--peers", "8:16M");
        assertThat(ao("bench")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .contains("which benchmark? Known: ", "p2p", "am", "calls", "plot", "jmh", "idle");
    }
}
