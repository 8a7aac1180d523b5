package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.routing.ActiveHandler;
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

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** What is referred to stays the same when it moves, and references follow it. */
@Timeout(120)
class MovedReferencesTest {

    private static final Object[] NONE = {};
    private static final int FANS = 4;
    private static final int EACH = 1_000;

    private final List<NodeRuntime> runtimes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    @BeforeEach
    void openFour() {
        // What is not told at once is told with the leases, every quarter of such a time.
        System.setProperty("activeobjects.lease", "8s");
        try {
            for (int i = 0; i < FANS; i++) {
                runtimes.add(NodeRuntime.open(TransportConfig.defaults()));
            }
        } finally {
            System.clearProperty("activeobjects.lease");
        }
        runtimes.get(0).makeDefault();
        nodes.add(runtimes.get(0).node());
        for (NodeRuntime other : runtimes.subList(1, FANS)) {
            nodes.add(runtimes.get(0).connect(other.card()));
        }
        Account.gate = new CountDownLatch(0);
        Nomad.onArrival = () -> {};
    }

    @AfterEach
    void closeAll() {
        Account.gate.countDown();
        runtimes.reversed().forEach(NodeRuntime::close);
    }

    private Nomad nomadAt(int place) {
        return PAActiveObject.newActive(Nomad.class, NONE, nodes.get(place));
    }

    private String url(int place) {
        return runtimes.get(place).node().url();
    }

    private static Place placeOf(Object stub) {
        return ActiveHandler.of(stub).route().place();
    }

    /** Until the references of this runtime lead to a place, without a call on any of them. */
    private void awaitKnown(Object stub, int place) {
        await().atMost(Duration.ofSeconds(20))
                .until(
                        () ->
                                placeOf(stub)
                                        .runtime()
                                        .equals(runtimes.get(place).node().runtimeId()));
    }

    private static List<Integer> seenBy(Nomad nomad) {
        return PAFuture.getFutureValue(nomad.seen());
    }

    /** Calls another object, from where it lives. */
    public static class Fan {

        private Nomad idol;

        /** One-way. */
        public void adore(Nomad nomad) {
            idol = nomad;
        }

        public IntWrapper show(int first, int count) {
            for (int i = first; i < first + count; i++) {
                idol.see(i);
            }
            return new IntWrapper(count);
        }

        public boolean knows(Nomad nomad) {
            return idol.equals(nomad) && idol.hashCode() == nomad.hashCode();
        }

        public Nomad idol() {
            return idol;
        }
    }

    @Test
    void whatMovesStaysWhatItIs() {
        Nomad nomad = nomadAt(1);
        Fan fan = PAActiveObject.newActive(Fan.class, NONE, nodes.get(3));
        fan.adore(nomad);
        Set<Object> set = new HashSet<>(Set.of(nomad));
        String id = nomad.id().getStringValue();
        for (int place : new int[] {2, 0, 3, 1, 0}) {
            nomad.goTo(url(place));

            assertThat(nomad.place().getStringValue()).isEqualTo(url(place));
            assertThat(nomad.id().getStringValue()).isEqualTo(id);
            Nomad self = PAFuture.getFutureValue(nomad.self());
            assertThat(self).isEqualTo(nomad).hasSameHashCodeAs(nomad);
            assertThat(nomad.equals(self)).isTrue();
            assertThat(set).contains(self);
            assertThat(fan.knows(self)).isTrue();
            Nomad idol = PAFuture.getFutureValue(fan.idol());
            assertThat(idol).isEqualTo(self);
            assertThat(nomad).isNotEqualTo(nomadAt(place));
        }
    }

    @Test
    void callersGoOnWhenThePlaceThatItLeftIsClosed() {
        Nomad nomad = nomadAt(1);
        nomad.see(1);
        nomad.goTo(url(2));
        awaitKnown(nomad, 2);

        runtimes.get(1).close();
        nomad.see(2);

        assertThat(seenBy(nomad)).containsExactly(1, 2);
    }

