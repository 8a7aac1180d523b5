package org.activeobjects.transport.matching;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;

/**
 * Messages between endpoints of one runtime: one copy, from source to destination, made by whoever
 * comes second, or by who waits for it.
 *
 * <p><b>Threading:</b> safe; no lock is held meanwhile.
 */
public final class LocalMessages {

    private LocalMessages() {}

    /**
     * Sends to an endpoint of the same runtime.
     *
     * @param send a send to this runtime
     */
    public static void send(Operation send) {
        Station target = send.station().neighbour(send.peerEndpoint());
        if (target == null) {
            turnDown(send);
            return;
        }
        deliver(send, target.matcher());
    }

    static void deliver(Operation send, Matcher matcher) {
        Object found = matcher.takeLocally(send);
        if (found instanceof Operation receive) {
            copyOrLeave(send, receive);
        } else if (found instanceof Unexpected message) {
            fill(message, send, matcher);
        } else {
            turnDown(send);
        }
    }

    private static void turnDown(Operation send) {
        String name = send.peer().name(send.peerEndpoint());
        send.fail(new TransportClosedException("the endpoint is closed: endpoint=" + name));
    }

    private static void fill(Unexpected message, Operation send, Matcher matcher) {
        if (!message.isEager) {
            send.station().onComplete();
            if (send.station().matcher().isClosed()) { // meanwhile
                matcher.withdraw(send.station(), send.station().matcher().whyClosed());
            }
            return;
        }
        Throwable fault = move(send, message.room());
        if (fault == null) {
            matcher.came(message);
            send.complete();
        } else {
            matcher.willNotCome(message, notMoved(fault));
            send.fail(notMoved(fault));
        }
    }

    /** Copies, or leaves that to who waits for it: two ranks that exchange each copy one half. */
    static void copyOrLeave(Operation send, Operation receive) {
        if (send.total() < Operation.SHARED || !receive.leaveTo(send)) {
            copy(send, receive);
        }
    }

    static void copy(Operation send, Operation receive) {
        String misfit = receive.misfit();
        Throwable fault = misfit == null ? move(send, receive.slice()) : null;
        receive.station().matcher().copied();
        end(receive, failure(misfit, fault));
        end(send, failure(misfit, fault));
    }

    private static TransportException failure(String misfit, Throwable fault) {
        if (misfit != null) {
            return new MessageMismatchException(misfit);
        }
        return fault == null ? null : notMoved(fault);
    }

    /** Copies the elements of a send; gives what that has failed with, else null. */
    private static Throwable move(Operation send, Slice target) {
        try {
            send.slice().transferTo(0, target, 0, send.total());
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    static TransportException notMoved(Throwable fault) {
        return new TransportException("elements could not be copied: " + fault, fault);
    }

    /** Completes an operation, or fails it if there is a failure. */
    static void end(Operation op, TransportException failure) {
        if (failure == null) {
            op.complete();
        } else {
            op.fail(failure);
        }
    }
}
