package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.failure.CallFailure;
import org.activeobjects.failure.FailureHandler;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
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

    /** Has failures told to itself, which is to be done by its own thread. */
    public static class Watchful implements FailureHandler {

        static final BlockingQueue<String> TOLD = new LinkedBlockingQueue<>();
        static volatile CountDownLatch entered;
        static volatile CountDownLatch gate;

        public IntWrapper awaitGateWithAnActionOn(IntWrapper price) throws InterruptedException {
            PAEventProgramming.addActionOnFuture(price, "onPrice");
            return awaitGate();
        }

        public IntWrapper awaitGate() throws InterruptedException {
            entered.countDown();
            return new IntWrapper(gate.await(20, TimeUnit.SECONDS) ? 1 : 0);
        }

        public void onPrice(Future<?> price) {}

        public void note(String text) {}

        public int tellOther(Watchful other) {
            other.note("text");
            return 1;
        }

        @Override
        public void onFailure(CallFailure failure) {
            TOLD.add(failure.method());
        }
    }

    private static Watchful watchful() {
        Watchful.TOLD.clear();
        Watchful.entered = new CountDownLatch(1);
        Watchful.gate = new CountDownLatch(1);
        return PAActiveObject.newActive(Watchful.class);
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
    void anObjectThatEndsIsToldOfNothingBesideWhatItServes() throws Exception {
        BlockingQueue<CallFailure> reports = new LinkedBlockingQueue<>();
        PAException.setDefaultFailureHandler(reports::add);
        Watchful watchful = watchful();
        CompletableFuture<IntWrapper> served =
                PAFuture.async(() -> waitingAtGate(watchful, courier.slow(5)));
        assertThat(Watchful.entered.await(20, TimeUnit.SECONDS)).isTrue();
        PAActiveObject.terminateActiveObject(watchful, true);

        Courier.gate.countDown(); // the price comes while the object serves for the last time

        CallFailure report = reports.poll(20, TimeUnit.SECONDS);
        assertThat(Watchful.TOLD).isEmpty();
        assertThat(report).isNotNull();
        assertThat(report.method()).isEqualTo("onPrice");
        Watchful.gate.countDown();
        assertThat(served.get(20, TimeUnit.SECONDS).getIntValue()).isEqualTo(1);
    }

    private static IntWrapper waitingAtGate(Watchful watchful, IntWrapper price) {
        try {
            return price == null ? watchful.awaitGate() : watchful.awaitGateWithAnActionOn(price);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLostCallOfAnObjectThatHasEndedIsReported() throws Exception {
        BlockingQueue<CallFailure> reports = new LinkedBlockingQueue<>();
        PAException.setDefaultFailureHandler(reports::add);
        Watchful callee = watchful();
        CompletableFuture<IntWrapper> served = PAFuture.async(() -> waitingAtGate(callee, null));
        assertThat(Watchful.entered.await(20, TimeUnit.SECONDS)).isTrue();
        Watchful caller = PAActiveObject.newActive(Watchful.class);
        assertThat(caller.tellOther(callee)).isEqualTo(1);
        LocalBody body = ActiveHandler.of(caller).route().body();
        PAActiveObject.terminateActiveObject(caller, true);
        await().until(() -> !body.isAlive());

        PAActiveObject.terminateActiveObject(callee, true);
        Watchful.gate.countDown();

        CallFailure report = reports.poll(20, TimeUnit.SECONDS);
        assertThat(report).isNotNull();
        assertThat(report.method()).isEqualTo("note");
        assertThat(Watchful.TOLD).isEmpty();
        assertThat(served.get(20, TimeUnit.SECONDS).getIntValue()).isEqualTo(1);
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
