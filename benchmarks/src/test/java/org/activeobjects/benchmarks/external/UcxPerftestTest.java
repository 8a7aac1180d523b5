package org.activeobjects.benchmarks.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.benchmarks.contest.Team.TeamFailedException;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UcxPerftestTest {

    @Test
    void takesTheRateOfTheWholeRun() {
        Order latency = new Order(Measurement.LATENCY, 8, 10_000);
        String line = "10000,0.506,0.494,0.494,15.43,15.43,2022277,2000000";
        assertThat(UcxPerftest.elapsedNs(latency, line))
                .as("a round trip is two messages")
                .isEqualTo(10_000_000);

        Order bandwidth = new Order(Measurement.BANDWIDTH, 1 << 20, 10);
        String stream = "640,0.062,127.0,127.0,7870.63,7870.63,7871,6400";
        assertThat(UcxPerftest.elapsedNs(bandwidth, stream)).isEqualTo(100_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "connection refused", "1,2,0", "1,2,"})
    void tellsThatThereIsNoResult(String line) {
        Order order = new Order(Measurement.LATENCY, 8, 10);
        assertThatThrownBy(() -> UcxPerftest.elapsedNs(order, line))
                .isInstanceOf(TeamFailedException.class)
                .hasMessageContaining("ucx_perftest printed no result");
    }
}
