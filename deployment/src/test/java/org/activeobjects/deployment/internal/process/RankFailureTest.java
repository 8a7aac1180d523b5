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

    /** Of SIGKILL no process prints anything. */
    @Test
    void tellsWhyARankMayHaveBeenKilledAlsoBeforeItHasJoined() {
        assertThat(RankFailure.ended(3, 42, 128 + 9, false, false).message())
                .isEqualTo(
                        "rank 3 was ended by signal 9 (SIGKILL) before it had joined the job,"
                                + " as the kernel does when memory runs out: pid=42");
        assertThat(RankFailure.ended(3, 42, 128 + 9, true, false).message())
                .isEqualTo(
                        "rank 3 was ended by signal 9 (SIGKILL),"
                                + " as the kernel does when memory runs out: pid=42");
        assertThat(RankFailure.ended(3, 42, 1, false, false).message())
                .isEqualTo(
                        "rank 3 ended with exit code 1 before it had joined the job;"
                                + " what it printed tells why: pid=42");
    }
}
