package org.activeobjects.transport.ucx.binding;

import org.activeobjects.transport.ucx.binding.Bounces.Bounce;

/**
 * The messages of one kind from one peer: receives that are posted in a ring, in whose order the
 * messages come.
 *
 * <p>A place whose message was taken is posted again later, some at a time or when nothing else is
 * to be done: who waits for a message does not wait for that, too.
 *
 * <p><b>Threading:</b> under the worker's lock.
 */
public final class ReceiveLane {

    private static final int BATCHES = 8; // in a ring

    private final UcpWorker worker;
    private final Bounces bounces;
    private final long tag;
    private final int length;
    private final Bounce[] ring;
    private boolean isOpen;
    private boolean isReady;
    private long readyLength;
    private int next;
    private int again; // the first place that is not posted; next, if all are
    private int taken;
    private int posted; // of those taken, how many have their place posted again
    private int reported;
    private int failure;

    /**
     * A lane without receives.
     *
     * @param worker the runtime's worker
     * @param bounces pieces that hold a message
     * @param tag tag of every message
     * @param length longest message, bytes
     * @param window number of receives
     */
    public ReceiveLane(UcpWorker worker, Bounces bounces, long tag, int length, int window) {
        this.worker = worker;
        this.bounces = bounces;
        this.tag = tag;
        this.length = length;
        this.ring = new Bounce[window];
    }

    /** Posts the receives; once. */
    public void open() {
        if (!isOpen) {
            isOpen = true;
            for (int i = 0; i < ring.length; i++) {
                ring[i] = bounces.take();
                post(ring[i]);
            }
        }
    }

    private void post(Bounce bounce) {
        long request = worker.receive(bounce.address(), length, tag);
        if (request <= 0) {
            failure = request == 0 ? Ucp.IN_PROGRESS : (int) request;
            request = 0;
        }
        bounce.request(request);
    }

    /**
     * The next message, which stays until {@link #pass}.
     *
     * @return its piece, or {@code null} if there is none
     */
    public Bounce peek() {
        if (!isOpen) {
            return null;
        }
        Bounce head = ring[next];
        if (isReady) {
            return head;
        }
        if (failure != Ucp.OK || head.request() == 0) {
            return null;
        }
        int status = worker.test(head.request());
        if (status == Ucp.IN_PROGRESS) {
            return null;
        }
        readyLength = worker.length();
        if (status != Ucp.OK) {
            failure = status;
            return null;
        }
        isReady = true;
        return head;
    }

    /**
     * Length of the message at hand.
     *
     * @return bytes
     */
    public long messageLength() {
        return readyLength;
    }

    /** The message at hand is used: its place is to be posted again. */
    public void pass() {
        isReady = false;
        taken++;
        next = after(next);
        if (taken - posted >= ring.length / BATCHES) {
            postAgain();
        }
    }

    private int after(int place) {
        return place + 1 == ring.length ? 0 : place + 1;
    }

    /** Posts every place again whose message is used. */
    public void postAgain() {
        for (; posted != taken; posted++) {
            Bounce bounce = ring[again];
            worker.free(bounce.request());
            post(bounce);
            again = after(again);
        }
    }

    /**
     * Number of messages taken in all.
     *
     * @return the number, which goes round
     */
    public int taken() {
        return taken;
    }

    /**
     * Number of messages that the peer may send besides those of the first window.
     *
     * @return the number taken whose places are posted again, which goes round
     */
    public int room() {
        return posted;
    }

    /** The peer is being told of the {@link #room}. */
    public void report() {
        reported = posted;
    }

    /**
     * Whether the peer may be waiting to be told.
     *
     * @return true if half the receives were used since, and posted again
     */
    public boolean isReportDue() {
        return posted - reported >= ring.length / 2;
    }

    /**
     * What UCX has said to a receive, if it was an error.
     *
     * @return the error, or 0
     */
    public int failure() {
        return failure;
    }

    /**
     * Whether the peer has sent more than there are receives.
     *
     * @return true if so
     */
    public boolean isOverrun() {
        return isOpen && worker.hasUnexpected(tag);
    }

    /** Takes every receive back. */
    public void close() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        for (Bounce bounce : ring) {
            if (bounce.request() != 0 && worker.check(bounce.request()) == Ucp.IN_PROGRESS) {
                worker.cancel(bounce.request());
            }
        }
        for (Bounce bounce : ring) {
            // A receive that was taken back is over at once. One whose message is half here is not,
            // and perhaps never will be: its memory stays UCX's until the worker ends.
            boolean isOver =
                    bounce.request() == 0 || worker.check(bounce.request()) != Ucp.IN_PROGRESS;
            if (bounce.request() != 0) {
                worker.abandon(bounce.request());
            }
            if (isOver) {
                bounces.giveBack(bounce);
            }
        }
    }

    @Override
    public String toString() {
        return "taken=%s reported=%s open=%b".formatted(taken, reported, isOpen);
    }
}
