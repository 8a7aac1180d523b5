package org.activeobjects.transport.matching;

import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;

import java.util.List;

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
        try {
            String misfit = op.misfit();
            if (misfit != null) {
                MessageMismatchException failure = op.mismatch(misfit);
                message.tellSender(op, misfit);
                return failure;
            }
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
        int reason = Wire.UNREADABLE;
        TransportException failure;
        try {
            String misfit = op.misfit();
            if (misfit != null) {
                reason = Wire.MISMATCH;
                failure = op.mismatch(misfit);
            } else {
                boolean isThere = op.slice().isAccessible();
                failure = isThere ? null : new TransportException(op.unwritable());
            }
        } catch (RuntimeException | Error e) { // nobody else knows it
            failure = LocalMessages.notMoved(op, e);
        }
        if (failure == null) {
            from.accept(op);
        } else {
            from.refuse(op.senderId(), reason, failure.getMessage());
            op.fail(failure);
        }
    }

    /** Fails receives that were taken out, each of them also where there is no memory. */
    static void fail(List<Operation> taken, TransportException why) {
        for (int i = 0; i < taken.size(); i++) {
            taken.get(i).fail(Failures.again(why));
        }
    }

    /** As below, for messages that were taken out. */
    static void turnDown(List<Unexpected> taken, TransportException why) {
        for (int i = 0; i < taken.size(); i++) {
            turnDown(taken.get(i), why);
        }
    }

    /** Tells the sender of a message that nobody receives it. */
    static void turnDown(Unexpected message, TransportException why) {
        if (message.sender != null) {
            message.sender.fail(Failures.again(why));
        } else if (message.isEager && !message.from.isSelf()) {
            message.from.consumedLater(message.bytes);
        } else if (!message.isEager) {
            message.from.refuse(message.senderId, Wire.NO_ENDPOINT, why.getMessage());
        }
    }
}
