package org.activeobjects.benchmarks.p2p;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@Tag("system")
@Timeout(60)
class P2pSystemTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int ao(String... args) {
        CommandLine line = Ao.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "netty"})
    void measuresALinkAndWritesTheFigures(String link, @TempDir Path folder) throws IOException {
        Path csv = folder.resolve("figures.csv");
        int exitCode =
                ao(
                        "bench",
                        "p2p",
                        "--transport",
                        link,
                        "--sizes",
                        "64K:256K",
                        "--runs",
                        "3",
                        "--run-ms",
                        "1",
                        "--csv",
                        csv.toString());
        assertThat(exitCode).as(err.toString()).isEqualTo(ExitCodes.OK);
        for (String test : List.of("Latency", "Bandwidth", "Exchange")) {
            assertThat(out.toString()).contains("# ActiveObjects " + link + " " + test + " Test");
        }
        List<String> rows = Files.readAllLines(csv);
        assertThat(rows).hasSize(1 + 3 * 3);
        assertThat(rows.get(1)).startsWith("ActiveObjects " + link + ",latency,65536,3,");
        assertThat(rows.getLast()).startsWith("ActiveObjects " + link + ",exchange,262144,3,");
    }

    @Test
    void measuresPlainNetty() {
        int exitCode = ao("bench", "netty", "--sizes", "8:64", "--runs", "1", "--run-ms", "1");
        assertThat(exitCode).as(err.toString()).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("# plain Netty ").contains("\n64  ");
    }

    @ParameterizedTest
    @CsvSource({
        "--transport, carrier-pigeon, --transport=carrier-pigeon",
        "--transport, local, --transport=local",
        "--tests, speed, --tests=speed",
        "--sizes, 7, --sizes=7",
        "--sizes, 64:8, --sizes=64:8",
        "--sizes, 8:16:32, --sizes=8:16:32",
        "--runs, 0, --runs=0",
        "--run-ms, -1, --run-ms=-1"
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
                .contains("--transport", "--tests", "--sizes", "--csv", "default: 8:16M");
        assertThat(ao("bench")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("which benchmark? Known: p2p, netty");
    }
}
