package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;

/** An object whose copy throws an error stays, and serves on; no error keeps callers waiting. */
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

    /** Cannot be read where it arrives once it is armed. */
    public static class Unreadable implements Externalizable {

        private static final long serialVersionUID = 1;

        private static volatile boolean armed;

        /** For whoever reads it. */
        public Unreadable() {}

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {
            if (armed) {
                throw new OutOfMemoryError("no memory, as the test wants it");
            }
        }
    }

    /** Moves when it may. */
    public static class Hauler {

        private static volatile CountDownLatch gate;

        public void goWhenOpen(String url) {
            assertThatCode(gate::await).doesNotThrowAnyException();
            PAMobileAgent.migrateTo(url);
        }

        public IntWrapper carry(Unreadable load) {
            return new IntWrapper(load == null ? 0 : 1);
        }
    }

    @Test
    void aCallThatCannotBePassedOnForAnErrorIsAnswered() {
        Hauler.gate = new CountDownLatch(1);
        Node far = here.connect(there.card());
        Hauler hauler = PAActiveObject.newActive(Hauler.class, new Object[0], far);
        hauler.goWhenOpen(here.node().url());
        IntWrapper answer = hauler.carry(new Unreadable());
        Unreadable.armed = true;
        try {
            Hauler.gate.countDown();

            PAFuture.waitFor(answer, 20_000);
            assertThatThrownBy(answer::getIntValue)
                    .hasStackTraceContaining("no memory, as the test wants it");
        } finally {
            Unreadable.armed = false;
        }
    }
}
