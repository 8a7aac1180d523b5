package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.awaitility.Awaitility;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A third runtime that exchanges small and large arrays with the survivor, all the time. */
final class Bystanders implements AutoCloseable {

    private static final int TAG = 4711;
    private static final int LARGE = 50_000;
    private static final long PAUSE_NS = 100_000;

    private final Transport third;
    private final Endpoint here;
    private final Endpoint there;
    private final Thread survivor;
    private final Thread other;
    private volatile int rounds;
    private volatile boolean ends;
    private volatile Throwable failure;

    Bystanders(Transport survivor, Transport third) {
        this.third = third;
        survivor.learn(third.card());
        third.learn(survivor.card());
        here = survivor.openEndpoint();
        there = third.openEndpoint();
        this.survivor = Thread.ofPlatform().daemon().start(() -> run(here, there, true));
        this.other = Thread.ofPlatform().daemon().start(() -> run(there, here, false));
    }

    private void run(Endpoint mine, Endpoint its, boolean decides) {
        try {
            // The first number says whether there is a next round, so that both sides end together.
            int[] in = new int[LARGE];
            int[] out = new int[LARGE];
            boolean goesOn = true;
            for (int round = 1; goesOn; round++) {
                int count = round % 16 == 0 ? LARGE : 16;
                out[0] = decides && ends ? 1 : 0;
                out[1] = round;
                out[count - 1] = round;
                Request receive = mine.irecv(its.address(), TAG, 0, Slice.of(in, 0, count));
                mine.isend(its.address(), TAG, 0, Slice.of(out, 0, count)).await();
                receive.await();
                if (in[1] != round || in[count - 1] != round) {
                    throw new AssertionError("round " + round + " brought " + in[1]);
                }
                goesOn = (decides ? out[0] : in[0]) == 0;
                if (decides) {
                    rounds = round;
                    // Thousands of rounds a second, and a core left for those who are to be killed.
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    /** Waits until they have exchanged some more. */
    void awaitProgress() {
        int before = rounds;
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(30))
                .until(() -> failure != null || rounds >= before + 20);
        assertThat(failure).as("other peers go on").isNull();
    }

    /** Exchanges for a time. */
    void goOnFor(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            awaitProgress();
        }
    }

    @Override
    public void close() {
        ends = true;
        try {
            survivor.join(Duration.ofSeconds(30));
            other.join(Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        third.close();
        assertThat(failure).as("other peers went on").isNull();
    }
}
