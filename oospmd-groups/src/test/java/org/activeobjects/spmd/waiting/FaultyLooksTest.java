package org.activeobjects.spmd.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.collective.Occupation;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A look that fails for want of memory, or of stack, is not the last one. */
@Timeout(60)
class FaultyLooksTest {

    private final AtomicInteger looks = new AtomicInteger();

    /** Fails the first time. */
    private void look() {
        if (looks.incrementAndGet() == 1) {
            throw new Fault();
        }
    }

    /** With no trace, for the log. */
    private static final class Fault extends Error {

        private static final long serialVersionUID = 1;

        Fault() {
            super("on purpose", null, false, false);
        }
    }

    @Test
    void theWatchOfBarriersGoesOn() {
        OpenBarriers barriers =
                new OpenBarriers() {
                    @Override
                    public List<Open> open() {
                        look();
                        return List.of(new Open("1 b", "barrier", List.of(1)));
                    }

                    @Override
                    public Answer ask(int rank, Open barrier) {
                        return new Answer(false, "computes");
                    }

                    @Override
                    public void giveUp(Open barrier, String report) {}
                };
        try (BarrierWatch watch =
                new BarrierWatch(0, barriers, _ -> {}, _ -> {}, DeadlockPolicy.WARN)) {
            watch.called();

            await().untilAsserted(() -> assertThat(looks).hasValueGreaterThan(2));
        }
    }

    @Test
    void theWatchOfARankGoesOn() {
        Occupation own = new Occupation();
        Occupation other = new Occupation();
        own.beginExchange("left", 1);
        other.beginExchange("right", 0);
        Ranks others =
                new Ranks() {
                    @Override
                    public RankState ask(int rank) {
                        return RankState.of(rank, other);
                    }

                    @Override
                    public boolean mayOthersAct(Thread waiting, long wait) {
                        look();
                        return true;
                    }
                };
        try (var _ = RankWatch.start(0, own, others, _ -> {}, _ -> {})) {
            await().untilAsserted(() -> assertThat(looks).hasValueGreaterThan(1));
        }
    }
}
