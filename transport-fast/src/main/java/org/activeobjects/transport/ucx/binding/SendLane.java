package org.activeobjects.transport.ucx.binding;

import org.activeobjects.transport.ucx.binding.Bounces.Bounce;

import java.util.ArrayDeque;

/**
 * The messages of one kind to one peer: as many under way as the peer has posted receives.
 *
 * <p><b>Threading:</b> under the worker's lock; {@link #hasCredit} any thread, as a hint.
 */
public final class SendLane {

    private final UcpWorker worker;
    private final Bounces bounces;
    private final long endpoint;
    private final long tag;
    private final int window;
    private final ArrayDeque<Bounce> underWay = new ArrayDeque<>();
    private volatile int sent;
    private volatile int acknowledged;

    /**
     * A lane on which nothing was sent.
     *
     * @param worker the runtime's worker
     * @param bounces pieces that hold a message
     * @param endpoint where to
     * @param tag tag of every message
     * @param window receives that the peer has posted
     */
    public SendLane(UcpWorker worker, Bounces bounces, long endpoint, long tag, int window) {
        this.worker = worker;
        this.bounces = bounces;
        this.endpoint = endpoint;
        this.tag = tag;
        this.window = window;
    }

    /**
     * Whether the peer has room for one more.
     *
     * @return true if so
     */
    public boolean hasCredit() {
        return sent - acknowledged < window;
    }

    /**
     * Number of messages sent in all.
     *
     * @return the number, which goes round
     */
    public int sent() {
        return sent;
    }

    /**
     * Takes a piece for the next message, to be {@linkplain #send sent} or {@linkplain #drop
     * dropped}.
     *
     * @return the piece
     */
    public Bounce begin() {
        return bounces.take();
    }

    /**
     * Does not send a piece.
     *
     * @param bounce the piece
     */
    public void drop(Bounce bounce) {
        bounces.giveBack(bounce);
    }

    /**
     * Sends a piece.
     *
     * @param bounce the piece, which is the lane's again
     * @param length bytes of the message
     * @return an error of UCX, or 0
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer at a time
    public int send(Bounce bounce, long length) {
        long request = worker.send(endpoint, bounce.address(), length, tag);
        sent++;
        if (request > 0) {
            bounce.request(request);
            underWay.add(bounce);
            return Ucp.OK;
        }
        bounces.giveBack(bounce);
        return (int) request;
    }

    /**
     * Takes back the pieces that are sent.
     *
     * @return an error of UCX, or 0
     */
    public int reap() {
        for (Bounce first = underWay.peek(); first != null; first = underWay.peek()) {
            int status = worker.check(first.request());
            if (status == Ucp.IN_PROGRESS) {
                return Ucp.OK;
            }
            worker.free(first.request());
            bounces.giveBack(underWay.remove());
            if (status != Ucp.OK) {
                return status;
            }
        }
        return Ucp.OK;
    }

    /**
     * Whether UCX has nothing of this lane any more.
     *
     * @return true if so
     */
    public boolean isIdle() {
        return underWay.isEmpty();
    }

    /**
     * The peer says how many it has taken in all. What comes by another lane may be older than what
     * is known.
     *
     * @param count the number, which goes round
     * @return false if it is more than was sent
     */
    public boolean acknowledge(int count) {
        int more = count - acknowledged;
        if (more > sent - acknowledged) {
            return false;
        }
        if (more > 0) {
            acknowledged = count;
        }
        return true;
    }

    /** The worker ends: nobody waits any more until it lets go of the rest. */
    public void forget() {
        for (Bounce bounce = underWay.poll(); bounce != null; bounce = underWay.poll()) {
            worker.abandon(bounce.request());
        }
    }

    @Override
    public String toString() {
        return "sent=%s acknowledged=%s underWay=%s".formatted(sent, acknowledged, underWay.size());
    }
}
