package org.activeobjects.spmd.member;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.active.UniqueID;
import org.activeobjects.spmd.barrier.Gate;
import org.activeobjects.spmd.barrier.TotalBarrier;
import org.activeobjects.spmd.waiting.OpenBarriers.Answer;
import org.activeobjects.spmd.waiting.OpenBarriers.Open;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What rank 0 of three knows of its barriers, and is told by the others. */
class WatchedBarriersTest {

    private final Gate gate =
            new Gate() {
                @Override
                public void hold(UniqueID sender) {}

                @Override
                public void release(List<UniqueID> senders) {}

                @Override
                public void inTurn(UniqueID sender, Runnable code) {
                    code.run();
                }
            };
    private final Neighbours.Voice others =
            (_, _) -> CompletableFuture.completedFuture(new Object[] {true, "has thrown: x"});
    private final TotalBarrier total = new TotalBarrier(3, gate);
    private final WatchedBarriers watched =
            new WatchedBarriers(
                    0,
                    3,
                    total,
                    new Neighbours(0, List.of(), others, gate),
                    new MethodBarriers(null, 0, 3, others),
                    others);

    @Test
    void aTotalBarrierIsWatchedByOneWhoHasCalledItAndOnlyNoted() {
        assertThat(watched.open()).isEmpty();

        var _ = total.mark(null, 0, "b");

        Open open = new Open("total 1", "total barrier \"b\"", List.of(1, 2));
        assertThat(watched.open()).containsExactly(open);
        // Whoever has thrown reports it by itself.
        assertThat(watched.ask(1, open))
                .isEqualTo(new Answer(false, "has not called it; it has thrown: x"));
    }
}
