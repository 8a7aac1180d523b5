package org.activeobjects.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.api.ExchangeableDouble;
import org.activeobjects.group.PAGroup;
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

import java.util.List;
import java.util.stream.Stream;

/** Whoever gives what is not there is told so, before it matters whether he is a rank. */
@Timeout(60)
class WrongSpmdArgumentsTest {

    private static final Object[][] EACH = {{0}, {1}};
    private static final String NAME = Solver.class.getName();
    private static final Node[] NODES = null;
    private static final List<Node> NODE_LIST = null;
    private static final String[] URLS = null;

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("wrong", TransportConfig.newSecret()));

    /** One number to send, and room for one. */
    private static final class One implements ExchangeableDouble {

        private int reads;

        @Override
        public double get() {
            return reads++;
        }

        @Override
        public void put(double value) {}

        @Override
        public boolean hasNextGet() {
            return reads == 0;
        }

        @Override
        public boolean hasNextPut() {
            return true;
        }
    }

    @BeforeEach
    void open() {
        here.makeDefault();
    }

    @AfterEach
    void close() {
        here.close();
    }

    private static Arguments of(String message, ThrowingCallable call) {
        return Arguments.of(message, call);
    }

    static Stream<Arguments> calls() {
        String noName = null;
        String noNodes = "the array of nodes is null";
        String noUrls = "the array of URLs of nodes is null";
        return Stream.of(
                of(
                        "the parameters of the members are null",
                        () -> PASPMD.newSPMDGroup(Solver.class, null)),
                of("the name of a class is null", () -> PASPMD.newSPMDGroup(noName, EACH)),
                of(noNodes, () -> PASPMD.newSPMDGroup(Solver.class, EACH, NODES)),
                of(noNodes, () -> PASPMD.newSPMDGroup(NAME, EACH, NODES)),
                of(noNodes, () -> PASPMD.newSPMDGroupInParallel(NAME, EACH, NODES)),
                of(
                        "the list of nodes is null",
                        () -> PASPMD.newSPMDGroup(Solver.class, EACH, NODE_LIST)),
                of(noUrls, () -> PASPMD.newSPMDGroup(Solver.class, EACH, URLS)),
                of(noUrls, () -> PASPMD.newSPMDGroup(NAME, EACH, URLS)),
                of("the name of a barrier is null", () -> PASPMD.totalBarrier(null)),
                of(
                        "the array to reduce is null",
                        () ->
                                new CollectiveOperation(PAGroup.newGroup(Solver.class))
                                        .sum((int[]) null)));
    }

    @ParameterizedTest(name = "{index}: {0}")
    @MethodSource("calls")
    void namesWhatIsNull(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage(message);
    }

    @Test
    void nothingIsReadWhereNothingCanBePut() {
        One one = new One();
        assertThatThrownBy(() -> PASPMD.exchange("tag", 0, one, null))
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage("what takes the numbers of an exchange is null");
        assertThat(one.reads).isZero();
        assertThatThrownBy(() -> PASPMD.exchange("tag", 0, null, one))
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage("what gives the numbers of an exchange is null");
    }
}
