package org.activeobjects.spmd.member;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The method barriers of a member: what its queue waits for, and whether all are there who may send
 * it.
 *
 * <p>Nobody can tell from whom a request will come. So one that is missing when a member ends, or
 * is lost, may be one of that member's, and the barrier fails. Requests that this one has sent
 * before its end have come by then.
 *
 * <p><b>Threading:</b> barriers are called by the member's own thread, the rest by any.
 */
final class MethodBarriers {

    private static final Logger LOG = LogManager.getLogger(MethodBarriers.class);

    private final BodyHandle body;
    private final int own;
    private final int size;
    private final Neighbours.Voice others;
    private final List<Barrier> open = new ArrayList<>();
    private final AtomicBoolean listens = new AtomicBoolean();
    private long called;
    private String gone;
    private ActiveObjectException failure;

    /**
     * One that was called.
     *
     * @param number tells it from all others of the member
     * @param names what it waits for
     * @param expected what has not come
     */
    record Barrier(long number, List<String> names, BodyHandle.Expected expected) {

        boolean isOver() {
            return expected.missing().isEmpty();
        }

        @Override
        public String toString() {
            return "method barrier of " + String.join(",", names);
        }
    }

    MethodBarriers(BodyHandle body, int own, int size, Neighbours.Voice others) {
        this.body = body;
        this.own = own;
        this.size = size;
        this.others = others;
    }

    /** Lets the queue wait for one request of each method. */
    void call(String... methods) {
        List<String> names = namesOf(methods);
        String end;
        synchronized (this) {
            if (failure != null) {
                throw new ActiveObjectException(failure.getMessage(), failure);
            }
            end = gone; // what was sent before that is there, and is looked at below
        }
        long number = ++called; // by the own thread only
        Barrier barrier =
                new Barrier(
                        number,
                        names,
                        body.expect(names, missing -> onGivenUp(number, names, missing)));
        if (barrier.isOver()) {
            return;
        }
        boolean isGivenUp;
        synchronized (this) {
            open.removeIf(Barrier::isOver);
            open.add(barrier);
            isGivenUp = gone != null;
        }
        if (isGivenUp) {
            barrier.expected.giveUp(); // if somebody has ended since, all that has come counts
        }
        if (end != null) {
            throw failed(names, barrier.expected.missing(), end);
        }
        listen();
    }

    private static List<String> namesOf(String... methods) {
        if (methods == null || methods.length == 0) {
            throw new IllegalArgumentException(
                    "a method barrier needs the name of a method: names="
                            + (methods == null ? null : "0")
                            + "; give one for each request to wait for");
        }
        return Arrays.asList(methods.clone());
    }

    /** Who is lost cannot say so himself. */
    private void listen() {
        if (!listens.compareAndSet(false, true)) {
            return;
        }
        for (int to = 0; to < size; to++) {
            int rank = to;
            if (rank != own) {
                var _ =
                        others.call(rank, MemberExtension.LIVES)
                                .whenComplete((_, failed) -> onAnswer(rank, failed));
            }
        }
    }

    private void onAnswer(int rank, Throwable failed) {
        if (failed instanceof TransportException
                || failed != null && failed.getCause() instanceof TransportException) {
            lost("rank " + rank + " does not answer: " + failed);
        }
    }

    /** Another member has ended, or cannot be reached any more; behind all that it has sent. */
    void lost(String reason) {
        List<Barrier> failing;
        synchronized (this) {
            gone = gone == null ? reason : gone;
            failing = List.copyOf(open);
        }
        failing.forEach(barrier -> barrier.expected.giveUp());
    }

    /** By the member's own thread: it has looked at all that has come. */
    private void onGivenUp(long number, List<String> names, List<String> missing) {
        ActiveObjectException now;
        synchronized (this) {
            open.removeIf(barrier -> barrier.number == number);
            if (gone == null) {
                return; // this member has ended
            }
            now = failed(names, missing, gone);
            failure = failure == null ? now : failure;
        }
        LOG.warn("{}", now.getMessage());
    }

    private ActiveObjectException failed(List<String> names, List<String> missing, String end) {
        return new ActiveObjectException(
                "method barrier cannot be completed: methods="
                        + String.join(",", names)
                        + " rank="
                        + own
                        + " size="
                        + size
                        + ": requests that are missing may be those of a member that is gone:"
                        + " missing="
                        + String.join(",", missing)
                        + ": "
                        + end);
    }

    /** Those that wait, in the order of the calls. */
    synchronized List<Barrier> waiting() {
        open.removeIf(Barrier::isOver);
        return List.copyOf(open);
    }

    @Override
    public String toString() {
        List<Barrier> now = waiting();
        if (now.isEmpty()) {
            return "no method barrier under way";
        }
        Barrier first = now.getFirst();
        return first + " waits for " + String.join(",", first.expected.missing());
    }
}
