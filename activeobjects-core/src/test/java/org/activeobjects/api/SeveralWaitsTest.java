package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadlocks through waits for several results, and through futures that have travelled. */
@Timeout(120)
class SeveralWaitsTest {

    private NodeRuntime here;
    private NodeRuntime there;
    private Node[] nodes;

    @BeforeEach
    void openBothWithFailures() {
        here = FailingRuntimes.open();
        there = FailingRuntimes.open();
        here.makeDefault();
        nodes = new Node[] {here.node(), here.connect(there.card())};
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    /** The digits say on which runtime each one lives; the first knows the others, they know it. */
    private Juggler first(String places, boolean lastKnowsFirst) {
        Juggler first = at(places, 0);
        for (int i = 1; i < places.length(); i++) {
            Juggler other = at(places, i);
            first.knows(other);
            boolean isLast = i == places.length() - 1;
            // One that is not stuck asks somebody who is free.
            other.knows(isLast && !lastKnowsFirst ? at(places, i) : first);
        }
        return first;
    }

    private Juggler at(String places, int index) {
        return PAActiveObject.newActive(
                Juggler.class, new Object[0], nodes[places.charAt(index) - '0']);
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "011", "001", "100"})
    void aWaitForAnyIsStuckIfEveryResultIs(String places) {
        assertThatThrownBy(() -> first(places, true).askAny().getIntValue())
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("Juggler.askAny(Juggler.java:")
                .hasMessageContaining("\nand deadlock: ")
                .hasMessageContaining("one of 2 calls");
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "011", "110"})
    void aWaitForAnyGoesOnIfOneResultComes(String places) {
        assertThat(first(places, false).askAny().getIntValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "011", "010"})
    void aWaitForAllIsStuckIfOneResultIs(String places) {
        assertThatThrownBy(() -> first(places, false).askAll().getIntValue())
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("waits for Juggler#")
                .hasMessageContaining("Juggler.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "011", "001", "010", "110"})
    void aFutureThatHasTravelledIsFollowedToWhereItCameFrom(String places) {
        Juggler first = first(places, true);

        // The second uses what the third was asked, which asks the first, which waits.
        assertThatThrownBy(() -> first.giveOn().getIntValue())
                .isInstanceOf(DeadlockException.class)
                .satisfies(
                        e ->
                                assertThat(e.getMessage().lines().findFirst().orElseThrow())
                                        .contains(".giveOn")
                                        .contains(".use")
                                        .contains(".askFirst"));
    }
}
