package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.pair.Measurement;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;

/** The timed loops of one rank, over arrays of doubles. */
final class Kernel {

    private static final int TAG = 1;
    private static final int CONTEXT = 2;

    private final Endpoint endpoint;
    private final EndpointAddress peer;
    private final boolean leads;
    private final double[] outgoing;
    private final double[] incoming;
    private final Slice source = new Slice();
    private final Slice destination = new Slice();
    private final Slice answer = Slice.of(new byte[1]);
    private final Request[] window = new Request[Measurement.window(1)];

    Kernel(Endpoint endpoint, EndpointAddress peer, boolean leads, int maxBytes) {
        this.endpoint = endpoint;
        this.peer = peer;
        this.leads = leads;
        this.outgoing = new double[maxBytes / Double.BYTES];
        this.incoming = new double[maxBytes / Double.BYTES];
        for (int i = 0; i < outgoing.length; i++) {
            outgoing[i] = element(leads, i);
        }
    }

    private static double element(boolean ofLeader, int index) {
        return ofLeader ? index + 0.25 : -index - 0.75;
    }

    /** Runs a measurement as the other rank does too. Returns the nanoseconds it took here. */
    long run(Measurement measurement, long bytes, long iterations) {
        int count = (int) (bytes / Double.BYTES);
        source.wrap(outgoing, 0, count);
        destination.wrap(incoming, 0, count);
        long start = System.nanoTime();
        switch (measurement) {
            case LATENCY -> pingPong(iterations);
            case BANDWIDTH -> stream(Measurement.window(bytes), iterations);
            case EXCHANGE -> exchange(iterations);
        }
        long elapsed = System.nanoTime() - start;
        check(measurement, count);
        return elapsed;
    }

    private void pingPong(long iterations) {
        for (long i = 0; i < iterations; i++) {
            if (leads) {
                endpoint.send(peer, TAG, CONTEXT, source);
                endpoint.recv(peer, TAG, CONTEXT, destination);
            } else {
                endpoint.recv(peer, TAG, CONTEXT, destination);
                endpoint.send(peer, TAG, CONTEXT, source);
            }
        }
    }

    private void stream(int messages, long iterations) {
        for (long i = 0; i < iterations; i++) {
            for (int m = 0; m < messages; m++) {
                window[m] =
                        leads
                                ? endpoint.isend(peer, TAG, CONTEXT, source)
                                : endpoint.irecv(peer, TAG, CONTEXT, destination);
            }
            for (int m = 0; m < messages; m++) {
                window[m].await();
                window[m] = null;
            }
            if (leads) {
                endpoint.recv(peer, TAG, CONTEXT, answer);
            } else {
                endpoint.send(peer, TAG, CONTEXT, answer);
            }
        }
    }

    private void exchange(long iterations) {
        for (long i = 0; i < iterations; i++) {
            endpoint.exchange(peer, TAG, CONTEXT, source, destination);
        }
    }

    /** A number that is fast and wrong is no number. */
    private void check(Measurement measurement, int count) {
        if (measurement == Measurement.BANDWIDTH && leads) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (incoming[i] != element(!leads, i)) {
                throw new IllegalStateException(
                        "wrong data received: measurement=%s count=%d index=%d value=%s"
                                .formatted(measurement.label(), count, i, incoming[i]));
            }
        }
        java.util.Arrays.fill(incoming, 0, count, 0);
    }
}
