package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Objects that wait for each other, one of them for room in a queue, are told so. */
@Timeout(90)
class FullQueueDeadlockTest {

    private NodeRuntime here;
    private NodeRuntime there;
    private Node[] nodes;

    @BeforeEach
    void openBothWithFailures() {
        here = FailingRuntimes.open();
        there = FailingRuntimes.open();
        here.makeDefault();
        nodes = new Node[] {here.node(), here.connect(there.card())};
        Desk.gate = new CountDownLatch(1);
        Desk.HELD.drainPermits();
    }

    @AfterEach
    void closeBoth() {
        Desk.gate.countDown();
        there.close();
        here.close();
    }

    private Desk desk(char place) {
        return PAActiveObject.newActive(Desk.class, new Object[0], nodes[place - '0']);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01", "10", "11"})
    void aWaitForRoomIsPartOfTheCircle(String places) {
        Desk flooding = desk(places.charAt(0));
        Desk flooded = desk(places.charAt(1));
        flooding.knows(flooded);
        flooded.knows(flooding);
        flooding.hold();
        IntWrapper flood = flooding.flood(50);
        IntWrapper answer = flooded.askLongest();
        Desk.HELD.acquireUninterruptibly(2); // both are at it: the answer comes after the flood

        Desk.gate.countDown();

        List<String> reports = new ArrayList<>();
        for (IntWrapper result : List.of(flood, answer)) {
            try {
                assertThat(result.getIntValue()).isNotNegative();
            } catch (DeadlockException e) {
                reports.add(e.getMessage());
            }
        }
        assertThat(reports)
                .singleElement()
                .asString()
                .contains("Desk.flood(Desk.java:")
                .contains("waits for the room for Desk#")
                .containsPattern("\\.see( of ao://.*)? in its queue, bound=3");
    }
}
