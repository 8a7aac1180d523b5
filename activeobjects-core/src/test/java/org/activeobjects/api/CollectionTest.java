package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.Body;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.annotation.Permanent;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Active objects that nobody can reach end, and no others. */
@Timeout(120)
class CollectionTest {

    private static final Object[] NONE = {};

    private NodeRuntime here;
    private NodeRuntime there;
    private NodeRuntime third;
    private Node node;
    private Node thirdNode;
    private int sentinels;

    @BeforeEach
    void openAll() {
        System.setProperty("activeobjects.lease", "1.2s");
        try {
            here = NodeRuntime.open(TransportConfig.defaults());
            there = NodeRuntime.open(TransportConfig.defaults());
            third = NodeRuntime.open(TransportConfig.defaults());
        } finally {
            System.clearProperty("activeobjects.lease");
        }
        here.makeDefault();
        node = here.connect(there.card());
        thirdNode = here.connect(third.card());
        Mortal.ENDED.clear();
        Account.gate = new CountDownLatch(0);
    }

    @AfterEach
    void closeAll() {
        Account.gate.countDown();
        third.close();
        there.close();
        here.close();
    }

    private static Mortal mortal(String name, Node where) {
        return PAActiveObject.newActive(Mortal.class, new Object[] {name}, where);
    }

