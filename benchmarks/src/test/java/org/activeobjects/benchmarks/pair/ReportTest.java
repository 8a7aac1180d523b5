package org.activeobjects.benchmarks.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class ReportTest {

    private final Report report = new Report("ActiveObjects shm");

    @Test
    void countsHalfARoundTripAsLatency() {
        long[] runs = {9_000_000, 1_000_000, 2_000_000};
        Result result = new Result(Measurement.LATENCY, 8, 1000, runs);
        assertThat(result.medianUs()).isEqualTo(1.0, within(1e-9));
        assertThat(result.minUs()).isEqualTo(0.5, within(1e-9));
        assertThat(result.maxUs()).isEqualTo(4.5, within(1e-9));
    }

    @Test
    void takesTheMiddleOfAnEvenNumberOfRuns() {
        Result result = new Result(Measurement.EXCHANGE, 8, 1, new long[] {4000, 1000, 2000, 9000});
        assertThat(result.medianUs()).isEqualTo(3.0, within(1e-9));
    }

    @Test
    void countsEveryMessageOfAWindow() {
        Result result = new Result(Measurement.BANDWIDTH, 1 << 20, 10, new long[] {64_000_000});
        assertThat(result.medianUs()).isEqualTo(100.0, within(1e-9));
        assertThat(result.messagesPerSecond()).isEqualTo(10_000, within(1e-6));
        assertThat(result.megabytesPerSecond()).isEqualTo(10_485.76, within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({"8, 64", "1048576, 64", "2097152, 32", "16777216, 4", "268435456, 4"})
    void sendsFewerMessagesAtOnceWhenTheyAreLarge(long bytes, int messages) {
        assertThat(Measurement.window(bytes)).isEqualTo(messages);
    }

    @Test
    void readsItsOwnLines() {
        Result result = new Result(Measurement.EXCHANGE, 64, 7, new long[] {30, 10, 20});
        Result read = Result.parse(result.toLine());
        assertThat(Result.isResult(result.toLine())).isTrue();
        assertThat(read.measurement()).isEqualTo(Measurement.EXCHANGE);
        assertThat(read.bytes()).isEqualTo(64);
        assertThat(read.iterations()).isEqualTo(7);
        assertThat(read.runNs()).containsExactly(10, 20, 30);
    }

    @Test
    void printsTheColumnsOfTheOsuBenchmarks() {
        Result result = new Result(Measurement.LATENCY, 8, 1000, new long[] {212_000});
        assertThat(report.head(Measurement.LATENCY))
                .containsExactly(
                        "",
                        "# ActiveObjects shm Latency Test",
                        "# Size            Latency (us)               min         max");
        assertThat(report.line(result))
                .isEqualTo("8                        0.106             0.106       0.106");
    }

    @Test
    void writesOneCsvRowPerResult() {
        Result result = new Result(Measurement.EXCHANGE, 1 << 20, 10, new long[] {500_000});
        assertThat(Report.CSV_HEAD.split(",")).hasSameSizeAs(report.csv(result).split(","));
        assertThat(report.csv(result))
                .startsWith("ActiveObjects shm,exchange,1048576,1,50.0000,50.0000,50.0000,")
                .endsWith(",20971.520,20000");
    }

    @ParameterizedTest
    @CsvSource({"8, 8", "64K, 65536", "64k, 65536", "16M, 16777216", "256M, 268435456"})
    void readsSizes(String text, int bytes) {
        assertThat(PairOptions.parseSize(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "7", "-8", "8G", "512M", "9999999999", "8.0", "K"})
    void refusesSizesThatAreNone(String text) {
        assertThatThrownBy(() -> PairOptions.parseSize(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--sizes=" + text);
    }

    @Test
    void readsItsOwnPlan() {
        Plan plan =
                new Plan(
                        "job",
                        List.of("shm", "netty"),
                        List.of(Measurement.LATENCY, Measurement.EXCHANGE),
                        8,
                        1 << 20,
                        5,
                        50_000_000,
                        2);
        assertThat(Plan.parse(plan.toWords().toArray(String[]::new))).isEqualTo(plan);
        assertThat(plan.toWords()).hasSize(Plan.WORDS);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0", "0-3, 4, 0", "'2,5', 2, 2", "'4-5,9', 3, 4"})
    void readsTheCoresOfAProcess(String list, int count, int first) {
        assertThat(PinnedJvm.parseCores(list)).hasSize(count).first().isEqualTo(first);
    }
}
