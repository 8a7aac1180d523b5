package org.activeobjects.deployment.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class LimitsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64, 512})
    void aRankEndsItselfOnlyWhenItsLauncherShouldHaveDoneSo(int ranks) {
        assertThat(EndLimits.overdue(ranks))
                .isGreaterThan(EndLimits.orderly(ranks).plus(EndLimits.GRACE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64, 512})
    void manyRanksHaveMoreTimeToConnectButLessThanToBeUp(int ranks) {
        Duration usual = TransportConfig.defaults().connectTimeout();
        assertThat(StartLimits.connect(usual, ranks))
                .isGreaterThan(StartLimits.connect(usual, ranks - 1))
                .isLessThan(StartLimits.allUp(ranks));
    }
}
