package org.activeobjects.internal.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NamesTest {

    private final Names names = new Names();

    /** Ends. */
    public static class Thing {}

    @Test
    void isInUseUntilTheLastNodeIsKilled() {
        assertThat(names.isInUse()).isFalse();
        HostedNode first = names.createNode("first", false);
        HostedNode second = names.createNode("second", false);

        names.killNode(first);
        assertThat(names.isInUse()).isTrue();

        names.killNode(second);
        assertThat(names.isInUse()).isFalse();
    }

    @Test
    void isInUseWhenANodeIsReplacedAndTheOldOneIsKilledOnceMore() {
        HostedNode old = names.createNode("node", false);
        names.createNode("node", true);

        names.killNode(old);

        assertThat(names.isInUse()).isTrue();
    }

    @Test
    @Timeout(60)
    void aBodyMayBeGivenItsNameAgainAndAnotherMayNot() {
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Object stub = PAActiveObject.newActive(Thing.class);
            String url = PAActiveObject.registerByName(stub, "thing");

            assertThat(PAActiveObject.registerByName(stub, "thing")).isEqualTo(url);
            assertThatThrownBy(
                            () ->
                                    PAActiveObject.registerByName(
                                            PAActiveObject.newActive(Thing.class), "thing"))
                    .isInstanceOf(ActiveObjectException.class)
                    .hasMessageContaining("name is taken: name=thing by=Thing#1");
        }
    }

    /** Whoever ends takes its names away before, and nobody would take this one. */
    @Test
    @Timeout(60)
    void givesNoNameToWhatHasEnded() {
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Object stub = PAActiveObject.newActive(Thing.class);
            LocalBody body = ActiveHandler.of(stub).route().body();
            PAActiveObject.terminateActiveObject(stub, true);
            await().until(() -> !body.isAlive());

            assertThatThrownBy(() -> names.register("late", body, false))
                    .isInstanceOf(ActiveObjectException.class)
                    .hasMessageContaining("has ended")
                    .hasMessageContaining("name=late");

            assertThat(names.isInUse()).isFalse();
        }
    }

    @Test
    void isNotInUseOnceAllNamesHaveBeenTakenAway() {
        names.createNode("node", false);

        names.clear();

        assertThat(names.isInUse()).isFalse();
    }
}
