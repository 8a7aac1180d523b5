package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.failure.CallFailure;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Active objects that go on when a result arrives. */
@Timeout(60)
class EventTest {

    private Courier courier;
    private Trader trader;

    @BeforeEach
    void create() {
        Courier.gate = new CountDownLatch(1);
        Trader.EVENTS.clear();
        courier = PAActiveObject.newActive(Courier.class);
        trader = PAActiveObject.newActive(Trader.class);
    }

    @AfterEach
    void end() {
        Courier.gate.countDown();
        PAException.setDefaultFailureHandler(null);
        PAActiveObject.terminateActiveObject(courier, true);
        PAActiveObject.terminateActiveObject(trader, true);
    }

    private static String event() throws InterruptedException {
        return Trader.EVENTS.poll(20, TimeUnit.SECONDS);
    }

    @Test
    void aMethodOfTheCallingObjectIsQueuedWhenTheResultIsThere() throws Exception {
        assertThat(trader.ask(courier.slow(5), "tea")).isZero();
        assertThat(trader.ask(new IntWrapper(3), "now")).isZero();
        assertThat(event()).isEqualTo("now 6 true");
        assertThat(Trader.EVENTS).isEmpty();
        Courier.gate.countDown();

        assertThat(event()).isEqualTo("tea 10 true");
    }

    @Test
    void theMethodGetsAlsoAFailure() throws Exception {
        var _ = trader.ask(courier.slowlyFails("market closed"), "tea");
        Courier.gate.countDown();

        assertThat(event()).isEqualTo("tea market closed true");
    }

    @Test
    void theMethodGetsAFailureThatIsThereAlready() throws Exception {
        Courier.gate.countDown();
        IntWrapper failed = courier.slowlyFails("market closed");
        PAFuture.waitFor(failed);
        var _ = trader.ask(failed, "tea");

        assertThat(event()).isEqualTo("tea market closed true");
    }

    @Test
    void severalActionsRunInTheirOrder() throws Exception {
        assertThat(trader.askTwice(courier.slow(5))).isTrue();
        Courier.gate.countDown();

        assertThat(event()).isEqualTo("first 5 true");
        assertThat(event()).isEqualTo("second 5 true");
    }

    @Test
    void theMethodIsLookedForAtOnce() throws Exception {
        assertThat(trader.askForNothing("onNow", 4)).isTrue();
        assertThat(event()).isEqualTo("now 4");
        assertThatThrownBy(() -> trader.askForNothing("onNow", "no number"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("onNow")
                .hasMessageContaining("Trader");
        assertThatThrownBy(() -> trader.askForNothing("onBoth", "two fit"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> trader.askForNothing("missing", 4))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatIllegalStateException()
                .isThrownBy(() -> PAEventProgramming.addActionOnFuture("now", "onNow", 4))
                .withMessageContaining("onNow");
    }

    @Test
    void anActionOfAnObjectThatHasEndedIsReported() throws Exception {
        BlockingQueue<CallFailure> reports = new LinkedBlockingQueue<>();
        PAException.setDefaultFailureHandler(reports::add);
        var _ = trader.ask(courier.slow(5), "tea");
        PAActiveObject.terminateActiveObject(trader, true);
        Courier.gate.countDown();

        CallFailure report = reports.poll(20, TimeUnit.SECONDS);
        assertThat(report).isNotNull();
        assertThat(report.method()).isEqualTo("onPrice");
        assertThat(Trader.EVENTS).isEmpty();
    }
}
