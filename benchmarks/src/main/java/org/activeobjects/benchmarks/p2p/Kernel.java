package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.EndpointAddress;

import java.util.List;

/** The loops of one rank, over doubles. */
final class Kernel {

    private static final int TAG = 1;
    private static final int CONTEXT = 2;

    private final Endpoint endpoint;
    private final EndpointAddress peer;
    private final boolean leads;
    private final boolean rewrites;
    private final Doubles outgoing;
    private final Doubles incoming;
    private final Slice source = new Slice();
    private final Slice destination = new Slice();
    private final Slice answer = Slice.of(new byte[1]);

    Kernel(
            Endpoint endpoint,
            EndpointAddress peer,
            boolean leads,
            int maxBytes,
            Numbers numbers,
            Transport transport) {
        this.endpoint = endpoint;
        this.peer = peer;
        this.leads = leads;
        this.rewrites = numbers.rewritten();
        int count = maxBytes / Double.BYTES;
        this.outgoing = Doubles.allocate(numbers.memory(), count, transport);
        this.incoming = Doubles.allocate(numbers.memory(), count, transport);
        write(count);
    }

    /**
     * What is sent.
     *
     * @param memory where the numbers lie
     * @param rewritten whether they are written anew before each send, but those of windows
     */
    record Numbers(Doubles.Memory memory, boolean rewritten) {

        /** The same from somewhere else. */
        Numbers in(Doubles.Memory other) {
            return new Numbers(other, rewritten);
        }

        List<String> toWords() {
            return List.of(memory.name(), Boolean.toString(rewritten));
        }

        static Numbers parse(List<String> words) {
            return new Numbers(
                    Doubles.Memory.valueOf(words.get(0)), Boolean.parseBoolean(words.get(1)));
        }
    }

    private static double element(boolean ofLeader, int index) {
        return first(ofLeader) + step(ofLeader) * index;
    }

    private static double first(boolean ofLeader) {
        return ofLeader ? 0.25 : -0.75;
    }

    private static double step(boolean ofLeader) {
        return ofLeader ? 1 : -1;
    }

    private void write(int count) {
        outgoing.write(first(leads), step(leads), count);
    }

    private void rewrite() {
        if (rewrites) {
            write((int) (source.byteLength() / Double.BYTES));
        }
    }

    /** Runs a measurement as the other rank does too. */
    void run(Measurement measurement, int bytes, long iterations) {
        outgoing.aim(source, bytes / Double.BYTES);
        incoming.aim(destination, bytes / Double.BYTES);
        switch (measurement) {
            case LATENCY -> pingPong(iterations);
            case BANDWIDTH -> stream(Measurement.window(bytes), iterations);
            case EXCHANGE -> exchange(iterations);
        }
    }

    private void pingPong(long iterations) {
        for (long i = 0; i < iterations; i++) {
            if (leads) {
                rewrite();
                endpoint.send(peer, TAG, CONTEXT, source);
                endpoint.recv(peer, TAG, CONTEXT, destination);
            } else {
                endpoint.recv(peer, TAG, CONTEXT, destination);
                rewrite();
                endpoint.send(peer, TAG, CONTEXT, source);
            }
        }
    }

    private void stream(int messages, long iterations) {
        for (long i = 0; i < iterations; i++) {
            Request[] window = new Request[messages]; // in an old one a reference costs a fence
            for (int m = 0; m < messages; m++) {
                window[m] =
                        leads
                                ? endpoint.isend(peer, TAG, CONTEXT, source)
                                : endpoint.irecv(peer, TAG, CONTEXT, destination);
            }
            Request.awaitAll(window);
            if (leads) {
                endpoint.recv(peer, TAG, CONTEXT, answer);
            } else {
                endpoint.send(peer, TAG, CONTEXT, answer);
            }
        }
    }

    private void exchange(long iterations) {
        for (long i = 0; i < iterations; i++) {
            rewrite();
            endpoint.exchange(peer, TAG, CONTEXT, source, destination);
        }
    }

    /** A number that is fast and wrong is no number. */
    void check(Measurement measurement, int bytes) {
        if (measurement == Measurement.BANDWIDTH && leads) {
            return;
        }
        int count = bytes / Double.BYTES;
        for (int i = 0; i < count; i++) {
            if (incoming.get(i) != element(!leads, i)) {
                throw new IllegalStateException(
                        "wrong data received: measurement=%s count=%s index=%s value=%s"
                                .formatted(measurement.label(), count, i, incoming.get(i)));
            }
        }
        incoming.wipe(count);
    }
}
