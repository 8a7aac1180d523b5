package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;

/** Groups of what is not there, and on nodes that are not. */
@Timeout(60)
class WrongGroupArgumentsTest {

    private static final Object[][] EACH = {{0}, {1}};
    private static final Object[] SAME = {0};
    private static final String NAME = Worker.class.getName();
    private static final Node[] NODES = null;
    private static final List<Node> NODE_LIST = null;
    private static final String[] URLS = null;

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("wrong", TransportConfig.newSecret()));
    private Group<Worker> group;

    @BeforeEach
    void makeGroup() {
        here.makeDefault();
        group = PAGroup.getGroup(PAGroup.newGroup(Worker.class, EACH));
    }

    @AfterEach
    void close() {
        here.close();
    }

    private static Arguments of(String message, ThrowingCallable call) {
        return Arguments.of(message, call);
    }

    static Stream<Arguments> calls() {
        Class<Worker> noType = null;
        String noName = null;
        String noNodes = "the array of nodes is null";
        String noUrls = "the array of URLs of nodes is null";
        return Stream.of(
                of("the type of a group is null", () -> PAGroup.newGroup(noType)),
                of("the type of a group is null", () -> PAGroup.of(noType, List.of())),
                of("the list of members of a group is null", () -> PAGroup.of(Worker.class, null)),
                of("the name of a class is null", () -> PAGroup.newGroup(noName)),
                of("the name of a class is null", () -> PAGroup.newGroup(noName, EACH)),
                of(
                        "the list of the failures of a call is null",
                        () -> new ExceptionListException("work", null)),
                of(noNodes, () -> PAGroup.newGroup(Worker.class, EACH, NODES)),
                of(noNodes, () -> PAGroup.newGroup(Worker.class, SAME, NODES)),
                of(noNodes, () -> PAGroup.newGroup(NAME, EACH, NODES)),
                of(noNodes, () -> PAGroup.newGroup(NAME, SAME, NODES)),
                of(noNodes, () -> PAGroup.newGroupInParallel(Worker.class, EACH, NODES)),
                of(noNodes, () -> PAGroup.turnActiveGroup(new Object(), NODES)),
                of(
                        "the list of nodes is null",
                        () -> PAGroup.newGroup(Worker.class, EACH, NODE_LIST)),
                of(
                        "the list of nodes is null",
                        () -> PAGroup.newGroup(Worker.class, SAME, NODE_LIST)),
                of(noUrls, () -> PAGroup.newGroup(Worker.class, EACH, URLS)),
                of(noUrls, () -> PAGroup.newGroup(Worker.class, SAME, URLS)),
                of(noUrls, () -> PAGroup.newGroup(NAME, EACH, URLS)),
                of(noUrls, () -> PAGroup.turnActiveGroup(new Object(), URLS)));
    }

    @ParameterizedTest(name = "{index}: {0}")
    @MethodSource("calls")
    void namesWhatIsNull(String message, ThrowingCallable call) {
        refused(message, call);
    }

    @Test
    void combinesOnlyGroupsThatThereAre() {
        String message = "the other group is null";
        refused(message, () -> group.union(null));
        refused(message, () -> group.intersection(null));
        refused(message, () -> group.difference(null));
        refused(message, () -> group.exclude(null));
        Group<?> stranger =
                (Group<?>)
                        Proxy.newProxyInstance(
                                Group.class.getClassLoader(),
                                new Class<?>[] {Group.class},
                                (proxy, method, arguments) -> null);
        assertThatThrownBy(() -> group.intersection(stranger))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a group that PAGroup has made: type=");
        assertThat(group).hasSize(2);
    }

    @Test
    void waitsForNoFewerResultsThanNone() {
        assertThatThrownBy(() -> group.waitN(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such number of results to wait for: count=-1 size=2");
    }

    @Test
    void tellsOfNoFailuresOnlyIfThereAreSome() {
        assertThatThrownBy(() -> new ExceptionListException("work", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a call whose members have not failed has no failures to tell: what=work"
                                + " exceptions=0; throw it only if there is one or more");
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage(message);
    }
}
