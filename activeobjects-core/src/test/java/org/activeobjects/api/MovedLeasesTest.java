package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Who is collected when objects move: what is left behind, and what nobody can reach. */
@Timeout(120)
class MovedLeasesTest {

    private final List<NodeRuntime> runtimes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private int sentinels;

    @BeforeEach
    void openThree() {
        System.setProperty("activeobjects.lease", "1.2s");
        try {
            for (int i = 0; i < 3; i++) {
                runtimes.add(NodeRuntime.open(TransportConfig.defaults()));
            }
        } finally {
            System.clearProperty("activeobjects.lease");
        }
        runtimes.get(0).makeDefault();
        nodes.add(runtimes.get(0).node());
        nodes.add(runtimes.get(0).connect(runtimes.get(1).card()));
        nodes.add(runtimes.get(0).connect(runtimes.get(2).card()));
        Mortal.ENDED.clear();
    }

    @AfterEach
    void closeAll() {
        runtimes.reversed().forEach(NodeRuntime::close);
    }

    /** Moves when it is told to. */
    public static class Traveller extends Mortal {

        public Traveller(String name) {
            super(name);
        }

        /** Moves after its answer has left. */
        public org.activeobjects.wrapper.IntWrapper goTo(String url) {
            PAMobileAgent.migrateTo(url);
            return new org.activeobjects.wrapper.IntWrapper(0);
        }
    }

    private Traveller traveller(String name, int place) {
        return PAActiveObject.newActive(Traveller.class, new Object[] {name}, nodes.get(place));
    }

    private String url(int place) {
        return runtimes.get(place).node().url();
    }

    private static void awaitCollected(java.util.concurrent.Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> {
                            System.gc();
                            return condition.call();
                        });
    }

    /** Long enough for whatever could be collected on all nodes: others of their age were. */
    private void outliveOthers() {
        List<String> names = new ArrayList<>();
        for (Node where : nodes) {
            String name = "sentinel " + sentinels++;
            PAActiveObject.newActive(Mortal.class, new Object[] {name}, where).nothing();
            names.add(name);
        }
        awaitCollected(() -> Mortal.ENDED.containsAll(names));
    }

    /** Where an active object is now, which is what it will leave behind. */
    private LocalBody bodyOf(Object stub, int place) {
        return ((CoreRuntime) runtimes.get(place))
                .leases()
                .exported(ActiveHandler.of(stub).route().place().number());
    }

    private void awaitKnown(Object stub, int place) {
        await().atMost(Duration.ofSeconds(20))
                .until(
                        () ->
                                ActiveHandler.of(stub)
                                        .route()
                                        .place()
                                        .runtime()
                                        .equals(runtimes.get(place).node().runtimeId()));
    }

    @Test
    void whatIsLeftBehindEndsWhenReferencesHaveFollowed() {
        Traveller traveller = traveller("traveller", 1);
        Traveller witness = traveller("witness", 2);
        witness.take(traveller);
        List<LocalBody> leftBehind = new ArrayList<>();
        for (int place : new int[] {2, 1, 2}) {
            leftBehind.add(bodyOf(traveller, 3 - place));
            traveller.goTo(url(place)).getIntValue();
            awaitKnown(traveller, place);
        }

        awaitCollected(() -> leftBehind.stream().noneMatch(LocalBody::isAlive));

        assertThat(leftBehind).allMatch(LocalBody::hasMoved);
        assertThat(traveller.length().getIntValue()).isEqualTo(9);
        assertThat(witness.lengthOfOther()).isEqualTo(9);
        assertThat(Mortal.ENDED).doesNotContain("traveller");
    }

    @Test
    void whatAnObjectRefersToIsHeldWhereItGoes() {
        Traveller traveller = traveller("traveller", 1);
        Traveller home = traveller("comes home", 2);
        traveller.take(traveller("in a field", 0));
        traveller.goTo(url(2)).getIntValue();
        home.goTo(url(0)).getIntValue();
        awaitKnown(home, 0);
        Traveller kept = traveller("opted out", 1);
        PALifeCycle.setCollectable(kept, false);
        kept.goTo(url(2)).getIntValue();
        kept = null;

        outliveOthers();
        outliveOthers();

        assertThat(traveller.lengthOfOther()).isEqualTo(10);
        assertThat(home.length().getIntValue()).isEqualTo(10);
        assertThat(Mortal.ENDED).doesNotContain("opted out", "comes home", "in a field");
    }

    @Test
    void whatNobodyCanReachEndsWhereItIs() {
        traveller("away", 1).goTo(url(2)).getIntValue();
        traveller("from here", 0).goTo(url(2)).getIntValue();
        traveller("to here", 2).goTo(url(0)).getIntValue();

        awaitCollected(() -> Mortal.ENDED.containsAll(List.of("away", "from here", "to here")));
    }
}
