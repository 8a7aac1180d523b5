package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoreYieldTest {

    private static final long MS = 1_000_000;

    private final CoreYield core = new CoreYield();

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
        long now = System.nanoTime() + 1_000 * MS;
        core.tookLong(now);
        assertThat(core.isCostly(now + MS)).isTrue();
        assertThat(core.isCostly(now + 3 * MS)).isFalse();
    }

    @Test
    void whatHappensAgainAndAgainIsTriedLessAndLess() {
        long now = System.nanoTime() + 1_000 * MS;
        core.tookLong(now);
        core.tookLong(now + 10 * MS);
        assertThat(core.isCostly(now + 13 * MS)).isTrue();
        for (int again = 1; again < 10; again++) {
            core.tookLong(now + 20 * MS);
        }
        assertThat(core.isCostly(now + 140 * MS)).isTrue();
        assertThat(core.isCostly(now + 150 * MS)).isFalse();
    }

    @Test
    void whatHappensRarelyIsForgotten() {
        long now = System.nanoTime() + 1_000 * MS;
        core.tookLong(now);
        core.tookLong(now + MS);
        core.tookLong(now + 1_000 * MS);
        assertThat(core.isCostly(now + 1_001 * MS)).isTrue();
        assertThat(core.isCostly(now + 1_003 * MS)).isFalse();
    }

    @Test
    void isMostlyCostlyOnlyIfManyTookLong() {
        long now = System.nanoTime() + 1_000 * MS;
        for (int yield = 0; yield < 15; yield++) {
            core.tookLong(now);
        }
        assertThat(core.isMostlyCostly(now + MS)).isFalse();
        core.tookLong(now);
        assertThat(core.isMostlyCostly(now + MS)).isTrue();
        assertThat(core.isMostlyCostly(now + 1_000 * MS)).isFalse();
    }

    @Test
    void isNotMostlyCostlyWhileAsManyAreShort() {
        long now = System.nanoTime() + 1_000 * MS;
        for (int yield = 0; yield < 1_000; yield++) {
            core.tookLong(now);
            core.wasShort();
        }
        assertThat(core.isMostlyCostly(now + MS)).isFalse();
    }

    @Test
    void isNotMostlyCostlyAnyMoreAfterSomeThatWereShort() {
        long now = System.nanoTime() + 1_000 * MS;
        for (int yield = 0; yield < 1_000; yield++) {
            core.tookLong(now);
        }
        for (int yield = 0; yield < 17; yield++) {
            core.wasShort();
        }
        assertThat(core.isMostlyCostly(now + MS)).isFalse();
    }
}