    private static void awaitEnd(String... names) {
        await().atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> {
                            System.gc();
                            return Mortal.ENDED.containsAll(List.of(names));
                        });
    }

    /** Long enough for whatever could be collected on all nodes: others of their age were. */
    private void outliveOthers() {
        List<String> names = new ArrayList<>();
        for (Node where : List.of(here.node(), node, thirdNode)) {
            String name = "sentinel " + sentinels++;
            mortal(name, where).nothing();
            names.add(name);
        }
        awaitEnd(names.toArray(String[]::new));
    }

    /** Serves as long as there is something to serve. */
    public static class Patient extends Mortal implements RunActive {

        public Patient(String name) {
            super(name);
        }

        @Override
        public void runActivity(Body body) {
            new Service(body).fifoServing();
        }
    }

    /** Is never collected. */
    @Permanent
    public static class Eternal extends Mortal {

        public Eternal(String name) {
            super(name);
        }
    }

    /** Answers when it is let. */
    public static class Oracle {

        static volatile CountDownLatch gate;

        public IntWrapper answer() {
            try {
                return new IntWrapper(gate.await(100, TimeUnit.SECONDS) ? 1 : 0);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Goes on when an oracle answers. */
    public static class Expectant extends Mortal {

        static volatile CountDownLatch answered;

        public Expectant(String name) {
            super(name);
        }

        public IntWrapper expect(Oracle oracle) {
            PAEventProgramming.addActionOnFuture(oracle.answer(), "onAnswer");
            return new IntWrapper(0);
        }

        protected void onAnswer(Future<IntWrapper> answer) {
            answered.countDown();
        }
    }

    private void beginToExpect(String name, Node where, Oracle oracle) {
        PAActiveObject.newActive(Expectant.class, new Object[] {name}, where)
                .expect(oracle)
                .getIntValue();
    }

    @Test
    void whatIsToGoOnWhenAResultComesLivesOn() throws Exception {
        Oracle.gate = new CountDownLatch(1);
        Expectant.answered = new CountDownLatch(2);
        Oracle oracle = PAActiveObject.newActive(Oracle.class, NONE, thirdNode);
        beginToExpect("here", here.node(), oracle);
        beginToExpect("there", node, oracle);

        outliveOthers();
        outliveOthers();

        assertThat(Mortal.ENDED).doesNotContain("here", "there");
        Oracle.gate.countDown();
        assertThat(Expectant.answered.await(20, TimeUnit.SECONDS)).isTrue();
        awaitEnd("here", "there");
    }

    @Test
    void whatNobodyCanReachEndsWhereverItLives() {
        mortal("local", here.node()).nothing();
        mortal("remote", node).nothing();
        PAActiveObject.newActive(Patient.class, "patient").nothing();
        PAActiveObject.newActive(Patient.class, new Object[] {"patient there"}, node).nothing();
        Mortal known = mortal("known to two", here.node());
        mortal("its friend", node).take(known);
        known = null;

        awaitEnd("local", "remote", "patient", "patient there", "its friend", "known to two");
    }

    @Test
    void whatSomebodyCanReachLivesOn() throws Exception {
        Mortal held = mortal("held", node);
        Mortal mine = mortal("mine", here.node());
        Mortal witness = mortal("witness", thirdNode);
        witness.take(mortal("third party", node));
        String url = PAActiveObject.registerByName(mortal("named", node), "named");
        PAActiveObject.newActive(Eternal.class, new Object[] {"eternal"}, node).nothing();
        Mortal opted = mortal("opted out", node);
        PAActiveObject.pingActiveObject(opted);
        PALifeCycle.setCollectable(opted, false);
        opted = null;
        IntWrapper kept = mortal("its result is kept", node).length();

        outliveOthers();
        outliveOthers();

        assertThat(held.length().getIntValue()).isEqualTo(4);
        assertThat(mine.length().getIntValue()).isEqualTo(4);
        assertThat(witness.lengthOfOther()).isEqualTo(11);
        assertThat(PAActiveObject.lookupActive(Mortal.class, url).length().getIntValue())
                .isEqualTo(5);
        assertThat(Mortal.ENDED)
                .doesNotContain("held", "mine", "third party", "named", "eternal", "opted out");
        awaitEnd("its result is kept");
        assertThat(kept.getIntValue()).isEqualTo(18);
    }

    @Test
    void aReferenceInARequestThatWaitsKeepsItsObject() throws Exception {
        Account.gate = new CountDownLatch(1);
        Gatekeeper keeper = PAActiveObject.newActive(Gatekeeper.class, NONE, node);
        keeper.waitAtGate();
        keeper.take(mortal("in a queue", here.node()));

        outliveOthers();
        Account.gate.countDown();

        assertThat(keeper.lengthOfTaken()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReferenceInAResultThatNobodyHasUsedKeepsItsObject(boolean remote) {
        Gatekeeper keeper =
                PAActiveObject.newActive(Gatekeeper.class, NONE, remote ? node : here.node());
        List<Mortal> result = keeper.makes("in a result");
        PAFuture.waitFor(result);

        outliveOthers();
        outliveOthers();

        assertThat(Mortal.ENDED).doesNotContain("in a result");
        assertThat(result.getFirst().length().getIntValue()).isEqualTo(11);
    }

    /** Lets requests wait. */
    public static class Gatekeeper {

        public List<Mortal> makes(String name) {
            return new ArrayList<>(List.of(PAActiveObject.newActive(Mortal.class, name)));
        }

        private Mortal taken;

        public void waitAtGate() {
            new Account().waitForGate();
        }

        public void take(Mortal one) {
            taken = one;
        }

        public int lengthOfTaken() {
            return taken.length().getIntValue();
        }
    }

    @Test
    void theLeasesOfALostRuntimeEnd() {
        mortal("holder", thirdNode).take(mortal("held there", here.node()));
        outliveOthers();

        third.close();

        awaitEnd("held there");
    }

    @Test
    void callersLearnThatAnObjectHasEndedBeforeTheyCallIt() {
        Mortal held = mortal("ends", node);
        held.nothing();
        PAActiveObject.terminateActiveObject(held, false);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () ->
                                assertThatThrownBy(held::nothing)
                                        .isInstanceOf(BodyTerminatedRequestException.class));
        PAActiveObject.terminateActiveObject(held, false);
        assertThat(PAActiveObject.pingActiveObject(held)).isFalse();
    }

    @Test
    void referencesThatAreHandedRoundAreNeverLost() {
        Node[] places = {here.node(), node, thirdNode};
        Mortal[] players = new Mortal[places.length];
        for (int i = 0; i < players.length; i++) {
            players[i] = mortal("player " + i, places[i]);
        }
        for (int round = 0; round < places.length; round++) {
            players[0].take(mortal("ball " + round, places[round]));
            for (int i = 0; i < 300; i++) {
                players[i % 3].passOn(players[(i + 1) % 3]).getIntValue();
                assertThat(players[(i + 1) % 3].lengthOfOther()).isEqualTo(6);
                if (i % 50 == 0) {
                    System.gc();
                }
            }
        }
        players[0].take(null);
        awaitEnd("ball 0", "ball 1", "ball 2");
    }

    @Test
    void whatHasExchangedArraysEndsWithItsEndpoint() {
        var one = PAActiveObject.newActive(ExchangeTest.Trader.class, 10);
        WeakReference<Object> partner = ExchangeTest.traded(one, false);
        ExchangeTest.traded(one, true); // what was last may be remembered

        ExchangeTest.awaitGarbage(partner);

        assertThat(one.seen().getIntValue()).isZero();
    }
}
