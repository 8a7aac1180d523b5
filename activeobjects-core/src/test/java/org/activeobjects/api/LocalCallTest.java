package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Calls between objects of one runtime; no socket is opened. */
@Timeout(30)
class LocalCallTest {

    private final Account account = PAActiveObject.newActive(Account.class, "Ada", 100);

    @AfterEach
    void openTheGate() {
        Account.gate.countDown();
    }

    private static void closeTheGate() {
        Account.gate = new CountDownLatch(1);
    }

    @Test
    void servesOneWayCallsBeforeALaterOneIsAnswered() {
        account.deposit(5);
        account.deposit(7);

        assertThat(account.balance().getIntValue()).isEqualTo(112);
    }

    @Test
    void servesTheRequestsOfOneCallerInTheOrderOfTheCalls() {
        IntStream.range(0, 5000).forEach(account::see);

        assertThat(PAFuture.getFutureValue(account.seen()))
                .containsExactlyElementsOf(IntStream.range(0, 5000).boxed().toList());
    }

    @Test
    void givesAFutureThatIsAwaitedUntilTheResultIsThere() {
        closeTheGate();
        IntWrapper future = account.waitForGate();

        assertThat(PAFuture.isAwaited(future)).isTrue();
        assertThat(future.toString()).contains("awaited").contains("waitForGate");
        Account.gate.countDown();

        PAFuture.waitFor(future);
        assertThat(PAFuture.isAwaited(future)).isFalse();
        assertThat(future.getIntValue()).isEqualTo(100);
        assertThat(future).isEqualTo(new IntWrapper(100)).hasToString("100");
    }

    @Test
    void waitsNoLongerThanTheTimeout() {
        closeTheGate();
        IntWrapper future = account.waitForGate();

        assertThatThrownBy(() -> PAFuture.waitFor(future, 5))
                .isInstanceOf(ProActiveTimeoutException.class)
                .hasMessageContaining("waitForGate")
                .hasMessageContaining("timeoutMs=5");
        Account.gate.countDown();
        assertThat(PAFuture.getFutureValue(future, 20_000).getIntValue()).isEqualTo(100);
    }

    @Test
    void namesThePathToWhatCannotBePassed() {
        List<Object> threads = List.of(Thread.currentThread());

        assertThatThrownBy(() -> account.echo(threads))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.lang.Thread")
                .hasMessageContaining("path=arguments[0](List12)[0]")
                .hasMessageContaining("echo");
    }

    @Test
    void waitsForAnswersWhoseTypesCannotBeStoodInFor() {
        assertThat(account.owner()).isEqualTo("Ada");
        assertThat(account.plainBalance()).isEqualTo(100);
    }

    @Test
    void makesSuchACallAsynchronousOnDemandAndInItsOrder() throws Exception {
        closeTheGate();
        IntWrapper blocked = account.waitForGate();
        var before = PAFuture.async(account::plainBalance);
        account.deposit(1);
        var after = PAFuture.async(account::plainBalance);

        assertThat(before).isNotDone();
        Account.gate.countDown();
        assertThat(before.get()).isEqualTo(100);
        assertThat(after.get()).isEqualTo(101);
        assertThat(blocked.getIntValue()).isEqualTo(100);
    }

    @Test
    void turnsANullResultIntoAFutureThatIsNotNull() {
        StringWrapper future = account.nothing();

        assertThat(future).isNotNull();
        assertThatThrownBy(future::getStringValue).isInstanceOf(NullPointerException.class);
        assertThat((Object) PAFuture.getFutureValue(future)).isNull();
        assertThat(PAFuture.isNull(future)).isTrue();
    }

