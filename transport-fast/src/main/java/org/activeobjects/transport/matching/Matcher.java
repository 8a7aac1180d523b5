package org.activeobjects.transport.matching;

import org.activeobjects.transport.Status;
import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Brings the receives of one endpoint and the messages for it together, in the order of MPI.
 *
 * <p><b>Threading:</b> safe, under one lock; nothing is copied, sent or completed while it is held.
 */
public final class Matcher {

    static final Object WAITS = "a send waits for its receive";

    private final Station station;
    private final MatchQueues queues = new MatchQueues();
    private final Envelope arrival = new Envelope(); // from this runtime, under the lock
    private volatile TransportClosedException closed;

    Matcher(Station station) {
        this.station = station;
    }

    /** {@return whether the endpoint is closed} */
    public boolean isClosed() {
        return closed != null;
    }

    /** Throws a {@link TransportClosedException} if the endpoint is closed. */
    public void checkOpen() {
        if (closed != null) {
            throw whyClosed();
        }
    }

    /** {@return why the endpoint is closed, as a new exception; {@code null} while it is open} */
    public TransportClosedException whyClosed() {
        TransportClosedException why = closed;
        return why == null ? null : (TransportClosedException) Failures.again(why);
    }

    /**
     * Posts a receive, or completes it with a message that is here.
     *
     * @param op a receive that is nowhere yet
     */
    public void receive(Operation op) {
        var _ = receive(op, false);
    }

    /**
     * Completes a receive with a message that is here whole; else does nothing.
     *
     * @param op a receive that is nowhere yet
     * @return false if nothing was done
     */
    public boolean tryReceive(Operation op) {
        return receive(op, true);
    }

    private boolean receive(Operation op, boolean onlyNow) {
        Unexpected message;
        TransportException dead = null;
        boolean isComing = false;
        queues.lock();
        try {
            message = queues.findUnexpected(op);
            if (onlyNow && (message == null || !message.isEager || message.isComing)) {
                return false;
            } else if (message != null) {
                queues.unlink(message);
                isComing = message.isComing;
                message.receiver = op;
                queues.copies += message.isCopiedHere() ? 1 : 0;
                if (message.sender != null && queues.follows(message.sender, op)) {
                    op.matched(message);
                    queues.recycle(message);
                    return true;
                }
            } else {
                dead = station.misfits().take(op.peer(), op.peerEndpoint());
                dead = dead == null ? whyNever(op) : dead;
                dead = dead == null ? op.whyMessageGone() : dead;
                dead = dead == null ? queues.post(op) : dead;
            }
        } finally {
            queues.unlock();
        }
        if (dead != null) {
            op.fail(dead);
        } else if (message != null && !isComing) {
            Delivery.finish(message, this);
        }
        return true;
    }

    /**
     * Why a receive can never match any more.
     *
     * @param op a receive
     * @return a new exception, or {@code null} if it can
     */
    public TransportException whyNever(Operation op) {
        TransportClosedException why = whyClosed();
        if (why != null) {
            return why;
        }
        return op.peer() == null ? null : op.peer().whyNothing(op.peerEndpoint());
    }

    /** A receive was copied, or all but what another thread does. Returns the next one, or null. */
    Operation copied(Operation receive, boolean isAll) {
        queues.lock();
        try {
            queues.copies -= isAll ? 1 : 0;
            return queues.followerOf(receive);
        } finally {
            queues.unlock();
        }
    }

    /** {@return whether a thread of this runtime copies into a receive that was taken out} */
    public boolean isCopying() {
        return locked(() -> queues.copies > 0);
    }

    private <T> T locked(Supplier<T> code) {
        queues.lock();
        try {
            return code.get();
        } finally {
            queues.unlock();
        }
    }

    /** Takes back a message that has found its receive, and whose copy, if any, is over. */
    void recycle(Unexpected message) {
        queues.lock();
        try {
            if (message.isEager) {
                queues.copies--;
                queues.left(message);
            }
            queues.recycle(message);
        } finally {
            queues.unlock();
        }
    }

    /**
     * An eager message comes.
     *
     * @param message what is known of it
     * @return the {@link Operation} that receives it, taken out of the queue, or else an {@link
     *     Unexpected} that waits for its elements
     */
    public Object arrive(Envelope message) {
        queues.lock();
        try {
            Operation op = queues.takePosted(message);
            return op != null ? op : queues.append(message, true);
        } finally {
            queues.unlock();
        }
    }

    /**
     * The elements of an unexpected message are here.
     *
     * @param message one that {@link #arrive} has returned
     */
    public void came(Unexpected message) {
        boolean isMatched;
        TransportClosedException why;
        queues.lock();
        try {
            message.isComing = false;
            isMatched = message.receiver != null;
            queues.copies += isMatched && !message.from.isSelf() ? 1 : 0;
            why = closed;
            if (!isMatched && why != null) {
                queues.unlink(message);
            }
        } finally {
            queues.unlock();
        }
        if (isMatched) {
            Delivery.finish(message, this);
        } else if (why != null) {
            Delivery.turnDown(message, why);
        } else {
            station.onComplete();
        }
    }

    /**
     * The elements of an unexpected message will not come.
     *
     * @param message one that {@link #arrive} has returned
     * @param why what its receive fails with
     */
    public void willNotCome(Unexpected message, TransportException why) {
        Operation op;
        queues.lock();
        try {
            op = message.receiver;
            if (op == null) {
                queues.unlink(message);
                message.lost(why);
            } else {
                queues.copies -= message.from.isSelf() ? 1 : 0;
            }
            queues.left(message);
        } finally {
            queues.unlock();
        }
        if (op != null) {
            op.fail(why);
        }
    }

