package org.activeobjects.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.command.Ao;
import org.activeobjects.deployment.command.ExitCodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

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
                "exchange --param memory=disk | unknown value: --param=memory=disk; known: heap,"
                        + " registered",
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
        assertThat(run(benchmark, "doubles=1"))
                .contains("# bytes allocated per operation")
                .containsPattern(benchmark + " +.*link=shm .* ns +[0-9.]+ B +[0-9.]+ B\n");
    }

    @Test
    void sendsFromRegisteredBuffersIfAskedFor() {
        String benchmark = "MatchedPlaneBenchmark.exchange";
        assertThat(run(benchmark, "doubles=1", "memory=registered"))
                .containsPattern(benchmark + " +.*memory=registered .* ns +[0-9.]+ B +[0-9.]+ B\n");
    }

    private static String run(String benchmark, String... parameters) {
        StringWriter out = new StringWriter();
        CommandLine line = Ao.commandLine();
        line.setOut(new PrintWriter(out, true));
        List<String> words = new ArrayList<>(List.of("bench", "jmh", benchmark + "$"));
        words.addAll(List.of("--warm-up", "0", "--iterations", "1", "--param", "link=shm"));
        for (String parameter : parameters) {
            words.addAll(List.of("--param", parameter));
        }
        int exitCode = line.execute(words.toArray(String[]::new));
        assertThat(exitCode).as(out.toString()).isEqualTo(ExitCodes.OK);
        return out.toString();
    }
}
