package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.held.HeldLinkProvider;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An answer that takes its time looks like a deadlock, and is none. */
@Timeout(90)
class AnswerOnItsWayTest {

    private NodeRuntime here;
    private NodeRuntime there;
    private Node far;

    @BeforeEach
    void openBothWithFailures() {
        TransportConfig config = TransportConfig.defaults().withLinks("held");
        here = FailingRuntimes.open(config);
        there = FailingRuntimes.open(config);
        here.makeDefault();
        far = here.connect(there.card());
    }

    @AfterEach
    void closeBoth() {
        HeldLinkProvider.releaseAnswer(id(there), id(here));
        there.close();
        here.close();
    }

    private static RuntimeId id(NodeRuntime runtime) {
        return runtime.transport().card().id();
    }

    private Neighbour neighbour(Node node) {
        return PAActiveObject.newActive(Neighbour.class, new Object[0], node);
    }

    private Neighbour[] pair() {
        Neighbour[] pair = {neighbour(here.node()), neighbour(far)};
        pair[0].knows(pair[1]);
        pair[1].knows(pair[0]);
        assertThat(pair[0].ask(0).getIntValue()).isEqualTo(1);
        assertThat(pair[1].ask(0).getIntValue()).isEqualTo(1);
        return pair;
    }

    @Test
    void isNotTakenForADeadlockWhileRealOnesAreFound() {
        Neighbour[] slow = pair();
        Neighbour[] stuck = pair();
        Neighbour[] stuckToo = pair();
        HeldLinkProvider.holdNextAnswer(id(there), id(here));
        IntWrapper first = slow[0].ask(1); // its neighbour has answered, and the answer is held
        String name = slow[0].toString().replaceAll(".*(Neighbour#\\d+).*", "$1");
        await().until(() -> HeldLinkProvider.hasAnswer(id(there), id(here)));
        IntWrapper second = slow[1].ask(1); // waits for the one who waits for the answer
        await().until(() -> PALifeCycle.dump().contains("awaited result of " + name + ".ask of "));

        // By the time that these are found, the others have been looked at as often.
        assertThatThrownBy(() -> stuck[0].ask(2).getIntValue())
                .isInstanceOf(DeadlockException.class);
        assertThatThrownBy(() -> stuckToo[0].ask(2).getIntValue())
                .isInstanceOf(DeadlockException.class);
        assertThat(PAFuture.isAwaited(first)).isTrue();
        assertThat(PAFuture.isAwaited(second)).isTrue();

        HeldLinkProvider.releaseAnswer(id(there), id(here));
        assertThat(stuck[1].ask(0).getIntValue()).isEqualTo(1); // sends something over the link
        assertThat(first.getIntValue()).isEqualTo(2);
        assertThat(second.getIntValue()).isEqualTo(2);
    }
}
