package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Constructors in another runtime that wait for whoever waits for what they make. */
@Timeout(60)
class CreationCircleTest {

    private static final String DETAILS =
            "(?s)deadlock: Master#1\\.hire waits for creation of \\S*Worker waits for"
                    + " Master#1\\.hire\n"
                    + "    Master#1\\.hire waits for the awaited result of creation of \\S*Worker"
                    + " by runtime .* at \\S*Master\\.hire\\(CreationCircleTest.java:\\d+\\) .*\n"
                    + "    creation of \\S*Worker waits for the awaited result of Master#1\\.wage"
                    + ".* at \\S*Worker\\.<init>\\(CreationCircleTest.java:\\d+\\) .*";

    private final NodeRuntime here = FailingRuntimes.open();
    private final NodeRuntime there = FailingRuntimes.open();

    CreationCircleTest() {
        here.makeDefault();
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    /** Asks its master in its constructor, or has that done by another one elsewhere. */
    public static class Worker {

        private final int wage;

        public Worker(Master master, Node further) {
            wage =
                    further == null
                            ? master.wage().getIntValue()
                            : hired(master, further).wage().getIntValue();
        }

        public IntWrapper wage() {
            return new IntWrapper(wage);
        }
    }

    private static Worker hired(Master master, Node node) {
        return PAActiveObject.newActive(Worker.class, new Object[] {master, null}, node);
    }

    /** Creates workers who ask it. */
    public static class Master {

        public IntWrapper wage() {
            return new IntWrapper(7);
        }

        public IntWrapper hire(Node node, Node further) {
            Object[] arguments = {PAActiveObject.getStubOnThis(), further};
            return PAActiveObject.newActive(Worker.class, arguments, node).wage();
        }

        public IntWrapper hireAll(Node node) throws ClassNotFoundException {
            Object[] arguments = {PAActiveObject.getStubOnThis(), null};
            PAActiveObject.newActiveInParallel(
                    Worker.class.getName(),
                    new Object[][] {arguments, arguments},
                    new Node[] {node});
            return new IntWrapper(0);
        }

        public IntWrapper hireFor(Master other, Node node) {
            return hired(other, node).wage();
        }
    }

    @Test
    void whoWaitsForTheObjectAndItsConstructorAreBothNamed() {
        Master master = PAActiveObject.newActive(Master.class);
        Node node = here.connect(there.card());

        assertThatThrownBy(() -> master.hire(node, null).getIntValue())
                .isInstanceOf(ActiveObjectCreationException.class)
                .cause()
                .isInstanceOf(DeadlockException.class)
                .hasMessageMatching(DETAILS);
        assertThat(master.wage().getIntValue()).isEqualTo(7);
    }

    @Test
    void aConstructorThatHasAnotherOneRunWhereItCameFromIsFollowed() {
        Master master = PAActiveObject.newActive(Master.class);
        Node node = here.connect(there.card());
        Node back = there.connect(here.card());

        assertThatThrownBy(() -> master.hire(node, back).getIntValue())
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasStackTraceContaining("waits for creation of " + Worker.class.getName());
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void oneOfSeveralThatAreMadeTogetherIsNamed(boolean isElsewhere) {
        Master master = PAActiveObject.newActive(Master.class);
        Node node = isElsewhere ? here.connect(there.card()) : here.node();

        assertThatThrownBy(() -> master.hireAll(node).getIntValue())
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("Master#1.hireAll waits for creation of ")
                .hasMessageContaining("waits for the awaited result of Master#1.wage");
        assertThat(master.wage().getIntValue()).isEqualTo(7);
        await().untilAsserted(() -> assertThat(node.getActiveObjects(Worker.class)).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aConstructorThatWaitsForOneWhoIsFreeIsNone(boolean isElsewhere) {
        Node node = here.connect(there.card());
        Master master = PAActiveObject.newActive(Master.class);
        Master other =
                PAActiveObject.newActive(
                        Master.class, new Object[0], isElsewhere ? node : here.node());

        assertThat(master.hireFor(other, node).getIntValue()).isEqualTo(7);
    }
}
