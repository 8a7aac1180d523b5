package org.activeobjects.transport.matching;

import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;

/**
 * What becomes of a message that has found its receive, or never will.
 *
 * <p><b>Threading:</b> who owns both; no lock is held.
 */
final class Delivery {

    private Delivery() {}

    /** Hands a message that was unexpected to its receive. No lock is held. */
    static void finish(Unexpected message, Matcher matcher) {
        Operation op = message.receiver;
        Party from = message.from;
        op.matched(message);
        if (message.isEager) {
            TransportException failure = take(message, op);
            long bytes = message.bytes;
            matcher.recycle(message);
            if (!from.isSelf()) {
                from.consumedLater(bytes);
            }
            LocalMessages.end(op, failure);
        } else if (message.sender != null) {
            Operation sender = message.sender;
            matcher.recycle(message);
            LocalMessages.copyOrLeave(sender, op, op);
        } else {
            matcher.recycle(message);
            acceptOrRefuse(op);
        }
    }

    /** Copies elements that are here to their receive. Returns what it fails with, or null. */
    private static TransportException take(Unexpected message, Operation op) {
        String misfit = op.misfit();
        if (misfit != null) {
            message.tellSender(op, misfit);
            return op.mismatch(misfit);
        }
        try {
            if (message.bytes > 0) {
                message.copyTo(op.slice());
            }
            return null;
        } catch (RuntimeException | Error e) {
            return LocalMessages.notMoved(op, e);
        }
    }

    /** Has announced elements come to their receive, or turns them down. */
    static void acceptOrRefuse(Operation op) {
        Party from = op.peer();
        String misfit = op.misfit();
        if (misfit != null) {
            from.refuse(op.senderId(), Wire.MISMATCH, misfit);
            op.fail(op.mismatch(misfit));
        } else if (!op.slice().isAccessible()) {
            String gone = op.unwritable();
            from.refuse(op.senderId(), Wire.UNREADABLE, gone);
            op.fail(new TransportException(gone));
        } else {
            from.accept(op);
        }
    }

    /** Tells the sender of a message that nobody receives it. */
    static void turnDown(Unexpected message, TransportClosedException why) {
        if (message.sender != null) {
            message.sender.fail(new TransportClosedException(why.getMessage()));
        } else if (message.isEager && !message.from.isSelf()) {
            message.from.consumedLater(message.bytes);
        } else if (!message.isEager) {
            message.from.refuse(message.senderId, Wire.NO_ENDPOINT, why.getMessage());
        }
    }
}
