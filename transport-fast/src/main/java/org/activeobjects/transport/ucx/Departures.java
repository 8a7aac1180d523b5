package org.activeobjects.transport.ucx;

import org.activeobjects.transport.ucx.binding.Ucp;
import org.activeobjects.transport.ucx.binding.UcpWorker;

import java.util.ArrayList;
import java.util.List;

/**
 * Endpoints of closed links, until UCX has sent what they had to say, and is done with them.
 *
 * <p>First each takes what its peer still sends, until that has said goodbye, too: UCX answers
 * nobody for an endpoint that is closed, and without an answer the sender's UCX never lets go of
 * the memory of a longer message. A peer that says nothing is waited for only so long.
 *
 * <p>An endpoint that tells errors is ended without its peer, after a flush that has its time.
 * Another can only be closed together with its peer: if that does not answer, it stays with UCX
 * until the worker ends, or the peer has answered after all.
 *
 * <p><b>Threading:</b> under the worker's lock; {@link #isAny} and {@link #isAnyLeft} any thread.
 */
final class Departures {

    /** UCX may never tell that an endpoint is closed whose peer was quicker. */
    private static final long CLOSING_NS = 2_000_000_000L;

    private static final int ROUNDS_AT_THE_END = 1000;

    private enum Stage {
        TAKING,
        FLUSHING,
        CLOSING
    }

    /** One endpoint. */
    private final class Departure {

        private final UcxLink link;
        private final long sinceNs = System.nanoTime();
        private Stage stage = Stage.TAKING;
        private long request;

        Departure(UcxLink link) {
            this.link = link;
        }

        boolean isLate(long now) {
            return now - sinceNs > (stage == Stage.TAKING ? patienceNs : CLOSING_NS);
        }
    }

    private final UcpWorker worker;
    private final long patienceNs;
    private final List<Departure> all = new ArrayList<>();
    private final List<Departure> lingering = new ArrayList<>();
    private volatile boolean isAny;
    private volatile boolean isAnyLeft;

    Departures(UcpWorker worker, long patienceNs) {
        this.worker = worker;
        this.patienceNs = patienceNs;
    }

    boolean isAny() {
        return isAny;
    }

    /** Whether UCX may still be done with some that nobody waits for any more. */
    boolean isAnyLeft() {
        return isAnyLeft;
    }

    /** Takes the endpoint of a link over; if by force, what either has to say is not waited for. */
    void add(UcxLink link, boolean force) {
        Departure one = new Departure(link);
        if (force) {
            end(one);
        }
        all.add(one);
        isAny = true;
    }

    private void flush(Departure one) {
        one.link.lanes().close();
        if (one.link.wire().tellsErrors()) {
            one.stage = Stage.FLUSHING;
            one.request = worker.flush(one.link.wire().endpoint());
        } else {
            end(one); // which flushes
        }
    }

    private void end(Departure one) {
        release(one);
        one.stage = Stage.CLOSING;
        UcxLink.Wire wire = one.link.wire();
        one.request = worker.disconnect(wire.endpoint(), wire.tellsErrors());
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
        lingering.removeIf(this::isLetGo);
        all.removeIf(one -> isGone(one, now));
        isAny = !all.isEmpty();
        isAnyLeft = !lingering.isEmpty();
    }

    private boolean isLetGo(Departure one) {
        boolean isDone = isClosed(one);
        if (isDone) {
            release(one);
        }
        return isDone;
    }

    private boolean isClosed(Departure one) {
        return !isUnderWay(one) && one.link.lanes().isSent();
    }

    private boolean isGone(Departure one, long now) {
        boolean isDone =
                switch (one.stage) {
                    case TAKING -> one.link.isDrained() && one.link.lanes().isSent();
                    case FLUSHING -> !isUnderWay(one);
                    case CLOSING -> isClosed(one);
                };
        if (!isDone && !one.isLate(now)) {
            return false;
        }
        switch (one.stage) {
            case TAKING -> flush(one);
            case FLUSHING -> end(one);
            case CLOSING -> {
                if (isDone) {
                    release(one);
                } else {
                    lingering.add(one);
                }
                return true;
            }
        }
        return false;
    }

    /** The worker ends. */
    void close() {
        for (Departure one : all) {
            if (one.stage == Stage.TAKING) {
                one.link.lanes().close();
            }
            if (one.stage != Stage.CLOSING) {
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
            if (one.request > 0) {
                worker.abandon(one.request);
            }
        }
    }
}
