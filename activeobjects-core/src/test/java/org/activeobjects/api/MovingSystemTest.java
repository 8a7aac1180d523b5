package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.PeerLostException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/** Active objects that move between JVMs, which are killed. */
@Tag("system")
@Timeout(120)
class MovingSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final NodeRuntime here =
            NodeRuntime.open(TransportConfig.defaults().withJob(MigrantMain.JOB, null));

    @AfterEach
    void close() {
        here.close();
    }

    private static void awaitKnown(Object stub, Node place) {
        await().atMost(LIMIT)
                .until(
                        () ->
                                ActiveHandler.of(stub)
                                        .route()
                                        .place()
                                        .runtime()
                                        .equals(place.runtimeId()));
    }

    @AfterAll
    static void leaveNothing() {
        Leftovers.remove(MigrantMain.JOB);
    }

    @Test
    void livesOnWhereItIsWhenTheJvmThatItLeftIsKilled(@TempDir Path logs) throws Exception {
        here.makeDefault();
        try (NodeProcess first = NodeProcess.start(logs, "first", MigrantMain.class);
                NodeProcess second = NodeProcess.start(logs, "second", MigrantMain.class)) {
            String[] ready = first.awaitLine("READY", LIMIT).split(" ");
            Node next = here.connect(second.awaitLine("READY", LIMIT).split(" ")[1]);
            Nomad nomad = PAActiveObject.lookupActive(Nomad.class, ready[2]);
            nomad.see(1);
            nomad.goTo(next.url());
            nomad.see(2);
            awaitKnown(nomad, next);

            first.kill();
            nomad.see(3);

            assertThat(PAFuture.getFutureValue(nomad.seen())).containsExactly(1, 2, 3);
            assertThat(nomad.place().getStringValue()).isEqualTo(next.url());
            nomad.goTo(here.node().url());
            awaitKnown(nomad, here.node());
            second.kill();
            assertThat(PAFuture.getFutureValue(nomad.seen())).containsExactly(1, 2, 3);
        }
    }

    @Test
    void staysWhereItIsWhenTheJvmThatItIsMovingToDiesInTheMiddle(@TempDir Path logs)
            throws Exception {
        here.makeDefault();
        try (NodeProcess second = NodeProcess.start(logs, "second", MigrantMain.class)) {
            Node next = here.connect(second.awaitLine("READY", LIMIT).split(" ")[1]);
            Nomad lost = PAActiveObject.newActive(Nomad.class);
            lost.goTo(next.url());
            assertThat(lost.place().getStringValue()).isEqualTo(next.url());
            Nomad nomad = PAActiveObject.newActive(Nomad.class);
            nomad.see(1);
            nomad.loadBomb();
            nomad.goTo(next.url());
            nomad.see(2);

            assertThat(PAFuture.getFutureValue(nomad.seen())).containsExactly(1, 2);
            assertThat(nomad.place().getStringValue()).isEqualTo(here.node().url());
            assertThatThrownBy(lost::place).isInstanceOf(PeerLostException.class);
        }
    }
}
