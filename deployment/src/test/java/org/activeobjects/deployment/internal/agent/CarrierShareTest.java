package org.activeobjects.deployment.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CarrierShareTest {

    /** Virtual threads that lack a carrier must not wait for minutes. */
    @ParameterizedTest
    @CsvSource({
        "1, 2, 2, 20",
        "16, 2, 2, 320",
        "16, 64, 2, 320",
        "1, 2, 8, 80",
        "16, 2, 64, 5000",
        "1, 2, 4096, 5000",
        "16, 1, 4096, 5000"
    })
    void looksLessOftenTheMoreRanksThereAreAndYetEveryFewSeconds(
            long looks, int cores, int ranks, long ms) {
        assertThat(CarrierShare.lookMs(looks, cores, ranks)).isEqualTo(ms);
    }
}
