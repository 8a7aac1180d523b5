package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.error.NodeException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.node.Job;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeFactory;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Calls between two runtimes of one JVM. */
@Timeout(60)
class RemoteCallTest {

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private final Node node = here.connect(there.card());
    private Account account;

    @BeforeEach
    void createThere() {
        here.makeDefault();
        account = PAActiveObject.newActive(Account.class, new Object[] {"Ada", 100}, node);
    }

    @AfterEach
    void closeBoth() {
        Account.gate.countDown();
        there.close();
        here.close();
    }

    @Test
    void callsInEveryWay() throws Exception {
        account.deposit(5);
        IntWrapper balance = account.balance();

        assertThat(balance.getIntValue()).isEqualTo(105);
        assertThat(account.plainBalance()).isEqualTo(105);
        assertThat(account.owner()).isEqualTo("Ada");
        assertThat(account.later("tea").get()).isEqualTo("later tea");
        assertThat((Object) PAFuture.getFutureValue(account.nothing())).isNull();
        assertThat(account.hidden().getIntValue()).isEqualTo(-105);
    }

    @Test
    void livesInTheOtherRuntime() {
        assertThat(PAActiveObject.getActiveObjectNode(account).runtimeId())
                .isEqualTo(there.node().runtimeId())
                .isNotEqualTo(here.node().runtimeId());
        assertThat(account.thread().getStringValue()).startsWith("Account#");
        assertThat(PAActiveObject.pingActiveObject(account)).isTrue();
        assertThat(NodeFactory.isNodeLocal(node)).isFalse();
        assertThat(node.getNodeInformation().getURL()).isEqualTo(there.node().url());
    }

    @Test
    void servesTheRequestsOfOneCallerInTheOrderOfTheCalls() {
        IntStream.range(0, 2000).forEach(account::see);

        assertThat(PAFuture.getFutureValue(account.seen()))
                .containsExactlyElementsOf(IntStream.range(0, 2000).boxed().toList());
    }

    @Test
    void passesLargeArraysByCopy() {
        double[] values = new double[100_000];

        assertThat(account.changeFirst(values).getIntValue()).isEqualTo(100_000);
        assertThat(values[0]).isZero();
    }

    @Test
    void throwsWhatTheMethodThrewWithBothStacks() {
        StringWrapper future = account.fails("no such coin");

        assertThatThrownBy(future::getStringValue)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such coin")
                .satisfies(
                        thrown ->
                                assertThat(List.of(thrown.getStackTrace()).toString())
                                        .contains("Account.fails")
                                        .contains("RemoteCallTest"));
        assertThatThrownBy(() -> account.failsDeclared("disk full"))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
    }

    @Test
    void passesActiveObjectsOfBothSidesByReference() {
        Account mine = PAActiveObject.newActive(Account.class, "Bob", 3);

        assertThat(account.balanceOf(mine).getIntValue()).isEqualTo(3);
        assertThat(mine.balanceOf(account).getIntValue()).isEqualTo(100);
        assertThat((Object) PAFuture.getFutureValue(account.self())).isEqualTo(account);
    }

    @Test
    void reachesAnObjectThatAThirdRuntimeWasTold() {
        try (NodeRuntime third = NodeRuntime.open(TransportConfig.defaults())) {
            Account last =
                    PAActiveObject.newActive(
                            Account.class, new Object[] {"Cy", 9}, here.connect(third.card()));

            assertThat(account.balanceOf(last).getIntValue()).isEqualTo(9);
        }
    }

    @Test
    void waitsForAFutureThatIsSentToAnotherRuntime() {
        IntWrapper balance = account.balance();

        assertThat(account.describe(balance).getStringValue()).isEqualTo("number 100");
    }

