package org.activeobjects.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What extensions keep with an active object ends with it. */
@Timeout(60)
class BodyStatesTest {

    /** Has extensions. */
    public static class Thing {}

    /** Of an extension. */
    private static final class State implements AutoCloseable {
        private volatile boolean closed;

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void aStateIsClosedAtTheEndAlsoIfItIsMadeLater() {
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Thing early = PAActiveObject.newActive(Thing.class);
            Thing late = PAActiveObject.newActive(Thing.class);
            LocalBody earlyBody = ActiveHandler.of(early).route().body();
            LocalBody lateBody = ActiveHandler.of(late).route().body();
            State before = earlyBody.state(State.class, State::new);
            assertThat(before.closed).isFalse();

            PAActiveObject.terminateActiveObject(early, true);
            PAActiveObject.terminateActiveObject(late, true);
            await().until(() -> before.closed && !lateBody.isAlive());

            // As an extension does that has found it alive a moment ago.
            assertThat(lateBody.state(State.class, State::new).closed).isTrue();
        }
    }
}