    @Test
    void referencesOfTheRuntimeThatItLeftLeadToIt() {
        Nomad nomad = nomadAt(0);
        nomad.goTo(url(1));
        assertThat(nomad.place().getStringValue()).isEqualTo(url(1));
        nomad.goTo(url(2));
        awaitKnown(nomad, 2);

        runtimes.get(1).close();

        assertThat(nomad.place().getStringValue()).isEqualTo(url(2));
        assertThat(PAActiveObject.getActiveObjectNode(nomad)).isEqualTo(nodes.get(2));
    }

    @Test
    void noPlaceOnTheWayIsNeededAfterManyMoves() {
        Nomad nomad = nomadAt(1);
        for (int place : new int[] {2, 1, 2, 1, 3}) {
            nomad.goTo(url(place));
        }
        nomad.see(7);
        awaitKnown(nomad, 3);
        runtimes.get(1).close();
        runtimes.get(2).close();

        assertThat(seenBy(nomad)).containsExactly(7);
        assertThat(placeOf(nomad).moves()).isEqualTo(5);
    }

    @Test
    void callsAreLocalWhereItComesHome() {
        Nomad nomad = nomadAt(1);
        nomad.see(1);
        nomad.goTo(url(0));
        awaitKnown(nomad, 0);
        runtimes.get(1).close();

        List<Integer> seen = seenBy(nomad);
        seen.add(99);
        assertThat(seenBy(nomad)).containsExactly(1);
        nomad.goTo(url(2));
        nomad.see(2);
        assertThat(seenBy(nomad)).containsExactly(1, 2);
        nomad.goTo(url(0));
        nomad.see(3);
        assertThat(seenBy(nomad)).containsExactly(1, 2, 3);
        assertThat(nomad.place().getStringValue()).isEqualTo(url(0));
    }

    @Test
    void theOrderOfEachCallerIsKeptWhileReferencesFollow() {
        Nomad nomad = nomadAt(1);
        List<IntWrapper> shown = new ArrayList<>();
        List<Fan> fans = new ArrayList<>();
        for (Node node : nodes) {
            Fan fan = PAActiveObject.newActive(Fan.class, NONE, node);
            fan.adore(nomad);
            fans.add(fan);
        }
        for (int round = 0; round < EACH / 50; round++) {
            for (int i = 0; i < FANS; i++) {
                shown.add(fans.get(i).show(i * EACH + round * 50, 50));
            }
            if (round % 2 == 0) {
                nomad.goTo(url((round / 2 + 2) % FANS));
            }
        }
        shown.forEach(PAFuture::waitFor);

        assertEachInOrder(nomad);
    }

    @Test
    void theOrderOfEachThreadIsKeptWhileItsStubFollows() throws Exception {
        Nomad nomad = nomadAt(1);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < FANS; i++) {
            int first = i * EACH;
            Runnable calls = () -> IntStream.range(first, first + EACH).forEach(nomad::see);
            callers.add(
                    i % 2 == 0
                            ? Thread.ofVirtual().start(calls)
                            : Thread.ofPlatform().start(calls));
        }
        for (int move = 0; callers.stream().anyMatch(Thread::isAlive); move++) {
            nomad.goTo(url(move % FANS));
            PAFuture.waitFor(nomad.place());
        }
        for (Thread caller : callers) {
            caller.join();
        }

