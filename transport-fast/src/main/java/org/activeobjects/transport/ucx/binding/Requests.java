package org.activeobjects.transport.ucx.binding;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Requests of UCX for which nobody waits: each is freed when it is done.
 *
 * <p><b>Threading:</b> under the worker's lock.
 */
final class Requests {

    private final UcpWorker worker;
    private long[] all = new long[8];
    private int count;

    Requests(UcpWorker worker) {
        this.worker = worker;
    }

    void add(long request) {
        if (count == all.length) {
            all = Arrays.copyOf(all, 2 * count);
        }
        all[count++] = request;
    }

    /** Frees those that are done; returns how many are not. */
    int reap() {
        for (int i = count - 1; i >= 0; i--) {
            if (worker.check(all[i]) != Ucp.IN_PROGRESS) {
                worker.free(all[i]);
                all[i] = all[--count];
            }
        }
        return count;
    }

    int count() {
        return count;
    }

    /** Hands every one of them over. */
    void drain(LongConsumer taker) {
        while (count > 0) {
            taker.accept(all[--count]);
        }
    }
}