    @Test
    void throwsWhatTheMethodThrewWhereTheResultIsUsed() {
        StringWrapper future = account.fails("no such coin");

        PAFuture.waitFor(future);
        assertThatThrownBy(future::getStringValue)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such coin")
                .satisfies(
                        thrown ->
                                assertThat(List.of(thrown.getStackTrace()).toString())
                                        .contains("Account.fails")
                                        .contains("LocalCallTest"));
        assertThatThrownBy(() -> PAFuture.toCompletableFuture(future).get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void waitsForCallsThatDeclareExceptionsAndThrowsThemUnchanged() {
        assertThatThrownBy(() -> account.failsDeclared("disk full"))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
    }

    @Test
    void goesOnAfterAOneWayCallThatFailed() {
        account.failsOneWay();

        assertThat(account.plainBalance()).isEqualTo(100);
    }

    @Test
    void givesCompletableFuturesAsTheyAre() throws Exception {
        assertThat(account.later("tea").get()).isEqualTo("later tea");
    }

    @Test
    void passesArgumentsAndResultsByCopy() {
        double[] values = {1, 2, 3};

        assertThat(account.changeFirst(values).getIntValue()).isEqualTo(3);
        assertThat(values).containsExactly(1, 2, 3);

        account.see(1);
        List<Integer> seen = PAFuture.getFutureValue(account.seen());
        seen.add(99);
        assertThat(PAFuture.getFutureValue(account.seen())).containsExactly(1);
    }

    @Test
    void passesActiveObjectsByReference() {
        Account other = PAActiveObject.newActive(Account.class, "Bob", 3);
        other.deposit(4);

        assertThat(account.balanceOf(other).getIntValue()).isEqualTo(7);
    }

    @Test
    void passesAnAwaitedFutureOnWithoutWaiting() {
        closeTheGate();
        Account slow = PAActiveObject.newActive(Account.class, "Eve", 8);
        IntWrapper awaited = slow.waitForGate();
        StringWrapper described = account.describe(awaited);

        assertThat(PAFuture.isAwaited(described)).isTrue();
        Account.gate.countDown();
        assertThat(described.getStringValue()).isEqualTo("number 8");
    }

    @Test
    void comparesStubsByTheIdentityOfTheActiveObject() {
        Object self = PAFuture.getFutureValue(account.self());

        assertThat(self).isEqualTo(account).hasSameHashCodeAs(account);
        assertThat(PAActiveObject.newActive(Account.class)).isNotEqualTo(account);
        assertThat(account.toString()).contains("Account#");
    }

    @Test
    void callsProtectedMethodsThroughTheStub() {
        assertThat(account.hidden().getIntValue()).isEqualTo(-100);
    }

    @Test
    void namesTheThreadAfterClassNumberAndMethod() {
        assertThat(account.thread().getStringValue()).matches("Account#\\d+ thread");
        assertThat(account.owner()).isEqualTo("Ada");
        assertThat(account.thread().getStringValue()).matches("Account#\\d+ thread");
    }

    @Test
    void refusesASynchronousCallOnItselfThatWouldNeverEnd() {
        assertThatThrownBy(account::callMyself)
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("plainBalance");
    }

    @Test
    void letsAnInterruptEndWithItsRequest() {
        assertThat(account.interruptMe().getIntValue()).isEqualTo(1);
        assertThat(account.interrupted()).isFalse();
    }

    @Test
    void waitsForAllAndForAny() {
        closeTheGate();
        IntWrapper slow = account.waitForGate();
        IntWrapper quick = PAActiveObject.newActive(Account.class, "Bob", 3).balance();

        assertThat(PAFuture.waitForAny(List.of(slow, quick))).isEqualTo(1);
        assertThatThrownBy(() -> PAFuture.waitForAll(List.of(slow, quick), 5))
                .isInstanceOf(ProActiveTimeoutException.class);
        Account.gate.countDown();
        PAFuture.waitForAll(List.of(slow, quick));
        assertThat(PAFuture.isAwaited(slow)).isFalse();
    }

    @Test
    void aFailedConstructorSaysWhyAndOneThatDoesNotFitWhatAStubStandsFor() {
        Account ada = PAActiveObject.newActive(Account.class);

        assertThatThrownBy(() -> PAActiveObject.newActive(Account.class, true))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageEndingWith(
                        "reason=java.lang.IllegalStateException: no account for true");
        assertThatThrownBy(() -> PAActiveObject.newActive(Account.class, ada, 1.5))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining(
                        "arguments=[stub of " + Account.class.getName() + ", java.lang.Double]");
    }

    @Test
    void choosesTheMostSpecificConstructorAndBoxedBeforePrimitive() {
        assertThat(PAActiveObject.newActive(Account.class, 5).owner()).isEqualTo("boxed");
        assertThat(PAActiveObject.newActive(Account.class).owner()).isEqualTo("nobody");
        assertThat(PAActiveObject.newActive(Account.class, null, 5).owner()).isNull();
        assertThatThrownBy(() -> PAActiveObject.newActive(Account.class, "a", "b"))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("several constructors");
        assertThatThrownBy(() -> PAActiveObject.newActive(Account.class, 1.5))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("no constructor fits")
                .hasMessageContaining("java.lang.Double");
        assertThatThrownBy(() -> PAActiveObject.newActive(Account.class, true))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasRootCauseMessage("no account for true");
        assertThatThrownBy(() -> PAActiveObject.newActive("org.acme.Missing", null))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("org.acme.Missing");
    }

    @Test
    void turnsAnExistingObjectActive() {
        Account active = PAActiveObject.turnActive(new Account("Joe", 1));

        assertThat(active.owner()).isEqualTo("Joe");
        assertThat(active.thread().getStringValue()).startsWith("Account#");
    }

    @Test
    void failsTheQueueAndLaterCallsWhenItIsTerminatedAtOnce() throws Exception {
        closeTheGate();
        Account.ENTERED.drainPermits();
        IntWrapper served = account.waitForGate();
        assertThat(Account.ENTERED.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        IntWrapper queued = account.balance();
        PAActiveObject.terminateActiveObject(account, true);
        Account.gate.countDown();

        assertThat(served.getIntValue()).isEqualTo(100);
        assertThatThrownBy(queued::getIntValue)
                .isInstanceOf(BodyTerminatedReplyException.class)
                .hasMessageContaining("balance");
        assertThatThrownBy(account::balance).isInstanceOf(BodyTerminatedRequestException.class);
        assertThatThrownBy(() -> account.deposit(1))
                .isInstanceOf(BodyTerminatedRequestException.class)
                .hasMessageContaining("deposit");
        assertThat(PAActiveObject.pingActiveObject(account)).isFalse();
    }

    @Test
    void servesWhatWasSentBeforeWhenItIsTerminatedInTurn() {
        closeTheGate();
        account.waitForGate();
        List<IntWrapper> queued = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            account.deposit(1);
            queued.add(account.balance());
        }
        PAActiveObject.terminateActiveObject(account, false);
        Account.gate.countDown();

        assertThat(queued.getLast().getIntValue()).isEqualTo(110);
    }

    @Test
    void mayEndItself() {
        account.end();

        assertThatThrownBy(
                        () -> {
                            while (true) {
                                account.plainBalance();
                            }
                        })
                .isInstanceOf(org.activeobjects.error.BodyTerminatedException.class);
    }

    @Test
    void knowsWhetherAThreadServesAnActiveObject() {
        assertThat(PAActiveObject.isInActiveObject()).isFalse();
        assertThatThrownBy(PAActiveObject::getBodyOnThis).isInstanceOf(IllegalStateException.class);
    }

    /** Cannot be made without an object of the test. */
    public class Inner {}

    @Test
    void commonMistakesAreToldWithWhatToDo() {
        assertThatThrownBy(() -> PAActiveObject.newActive(Inner.class))
                .hasMessageContaining("no constructor fits")
                .hasMessageContaining("make it static");
        assertThatThrownBy(() -> PAActiveObject.terminateActiveObject("passive", true))
                .hasMessageContaining("give what newActive returned: class=java.lang.String");
        assertThatThrownBy(PAActiveObject::getStubOnThis)
                .hasMessageContaining("call it in a method of one");
    }
}
