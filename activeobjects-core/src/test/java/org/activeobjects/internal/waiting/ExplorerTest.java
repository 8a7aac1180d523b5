package org.activeobjects.internal.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

@Timeout(60)
class ExplorerTest {

    private static final int MANY = 1500;

    private static volatile CompletableFuture<Void> gate;

    /** Waits for the next one, and the last of all for the gate. */
    public static class Link {

        public IntWrapper go(Link next) {
            if (next == null) {
                gate.join();
                return new IntWrapper(0);
            }
            return new IntWrapper(next.answer().getIntValue());
        }

        public IntWrapper answer() {
            return new IntWrapper(1);
        }
    }

    @Test
    void followsChainsOfWaitsThatAreLongerThanStacksAreDeep() {
        gate = new CompletableFuture<>();
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            List<Link> links = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                links.add(PAActiveObject.newActive(Link.class));
            }
            for (int i = MANY - 1; i >= 0; i--) { // who is asked is busy already
                var _ = links.get(i).go(i + 1 < MANY ? links.get(i + 1) : null);
            }
            LocalBody first = ActiveHandler.of(links.getFirst()).route().body();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> links.stream().limit(MANY - 1).allMatch(ExplorerTest::waits));

            Explorer explorer = new Explorer(null, wait -> false, false, 0);
            var _ = explorer.follow(first, first.servingOf(first.currentWait()));

            assertThat(explorer.graph().nodes()).hasSize(MANY - 1);
        } finally {
            gate.complete(null);
        }
    }

    private static boolean waits(Link link) {
        return ActiveHandler.of(link).route().body().isWaiting();
    }
}
