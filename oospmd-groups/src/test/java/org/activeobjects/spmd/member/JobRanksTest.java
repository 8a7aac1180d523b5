package org.activeobjects.spmd.member;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/** A rank that asks the others for their endpoints, on behalf of all. */
@Timeout(60)
class JobRanksTest {

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("ranks", TransportConfig.newSecret()));

    @AfterEach
    void close() {
        here.close();
    }

    @Test
    void nobodyWaitsForAThreadThatCannotBeHad() {
        List<Node> nodes = List.of(here.node());

        var first =
                JobRanks.seats(
                        here,
                        nodes,
                        task -> {
                            throw new OutOfMemoryError("unable to create native thread");
                        });
        var second = JobRanks.seats(here, nodes, Runnable::run);

        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompleted();
    }
}
