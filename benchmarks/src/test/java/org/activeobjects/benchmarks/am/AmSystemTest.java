package org.activeobjects.benchmarks.am;

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
class AmSystemTest {

    @ParameterizedTest
    @CsvSource({
        "--transport, foo, no link between two JVMs: --transport=foo; known: shm",
        "--transport, local, no link between two JVMs: --transport=local; known: shm",
        "--warm-up, -1, 0 or more are needed: --warm-up=-1"
    })
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void refusesAWrongOptionBeforeAnyJvmIsStarted(String option, String value, String message) {
        StringWriter err = new StringWriter();
        CommandLine line = Ao.commandLine();
        line.setErr(new PrintWriter(err, true));

        assertThat(line.execute("bench", "am", option, value)).isEqualTo(ExitCodes.USAGE);

        assertThat(err.toString()).startsWith("ao bench am: " + message).hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "netty"})
    void measuresEveryKindOfMessage(String link) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Ao.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        int rc =
                line.execute(
                        "bench",
                        "am",
                        "--transport",
                        link,
                        "--runs",
                        "1",
                        "--run-ms",
                        "1",
                        "--warm-up",
                        "100");
        assertThat(rc).as(err + "\n" + out).isEqualTo(ExitCodes.OK);
        for (AmTest test : AmTest.values()) {
            assertThat(out.toString())
                    .containsPattern(test.text() + "\\s+\\d+\\.\\d{3}.*" + test.unit());
        }
    }
}
