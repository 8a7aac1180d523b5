package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.threads.ThreadModel;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Active objects that move: state, queue, references and names follow. */
@Timeout(90)
class MigrationTest {

    private static final Object[] NONE = {};

    private final List<NodeRuntime> runtimes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    @BeforeEach
    void openThree() {
        for (int i = 0; i < 3; i++) {
            runtimes.add(NodeRuntime.open(TransportConfig.defaults()));
        }
        runtimes.get(0).makeDefault();
        nodes.add(runtimes.get(0).node());
        nodes.add(runtimes.get(0).connect(runtimes.get(1).card()));
        nodes.add(runtimes.get(0).connect(runtimes.get(2).card()));
        Account.gate = new CountDownLatch(0);
        Nomad.onArrival = () -> {};
        Nomad.ARRIVED.drainPermits();
    }

    @AfterEach
    void closeAll() {
        Account.gate.countDown();
        runtimes.reversed().forEach(NodeRuntime::close);
    }

    /** Serves several requests at the same time. */
    @DefineGroups(@Group(name = "all", selfCompatible = true))
    public static class Crowd {

        @MemberOf("all")
        public IntWrapper tryToGo(String url) {
            PAMobileAgent.migrateTo(url);
            return new IntWrapper(0);
        }
    }

    private Nomad nomad() {
        return PAActiveObject.newActive(Nomad.class);
    }

    private String url(int place) {
        return runtimes.get(place).node().url();
    }

    private static List<Integer> seenBy(Nomad nomad) {
        return PAFuture.getFutureValue(nomad.seen());
    }

    @Test
    void stateQueueReferencesAndNamesFollow() throws Exception {
        Account.gate = new CountDownLatch(1);
        Nomad nomad = nomad();
        String name = PAActiveObject.registerByName(nomad, "nomad");
        nomad.see(1);
        nomad.waitAtGate();
        nomad.goTo(url(1));
        nomad.see(2);
        StringWrapper place = nomad.place();
        nomad.see(3);
        Account.gate.countDown();
        nomad.see(4);

        assertThat(place.getStringValue()).isEqualTo(url(1));
        assertThat(seenBy(nomad)).containsExactly(1, 2, 3, 4);
        assertThat(nomad.beginnings()).isEqualTo(1);
        Nomad found = PAActiveObject.lookupActive(Nomad.class, name);
        assertThat(found.place().getStringValue()).isEqualTo(url(1));
    }

    @Test
    void isNamedAsItsNewPlaceNamesIt() {
        PAActiveObject.newActive(Nomad.class, NONE, nodes.get(1)).see(1);
        Nomad nomad = nomad();
        nomad.goTo(url(1));
        Account.gate = new CountDownLatch(1);
        nomad.waitAtGate();

        Pattern there = Pattern.compile("(Nomad#\\d+) queue=\\d+\\s+serves waitAtGate ");
        Matcher dump =
                await().until(() -> there.matcher(PALifeCycle.dump()), matcher -> matcher.find());

        assertThat(nomad.place()).asString().contains(dump.group(1) + ".place of ");
    }

    @Test
    void goesWhereItWasSentLastOrStays() {
        Nomad nomad = nomad();
        nomad.goTo(url(1), url(2));
        assertThat(nomad.place().getStringValue()).isEqualTo(url(2));
        nomad.goTo(url(1), url(2));
        assertThat(nomad.place().getStringValue()).isEqualTo(url(2));
    }

    @Test
    void theOrderOfEachCallerIsKeptWhileItTravels() {
        Nomad nomad = PAActiveObject.newActive(Nomad.class, NONE, nodes.get(1));
        for (int i = 0; i < 1500; i++) {
            if (i % 100 == 50) {
                nomad.goTo(url(i / 100 % 3));
            }
            nomad.see(i);
        }

        assertThat(seenBy(nomad))
                .containsExactlyElementsOf(IntStream.range(0, 1500).boxed().toList());
    }

