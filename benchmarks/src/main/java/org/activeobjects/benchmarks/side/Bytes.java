package org.activeobjects.benchmarks.side;

import java.util.Arrays;

/**
 * What a peer that speaks in bytes sends and receives, with what is needed to tell one side's data
 * from the other's.
 */
public final class Bytes {

    private static final int PERIOD = 127;

    /** What this side sends. */
    public final byte[] outgoing;

    /** Where this side receives. */
    public final byte[] incoming;

    private final boolean leads;

    /**
     * Arrays of one side.
     *
     * @param leads which side
     * @param length of both arrays
     */
    public Bytes(boolean leads, int length) {
        this.leads = leads;
        outgoing = new byte[length];
        incoming = new byte[length];
        for (int i = 0; i < length; i++) {
            outgoing[i] = element(leads, i);
        }
    }

    private static byte element(boolean ofLeader, int index) {
        int value = index % PERIOD + 1;
        return (byte) (ofLeader ? value : -value);
    }

    /**
     * Looks at what was received, and wipes it out.
     *
     * @param measurement what was done
     * @param length bytes received
     * @throws IllegalStateException if it is not what the other side has sent
     */
    public void check(Measurement measurement, int length) {
        if (measurement == Measurement.BANDWIDTH && leads) {
            return;
        }
        for (int i = 0; i < length; i++) {
            if (incoming[i] != element(!leads, i)) {
                throw new IllegalStateException(
                        "wrong data received: measurement=%s bytes=%s index=%s value=%s"
                                .formatted(measurement.label(), length, i, incoming[i]));
            }
        }
        Arrays.fill(incoming, 0, length, (byte) 0);
    }
}
