package org.activeobjects.transport.matching;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.MatchQueues.Envelope;
import org.activeobjects.transport.matching.MatchQueues.Unexpected;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.SpinLock;

import java.util.List;

/**
 * Brings the receives of one endpoint and the messages for it together, in the order of MPI.
 *
 * <p><b>Threading:</b> safe, under one lock; nothing is copied, sent or completed while it is held.
 */
final class Matcher {

    /** Longest message of this runtime to itself that is copied rather than kept waiting. */
    private static final int LOCAL_EAGER = 16 * 1024;

    private static final long LOCAL_WINDOW = 1 << 20;

    private final MatchedEndpoint endpoint;
    private final SpinLock lock = new SpinLock();
    private final MatchQueues queues = new MatchQueues();
    private final Envelope arrival = new Envelope(); // from this runtime, under the lock
    private long localBytes;
    private volatile TransportClosedException closed;

    Matcher(MatchedEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    boolean isClosed() {
        return closed != null;
    }

    void checkOpen() {
        TransportClosedException why = closed;
        if (why != null) {
            throw new TransportClosedException(why.getMessage());
        }
    }

    /** Posts a receive, or completes it with a message that is here. */
    void receive(Operation op) {
        Unexpected message;
        TransportException dead = null;
        boolean isComing = false;
        lock.lock();
        try {
            message = queues.findUnexpected(op);
            if (message != null) {
                queues.unlink(message);
                isComing = message.isComing;
                message.receiver = op;
            } else {
                dead = whyNever(op);
                if (dead == null) {
                    queues.post(op);
                }
            }
        } finally {
            lock.unlock();
        }
        if (dead != null) {
            op.fail(dead);
        } else if (message != null && !isComing) {
            finish(message);
        }
    }

    /** Why a receive can never match any more; null if it can. */
    TransportException whyNever(Operation op) {
        TransportClosedException why = closed;
        if (why != null) {
            return new TransportClosedException(why.getMessage());
        }
        return op.peer == null ? null : op.peer.loss();
    }

    /** Hands a message that was unexpected to its receive. No lock is held. */
    private void finish(Unexpected message) {
        Operation op = message.receiver;
        Peer from = message.from;
        op.matched(message);
        if (message.isEager) {
            String misfit = op.misfit();
            if (misfit != null) {
                message.tellSender(op, misfit);
            } else if (message.bytes > 0) {
                message.copyTo(op.slice);
            }
            long bytes = message.bytes;
            recycle(message);
            if (!from.isSelf()) {
                from.consumedLater(bytes);
            }
            end(op, misfit);
        } else if (message.sender != null) {
            Operation sender = message.sender;
            recycle(message);
            copyLocally(sender, op);
        } else {
            recycle(message);
            acceptOrRefuse(op);
        }
    }

    private static void end(Operation op, String misfit) {
        if (misfit == null) {
            op.complete();
        } else {
            op.fail(new MessageMismatchException(misfit));
        }
    }

    private void recycle(Unexpected message) {
        lock.lock();
        try {
            if (message.isEager && message.from.isSelf()) {
                localBytes -= message.bytes + Wire.OVERHEAD;
            }
            queues.recycle(message);
        } finally {
            lock.unlock();
        }
    }

    private static void acceptOrRefuse(Operation op) {
        Peer from = op.peer;
        String misfit = op.misfit();
        if (misfit != null) {
            from.refuse(op.senderId, Wire.MISMATCH, misfit);
            end(op, misfit);
        } else {
            op.moved = 0;
            from.accept(op);
        }
    }

    /**
     * An eager message comes. Returns the {@link Operation} that receives it, taken out of the
     * queue, or else an {@link Unexpected} that waits for its elements.
     */
    Object arrive(Envelope message) {
        lock.lock();
        try {
            Operation op = queues.takePosted(message);
            return op != null ? op : append(message, true);
        } finally {
            lock.unlock();
        }
    }

    private Unexpected append(Envelope envelope, boolean eager) {
        Unexpected message = queues.append();
        message.copyOf(envelope);
        message.isEager = eager;
        message.isComing = eager;
        return message;
    }

    /** The elements of an unexpected message are here. */
    void came(Unexpected message) {
        boolean isMatched;
        TransportClosedException why;
        lock.lock();
        try {
            message.isComing = false;
            isMatched = message.receiver != null;
            why = closed;
            if (!isMatched && why != null) {
                queues.unlink(message);
            }
        } finally {
            lock.unlock();
        }
        if (isMatched) {
            finish(message);
        } else if (why != null) {
            turnDown(message, why);
        } else {
            endpoint.onComplete();
        }
    }

    /** The elements of an unexpected message will not come. */
    void willNotCome(Unexpected message, TransportException why) {
        Operation op;
        lock.lock();
        try {
            op = message.receiver;
            if (op == null) {
                queues.unlink(message);
            }
            if (message.from.isSelf()) {
                localBytes -= message.bytes + Wire.OVERHEAD;
            }
        } finally {
            lock.unlock();
        }
        if (op != null) {
            op.fail(why);
        }
    }

    /** A peer announces a message. */
    void announce(Envelope message) {
        Operation op;
        TransportClosedException why;
        lock.lock();
        try {
            op = queues.takePosted(message);
            why = closed;
            if (op == null && why == null) {
                append(message, false);
            }
        } finally {
            lock.unlock();
        }
        if (op != null) {
            op.matched(message);
            acceptOrRefuse(op);
        } else if (why != null) {
            message.from.refuse(message.senderId, Wire.NO_ENDPOINT, why.getMessage());
        } else {
            endpoint.onComplete();
        }
    }

    /** Sends to an endpoint of this runtime. */
    void sendLocally(Operation send) {
        MatchedEndpoint target = endpoint.engine().endpoint(send.peerEndpoint);
        if (target == null) {
            failLocally(send);
        } else {
            target.matcher().takeLocally(send);
        }
    }

    private static void failLocally(Operation send) {
        String name = send.peer.name(send.peerEndpoint);
        send.fail(new TransportClosedException("the endpoint is closed: endpoint=" + name));
    }

    void takeLocally(Operation send) {
        long cost = send.total + Wire.OVERHEAD;
        Unexpected message = null;
        Operation op;
        lock.lock();
        try {
            arrival.set(
                    send.peer,
                    send.endpoint.id(),
                    send.tag,
                    send.context,
                    send.slice.type(),
                    send.total);
            arrival.flags = send.flags;
            op = queues.takePosted(arrival);
            if (op != null) {
                op.matched(arrival);
            } else if (closed == null) {
                boolean eager =
                        !send.isSynchronous
                                && send.total <= LOCAL_EAGER
                                && localBytes + cost <= LOCAL_WINDOW;
                localBytes += eager ? cost : 0;
                message = append(arrival, eager);
                message.sender = eager ? null : send;
            }
        } finally {
            lock.unlock();
        }
        if (op != null) {
            copyLocally(send, op);
        } else if (message == null) {
            failLocally(send);
        } else if (message.isEager) {
            Throwable fault = move(send, message.room());
            if (fault == null) {
                came(message);
                send.complete();
            } else {
                willNotCome(message, notMoved(fault));
                send.fail(notMoved(fault));
            }
        } else {
            endpoint.onComplete();
        }
    }

    /** Copies, or leaves that to who waits for it: two ranks that exchange each copy one half. */
    private static void copyLocally(Operation send, Operation receive) {
        if (send.total < Operation.SHARED || !receive.leaveTo(send)) {
            copy(send, receive);
        }
    }

    static void copy(Operation send, Operation receive) {
        String misfit = receive.misfit();
        Throwable fault = misfit == null ? move(send, receive.slice) : null;
        if (fault == null) {
            end(receive, misfit);
            end(send, misfit);
        } else {
            receive.fail(notMoved(fault));
            send.fail(notMoved(fault));
        }
    }

    /** Copies the elements of a send; gives what that has failed with, else null. */
    private static Throwable move(Operation send, Slice target) {
        try {
            send.slice.transferTo(0, target, 0, send.total);
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    private static TransportException notMoved(Throwable fault) {
        return new TransportException("elements could not be copied: " + fault, fault);
    }

    /** The oldest message that a receive would match; null if there is none. */
    Status find(Operation pattern) {
        lock.lock();
        try {
            Unexpected message = queues.findUnexpected(pattern);
            return message == null ? null : message.status();
        } finally {
            lock.unlock();
        }
    }

    boolean cancel(Operation op) {
        lock.lock();
        try {
            if (!queues.isPosted(op)) {
                return false;
            }
            queues.unlink(op);
        } finally {
            lock.unlock();
        }
        op.fail(new TransportClosedException("the receive was cancelled: " + op));
        return true;
    }

    /** A peer is gone: what only it could send will not come. */
    void onPeerEnded(Peer peer, TransportException why) {
        List<Operation> failed;
        lock.lock();
        try {
            failed = queues.takePosted(op -> op.peer == peer);
            queues.takeUnexpected(message -> message.from == peer && !message.isEager);
        } finally {
            lock.unlock();
        }
        failed.forEach(op -> op.fail(peer.loss()));
        endpoint.onComplete();
    }

    /** Fails what waits here, and what waits for this endpoint. */
    void close(TransportClosedException why) {
        List<Operation> failed;
        List<Unexpected> unanswered;
        lock.lock();
        try {
            if (closed != null) {
                return;
            }
            closed = why;
            failed = queues.takePosted(op -> true);
            unanswered = queues.takeUnexpected(message -> !message.isComing);
        } finally {
            lock.unlock();
        }
        for (Operation op : failed) {
            op.fail(new TransportClosedException(why.getMessage()));
        }
        unanswered.forEach(message -> turnDown(message, why));
    }

    private static void turnDown(Unexpected message, TransportClosedException why) {
        if (message.sender != null) {
            message.sender.fail(new TransportClosedException(why.getMessage()));
        } else if (message.isEager && !message.from.isSelf()) {
            message.from.consumedLater(message.bytes);
        } else if (!message.isEager) {
            message.from.refuse(message.senderId, Wire.NO_ENDPOINT, why.getMessage());
        }
    }
}
