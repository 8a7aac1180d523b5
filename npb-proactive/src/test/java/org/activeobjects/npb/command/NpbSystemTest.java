package org.activeobjects.npb.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.command.Ao;
import org.activeobjects.deployment.command.ExitCodes;
import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

@Tag("system")
@Timeout(120)
class NpbSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir private Path logs;

    private NodeProcess ao(String line) {
        return NodeProcess.start(logs, "ao", Ao.class, line.split(" "));
    }

    @ParameterizedTest(name = "ao npb {0}")
    @CsvSource({"cg -c S -np 4, CG", "cg -c S -np 2 --transport netty, CG", "ep -c S -np 3, EP"})
    void printsNpbsReportAndEndsWithZeroWhenTheResultIsVerified(String line, String kernel) {
        try (NodeProcess ao = ao("npb " + line)) {
            assertThat(ao.awaitExit(LIMIT)).describedAs(ao::output).isZero();

            assertThat(ao.output())
                    .contains(" NAS Parallel Benchmarks 3.4 -- " + kernel + " Benchmark")
                    .contains(" " + kernel + " Benchmark Completed.")
                    .contains(" Class           =                        S")
                    .containsPattern(" Mop/s total     = +\\d+\\.\\d\\d\n")
                    .contains(" Verification    =               SUCCESSFUL");
        }
    }

    /** A descriptor of three nodes on this host, whose JVMs have an argument. */
    private Path threeNodes(String jvmArgument) throws IOException {
        Files.writeString(
                logs.resolve("hosts.xml"),
                """
                <GCMDeployment xmlns="urn:gcm:deployment:1.0">
                  <resources><host refid="h"/></resources>
                  <infrastructure>
                    <hosts><host id="h" hostCapacity="3" vmCapacity="1"/></hosts>
                  </infrastructure>
                </GCMDeployment>
                """);
        return Files.writeString(
                logs.resolve("app.xml"),
                """
                <GCMApplication xmlns="urn:gcm:application:1.0">
                  <application>
                    <proactive>
                      <configuration><jvmarg value="%s"/></configuration>
                      <virtualNode id="Ranks"><nodeProvider refid="here"/></virtualNode>
                    </proactive>
                  </application>
                  <resources>
                    <nodeProvider id="here"><file path="hosts.xml"/></nodeProvider>
                  </resources>
                </GCMApplication>
                """
                        .formatted(jvmArgument));
    }

    @Test
    void runsWhereADescriptorSays() throws IOException {
        Path application = threeNodes("-ea");

        try (NodeProcess ao = ao("npb ep -np 2 --descriptor " + application)) {
            assertThat(ao.awaitExit(LIMIT)).describedAs(ao::output).isZero();

            assertThat(ao.output())
                    .contains(" Total processes =                        2")
                    .contains(" Verification    =               SUCCESSFUL");
        }
        try (NodeProcess ao = ao("npb ep --descriptor " + application)) {
            assertThat(ao.awaitExit(LIMIT)).describedAs(ao::output).isZero();

            assertThat(ao.output())
                    .contains(" Total processes =                        3")
                    .contains(" Verification    =               SUCCESSFUL");
        }
    }

    @Test
    void refusesNodesOfADescriptorThatAreTooFewOrNotWhatTheKernelTakes() throws IOException {
        Path application = threeNodes("-XX:+NoJvmStartsWithThis");

        assertRefused(
                "npb cg --descriptor " + application,
                "processes=3; give -np 1, 2, 4, 8 ...; else it is one for each node: nodes=3"
                        + " descriptor="
                        + application);
        assertRefused(
                "npb cg -np 4 --descriptor " + application,
                "processes=4 nodes=3 descriptor="
                        + application
                        + "; give -np 2 at most, or raise a hostCapacity");
    }

    private void assertRefused(String line, String message) {
        try (NodeProcess ao = ao(line)) {
            assertThat(ao.awaitExit(LIMIT)).describedAs(ao::output).isEqualTo(ExitCodes.USAGE);

            assertThat(ao.output()).contains(message);
        }
    }

    @Test
    void endsWithTheFailureOfARankThatCannotHoldTheProblem() {
        // MaxHeapSize is what -Xmx sets too, but the check before the start looks at -Xmx alone.
        try (NodeProcess ao = ao("npb cg -c A -np 2 --jvm-args=-XX:MaxHeapSize=24m")) {
            assertThat(ao.awaitExit(LIMIT)).describedAs(ao::output).isNotZero();

            assertThat(ao.output())
                    .contains("OutOfMemoryError")
                    .doesNotContain("Verification    =               SUCCESSFUL");
        }
    }
}
