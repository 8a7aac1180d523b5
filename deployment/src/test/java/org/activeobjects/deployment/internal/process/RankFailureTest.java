package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.List;

class RankFailureTest {

    @ParameterizedTest
    @CsvSource({"PT0.5S, 500ms", "PT1.5S, 1500ms", "PT90S, 90s", "PT2H, 7200s"})
    void tellsATimeLimitAsItWasGiven(Duration limit, String text) {
        assertThat(RankFailure.late(limit, List.of()).message())
                .contains(": timeout=" + text + ";");
    }

    @Test
    void tellsASignalByItsName() {
        assertThat(RankFailure.ended(3, 42, 128 + 15, true, false).message())
                .isEqualTo("rank 3 was ended by signal 15 (SIGTERM): pid=42");
    }
}
