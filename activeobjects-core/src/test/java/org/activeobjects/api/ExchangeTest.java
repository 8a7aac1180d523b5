package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.Body;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.wrapper.GenericTypeWrapper;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two active objects that exchange arrays, and a body that lets nothing in for a while. */
@Timeout(60)
class ExchangeTest {

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private final Node near = here.node();
    private final Node far = here.connect(there.card());

    @BeforeEach
    void makeDefault() {
        here.makeDefault();
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    /** Has numbers of its own, and gives them for others. */
    public static class Trader {
        private int first;
        private int seen;

        public Trader() {}

        public Trader(int first) {
            this.first = first;
        }

        public GenericTypeWrapper<double[]> trade(Trader other, int count) {
            double[] own = {first, first + 1, first + 2, first + 3};
            double[] got = new double[4];
            PAActiveObject.exchange("numbers", other, own, 1, got, 0, count);
            return new GenericTypeWrapper<>(got);
        }

        public GenericTypeWrapper<int[]> alone() {
            int[] own = {first, 0};
            PAActiveObject.exchange("own", PAActiveObject.getStubOnThis(), own, 0, own, 1, 1);
            return new GenericTypeWrapper<>(own);
        }

        public void see() {
            seen++;
        }

        public IntWrapper seenWhileClosed(Trader other) {
            Body body = PAActiveObject.getBodyOnThis();
            body.blockCommunication();
            other.callBack((Trader) PAActiveObject.getStubOnThis()).getIntValue();
            int waiting = body.getRequestQueue().size();
            body.acceptCommunication();
            return new IntWrapper(10 * waiting + body.getRequestQueue().size());
        }

        public IntWrapper callBack(Trader other) {
            other.see();
            other.see();
            return new IntWrapper(1);
        }

        public IntWrapper seen() {
            return new IntWrapper(seen);
        }
    }

    private Trader trader(int first, boolean isFar) {
        return PAActiveObject.newActive(Trader.class, new Object[] {first}, isFar ? far : near);
    }

    @ParameterizedTest(name = "far {0}")
    @ValueSource(booleans = {false, true})
    void eachGetsTheElementsOfTheOther(boolean isFar) {
        Trader one = trader(10, false);
        Trader two = trader(20, isFar);
        for (int round = 0; round < 3; round++) {
            GenericTypeWrapper<double[]> first = one.trade(two, 3);
            GenericTypeWrapper<double[]> second = two.trade(one, 3);

            assertThat(first.getObject()).containsExactly(21, 22, 23, 0);
            assertThat(second.getObject()).containsExactly(11, 12, 13, 0);
        }
    }

    @Test
    void countsThatDifferFailOnBothSidesWithTheTag() {
        Trader one = trader(10, false);
        Trader two = trader(20, true);
        GenericTypeWrapper<double[]> first = one.trade(two, 3);
        GenericTypeWrapper<double[]> second = two.trade(one, 2);

        assertThatThrownBy(first::getObject)
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("tag=\"numbers\"");
        assertThatThrownBy(second::getObject).isInstanceOf(MessageMismatchException.class);
    }

    @Test
    void anObjectMayExchangeWithItself() {
        assertThat(trader(7, false).alone().getObject()).containsExactly(7, 7);
    }

    @Test
    void aThreadOfNoActiveObjectIsRefused() {
        Trader other = trader(1, false);
        assertThatThrownBy(
                        () -> PAActiveObject.exchange("x", other, new int[1], 0, new int[1], 0, 1))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aBodyThatBlocksCommunicationGetsItsRequestsLater() {
        Trader closed = trader(1, false);

        assertThat(closed.seenWhileClosed(trader(2, false)).getIntValue())
                .as("10 x requests let in while it was closed + those let in after")
                .isEqualTo(2);
        assertThat(closed.seen().getIntValue()).isEqualTo(2);
    }

    @Test
    void aBodyOfAnotherRuntimeMayBlockCommunicationToo() {
        Trader closed = trader(1, true);

        assertThat(closed.seenWhileClosed(trader(2, false)).getIntValue()).isLessThan(10);
        await().untilAsserted(() -> assertThat(closed.seen().getIntValue()).isEqualTo(2));
    }
}
