package org.activeobjects.benchmarks.side;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

class OrderTest {

    @ParameterizedTest
    @EnumSource(Measurement.class)
    void readsItsOwnLines(Measurement measurement) {
        Order order = new Order(measurement, 65536, 1234);
        assertThat(Order.parse(order.toLine())).isEqualTo(order);
    }

    @Test
    void refusesANumberThatStandsForNoMeasurement() {
        assertThatThrownBy(() -> Order.parse("9 8 1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("9");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "7, 1", "8, 2", "8000, 1001"})
    void repeatsSomethingAtLeastOnceBeforeTheTimedPart(long iterations, long leadIn) {
        assertThat(new Order(Measurement.LATENCY, 8, iterations).leadIn()).isEqualTo(leadIn);
    }

    @ParameterizedTest
    @CsvSource({"8, 64", "1048576, 64", "2097152, 32", "16777216, 4", "268435456, 4"})
    void sendsFewerMessagesAtOnceWhenTheyAreLarge(long bytes, int messages) {
        assertThat(Measurement.window(bytes)).isEqualTo(messages);
        assertThat(Measurement.BANDWIDTH.messages(bytes)).isEqualTo(messages);
    }

    @Test
    void passesOnWhatASideIsTold() {
        List<String> words =
                SideContext.toWords(false, 4096, List.of("one", "two"), List.of("8080"));
        SideContext context = SideContext.parse(words.toArray(String[]::new), System.out);
        assertThat(context.leads()).isFalse();
        assertThat(context.maxBytes()).isEqualTo(4096);
        assertThat(context.own()).containsExactly("one", "two");
        assertThat(context.fromLeader()).containsExactly("8080");
    }

    @Test
    void tellsTheDataOfOneSideFromTheOthers() {
        Bytes leader = new Bytes(true, 300);
        Bytes follower = new Bytes(false, 300);
        System.arraycopy(leader.outgoing, 0, follower.incoming, 0, 300);
        follower.check(Measurement.LATENCY, 300);

        System.arraycopy(leader.outgoing, 0, leader.incoming, 0, 300);
        assertThatThrownBy(() -> leader.check(Measurement.LATENCY, 300))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("index=0");
        assertThatThrownBy(() -> follower.check(Measurement.LATENCY, 300))
                .as("what was checked once is wiped out")
                .isInstanceOf(IllegalStateException.class);
    }
}
