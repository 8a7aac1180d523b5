package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.diagnosis.JvmThreads;
import org.activeobjects.diagnosis.SignalAction;
import org.activeobjects.diagnosis.UserFrames;
import org.activeobjects.node.Job;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.spi.Stubs;
import org.activeobjects.tag.Tag;
import org.activeobjects.threads.ThreadModel;
import org.activeobjects.transport.TransportConfig;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** What is null beside the facades, and would be taken, or be met somewhere inside. */
@Timeout(60)
class WrongArgumentsTest {

    private static Arguments of(String message, ThrowingCallable call) {
        return Arguments.of(message, call);
    }

    static Stream<Arguments> ofRuntimes() {
        TransportConfig config = TransportConfig.defaults();
        List<Node> noNode = Collections.nCopies(1, null);
        Class<?>[] noType = {null};
        return Stream.of(
                of("the configuration of a transport is null", () -> NodeRuntime.open(null)),
                of("the delivery of a runtime is null", () -> NodeRuntime.open(config, null)),
                of("the id of a job is null", () -> new Job(null, 0, 1, noNode)),
                of("the list of nodes of a job is null", () -> new Job("job", 0, 1, null)),
                of("a node of a job is null", () -> new Job("job", 0, 1, noNode)),
                of(
                        "a generic parameter is null",
                        () -> PAActiveObject.newActive(ArrayList.class, noType, new Object[0])),
                of("the id of a tag is null", () -> new Tag(null)));
    }

    static Stream<Arguments> ofThreads() {
        Thread noThread = null;
        StackTraceElement[] noStack = null;
        String noCode = "the code that creates active objects is null";
        return Stream.of(
                of(noCode, () -> QueueBound.of(1).create(null)),
                of(noCode, () -> ThreadModel.VIRTUAL.create(null)),
                of("the name of a signal is null", () -> SignalAction.install(null, () -> {})),
                of("the action of a signal is null", () -> SignalAction.install("NONE", null)),
                of("the thread is null", () -> UserFrames.of(noThread)),
                of("the thread is null", () -> UserFrames.awaitedBy(null)),
                of("the thread is null", () -> JvmThreads.include(null)),
                of("the stack of a thread is null", () -> UserFrames.of(noStack)),
                of("the type of a stub is null", () -> Stubs.canStandInFor(null)),
                of(
                        "the type of a stub is null",
                        () -> Stubs.create(null, (method, arguments) -> null)),
                of("the handler of a stub is null", () -> Stubs.create(Object.class, null)));
    }

    @ParameterizedTest(name = "{index}: {0}")
    @MethodSource({"ofRuntimes", "ofThreads"})
    void namesWhatIsNull(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage(message);
    }

    @Test
    void aWaitForRoomMayBeAsLongAsCanBeSaid() {
        QueueBound bound = QueueBound.of(1, Duration.ofSeconds(Long.MAX_VALUE));

        assertThat(bound.timeoutMs()).isEqualTo(Long.MAX_VALUE);
    }
}
