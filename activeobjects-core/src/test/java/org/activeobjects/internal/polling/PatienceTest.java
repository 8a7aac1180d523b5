package org.activeobjects.internal.polling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatienceTest {

    private static final int MANY = 1_000;

    private final Patience patience = new Patience();

    private int trials(boolean areWorthIt) {
        int trials = 0;
        for (int i = 0; i < MANY; i++) {
            if (patience.isWorthATrial()) {
                trials++;
                patience.learn(areWorthIt);
            }
        }
        return trials;
    }

    @Test
    void whatPaysIsTriedEachTime() {
        assertThat(trials(true)).isEqualTo(MANY);
    }

    @Test
    void whatIsInVainIsTriedSeldomButNotGivenUp() {
        int first = trials(false);
        assertThat(first).isLessThan(MANY / 8);
        assertThat(trials(false)).isBetween(MANY / 32, MANY / 8);
    }

    @Test
    void whatPaysAgainIsTriedEachTimeAtOnce() {
        assertThat(trials(false)).isPositive();
        patience.learn(true);
        assertThat(trials(true)).isEqualTo(MANY);
    }
}
