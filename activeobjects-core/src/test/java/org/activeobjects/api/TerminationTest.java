package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.InitActive;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The ends of active objects and of runtimes, near and far: nobody waits for ever. */
@Timeout(60)
class TerminationTest {

    private static final Queue<String> EVENTS = new ConcurrentLinkedQueue<>();

    private NodeRuntime here;
    private NodeRuntime there;
    private Node far;

    @BeforeEach
    void openBoth() {
        here = NodeRuntime.open(TransportConfig.defaults());
        there = NodeRuntime.open(TransportConfig.defaults());
        here.makeDefault();
        far = here.connect(there.card());
        Account.gate = new CountDownLatch(1);
        Account.ENTERED.drainPermits();
        EVENTS.clear();
    }

    @AfterEach
    void closeBoth() {
        Account.gate.countDown();
        there.close();
        here.close();
    }

    /** Waits at the gate while it begins, and tells of its life. */
    public static class Slow extends Account implements InitActive, EndActive {

        @Override
        public void initActivity(Body body) {
            waitForGate();
            EVENTS.add("init");
        }

        @Override
        public void endActivity(Body body) {
            EVENTS.add("end");
        }
    }

    /** Cannot begin. */
    public static class Sick extends Account implements InitActive {

        @Override
        public void initActivity(Body body) {
            throw new IllegalStateException("no disk");
        }
    }

    /** Lets nothing into its queue any more. */
    public static class Closed {

        public int close() {
            PAActiveObject.getBodyOnThis().blockCommunication();
            return 0;
        }

        public IntWrapper ask() {
            return new IntWrapper(1);
        }
    }

    @Test
    void whoWaitsForACallThatIsHeldBackLearnsThatTheRuntimeIsClosed() {
        Closed closed = PAActiveObject.newActive(Closed.class);
        assertThat(closed.close()).isZero();
        IntWrapper held = closed.ask();
        assertThat(PAFuture.isAwaited(held)).isTrue();

        here.close();

        PAFuture.waitFor(held, 20_000);
        assertThatThrownBy(held::getIntValue).isInstanceOf(BodyTerminatedReplyException.class);
    }

    /** Passes on what it was told of. */
    public static class Broker {
        private Account known;

        public void knows(Account account) {
            known = account;
        }

        public Account known() {
            return known;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoCallsLaterWhatCouldNotBeginLearnsWhy(boolean local) {
        Account sick = create(Sick.class, local);

        assertIsDead(sick);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () ->
                                assertThatThrownBy(() -> sick.deposit(1))
                                        .isInstanceOf(BodyTerminatedRequestException.class)
                                        .hasStackTraceContaining(
                                                "java.lang.IllegalStateException: no disk"));
    }

    @Test
    void whoGetsToKnowItAfterItsEndLearnsWhyToo() {
        Broker broker = create(Broker.class, true);
        Account sick = create(Sick.class, false);
        broker.knows(sick);
        assertIsDead(sick);
        try (NodeRuntime third = NodeRuntime.open(TransportConfig.defaults())) {
            third.makeDefault();
            Node first = third.connect(here.card());
            third.connect(there.card());
            Account passed = ((Broker) first.getActiveObjects()[0]).known();

            assertThatThrownBy(() -> passed.balance().getIntValue())
                    .isInstanceOf(BodyTerminatedRequestException.class)
                    .hasMessageContaining("java.lang.IllegalStateException: no disk");
        }
    }

    private <T> T create(Class<T> type, boolean local) {
        return PAActiveObject.newActive(type, new Object[0], local ? here.node() : far);
    }

