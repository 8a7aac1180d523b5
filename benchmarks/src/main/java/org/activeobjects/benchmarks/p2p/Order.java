package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.pair.Measurement;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;

/**
 * What the leading rank tells the other to do next.
 *
 * @param measurement the measurement, or {@code null} to end
 * @param bytes length of a message
 * @param iterations how often
 */
record Order(Measurement measurement, long bytes, long iterations) {

    /** Context of orders and answers, apart from what is measured. */
    static final int CONTEXT = 1;

    private static final int TAG = 0;

    void send(Endpoint endpoint, EndpointAddress follower) {
        long[] words = {measurement == null ? 0 : measurement.wireId(), bytes, iterations};
        endpoint.send(follower, TAG, CONTEXT, Slice.of(words));
    }

    static Order receive(Endpoint endpoint, EndpointAddress leader) {
        long[] words = new long[3];
        endpoint.recv(leader, TAG, CONTEXT, Slice.of(words));
        return new Order(words[0] == 0 ? null : Measurement.ofWireId(words[0]), words[1], words[2]);
    }
}
