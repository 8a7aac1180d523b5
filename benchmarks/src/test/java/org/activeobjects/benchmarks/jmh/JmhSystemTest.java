package org.activeobjects.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.command.Ao;
import org.activeobjects.deployment.command.ExitCodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

@Tag("system")
@Timeout(120)
class JmhSystemTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NOSUCH | no benchmark of that name: regex=NOSUCH; known: MatchedPlaneBenchmark.e",
                "[ | not a regular expression: regex=[ reason=Unclosed character class",
                "request --param lnk=shm | unknown parameter: --param=lnk; known: doubles, link",
                "request --param link=shm,foo | unknown value: --param=link=shm,foo; known: local,"
                        + " ",
                "request --iterations 0 | at least 1 is needed: --iterations=0",
                "request --json no/such/a.json | nothing was measured: --json=no/such/a.json"
                        + " reason=",
            })
    void refusesAWrongCommandLineBeforeAnythingRuns(String arguments, String message) {
        StringWriter err = new StringWriter();
        CommandLine line = Ao.commandLine();
        line.setErr(new PrintWriter(err, true));

        assertThat(line.execute(("bench jmh " + arguments).split(" "))).isEqualTo(ExitCodes.USAGE);

        assertThat(err.toString()).startsWith("ao bench jmh: ").contains(message).hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MatchedPlaneBenchmark.exchange",
                "MatchedPlaneBenchmark.sendAndReceive",
                "MatchedPlaneBenchmark.nonBlocking",
                "MatchedPlaneBenchmark.persistentExchange",
                "MatchedPlaneBenchmark.persistentSendAndReceive",
                "MessagePlaneBenchmark.request",
                "MessagePlaneBenchmark.requestAndReply",
                "MessagePlaneBenchmark.bulk"
            })
    void tellsWhatAnOperationAllocates(String benchmark) {
        StringWriter out = new StringWriter();
        CommandLine line = Ao.commandLine();
        line.setOut(new PrintWriter(out, true));
        int exitCode =
                line.execute(
                        "bench",
                        "jmh",
                        benchmark + "$",
                        "--param",
                        "link=shm",
                        "--param",
                        "doubles=1",
                        "--warm-up",
                        "0",
                        "--iterations",
                        "1");
        assertThat(exitCode).as(out.toString()).isEqualTo(ExitCodes.OK);
        assertThat(out.toString())
                .contains("# bytes allocated per operation")
                .containsPattern(benchmark + " +.*link=shm .* ns +[0-9.]+ B +[0-9.]+ B\n");
    }
}
