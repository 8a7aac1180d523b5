package org.activeobjects.benchmarks.am;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmRankTest {

    @Test
    void takesTheMiddleOfTheRunsOrTheMeanOfTheTwoThere() {
        assertThat(AmRank.median(3)).isEqualTo(3);
        assertThat(AmRank.median(1, 4)).isEqualTo(2.5);
        assertThat(AmRank.median(1, 2, 9)).isEqualTo(2);
        assertThat(AmRank.median(1, 2, 4, 9)).isEqualTo(3);
    }
}
