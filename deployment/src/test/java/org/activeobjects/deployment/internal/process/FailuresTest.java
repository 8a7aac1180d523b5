package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class FailuresTest {

    private final Failures failures = new Failures(false);

    @Test
    void whatARankSaysTellsMoreThanHowItEndedAlsoWhereItComesLater() {
        failures.add(RankFailure.ended(1, 77, 1, true, false));
        failures.add(RankFailure.ended(0, 76, 143, true, true));
        failures.add(RankFailure.told(1, List.of("root", "rank 1 failed", "trace")));

        assertThat(failures.first().orElseThrow().message()).isEqualTo("rank 1 failed");
        assertThat(failures.first().orElseThrow().trace()).isEqualTo("trace");
    }

    @Test
    void oneThatLastsIsEndedByALossOnlyWhereNotAllHaveJoined() {
        Failures ofLasting = new Failures(true);
        RankFailure early = RankFailure.ended(0, 76, 137, false, false);

        assertThat(ofLasting.endJob(RankFailure.ended(1, 77, 137, true, false), false, true))
                .isFalse();
        assertThat(ofLasting.isEmpty()).isTrue();
        assertThat(ofLasting.endJob(early, false, false)).isTrue();
        assertThat(ofLasting.first()).contains(early);
    }

    @Test
    void failuresOfTheJobAreKeptApart() {
        RankFailure first = new RankFailure(-1, 124, "too long", "", false);
        failures.add(first);
        failures.add(new RankFailure(-1, 1, "later", "", false));

        assertThat(failures.first()).contains(first);
    }
}
