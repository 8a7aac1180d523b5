package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.side.Measurement;

/**
 * One timed run.
 *
 * @param program name of what was measured
 * @param ours whether it is one of this project's links
 * @param wire what it ran over
 * @param measurement what was measured
 * @param bytes length of a message
 * @param pairs pairs that ran at once
 * @param round which round, from 1
 * @param iterations iterations of the run
 * @param ns nanoseconds that they took
 * @param cpuNs nanoseconds of all cores together, or {@link Team#UNKNOWN}
 */
public record Sample(
        String program,
        boolean ours,
        Wire wire,
        Measurement measurement,
        int bytes,
        int pairs,
        int round,
        long iterations,
        long ns,
        long cpuNs) {

    /** Whether a run can have had these numbers: of others there is no time of a message. */
    boolean isOfARun() {
        return bytes > 0 && pairs > 0 && iterations > 0 && ns > 0;
    }

    /**
     * Time of one message: half a round trip, a share of a window, one exchange.
     *
     * @return microseconds
     */
    public double us() {
        return ns / 1000.0 / iterations / measurement.messages(bytes);
    }

    /**
     * Time of all cores together per byte of payload, whichever way it went.
     *
     * @return nanoseconds, or NaN if it was not counted
     */
    public double cpuNsPerByte() {
        double traffic = (double) iterations * measurement.messagesOnTheWire(bytes) * bytes * pairs;
        return cpuNs == Team.UNKNOWN ? Double.NaN : cpuNs / traffic;
    }
}
