package org.activeobjects.api;

import static org.awaitility.Awaitility.await;

import org.activeobjects.active.Body;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;

/** Runtimes that are closed in the midst of something. */
@Timeout(60)
class ClosingTest {

    private static volatile Runnable whileItIsMade;

    /** Would serve for ever. */
    public static class Watchman implements RunActive {

        public Watchman() {
            whileItIsMade.run();
        }

        @Override
        public void runActivity(Body body) {
            new Service(body).fifoServing();
        }
    }

    @Test
    void whatIsCreatedWhileItsRuntimeIsClosedEndsAsWell() {
        NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults());
        runtime.makeDefault();
        whileItIsMade = runtime::close;

        Watchman watchman = PAActiveObject.newActive(Watchman.class);

        LocalBody body = ActiveHandler.of(watchman).route().body();
        await().atMost(Duration.ofSeconds(20)).until(() -> !body.isAlive());
    }
}
