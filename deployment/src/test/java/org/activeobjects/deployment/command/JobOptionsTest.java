package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.activeobjects.deployment.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.time.Duration;
import java.util.List;

class JobOptionsTest {

    @Test
    void defaultsAreThoseOfTheSpecification() {
        JobOptions options = parse();

        assertThat(options.ranks()).isEqualTo(1);
        assertThat(options.applyTo(JobSpec.nodes(1))).isEqualTo(JobSpec.nodes(1));
    }

    @Test
    void everyOptionReachesTheSpecification() {
        JobSpec spec =
                parse(
                                "-np",
                                "3",
                                "--transport",
                                "shm, netty",
                                "--jvm-args",
                                "-Xmx1g -Dname='two words'",
                                "--jvm-args=-ea",
                                "--timeout=2m",
                                "--log-level=info",
                                "--no-prefix")
                        .applyTo(JobSpec.nodes(3));

        assertThat(spec.transport()).containsExactly("shm", "netty");
        assertThat(spec.jvmArguments()).containsExactly("-Xmx1g", "-Dname=two words", "-ea");
        assertThat(spec.timeLimit()).isEqualTo(Duration.ofMinutes(2));
        assertThat(spec.logLevel()).isEqualTo("info");
        assertThat(spec.rankPrefix()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, PT0S", "90, PT1M30S", "90s, PT1M30S", "250ms, PT0.25S", "5m, PT5M", "2h, PT2H"})
    void readsTimes(String text, Duration expected) {
        assertThat(JobOptions.parseDuration(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1s", "1.5h", "5 m", "1d", "99999999999s"})
    void refusesWhatIsNoTime(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobOptions.parseDuration(text))
                .withMessageContaining("--timeout=" + text)
                .withMessageContaining("90s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-Xmx1g|[-Xmx1g]",
                "  -a   -b |[-a, -b]",
                "\"-Da=b c\" -d|[-Da=b c, -d]",
                "-Da=\"it's\"|[-Da=it's]",
                "''|[]",
            })
    void splitsJvmArgumentsAtBlanksOutsideQuotes(String text, String expected) {
        List<String> words = JobOptions.words(List.of(text));

        assertThat(words.toString()).isEqualTo(expected);
    }

    private static JobOptions parse(String... args) {
        JobOptions options = new JobOptions();
        new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("o", mixin(options)))
                .parseArgs(args);
        return options;
    }

    private static CommandLine.Model.CommandSpec mixin(JobOptions options) {
        return CommandLine.Model.CommandSpec.forAnnotatedObject(options);
    }
}
