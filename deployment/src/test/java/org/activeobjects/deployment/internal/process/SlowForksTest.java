package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.deployment.error.EnvironmentException;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class SlowForksTest {

    private static final long SECOND = 1_000_000_000;

    private final List<String> told = new ArrayList<>();
    private final List<Integer> started = new ArrayList<>();
    private long now = Long.MAX_VALUE; // the clock may turn over
    private final SlowForks forks = new SlowForks(() -> now, told::add);

    @Test
    void tellsEveryFiveSecondsHowManyThereAre() {
        forks.start(
                8,
                rank -> {
                    started.add(rank);
                    now += 2 * SECOND;
                    return true;
                });

        assertThat(started).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(told)
                .containsExactly(
                        "the job starts slowly: 3 of 8 processes are there, waited=6s",
                        "the job starts slowly: 6 of 8 processes are there, waited=12s");
    }

    @Test
    void saysNothingOfAStartThatTakesAMoment() {
        forks.start(64, started::add);

        assertThat(started).hasSize(64);
        assertThat(told).isEmpty();
    }

    @Test
    void startsNoMoreThanAreWanted() {
        forks.start(8, rank -> rank < 3 && started.add(rank));

        assertThat(started).containsExactly(0, 1, 2);
    }

    @Test
    void wantOfThreadsIsWantOfTheHost() {
        SlowForks forks = new SlowForks(() -> 0, told::add);

        assertThatThrownBy(
                        () ->
                                forks.start(
                                        2,
                                        rank -> {
                                            if (rank == 1) {
                                                throw new OutOfMemoryError("no native thread");
                                            }
                                            return true;
                                        }))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith(
                        "cannot watch the process of rank 1: reason=no native thread; is there");
    }
}
