package org.activeobjects.internal.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.internal.future.Wait;
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
import java.util.function.Predicate;

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

    /** Each waits for the next one, but for the last. */
    private static List<Link> chain() {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            links.add(PAActiveObject.newActive(Link.class));
        }
        for (int i = MANY - 1; i >= 0; i--) { // who is asked is busy already
            var _ = links.get(i).go(i + 1 < MANY ? links.get(i + 1) : null);
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> links.stream().limit(MANY - 1).allMatch(ExplorerTest::waits));
        return links;
    }

    private static WaitGraph look(Link link, Predicate<Wait> looks) {
        LocalBody body = ActiveHandler.of(link).route().body();
        Explorer explorer = new Explorer(null, looks, false, 0);
        var _ = explorer.follow(body, body.servingOf(body.currentWait()));
        return explorer.graph();
    }

    @Test
    void followsChainsOfWaitsThatAreLongerThanStacksAreDeep() {
        gate = new CompletableFuture<>();
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();

            WaitGraph graph = look(chain().getFirst(), wait -> false);

            assertThat(graph.nodes()).hasSize(MANY - 1);
        } finally {
            gate.complete(null);
        }
    }

    @Test
    void seesAFewOfALongChainAllOfWhomLook() {
        gate = new CompletableFuture<>();
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();

            int seen = 0;
            for (Link link : chain().subList(0, MANY - 1)) {
                seen += look(link, wait -> true).nodes().size();
            }

            assertThat(seen).isBetween(MANY - 1, 50 * MANY);
        } finally {
            gate.complete(null);
        }
    }

    private static boolean waits(Link link) {
        return ActiveHandler.of(link).route().body().isWaiting();
    }
}