    private static void awaitEntered() throws InterruptedException {
        assertThat(Account.ENTERED.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    }

    /** Later calls are refused at once, although it still serves. */
    private static void assertIsTold(Account account) {
        assertThatThrownBy(() -> account.balance().getIntValue())
                .isInstanceOf(BodyTerminatedRequestException.class);
    }

    private static void assertIsDead(Account account) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !PAActiveObject.pingActiveObject(account));
        assertThatThrownBy(account::plainBalance)
                .isInstanceOf(BodyTerminatedRequestException.class);
        assertThatThrownBy(() -> account.balance().getIntValue())
                .isInstanceOf(BodyTerminatedRequestException.class);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () ->
                                assertThatThrownBy(() -> account.deposit(1))
                                        .isInstanceOf(BodyTerminatedRequestException.class));
    }

    /** Serves the youngest request first. */
    public static class Pile extends Account implements RunActive {

        @Override
        public void runActivity(Body body) {
            new Service(body).lifoServing();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoServesTheYoungestFirstEndsAfterWhatWasSentBefore(boolean local) throws Exception {
        Pile pile = create(Pile.class, local);
        IntWrapper served = pile.waitForGate();
        awaitEntered();
        IntWrapper first = pile.balance();
        IntWrapper second = pile.balance();
        PAActiveObject.terminateActiveObject(pile, false);
        Account.gate.countDown();

        for (IntWrapper each : List.of(served, first, second)) {
            assertThat(each.getIntValue()).isZero();
        }
        assertIsDead(pile);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anImmediateEndFailsWhatWaitsButNotWhatIsServed(boolean local) throws Exception {
        Account account = create(Account.class, local);
        IntWrapper served = account.waitForGate();
        awaitEntered();
        List<IntWrapper> queued = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            queued.add(account.balance());
        }
        account.deposit(1);
        PAActiveObject.terminateActiveObject(account, true);
        PAActiveObject.terminateActiveObject(account, true);
        PAActiveObject.terminateActiveObject(account, false);
        assertIsTold(account);
        Account.gate.countDown();

        assertThat(served.getIntValue()).isZero();
        for (IntWrapper each : queued) {
            assertThatThrownBy(each::getIntValue).isInstanceOf(BodyTerminatedReplyException.class);
        }
        assertIsDead(account);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGracefulEndServesWhatWasSentBeforeAndFailsTheRest(boolean local) throws Exception {
        Account account = create(Account.class, local);
        IntWrapper served = account.waitForGate();
        awaitEntered();
        account.deposit(7);
        IntWrapper before = account.balance();
        PAActiveObject.terminateActiveObject(account, false);
        IntWrapper after = account.balance();
        PAActiveObject.terminateActiveObject(account, false);
        Account.gate.countDown();

        assertThat(served.getIntValue()).isZero();
        assertThat(before.getIntValue()).isEqualTo(7);
        assertThatThrownBy(after::getIntValue).isInstanceOf(BodyTerminatedException.class);
        assertIsDead(account);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anObjectThatIsToldToEndWhileItBeginsEndsOnce(boolean local) throws Exception {
        Slow slow = create(Slow.class, local);
        awaitEntered();
        IntWrapper queued = slow.balance();
        PAActiveObject.terminateActiveObject(slow, true);
        assertIsTold(slow);
        Account.gate.countDown();

        assertThatThrownBy(queued::getIntValue).isInstanceOf(BodyTerminatedReplyException.class);
        assertIsDead(slow);
        assertThat(EVENTS).containsExactly("init", "end");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anObjectThatWaitsForAnotherIsAnsweredBeforeItEnds(boolean local) throws Exception {
        Account slow = create(Account.class, local);
        Account waiting = create(Account.class, !local);
        slow.waitForGate();
        awaitEntered();
        IntWrapper asked = waiting.balanceOf(slow);
        IntWrapper handedOn = waiting.describesBalanceOf(slow);
        PAActiveObject.terminateActiveObject(waiting, false);
        Account.gate.countDown();

        assertThat(asked.getIntValue()).isZero();
        assertThat(handedOn.getIntValue()).isEqualTo(1);
        assertIsDead(waiting);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anObjectEndsItself(boolean local) {
        Account account = create(Account.class, local);
        account.end();

        assertIsDead(account);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRuntimeThatIsClosedHangsNobody(boolean callersRuntime) throws Exception {
        Account account = create(Account.class, false);
        Account caller = create(Account.class, true);
        IntWrapper served = account.waitForGate();
        awaitEntered();
        IntWrapper queued = account.balance();
        IntWrapper nested = caller.describesBalanceOf(account);
        (callersRuntime ? here : there).close();

        assertThatThrownBy(served::getIntValue).isInstanceOf(ActiveObjectException.class);
        assertThatThrownBy(queued::getIntValue).isInstanceOf(ActiveObjectException.class);
        assertThatThrownBy(nested::getIntValue).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(account::plainBalance).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> account.deposit(1)).isInstanceOf(RuntimeException.class);
    }

    /** Ends itself in each way. */
    public static class Tired extends Account {

        /** One-way. */
        public void end(String how) {
            switch (how) {
                case "in turn" -> PAActiveObject.terminateActiveObject(false);
                case "at once" -> PAActiveObject.terminateActiveObject(true);
                case "by its body" -> PAActiveObject.getBodyOnThis().terminate();
                default -> PAActiveObject.getBodyOnThis().terminate(true);
            }
        }

        /** Serves others until it is told to end. */
        public IntWrapper serveOthers() {
            Service service = new Service(PAActiveObject.getBodyOnThis());
            try {
                while (true) {
                    service.blockingServeOldest();
                }
            } catch (BodyTerminatedException e) {
                return balance();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "in turn, true",
        "in turn, false",
        "at once, true",
        "at once, false",
        "by its body, true",
        "by its body, false",
        "by its body with all, false"
    })
    void anObjectThatEndsItselfServesWhatWasSentBeforeOnlyInTurn(String how, boolean local)
            throws Exception {
        Tired tired = create(Tired.class, local);
        IntWrapper served = tired.waitForGate();
        awaitEntered();
        tired.end(how);
        IntWrapper queued = tired.balance();
        assertThat(PAActiveObject.pingActiveObject(tired)).isTrue(); // all that was sent has come
        Account.gate.countDown();

        assertThat(served.getIntValue()).isZero();
        if (how.equals("in turn")) {
            assertThat(queued.getIntValue()).isZero();
        } else {
            assertThatThrownBy(queued::getIntValue)
                    .isInstanceOf(BodyTerminatedReplyException.class);
        }
        assertIsDead(tired);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void anObjectThatServesOthersWhileItServesIsAnsweredWhenItIsToldToEnd(
            boolean immediate, boolean local) throws Exception {
        Tired tired = create(Tired.class, local);
        IntWrapper outer = tired.serveOthers();
        tired.deposit(3);
        IntWrapper inner = tired.waitForGate();
        awaitEntered();
        IntWrapper last = tired.balance();
        PAActiveObject.terminateActiveObject(tired, immediate);
        assertThat(PAActiveObject.pingActiveObject(tired)).isTrue();
        Account.gate.countDown();

        assertThat(inner.getIntValue()).isEqualTo(3);
        assertThat(outer.getIntValue()).isEqualTo(3);
        if (immediate) {
            assertThatThrownBy(last::getIntValue).isInstanceOf(BodyTerminatedReplyException.class);
        } else {
            assertThat(last.getIntValue()).isEqualTo(3);
        }
        assertIsDead(tired);
    }

    @Test
    void aRuntimeThatIsClosedServesNothingMore() throws Exception {
        Account account = create(Account.class, true);
        CompletableFuture<CallFailure> lost = new CompletableFuture<>();
        PAException.setDefaultFailureHandler(lost::complete);
        try {
            IntWrapper served = account.waitForGate();
            awaitEntered();
            IntWrapper queued = account.balance();
            account.deposit(1);
            here.close();
            Account.gate.countDown();

            assertThat(served.getIntValue()).isZero();
            assertThatThrownBy(queued::getIntValue)
                    .isInstanceOf(BodyTerminatedReplyException.class);
            assertThat(lost.get(20, TimeUnit.SECONDS).method()).isEqualTo("deposit");
        } finally {
            PAException.setDefaultFailureHandler(null);
        }
    }
}