    @Test
    void anAwaitedFutureTravelsWithIt() {
        Account.gate = new CountDownLatch(1);
        Account account = PAActiveObject.newActive(Account.class, "Ada", 9);
        Nomad nomad = nomad();
        nomad.take(account);
        nomad.goTo(url(2));
        assertThat(nomad.place().getStringValue()).isEqualTo(url(2));
        IntWrapper result = nomad.awaited();
        Account.gate.countDown();

        assertThat(result.getIntValue()).isEqualTo(9);
    }

    /** Asks to be called, and moves. */
    public static class Errand {

        private String done = "nothing";

        /** One-way. */
        public void begin(Account account, String url) {
            PAEventProgramming.addActionOnFuture(account.waitForGate(), "go", "call");
            PAMobileAgent.migrateTo(url);
        }

        /** One-way. */
        protected void go(Future<IntWrapper> number, String text) {
            done = text + " " + number.resultNow().getIntValue() + " " + place().getStringValue();
        }

        public StringWrapper place() {
            return new StringWrapper(PAActiveObject.getNode().url());
        }

        public String done() {
            return done;
        }
    }

    @Test
    void whatItHasAskedForIsDoneWhereItHasMovedMeanwhile() {
        Account.gate = new CountDownLatch(1);
        Account account = PAActiveObject.newActive(Account.class, "Ada", 9);
        for (int from : new int[] {0, 1}) {
            Errand errand = PAActiveObject.newActive(Errand.class, NONE, nodes.get(from));
            errand.begin(account, url(2));
            assertThat(errand.place().getStringValue()).isEqualTo(url(2));
            Account.gate.countDown();

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> errand.done().equals("call 9 " + url(2)));
            Account.gate = new CountDownLatch(1);
        }
    }

    @Test
    void itMovesToANodeThatItIsGiven() {
        Nomad nomad = nomad();
        Node second = runtimes.get(0).createNode("second", false);
        for (Node goal : List.of(nodes.get(1), second, nodes.get(2), nodes.get(0))) {
            nomad.goTo(goal);
            assertThat(nomad.place().getStringValue()).isEqualTo(goal.url());
        }
    }

    @Test
    void itJoinsAnotherObject() {
        Nomad other = PAActiveObject.newActive(Nomad.class, NONE, nodes.get(2));
        Nomad nomad = nomad();
        nomad.join(other);

        assertThat(nomad.place().getStringValue()).isEqualTo(url(2));
    }

    @Test
    void whatCannotTravelStaysAndServesOn() {
        Nomad nomad = nomad();
        nomad.see(1);
        nomad.loadStone();
        nomad.goTo(url(1));
        nomad.see(2);

        assertThat(seenBy(nomad)).containsExactly(1, 2);
        assertThat(nomad.isLoaded()).isTrue();
        assertThat(nomad.place().getStringValue()).isEqualTo(url(0));
    }

    @Test
    void itStaysIfItsGoalIsLostBeforeItLeaves() {
        Account.gate = new CountDownLatch(1);
        Nomad nomad = nomad();
        Nomad other = PAActiveObject.newActive(Nomad.class, NONE, nodes.get(2));
        nomad.join(other);
        nomad.see(0);
        assertThat(seenBy(nomad)).containsExactly(0);
        nomad.goTo(url(1));
        nomad.waitAtGate();
        runtimes.get(0).connect(runtimes.get(1).card());
        Nomad second = nomad();
        second.waitAtGate();
        second.goTo(url(1));
        second.see(7);
        runtimes.get(1).close();
        Account.gate.countDown();

        assertThat(seenBy(second)).containsExactly(7);
    }

    @Test
    void whatCannotMoveIsToldWhy() {
        Crowd crowd = PAActiveObject.newActive(Crowd.class);

        assertThatThrownBy(() -> crowd.tryToGo(url(1)).getIntValue())
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> PAMobileAgent.migrateTo(nodes.get(1)))
                .isInstanceOf(IllegalStateException.class);
        Nomad pooled =
                ThreadModel.on(Runnable::run).create(() -> PAActiveObject.newActive(Nomad.class));
        pooled.goTo(url(1));
        assertThat(pooled.place().getStringValue()).isEqualTo(url(0));
    }

    @Test
    void itStaysIfItsGoalEndsInTheMiddleOfTheMove() {
        Nomad.onArrival = () -> runtimes.get(1).close();
        Nomad nomad = nomad();
        nomad.see(1);
        nomad.loadTrap();
        nomad.goTo(url(1));
        nomad.see(2);

        assertThat(seenBy(nomad)).containsExactly(1, 2);
        assertThat(nomad.place().getStringValue()).isEqualTo(url(0));
        assertThat(Nomad.ARRIVED.tryAcquire()).isTrue();
    }

    @Test
    void anOrderToEndThatComesWhileItMovesEndsItThere() {
        Nomad nomad = PAActiveObject.newActive(Nomad.class, NONE, nodes.get(2));
        Nomad.onArrival = () -> PAActiveObject.terminateActiveObject(nomad, true);
        nomad.loadTrap();
        nomad.goTo(url(1));

        await().atMost(Duration.ofSeconds(20)).until(() -> !PAActiveObject.pingActiveObject(nomad));
        assertThatThrownBy(nomad::beginnings).isInstanceOf(BodyTerminatedException.class);
    }

    @Test
    void anOrderToEndFindsItWhereItIs() {
        for (boolean immediate : new boolean[] {true, false}) {
            Nomad nomad = nomad();
            nomad.goTo(url(1));
            assertThat(nomad.place().getStringValue()).isEqualTo(url(1));
            PAActiveObject.terminateActiveObject(nomad, immediate);

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () ->
                                    assertThatThrownBy(nomad::beginnings)
                                            .isInstanceOf(BodyTerminatedRequestException.class));
        }
    }

    @Test
    void aNodeThatIsKilledDoesNotTakeWithItWhatHasLeftIt() throws Exception {
        for (int goal : new int[] {0, 1}) {
            Node harbour = runtimes.get(0).createNode("harbour" + goal, false);
            Account.gate = new CountDownLatch(1);
            Nomad nomad = PAActiveObject.newActive(Nomad.class, NONE, harbour);
            String name = PAActiveObject.registerByName(nomad, "sailor" + goal);
            nomad.waitAtGate();
            nomad.goTo(url(goal));
            StringWrapper place = nomad.place();
            Account.gate.countDown();
            assertThat(place.getStringValue()).isEqualTo(url(goal));

            harbour.kill();

            nomad.see(1);
            assertThat(seenBy(nomad)).containsExactly(1);
            assertThat(PAActiveObject.lookupActive(Nomad.class, name).place().getStringValue())
                    .isEqualTo(url(goal));
        }
    }

    @Test
    void aNodeThatIsKilledEndsWhatHasComeToIt() {
        Node harbour = runtimes.get(1).createNode("harbour", false);
        Node second = runtimes.get(0).createNode("second", false);
        Nomad nomad = nomad();
        nomad.goTo(harbour.url());
        assertThat(nomad.place().getStringValue()).isEqualTo(harbour.url());

        harbour.kill();

        await().atMost(Duration.ofSeconds(20)).until(() -> !PAActiveObject.pingActiveObject(nomad));
        assertThatThrownBy(nomad::beginnings)
                .isInstanceOf(BodyTerminatedException.class)
                .hasMessageContaining("its node was killed: node=harbour; create it anew");
        Nomad settler = PAActiveObject.newActive(Nomad.class, NONE, second);
        second.killAllActiveObjects();
        assertThatThrownBy(settler::beginnings)
                .isInstanceOf(BodyTerminatedException.class)
                .hasMessageContaining("were ended: node=second");
    }
}
