package org.activeobjects.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.job.JobSpec;
import org.activeobjects.deployment.job.LocalJob;
import org.activeobjects.deployment.migration.Migration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What is null is named before anything is read or started. */
@Timeout(60)
class WrongArgumentsTest {

    private static final VariableContractType TYPE = VariableContractType.ProgramVariable;

    private static Arguments of(String message, ThrowingCallable call) {
        return Arguments.of(message, call);
    }

    static Stream<Arguments> ofDescriptors() throws Exception {
        File noFile = null;
        URL noUrl = null;
        Map<String, String> noMap = null;
        URL url = URI.create("file:///nowhere.xml").toURL();
        VariableContract contract = new VariableContractImpl();
        return Stream.of(
                of(
                        "the file of a descriptor is null",
                        () -> PAGCMDeployment.loadApplicationDescriptor(noFile)),
                of(
                        "the URL of a descriptor is null",
                        () -> PAGCMDeployment.loadApplicationDescriptor(noUrl)),
                of(
                        "the contract of variables is null",
                        () -> PAGCMDeployment.loadApplicationDescriptor(url, null)),
                of(
                        "the name of a variable is null",
                        () -> contract.setVariableFromProgram(null, "value", TYPE)),
                of(
                        "the map of values of variables is null",
                        () -> contract.setVariableFromProgram(noMap, TYPE)),
                of("the name of a variable is null", () -> contract.getValue(null)),
                of("the folder to migrate is null", () -> Migration.of(null)));
    }

    static Stream<Arguments> ofJobs() {
        JobSpec nodes = JobSpec.nodes(1);
        List<String> none = Collections.nCopies(1, null);
        OutputStream stream = OutputStream.nullOutputStream();
        String noList = "a list of a job is null: list=";
        String noElement = "an element of a list of a job is null: list=";
        return Stream.of(
                of(
                        "the main class of a job is null; nodes have an empty one",
                        () -> JobSpec.program(1, null, List.of())),
                of(noList + "arguments", () -> JobSpec.program(1, "Main", null)),
                of(noElement + "arguments", () -> JobSpec.program(1, "Main", none)),
                of(noList + "classPath", () -> nodes.withClassPath(null)),
                of(noList + "transport", () -> nodes.withTransport(null)),
                of(noElement + "transport", () -> nodes.withTransport(none)),
                of(noList + "jvmArguments", () -> nodes.withJvmArguments(null)),
                of(
                        "the time limit of a job is null; zero is none",
                        () -> nodes.withTimeLimit(null)),
                of("the log level of a job is null", () -> nodes.withOutput(null, true)),
                of("the specification of a job is null", () -> LocalJob.start(null)),
                of(
                        "the stream for standard output is null",
                        () -> LocalJob.start(nodes, null, stream)),
                of(
                        "the stream for standard error is null",
                        () -> LocalJob.start(nodes, stream, null)));
    }

    @ParameterizedTest(name = "{index}: {0}")
    @MethodSource({"ofDescriptors", "ofJobs"})
    void namesWhatIsNull(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:app.xml", "file://host/app.xml"})
    void anUrlOfNoFileOfThisHostIsRefused(String text) throws Exception {
        URL url = URI.create(text).toURL();

        assertThatThrownBy(() -> PAGCMDeployment.loadApplicationDescriptor(url))
                .isExactlyInstanceOf(DescriptorException.class)
                .hasMessageStartingWith(text + ": not the URL of a file of this host; write all");
    }

    @Test
    void aVariableOfNoTypeIsNoVariable() {
        VariableContractImpl contract = new VariableContractImpl();

        for (String value : new String[] {null, "value"}) {
            assertThatThrownBy(() -> contract.setVariableFromProgram("v", value, null))
                    .isExactlyInstanceOf(NullPointerException.class)
                    .hasMessage("the type of a variable is null");
        }
        contract.setVariableFromProgram("v", "value", TYPE);
        assertThat(contract.getValue("v")).isEqualTo("value");
    }
}