    @Test
    void saysAtTheCallerWhatCannotBeSent() {
        Opaque opaque = PAActiveObject.newActive(Opaque.class, new Object[0], node);

        assertThatThrownBy(() -> opaque.take(new Thread("cannot travel")))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("java.lang.Thread")
                .hasMessageContaining("take");
        assertThatThrownBy(() -> PAFuture.getFutureValue(opaque.give()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("java.lang.Thread");
    }

    /** Takes and gives what has no form on the wire. */
    public static class Opaque {

        public void take(Object anything) {}

        public Holder give() {
            return new Holder();
        }
    }

    /** Holds a thread. */
    public static class Holder {

        private final Object thread = new Thread("cannot travel");

        @Override
        public String toString() {
            return "holder of " + thread;
        }
    }

    @Test
    void failsTheQueueAndLaterCallsWhenItIsTerminatedAtOnce() throws Exception {
        Account.gate = new CountDownLatch(1);
        Account.ENTERED.drainPermits();
        IntWrapper served = account.waitForGate();
        assertThat(Account.ENTERED.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        IntWrapper queued = account.balance();
        PAActiveObject.terminateActiveObject(account, true);
        assertThat(PAActiveObject.pingActiveObject(account)).isTrue();
        Account.gate.countDown();

        assertThat(served.getIntValue()).isEqualTo(100);
        assertThatThrownBy(queued::getIntValue).isInstanceOf(BodyTerminatedReplyException.class);
        assertThatThrownBy(account::plainBalance)
                .isInstanceOf(BodyTerminatedRequestException.class);
    }

    @Test
    void servesWhatWasSentBeforeWhenItIsTerminatedInTurn() {
        for (int i = 0; i < 10; i++) {
            account.deposit(1);
        }
        IntWrapper last = account.balance();
        PAActiveObject.terminateActiveObject(account, false);

        assertThat(last.getIntValue()).isEqualTo(110);
    }

    @Test
    void tellsWhatTheConstructorThrewThere() {
        assertThatThrownBy(() -> PAActiveObject.newActive(Account.class, new Object[] {true}, node))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasRootCauseMessage("no account for true");
    }

    @Test
    void findsObjectsByName() throws Exception {
        String url = PAActiveObject.registerByName(account, "ada");

        Account found = PAActiveObject.lookupActive(Account.class, url);
        assertThat(PAActiveObject.lookupActive(Account.class.getName(), url)).isEqualTo(found);
        assertThat(found).isEqualTo(account);
        assertThat(found.plainBalance()).isEqualTo(100);
        assertThat(PAActiveObject.listActive(there.node().url())).containsExactly(url);
        assertThatThrownBy(
                        () ->
                                PAActiveObject.registerByName(
                                        PAActiveObject.newActive(
                                                Account.class, new Object[0], node),
                                        "ada"))
                .hasMessageContaining("name is taken")
                .hasMessageContaining("ada");
        PAActiveObject.unregister(url);
        assertThatThrownBy(() -> PAActiveObject.lookupActive(Account.class, url))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(url);
    }

    @Test
    void aLookupInVainTellsWhichNamesThereAre() throws Exception {
        String url = PAActiveObject.registerByName(account, "ada");

        assertThatThrownBy(() -> PAActiveObject.lookupActive(Account.class, url + "h"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("url=" + url + "h registered=[ada];");
    }

    @ParameterizedTest
    @ValueSource(strings = {"@x", "@", "@1x", "@9223372036854775808"})
    void aLookupOfWhatIsNoNumberIsInVain(String name) {
        for (NodeRuntime runtime : List.of(here, there)) {
            String url = runtime.node().url() + "/" + name;

            assertThatThrownBy(() -> PAActiveObject.lookupActive(Account.class, url))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("url=" + url);
        }
    }

    @Test
    void aCallThatFindsItsObjectGoneNamesMethodAndPlace() {
        PAActiveObject.terminateActiveObject(account, true);

        assertThatThrownBy(account::plainBalance)
                .isInstanceOf(BodyTerminatedRequestException.class)
                .hasMessageContaining(" method=plainBalance")
                .hasMessageContaining("create another");
    }

    /** As above, when the owner has told that it has ended. */
    @Test
    void aCallOfAnObjectThatIsKnownToBeGoneNamesMethodAndPlace() {
        PAActiveObject.terminateActiveObject(account, true);

        await().untilAsserted(
                        () ->
                                assertThatThrownBy(account::plainBalance)
                                        .isInstanceOf(BodyTerminatedRequestException.class)
                                        .hasMessageContaining("body=Account#")
                                        .hasMessageContaining(" of ao://")
                                        .hasMessageContaining(" method=plainBalance")
                                        .hasMessageContaining("create another"));
    }

    @Test
    void findsObjectsByTheirUrlWithoutAName() throws Exception {
        Account mine = PAActiveObject.newActive(Account.class, "Bob", 3);

        assertThat(PAActiveObject.lookupActive(Account.class, PAActiveObject.getUrl(account)))
                .isEqualTo(account);
        assertThat(PAActiveObject.lookupActive(Account.class, PAActiveObject.getUrl(mine)))
                .isEqualTo(mine);
    }

    @Test
    void saysThatNobodyAnswers() {
        String url = there.node().url();
        there.close();

        assertThatThrownBy(() -> here.connect("nonsense"))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("nonsense");
        assertThatThrownBy(() -> PAActiveObject.lookupActive(Account.class, url + "/ada"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(url);
    }

    @ParameterizedTest
    @CsvSource({"mine, jobs differ: ", "ours, secrets differ: job=ours"})
    void aLookupInAnotherJobIsNotLetIn(String job, String reason) {
        try (NodeRuntime inside = NodeRuntime.open(ofJob("ours"));
                NodeRuntime outside = NodeRuntime.open(ofJob(job))) {
            outside.makeDefault();
            String url = inside.node().url();

            assertThatThrownBy(() -> PAActiveObject.lookupActive(Account.class, url + "/ada"))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("not let in: node=" + url)
                    .hasMessageContaining(reason)
                    .hasMessageContaining("-Dactiveobjects.job=NAME and -Dactiveobjects.secretFile")
                    .hasMessageNotContaining("nobody answers");
        }
    }

    private static TransportConfig ofJob(String job) {
        return TransportConfig.defaults().withJob(job, TransportConfig.newSecret());
    }

    @Test
    void failsWhatWaitsForARuntimeThatIsClosed() throws Exception {
        Account.gate = new CountDownLatch(1);
        Account.ENTERED.drainPermits();
        IntWrapper waiting = account.waitForGate();
        assertThat(Account.ENTERED.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        there.close();

        assertThatThrownBy(waiting::getIntValue)
                .hasMessageContaining("waitForGate")
                .hasMessageContaining(node.runtimeId().toString());
    }

    @Test
    void knowsTheJobItBelongsTo() {
        Job job = new Job("test", 1, 2, List.of(here.node(), node));
        here.job(job);

        assertThat(here.job()).isEqualTo(job);
        assertThatThrownBy(() -> new Job("test", 2, 2, List.of(here.node(), node)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rank=2");
    }
}
