package org.activeobjects.benchmarks.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.benchmarks.calls.side.CallTest;
import org.activeobjects.benchmarks.calls.side.CallTiming;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class CallTableTest {

    private final List<CallSample> samples = new ArrayList<>();

    private void add(String program, CallTest test, long... ns) {
        Caller caller = Caller.named(List.of(program)).getFirst();
        for (int i = 0; i < ns.length; i++) {
            long bytes = test == CallTest.CALLER ? 64_000 : CallTiming.UNKNOWN;
            samples.add(new CallSample(caller, test, i + 1, 1000, new CallTiming(ns[i], bytes)));
        }
    }

    @Test
    void aRowHasTheMedianAndHowItRelatesToOurs() {
        add("local", CallTest.CALL, 3_000_000, 1_000_000, 2_000_000);
        add("pekko", CallTest.CALL, 9_000_000, 8_000_000, 7_000_000);
        List<String> lines = new CallTable(samples).of(CallTest.CALL);
        assertThat(lines.get(2)).contains("local =1");
        assertThat(lines.get(3)).matches("active objects +2\\.000 +1\\.000 +3\\.000 +1\\.00");
        assertThat(lines.get(4)).matches("Pekko typed, actors +8\\.000 +7\\.000 +9\\.000 +4\\.00");
    }

    @Test
    void ratesAreCallsPerTimeAndBytesAreNamedPerCall() {
        add("local", CallTest.TELL_2, 100_000);
        add("local", CallTest.CALLER, 120_000);
        assertThat(new CallTable(samples).of(CallTest.TELL_2).get(3)).contains(" 10.00 ");
        List<String> lines = new CallTable(samples).of(CallTest.CALLER);
        assertThat(lines.get(3)).contains(" 120.0 ");
        assertThat(lines.getLast()).contains("64.0 bytes");
    }

    @Test
    void aTestThatNobodyRanHasNoTable() {
        assertThat(new CallTable(samples).of(CallTest.INT)).isEmpty();
    }
}
