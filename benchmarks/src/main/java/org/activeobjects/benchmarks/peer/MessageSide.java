package org.activeobjects.benchmarks.peer;

import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Side;

/** A side that sends a message and receives one, each in a call that returns when it is done. */
abstract class MessageSide implements Side {

    private static final int ANSWER_BYTES = 8;

    private final boolean leads;

    MessageSide(boolean leads) {
        this.leads = leads;
    }

    abstract void send(int bytes) throws Exception;

    abstract void receive(int bytes) throws Exception;

    /** Both ways at once, as well as this kind of side can. */
    abstract void exchange(int bytes) throws Exception;

    final boolean leads() {
        return leads;
    }

    @Override
    public final void run(Measurement measurement, int bytes, long iterations) throws Exception {
        switch (measurement) {
            case LATENCY -> pingPong(bytes, iterations);
            case BANDWIDTH -> stream(bytes, Measurement.window(bytes), iterations);
            case EXCHANGE -> {
                for (long i = 0; i < iterations; i++) {
                    exchange(bytes);
                }
            }
        }
    }

    private void pingPong(int bytes, long iterations) throws Exception {
        for (long i = 0; i < iterations; i++) {
            if (leads) {
                send(bytes);
                receive(bytes);
            } else {
                receive(bytes);
                send(bytes);
            }
        }
    }

    private void stream(int bytes, int messages, long iterations) throws Exception {
        for (long i = 0; i < iterations; i++) {
            for (int m = 0; m < messages; m++) {
                if (leads) {
                    send(bytes);
                } else {
                    receive(bytes);
                }
            }
            if (leads) {
                receive(ANSWER_BYTES);
            } else {
                send(ANSWER_BYTES);
            }
        }
    }

    /**
     * One after the other in an order that cannot block both, for sides that write and then read.
     */
    final void exchangeInTurn(int bytes) throws Exception {
        if (leads) {
            send(bytes);
            receive(bytes);
        } else {
            receive(bytes);
            send(bytes);
        }
    }
}
