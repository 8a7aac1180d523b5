package org.activeobjects.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.activeobjects.benchmarks.side.Measurement;
import org.junit.jupiter.api.Test;

import java.util.List;

class SamplesTest {

    @Test
    void countsHalfARoundTripAsLatency() {
        Sample sample = Figures.ours(Measurement.LATENCY, 8, 1000, 2_000_000);
        assertThat(sample.us()).isEqualTo(1.0, within(1e-9));
    }

    @Test
    void countsEveryMessageOfAWindow() {
        Sample sample = Figures.ours(Measurement.BANDWIDTH, 1 << 20, 10, 64_000_000);
        assertThat(sample.us()).isEqualTo(100.0, within(1e-9));
    }

    @Test
    void countsAnExchangeOnce() {
        Sample sample = Figures.ours(Measurement.EXCHANGE, 8, 1000, 2_000_000);
        assertThat(sample.us()).isEqualTo(2.0, within(1e-9));
    }

    @Test
    void dividesTheTimeOfTheCoresByAllThatWentOverTheWire() {
        Sample bothWays = Figures.ours(Measurement.LATENCY, 1000, 10, 50_000);
        assertThat(bothWays.cpuNsPerByte()).isEqualTo(5.0, within(1e-9));

        Sample oneWay = Figures.ours(Measurement.BANDWIDTH, 1000, 10, 640_000);
        assertThat(oneWay.cpuNsPerByte()).isEqualTo(2.0, within(1e-9));
    }

    @Test
    void tellsNoTimeOfTheCoresThatNobodyCounted() {
        Sample sample =
                new Sample("x", true, Wire.TCP, Measurement.LATENCY, 8, 1, 1, 1, 1, Team.UNKNOWN);
        assertThat(sample.cpuNsPerByte()).isNaN();
    }

    @Test
    void takesTheMiddleOne() {
        assertThat(Samples.median(5, 1, 9)).isEqualTo(5);
        assertThat(Samples.median(4, 1, 2, 9)).isEqualTo(3);
        assertThat(Samples.median()).isNaN();
    }

    @Test
    void namesOursFirst() {
        Samples samples =
                new Samples(
                        List.of(
                                Figures.theirs(Measurement.LATENCY, 8, 1, 1),
                                Figures.ours(Measurement.LATENCY, 8, 1, 1)));
        assertThat(samples.programs()).containsExactly("ours", "theirs");
    }
}
