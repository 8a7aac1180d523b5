package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.UniqueID;
import org.activeobjects.api.MovedLeasesTest.Traveller;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.runtime.CoreRuntime;
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

/** Who refers to an object that moves is told so by the place that it leaves, and at once. */
@Timeout(120)
class KnownPlacesTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<CoreRuntime> runtimes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    @BeforeEach
    void openThree() {
        System.setProperty("activeobjects.lease", "5h"); // nothing comes with the leases
        try {
            for (int i = 0; i < 3; i++) {
                runtimes.add((CoreRuntime) NodeRuntime.open(TransportConfig.defaults()));
            }
        } finally {
            System.clearProperty("activeobjects.lease");
        }
        runtimes.get(0).makeDefault();
        nodes.add(runtimes.get(0).node());
        nodes.add(runtimes.get(0).connect(runtimes.get(1).card()));
        nodes.add(runtimes.get(0).connect(runtimes.get(2).card()));
    }

    @AfterEach
    void closeAll() {
        runtimes.reversed().forEach(CoreRuntime::close);
    }

    private Traveller traveller(String name, int place) {
        return PAActiveObject.newActive(Traveller.class, new Object[] {name}, nodes.get(place));
    }

    private void awaitPlace(int knownIn, UniqueID object, int place) {
        await().atMost(LIMIT)
                .until(
                        () ->
                                runtimes.get(place)
                                        .isThis(
                                                runtimes.get(knownIn)
                                                        .leases()
                                                        .known(object)
                                                        .way()
                                                        .place()
                                                        .runtime()));
    }

    private void awaitHolder(int place, UniqueID object, int holder) {
        Place here = runtimes.get(place).leases().known(object).way().place();
        await().atMost(LIMIT)
                .until(
                        () ->
                                runtimes
                                        .get(place)
                                        .leases()
                                        .holders(runtimes.get(place).exported(here.number()))
                                        .stream()
                                        .anyMatch(id -> runtimes.get(holder).isThis(id)));
    }

    @Test
    void alsoIfThatReferredToItBeforeItCame() {
        Traveller traveller = traveller("traveller", 1);
        Traveller witness = traveller("witness", 2);
        witness.take(traveller);
        assertThat(witness.lengthOfOther()).isEqualTo(9);
        UniqueID object = ActiveHandler.of(traveller).route().id();
        for (int place : new int[] {0, 1, 0, 1}) {
            traveller.goTo(runtimes.get(place).node().url()).getIntValue();
            awaitPlace(2, object, place);
            if (place == 0) {
                awaitPlace(0, object, 0);
                awaitHolder(0, object, 2);
            }
        }
        assertThat(witness.lengthOfOther()).isEqualTo(9);
    }
}
