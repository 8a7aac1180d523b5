package org.activeobjects.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.command.Ao;
import org.activeobjects.deployment.command.ExitCodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

@Tag("system")
@Timeout(120)
class JmhSystemTest {

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