        assertEachInOrder(nomad);
    }

    /** What was sent by others than the thread that asks may come after its question. */
    private static void assertEachInOrder(Nomad nomad) {
        await().atMost(Duration.ofSeconds(40)).until(() -> seenBy(nomad).size() == FANS * EACH);
        List<Integer> seen = seenBy(nomad);
        Map<Integer, List<Integer>> byCaller = new HashMap<>();
        for (int number : seen) {
            byCaller.computeIfAbsent(number / EACH, caller -> new ArrayList<>()).add(number);
        }
        for (int i = 0; i < FANS; i++) {
            assertThat(byCaller.get(i))
                    .containsExactlyElementsOf(
                            IntStream.range(i * EACH, (i + 1) * EACH).boxed().toList());
        }
    }

    @Test
    void namesLeadToWhereItIs() throws Exception {
        Nomad nomad = nomadAt(1);
        String name = PAActiveObject.registerByName(nomad, "nomad");
        String address = PAActiveObject.getUrl(nomad);
        nomad.goTo(url(2));
        assertThat(nomad.place().getStringValue()).isEqualTo(url(2));

        Nomad found = PAActiveObject.lookupActive(Nomad.class, name);
        assertThat(found).isEqualTo(nomad);
        awaitKnown(found, 2);
        Nomad byAddress = PAActiveObject.lookupActive(Nomad.class, address);
        assertThat(byAddress).isEqualTo(nomad);
        assertThat(nodes.get(1).getNumberOfActiveObjects()).isZero();
        assertThat(nodes.get(2).getActiveObjects()).containsExactly(nomad);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ends elsewhere", "ends on another node", "is lost elsewhere"})
    void namesEndWithIt(String how) throws Exception {
        Nomad nomad = nomadAt(1);
        String name = PAActiveObject.registerByName(nomad, "nomad");
        String address = PAActiveObject.getUrl(nomad);
        boolean isNear = how.equals("ends on another node");
        nomad.goTo(isNear ? runtimes.get(1).createNode("other", false).url() : url(2));
        assertThat(PAFuture.getFutureValue(nomad.place())).isNotNull();
        PAActiveObject.lookupActive(Nomad.class, name).see(1);

        if (how.equals("is lost elsewhere")) {
            runtimes.get(2).close();
        } else {
            PAActiveObject.terminateActiveObject(nomad, true);
        }

        await().atMost(Duration.ofSeconds(20))
                .until(() -> PAActiveObject.listActive(url(1)).length == 0);
        for (String url : List.of(name, address)) {
            assertThatThrownBy(() -> PAActiveObject.lookupActive(Nomad.class, url))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no active object of that name");
        }
    }

    @Test
    void immediateServicesAreServedWhereItIs() {
        Account.gate = new CountDownLatch(1);
        Nomad nomad = nomadAt(0);
        nomad.goTo(url(1));
        assertThat(nomad.place().getStringValue()).isEqualTo(url(1));
        nomad.waitAtGate();

        assertThat(nomad.placeAtOnce().getStringValue()).isEqualTo(url(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anImmediateServiceThatRunsWhileItLeavesIsAnswered(int from) throws Exception {
        Account.gate = new CountDownLatch(1);
        Account.ENTERED.drainPermits();
        Nomad nomad = nomadAt(from);
        IntWrapper running = nomad.waitAtOnce();
        assertThat(Account.ENTERED.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        nomad.goTo(url(2));
        assertThat(nomad.place().getStringValue()).isEqualTo(url(2));
        assertThat(PAFuture.isAwaited(running)).isTrue();

        Account.gate.countDown();

        assertThat(running.getIntValue()).isZero();
    }

    @Test
    void callersThatComeWhileItTravelsAreServedWhereItIs() {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        Nomad.onArrival =
                () -> {
                    arrived.countDown();
                    try {
                        mayGoOn.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
        Nomad nomad = nomadAt(1);
        nomad.loadTrap();
        nomad.goTo(url(2));
        await().atMost(Duration.ofSeconds(20)).until(() -> arrived.getCount() == 0);
        nomad.see(1);
        mayGoOn.countDown();
        nomad.see(2);

        assertThat(seenBy(nomad)).containsExactly(1, 2);
        assertThat(nomad.place().getStringValue()).isEqualTo(url(2));
    }
}
