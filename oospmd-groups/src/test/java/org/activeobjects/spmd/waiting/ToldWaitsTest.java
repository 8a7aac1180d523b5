package org.activeobjects.spmd.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.collective.Occupation;
import org.activeobjects.collective.OccupationTesting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What the watch of a rank tells those who look for deadlocks among calls; rank 0 waits for 1. */
@Timeout(60)
class ToldWaitsTest {

    private final Occupation own = new Occupation();
    private final Occupation other = new Occupation();
    private final List<BooleanSupplier> told = new ArrayList<>();
    private int over;

    private final RankWatch watch =
            new RankWatch(0, own, new Other(), new Reaction(_ -> {}, _ -> {}, null, _ -> {}));

    /** Rank 1. */
    private final class Other implements Ranks {

        @Override
        public RankState ask(int rank) {
            return RankState.of(rank, other);
        }

        @Override
        public Runnable tellOfWait(Thread thread, RankState waiting, BooleanSupplier lasts) {
            assertThat(thread).isEqualTo(Thread.currentThread());
            assertThat(waiting.peer()).isEqualTo(1);
            told.add(lasts);
            return () -> over++;
        }
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            watch.look();
        }
    }

    @Test
    void aWaitForARankThatIsInNoOperationIsToldOnceAndUntilItIsOver() {
        own.beginExchange("a", 1);
        look(1);
        assertThat(told).isEmpty(); // it may be over in a moment

        look(3);
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().getAsBoolean()).isTrue();

        own.end();
        assertThat(told.getFirst().getAsBoolean()).isFalse();
        assertThat(over).isZero();
        look(1);
        assertThat(over).isEqualTo(1);
    }

    @Test
    void itIsAnotherWaitWhenTheOtherRankHasDoneSomethingSince() {
        own.beginExchange("a", 1);
        look(2);
        other.beginExchange("b", 2);
        other.end();
        look(1);

        assertThat(told).hasSize(2);
        assertThat(over).isEqualTo(1);
    }

    @Test
    void itIsToldNoMoreWhenTheWatchEnds() {
        own.beginExchange("a", 1);
        look(2);
        watch.close();

        assertThat(over).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"4, 1", "5, 0"})
    void aRankThatHasDoneItsPartOfAnOperationOfAllIsNotWaitedFor(long done, int times) {
        OccupationTesting.beginBroadcast(own, 5, 1, 1);
        OccupationTesting.beginBroadcast(other, done, 1, 0);
        other.end();
        look(4);

        assertThat(told).hasSize(times);
    }
}
