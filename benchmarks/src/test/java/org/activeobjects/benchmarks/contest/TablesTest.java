package org.activeobjects.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.benchmarks.side.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class TablesTest {

    @Test
    void putsASizePerRowAndAProgramPerColumn() {
        Samples samples =
                new Samples(
                        List.of(
                                Figures.ours(Measurement.LATENCY, 8, 1000, 212_000),
                                Figures.theirs(Measurement.LATENCY, 8, 1000, 424_000),
                                Figures.ours(Measurement.LATENCY, 1024, 1000, 300_000)));
        assertThat(new Tables(samples).of(Measurement.LATENCY))
                .containsExactly(
                        "",
                        "# latency, microseconds one way, shared memory",
                        "# bytes          ours     theirs   best peer/ours",
                        "8               0.106      0.212            2.00x",
                        "1024            0.150          -                -");
        assertThat(new Tables(samples).of(Measurement.EXCHANGE)).isEmpty();
    }

    @Test
    void tellsBandwidthInMegabytesAndTheRateOfTheSmallestMessages() {
        Samples samples =
                new Samples(
                        List.of(
                                Figures.ours(Measurement.BANDWIDTH, 8, 1000, 6_400_000),
                                Figures.ours(Measurement.BANDWIDTH, 1 << 20, 10, 64_000_000)));
        assertThat(new Tables(samples).of(Measurement.BANDWIDTH))
                .containsExactly(
                        "",
                        "# one-way bandwidth, MB/s (10^6 bytes), shared memory",
                        "# bytes          ours",
                        "8               80.00",
                        "1048576         10486",
                        "# messages of 8 bytes, thousands per second",
                        "8               10000");
    }

    @Test
    void tellsTheTimeOfTheCoresPerByte() {
        Samples samples =
                new Samples(List.of(Figures.ours(Measurement.EXCHANGE, 1000, 1, 500_000)));
        assertThat(new Tables(samples).ofCpu(Measurement.EXCHANGE))
                .containsExactly(
                        "",
                        "# time of all cores, ns per byte of payload, exchange, shared memory",
                        "# bytes          ours",
                        "1000            500.0");
    }

    @ParameterizedTest
    @CsvSource({"0.0664, 0.066", "9.9994, 9.999", "23.456, 23.46", "123.45, 123.5", "51234, 51234"})
    void showsTheDigitsThatCount(double value, String text) {
        assertThat(Tables.number(value)).isEqualTo(text);
    }
}
