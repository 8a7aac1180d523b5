package org.activeobjects.transport.ucx;

import org.activeobjects.transport.ucx.binding.Ucp;
import org.activeobjects.transport.ucx.binding.UcpWorker;

import java.util.ArrayList;
import java.util.List;

/**
 * Endpoints of closed links, until UCX has sent what they had to say, and is done with them.
 *
 * <p>One that tells errors is ended without its peer, after a flush that has its time. Another can
 * only be closed together with its peer: if that does not answer, it stays with UCX until the
 * worker ends.
 *
 * <p><b>Threading:</b> under the worker's lock; {@link #isAny} any thread.
 */
final class Departures {

    private static final long PATIENCE_NS = 2_000_000_000L;
    private static final int ROUNDS_AT_THE_END = 1000;

    /** One endpoint. */
    private static final class Departure {

        private final UcxLink link;
        private final long sinceNs = System.nanoTime();
        private long request;
        private boolean isClosing;

        Departure(UcxLink link) {
            this.link = link;
        }
    }

    private final UcpWorker worker;
    private final List<Departure> all = new ArrayList<>();
    private final List<Departure> lingering = new ArrayList<>();
    private volatile boolean isAny;

    Departures(UcpWorker worker) {
        this.worker = worker;
    }

    boolean isAny() {
        return isAny;
    }

    /** Takes the endpoint of a link over; if by force, what it has to say is not waited for. */
    void add(UcxLink link, boolean force) {
        Departure one = new Departure(link);
        if (!link.wire().tellsErrors()) {
            one.isClosing = true;
            one.request = worker.disconnect(link.wire().endpoint(), false);
        } else if (force) {
            end(one);
        } else {
            one.request = worker.flush(link.wire().endpoint());
        }
        all.add(one);
        isAny = true;
    }

    private void end(Departure one) {
        release(one);
        one.isClosing = true;
        one.request = worker.disconnect(one.link.wire().endpoint(), true);
    }

    private void release(Departure one) {
        if (one.request > 0) {
            worker.free(one.request);
        }
        one.request = 0;
    }

    private boolean isUnderWay(Departure one) {
        return one.request > 0 && worker.check(one.request) == Ucp.IN_PROGRESS;
    }

    /** One look at each. */
    void step() {
        long now = System.nanoTime();
        all.removeIf(one -> isGone(one, now));
        isAny = !all.isEmpty();
    }

    private boolean isGone(Departure one, long now) {
        boolean isDone = one.link.lanes().isSent() && !isUnderWay(one);
        boolean isLate = now - one.sinceNs > PATIENCE_NS;
        if (!one.isClosing && (isDone || isLate)) {
            end(one);
            return false;
        }
        if (isDone) {
            release(one);
            return true;
        }
        return isLate && lingering.add(one);
    }

    /** The worker ends. */
    void close() {
        for (Departure one : all) {
            if (!one.isClosing) {
                end(one);
            }
        }
        for (int i = 0; i < ROUNDS_AT_THE_END && all.stream().anyMatch(this::isUnderWay); i++) {
            var _ = worker.progress();
        }
        lingering.addAll(all);
        all.clear();
        for (Departure one : lingering) {
            one.link.lanes().forget();
            release(one);
        }
    }
}
