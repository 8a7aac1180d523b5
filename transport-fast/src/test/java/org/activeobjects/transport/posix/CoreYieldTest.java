package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoreYieldTest {

    private static final long MS = 1_000_000;

    private final CoreYield core = new CoreYield();
    private long now = System.nanoTime() + 1_000 * MS;

    @Test
    void theTimeDoesNotGoBack() {
        long before = System.nanoTime();
        assertThat(core.giveUp(before) - before).isNotNegative();
    }

    @Test
    void isNotCostlyBeforeAYieldTookLong() {
        assertThat(core.isCostly(System.nanoTime())).isFalse();
    }

    @Test
    void aYieldThatTookLongIsNotTriedAgainForSomeMilliseconds() {
        giveUpLong();
        assertThat(core.isCostly(now + MS)).isTrue();
        assertThat(core.isCostly(now + 3 * MS)).isFalse();
    }

    @Test
    void whatHappensAgainAndAgainIsTriedLessAndLess() {
        giveUpLong();
        now += 10 * MS;
        giveUpLong();
        assertThat(core.isCostly(now + 3 * MS)).isTrue();
        for (int again = 1; again < 10; again++) {
            giveUpLong();
        }
        assertThat(core.isCostly(now + 120 * MS)).isTrue();
        assertThat(core.isCostly(now + 130 * MS)).isFalse();
    }

    @Test
    void whatHappensRarelyIsForgotten() {
        giveUpLong();
        giveUpLong();
        now += 1_000 * MS;
        giveUpLong();
        assertThat(core.isCostly(now + MS)).isTrue();
        assertThat(core.isCostly(now + 3 * MS)).isFalse();
    }

    @Test
    void isMostlyCostlyOnlyIfManyTookLong() {
        for (int yield = 0; yield < 15; yield++) {
            compute();
            giveUpLong();
        }
        assertThat(core.isMostlyCostly(now)).isFalse();
        compute();
        giveUpLong();
        assertThat(core.isMostlyCostly(now)).isTrue();
        assertThat(core.isMostlyCostly(now + 1_000 * MS)).isFalse();
    }

    @Test
    void isNotMostlyCostlyWhileAsManyAreShort() {
        for (int yield = 0; yield < 1_000; yield++) {
            compute();
            giveUpLong();
            giveUpShortly();
        }
        assertThat(core.isMostlyCostly(now)).isFalse();
    }

    @Test
    void isNotMostlyCostlyAnyMoreAfterSomeThatWereShort() {
        for (int yield = 0; yield < 1_000; yield++) {
            compute();
            giveUpLong();
        }
        for (int yield = 0; yield < 17; yield++) {
            compute();
            giveUpShortly();
        }
        assertThat(core.isMostlyCostly(now)).isFalse();
    }

    @Test
    void isMostlyCostlyIfThereIsHardlyAnythingBetweenThoseThatTookLong() {
        for (int yield = 0; yield < 20; yield++) {
            giveUpShortly();
            giveUpShortly();
            giveUpLong();
        }
        assertThat(core.isMostlyCostly(now)).isTrue();
    }

    @Test
    void isStillSoAfterASleep() {
        for (int yield = 0; yield < 20; yield++) {
            giveUpShortly();
            giveUpShortly();
            giveUpLong();
        }
        while (core.isMostlyCostly(now)) {
            now += MS / 10;
        }
        giveUpLong();
        assertThat(core.isMostlyCostly(now)).isTrue();
    }

    @Test
    void isNotMostlyCostlyWhileOtherRanksMayComputeInTurn() {
        for (int yield = 0; yield < 1_000; yield++) {
            compute();
            giveUpShortly();
            giveUpShortly();
            giveUpLong();
        }
        assertThat(core.isMostlyCostly(now)).isFalse();
    }

    /** For as long as one of 64 ranks on one core might, while the others take turns. */
    private void compute() {
        now += MS / 10;
    }

    private void giveUpShortly() {
        now += 1_000;
        core.count(now, now + 2_000);
        now += 2_000;
    }

    private void giveUpLong() {
        now += 1_000;
        core.count(now, now + 3 * MS);
        now += 3 * MS;
    }
}
