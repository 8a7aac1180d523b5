package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.side.Measurement;

/** Samples for tests. */
final class Figures {

    private Figures() {}

    static Sample ours(Measurement measurement, int bytes, long iterations, long ns) {
        return sample("ours", true, measurement, bytes, iterations, ns);
    }

    static Sample theirs(Measurement measurement, int bytes, long iterations, long ns) {
        return sample("theirs", false, measurement, bytes, iterations, ns);
    }

    static Sample sample(
            String program,
            boolean ours,
            Measurement measurement,
            int bytes,
            long iterations,
            long ns) {
        return new Sample(
                program, ours, Wire.MEMORY, measurement, bytes, 1, 1, iterations, ns, 2 * ns);
    }
}
