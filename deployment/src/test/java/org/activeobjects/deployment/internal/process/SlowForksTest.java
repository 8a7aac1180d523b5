package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class SlowForksTest {

    private static final long SECOND = 1_000_000_000;

    private final List<String> told = new ArrayList<>();
    private final List<Integer> killed = new ArrayList<>();
    private long now = Long.MAX_VALUE; // the clock may turn over
    private final SlowForks forks = new SlowForks(() -> now, told::add);

    @Test
    void tellsEveryFiveSecondsHowManyThereAre() {
        List<Integer> all =
                forks.start(
                        8,
                        rank -> {
                            now += 2 * SECOND;
                            return rank;
                        },
                        killed::add);

        assertThat(all).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(told)
                .containsExactly(
                        "the job starts slowly: 3 of 8 processes are there, waited=6s",
                        "the job starts slowly: 6 of 8 processes are there, waited=12s");
        assertThat(killed).isEmpty();
    }

    @Test
    void saysNothingOfAStartThatTakesAMoment() {
        forks.start(64, rank -> rank, killed::add);

        assertThat(told).isEmpty();
    }

    @Test
    void leavesNoneIfOneCannotBeStarted() {
        assertThatThrownBy(
                        () ->
                                forks.start(
                                        4,
                                        rank -> {
                                            if (rank == 2) {
                                                throw new IllegalStateException("on purpose");
                                            }
                                            return rank;
                                        },
                                        killed::add))
                .hasMessage("on purpose");

        assertThat(killed).containsExactly(0, 1);
    }
}
