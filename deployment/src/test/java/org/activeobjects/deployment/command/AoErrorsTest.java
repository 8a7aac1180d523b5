package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.error.DeploymentException;
import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.error.DescriptorException.Problem;
import org.activeobjects.deployment.error.EnvironmentException;
import org.activeobjects.deployment.error.JobFailedException;
import org.activeobjects.error.ActiveObjectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

class AoErrorsTest {

    private final StringWriter err = new StringWriter();

    static Stream<Arguments> errorsForUsers() {
        return Stream.of(
                Arguments.of(new IllegalArgumentException("bad value"), 2, "bad value"),
                Arguments.of(new EnvironmentException("no", new IOException("x")), 3, "no"),
                Arguments.of(new DeploymentException("closed"), 1, "closed"),
                Arguments.of(
                        new DescriptorException(List.of(new Problem("a.xml", 1, 2, "wrong"))),
                        2,
                        "a.xml:1:2: wrong"),
                Arguments.of(new JobFailedException(1, 7, "rank 1 ended", ""), 7, "rank 1 ended"),
                Arguments.of(new ActiveObjectException("gone"), 1, "gone"));
    }

    @ParameterizedTest
    @MethodSource("errorsForUsers")
    void anErrorForUsersIsOneMessage(Exception error, int exitCode, String message) {
        assertThat(execute(error)).isEqualTo(exitCode);

        assertThat(err.toString().strip()).isEqualTo("ao fail: " + message);
    }

    @Test
    void theTraceOfARankIsTheLastThing() {
        String trace = "java.lang.Error: boom\n\tat a.B.main(B.java:1)\n";

        assertThat(execute(new JobFailedException(0, 1, "rank 0 failed", trace))).isEqualTo(1);

        assertThat(err.toString()).endsWith("ao fail: rank 0 failed\n" + trace);
    }

    @Test
    void whatTheCodeOfARankThrewIsShownWithItsTrace() {
        Exception call = new ActiveObjectException("call failed", new OutOfMemoryError("heap"));

        assertThat(execute(call)).isEqualTo(1);

        assertThat(err.toString())
                .contains("call failed")
                .contains("Caused by: java.lang.OutOfMemoryError: heap")
                .contains("\tat ");
    }

    @Test
    void verboseShowsTheTraceOfAnyError() {
        assertThat(execute(new DeploymentException("closed"), "--verbose")).isEqualTo(1);

        assertThat(err.toString()).contains("ao fail: closed").contains("\tat ");
    }

    private int execute(Exception error, String... options) {
        CommandLine ao = Ao.commandLine();
        ao.addSubcommand(new Failing(error));
        ao.setErr(new PrintWriter(err, true));
        return ao.execute(
                Stream.concat(Stream.of("fail"), Stream.of(options)).toArray(String[]::new));
    }

    @Command(name = "fail")
    private record Failing(Exception error) implements Callable<Integer> {

        @Override
        public Integer call() throws Exception {
            throw error;
        }
    }
}
