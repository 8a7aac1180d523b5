package org.activeobjects.benchmarks.calls;

import org.activeobjects.benchmarks.calls.side.CallTest;
import org.activeobjects.benchmarks.calls.side.CallTiming;

import java.util.Locale;

/**
 * One timed run.
 *
 * @param caller who ran
 * @param test what was measured
 * @param round which round, from 1
 * @param calls calls of the run
 * @param timing what they took
 */
record CallSample(Caller caller, CallTest test, int round, long calls, CallTiming timing) {

    static final String HEADER = "test,program,ours,round,calls,ns,bytes,figure,unit";

    double figure() {
        return test.figure(calls, timing.ns());
    }

    /** Bytes that the caller allocated per call, or NaN. */
    double bytesPerCall() {
        return timing.bytes() == CallTiming.UNKNOWN ? Double.NaN : (double) timing.bytes() / calls;
    }

    String toRow() {
        return String.join(
                ",",
                test.label(),
                caller.id(),
                Boolean.toString(caller.ours()),
                Integer.toString(round),
                Long.toString(calls),
                Long.toString(timing.ns()),
                timing.bytes() == CallTiming.UNKNOWN ? "" : Long.toString(timing.bytes()),
                String.format(Locale.ROOT, "%.4f", figure()),
                test.unit());
    }
}
