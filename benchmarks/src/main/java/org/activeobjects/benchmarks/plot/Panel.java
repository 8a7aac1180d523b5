package org.activeobjects.benchmarks.plot;

import org.activeobjects.benchmarks.contest.Samples;
import org.activeobjects.benchmarks.contest.Wire;
import org.activeobjects.benchmarks.side.Measurement;

/**
 * What one chart of a picture shows.
 *
 * @param samples samples of one wire and one measurement
 * @param wire the wire
 * @param measurement the measurement
 */
record Panel(Samples samples, Wire wire, Measurement measurement) {

    static Panel of(Samples all, Wire wire, Measurement measurement) {
        return new Panel(
                all.where(s -> s.wire() == wire && s.measurement() == measurement),
                wire,
                measurement);
    }

    String title() {
        return measurement.label() + ", " + wire.title();
    }

    String unit() {
        return switch (measurement) {
            case LATENCY -> "microseconds one way";
            case BANDWIDTH -> "MB/s one way";
            case EXCHANGE -> "MB/s each way";
        };
    }

    /** The figure that is drawn: time for latency, else megabytes (10^6) per second. */
    double figure(String program, int bytes) {
        double us = samples.medianUs(program, measurement, bytes);
        return measurement == Measurement.LATENCY ? us : bytes / us;
    }
}
