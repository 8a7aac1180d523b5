package org.activeobjects.transport.ucx.binding;

import java.util.Arrays;

/**
 * Receives without room: they take messages that nobody wants, so that UCX does not keep them and
 * their senders get their memory back.
 *
 * <p><b>Threading:</b> under the worker's lock.
 */
public final class Drops {

    /** Most of them under way. */
    public static final int LIMIT = 2048;

    private final UcpWorker worker;
    private long[] requests = new long[8];
    private int count;

    /**
     * None under way.
     *
     * @param worker the worker whose receives they are
     */
    public Drops(UcpWorker worker) {
        this.worker = worker;
    }

    /**
     * Takes a receive over.
     *
     * @param request the receive
     * @return false if there are too many, or UCX has refused it
     */
    public boolean add(long request) {
        if (request <= 0) {
            return request == 0;
        }
        if (count == requests.length) {
            requests = Arrays.copyOf(requests, 2 * count);
        }
        requests[count++] = request;
        return count <= LIMIT;
    }

    /** Frees those that are done. */
    public void reap() {
        for (int i = count - 1; i >= 0; i--) {
            if (worker.check(requests[i]) != Ucp.IN_PROGRESS) {
                worker.free(requests[i]);
                requests[i] = requests[--count];
            }
        }
    }

    /** Takes all of them back. */
    public void close() {
        for (int i = 0; i < count; i++) {
            worker.cancel(requests[i]);
            worker.free(requests[i]);
        }
        count = 0;
    }

    @Override
    public String toString() {
        return "drops=" + count;
    }
}
