package org.activeobjects.benchmarks.am;

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
class AmSystemTest {

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
