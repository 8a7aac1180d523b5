package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Comparator;
import java.util.TreeSet;

/** An object whose copy throws an error stays, and serves on. */
@Timeout(60)
class FailingMoveTest {

    private NodeRuntime here;
    private NodeRuntime there;

    @BeforeEach
    void openBoth() {
        here = NodeRuntime.open(TransportConfig.defaults());
        there = NodeRuntime.open(TransportConfig.defaults());
        here.makeDefault();
        var _ = here.connect(there.card());
    }

    @AfterEach
    void closeBoth() {
        Touchy.armed = false;
        there.close();
        here.close();
    }

    /** Compares nothing any more once it is armed. */
    public static class Touchy implements Comparator<String> {

        private static volatile boolean armed;

        @Override
        public int compare(String one, String other) {
            if (armed) {
                throw new AssertionError("not now");
            }
            return one.compareTo(other);
        }
    }

    /** Cannot be copied while its order is touchy. */
    public static class Traveller {

        private final TreeSet<String> names = new TreeSet<>(new Touchy());

        public void goTo(String url) {
            names.add("first");
            names.add("second");
            Touchy.armed = true;
            PAMobileAgent.migrateTo(url);
        }

        public IntWrapper count() {
            return new IntWrapper(names.size());
        }
    }

    @Test
    void anErrorOfItsOwnCodeKeepsAnObjectWhereItIs() {
        Traveller traveller = PAActiveObject.newActive(Traveller.class);

        traveller.goTo(there.node().url());
        assertThat(traveller.count().getIntValue()).isEqualTo(2);
        assertThat(PAActiveObject.getActiveObjectNode(traveller)).isEqualTo(here.node());
    }
}