    /**
     * A peer announces a message.
     *
     * @param message what is known of it
     */
    public void announce(Envelope message) {
        Operation op;
        TransportClosedException why;
        queues.lock();
        try {
            op = queues.takePosted(message);
            why = closed;
            if (op == null && why == null) {
                var _ = queues.append(message, false);
            }
        } finally {
            queues.unlock();
        }
        if (op != null) {
            op.matched(message);
            Delivery.acceptOrRefuse(op);
        } else if (why != null) {
            message.from.refuse(message.senderId, Wire.NO_ENDPOINT, why.getMessage());
        } else {
            station.onComplete();
        }
    }

    /**
     * A message of this runtime comes. Returns the {@link Operation} that receives it, taken out,
     * or the send itself if another thread copies it; else the {@link Unexpected} that waits for
     * its elements, or {@link #WAITS}; or null if the endpoint is closed.
     */
    Object takeLocally(Operation send) {
        queues.lock();
        try {
            arrival.set(
                    send.peer(),
                    send.station().id(),
                    send.tag(),
                    send.context(),
                    send.slice().type(),
                    send.total(),
                    send.flags());
            Operation op = queues.takePosted(arrival);
            if (op != null) {
                queues.copies++;
                op.matched(arrival);
                return queues.follows(send, op) ? send : op;
            }
            if (closed != null) {
                return null;
            }
            boolean eager = !send.isSynchronous() && queues.admits(send.total());
            Unexpected message = queues.append(arrival, eager);
            message.sender = queues.isAdmitted(message) ? null : send;
            return eager ? message : WAITS; // what waits may be received, and used again, by now
        } finally {
            queues.unlock();
        }
    }

    /**
     * The oldest message that a receive would match.
     *
     * @param pattern a receive that is not posted
     * @param isKept whether the message is kept for it from now on: no other one finds it
     * @return the message, or {@code null} if there is none
     */
    public Status find(Operation pattern, boolean isKept) {
        queues.lock();
        try {
            Unexpected message = queues.findUnexpected(pattern);
            if (message != null && isKept) {
                message.keepFor(pattern);
            }
            return message == null ? null : message.status();
        } finally {
            queues.unlock();
        }
    }

    /** {@return the messages that nobody receives or keeps yet, oldest first} */
    public List<Status> unreceived() {
        Predicate<Unexpected> isFree = message -> message.claim == null;
        return locked(() -> queues.unexpected(isFree).stream().map(Unexpected::status).toList());
    }

    /**
     * A peer is gone: what only it could send will not come.
     *
     * @param peer the peer
     */
    public void onPeerEnded(Party peer) {
        Predicate<Unexpected> isLost = message -> message.from == peer && !message.isEager;
        var _ = locked(() -> queues.takeUnexpected(isLost));
        Delivery.fail(locked(() -> queues.takePosted(op -> op.peer() == peer)), peer.loss());
        station.onComplete();
    }

    /** An endpoint of a party is closed: what only that could send will not come. */
    void onClosed(Party party, int endpoint) {
        Predicate<Operation> isLost = op -> op.peer() == party && op.peerEndpoint() == endpoint;
        TransportException why = party.nothingComes(endpoint);
        Delivery.fail(locked(() -> queues.takePosted(isLost)), why);
        station.onComplete(); // somebody may probe
    }

    /** Takes out the receives that are meant; if there are none, does something under the lock. */
    List<Operation> takePosted(Predicate<Operation> which, Runnable ifNone) {
        return locked(
                () -> {
                    List<Operation> taken = queues.takePosted(which);
                    if (taken.isEmpty()) {
                        ifNone.run();
                    }
                    return taken;
                });
    }

    /** Fails a receive that nothing is to match any more; false if it is not posted. */
    boolean giveUp(Operation receive, TransportException why) {
        boolean isPosted = queues.takeBack(receive);
        if (isPosted) {
            receive.fail(why);
        }
        return isPosted;
    }

    /**
     * Fails what waits here, and what waits for this endpoint.
     *
     * @param why what all that is told
     */
    public void close(TransportClosedException why) {
        List<Operation> failed;
        List<Unexpected> unanswered;
        queues.lock();
        try {
            if (closed != null) {
                return;
            }
            failed = queues.posted(op -> true); // without memory nothing is closed, or all is
            unanswered = queues.takeUnexpected(message -> !message.isComing);
            queues.unlinkPosted(failed);
            closed = why;
        } finally {
            queues.unlock();
        }
        Delivery.fail(failed, why);
        Delivery.turnDown(unanswered, why);
    }

    /** Lets something take the place of a send from here; false if it has found its receive. */
    boolean replace(Operation send, Operation standIn) {
        return locked(() -> queues.replace(send, standIn));
    }

    /**
     * Fails what an endpoint of this runtime that closes has sent here and nobody has received.
     *
     * @param sender the endpoint that closes
     * @param why what its sends fail with
     */
    public void withdraw(Station sender, TransportException why) {
        Predicate<Unexpected> isSent = one -> one.sender != null && one.sender.station() == sender;
        Delivery.turnDown(locked(() -> queues.takeUnexpected(isSent)), why);
    }
}
