package org.activeobjects.transport.ucx.binding;

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
    private final Requests requests;

    /**
     * None under way.
     *
     * @param worker the worker whose receives they are
     */
    public Drops(UcpWorker worker) {
        this.worker = worker;
        this.requests = new Requests(worker);
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
        requests.add(request);
        return requests.count() <= LIMIT;
    }

    /**
     * Frees those that are done.
     *
     * @return how many are not
     */
    public int reap() {
        return requests.reap();
    }

    /** Takes all of them back. */
    public void close() {
        requests.drain(
                request -> {
                    worker.cancel(request);
                    worker.free(request);
                });
    }

    @Override
    public String toString() {
        return "drops=" + requests.count();
    }
}
