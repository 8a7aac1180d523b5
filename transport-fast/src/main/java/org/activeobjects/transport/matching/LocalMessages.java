package org.activeobjects.transport.matching;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.Failures;
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

    /**
     * Longest message, bytes, that is copied until somebody receives it, rather than kept waiting.
     */
    public static final int EAGER = 16 * 1024;

    /** Bytes: half of what is shorter is copied in less time than it takes to tell of it. */
    private static final long LEAST_HALVED = 24 * 1024;

    /** By so many bytes the sender's half is longer: it begins sooner. A power of two. */
    private static final long LEAD = 4096;

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
        Object found;
        try {
            found = matcher.takeLocally(send);
        } catch (RuntimeException | Error e) { // nothing was begun
            send.letGo();
            throw e;
        }
        proceed(send, found, matcher);
    }

    /** Goes on with a send for which {@link Matcher#takeLocally} has found something. */
    static void proceed(Operation send, Object found, Matcher matcher) {
        if (found == send) {
            return; // who copies an earlier one copies this one, too
        }
        if (found instanceof Operation receive) {
            copyOrLeave(send, receive, send);
        } else if (found instanceof Unexpected message) {
            fill(message, send, matcher);
        } else if (found == Matcher.WAITS) {
            send.station().onComplete();
            if (send.station().matcher().isClosed()) { // meanwhile
                matcher.withdraw(send.station(), send.station().matcher().whyClosed());
            }
        } else {
            turnDown(send);
        }
    }

    /** Lets something take the place of a send to this runtime that nobody receives yet. */
    static boolean replace(Operation send, Operation standIn) {
        Station target = send.station().neighbour(send.peerEndpoint());
        return target != null && target.matcher().replace(send, standIn);
    }

    private static void turnDown(Operation send) {
        String why = send.station().whyNoNeighbour(send.peerEndpoint());
        send.fail(new TransportClosedException(why));
    }

    /** Copies an eager message to where it is until it is received. */
    private static void fill(Unexpected message, Operation send, Matcher matcher) {
        Throwable fault = moveInto(message, send);
        if (fault == null) {
            matcher.came(message);
            send.complete();
        } else {
            matcher.willNotCome(message, notMoved(send, fault));
            send.fail(notMoved(send, fault));
        }
    }

    /** Without room they do not come, and who has matched the message is told. */
    private static Throwable moveInto(Unexpected message, Operation send) {
        try {
            return move(send, message.room(), 0, send.total());
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /**
     * Copies, alone or together with who waits for the other operation; or leaves it to the one who
     * waits for the receive, while the sender goes on: two ranks that exchange each copy one half.
     *
     * @param mine the one of both that the calling thread has begun
     */
    static void copyOrLeave(Operation send, Operation receive, Operation mine) {
        if (send.total() < leastShared(send) || !mayBeHalved(receive)) {
            copy(send, receive, mine);
        } else if (send.isBlocking) {
            copyTogether(send, receive, mine);
        } else if (!receive.leave(send)) {
            copy(send, receive, mine);
        }
    }

    /** Bytes from which on who waits for it copies, too, or in the place of the calling thread. */
    private static long leastShared(Operation send) {
        if (send.partner() != null) {
            return Operation.SHARED;
        }
        return send.isBlocking ? LEAST_HALVED : Operation.SHARED_LATER;
    }

    /** Copies one message, and those that were matched meanwhile and are to follow it. */
    static void copy(Operation send, Operation receive, Operation mine) {
        Operation next = copyAlone(send, receive);
        if (next != null) {
            copyStream(next, mine == send);
        }
    }

    /**
     * Copies a half of each message that follows another, always the same one, which then stays in
     * the cache of this core, and offers the other half to who waits for the other operation, or
     * soon will. What was not begun when the half of the next message is done, it copies as well.
     */
    private static void copyStream(Operation first, boolean isSender) {
        Operation mine = null; // of the message before, and what the other side was offered there
        Operation offered = null;
        boolean isHelped = false;
        Operation receive = first;
        while (receive != null) {
            Operation send = receive.follows;
            if (turnedDown(send, receive) != null || !mayBeHalved(receive)) {
                receive = copyAlone(send, receive);
                continue;
            }
            beginHalves(send, receive);
            Throwable fault = moveHalf(send, receive, isSender);
            isHelped = offered != null && settle(offered, mine, isSender, isHelped);
            Operation next = receive.station().matcher().copied(receive, false);
            mine = isSender ? send : receive;
            Operation other = isSender ? receive : send;
            offered = offer(other, mine, next != null) ? other : null;
            if (offered == null) {
                copyHalf(send, receive, other);
            }
            endHalf(send, receive, fault);
            receive = next;
        }
        if (offered != null) {
            var _ = settle(offered, mine, isSender, isHelped);
        }
    }

    /** Not if the cut may lie within an element of a part: two threads cannot write to one. */
    private static boolean mayBeHalved(Operation receive) {
        return receive.slice().parts() == null;
    }

    private static void beginHalves(Operation send, Operation receive) {
        send.moves();
        receive.moves();
        receive.inHalves();
    }

    private static boolean offer(Operation other, Operation mine, boolean mayComeLater) {
        boolean mayWaitLater = mayComeLater && other.worksWhileItWaits();
        return mayWaitLater ? other.offer(mine) : other.leave(mine);
    }

    /**
     * Copies the half that the other side was offered, unless it has begun with it; returns whether
     * it has. Who has begun with the half before is given some time: what is copied here has to
     * come back to its core afterwards, which makes it late for the next half, too, and so on.
     */
    static boolean settle(Operation offered, Operation mine, boolean isSender, boolean isHelped) {
        Operation send = isSender ? mine : offered;
        long looks = isHelped ? send.total() >> 10 : 0;
        while (looks-- > 0 && offered.isLeft(mine)) {
            Thread.onSpinWait();
        }
        boolean isTakenBack = offered.takeBack(mine);
        if (isTakenBack) {
            offered.work(mine); // of the next message of both, perhaps, and all of it
        }
        return !isTakenBack;
    }

    private static Operation copyAlone(Operation send, Operation receive) {
        TransportException refusal = turnedDown(send, receive);
        send.moves();
        receive.moves();
        Throwable fault = refusal == null ? move(send, receive.slice(), 0, send.total()) : null;
        return end(send, receive, fault == null ? refusal : notMoved(receive, fault));
    }

    /** Why nothing of a message is copied: it does not fit, or was withdrawn; else null. */
    private static TransportException turnedDown(Operation send, Operation receive) {
        String misfit = receive.misfit();
        if (misfit != null) {
            return receive.mismatch(misfit);
        }
        return send.isAbandoned() ? receive.withdrawn() : null;
    }

    /** Completes both. Returns a receive whose message the calling thread is to copy now. */
    private static Operation end(Operation send, Operation receive, TransportException failure) {
        Operation next = receive.station().matcher().copied(receive, true);
        end(receive, failure);
        boolean isMisfit = failure instanceof MessageMismatchException;
        end(send, isMisfit ? new MessageMismatchException(failure.getMessage()) : failure);
        return next;
    }

    /**
     * Both threads only wait for this message, so each copies its half of it, always the same one,
     * which then stays in the cache of its core. What the other has not begun when this half is
     * done, it copies as well.
     */
    private static void copyTogether(Operation send, Operation receive, Operation mine) {
        Operation other = mine == send ? receive : send;
        if (receive.misfit() != null) {
            var _ = copyAlone(send, receive);
            return;
        }
        beginHalves(send, receive);
        boolean isHelped = other.leave(mine);
        copyHalf(send, receive, mine);
        if (!isHelped || other.takeBack(mine)) {
            copyHalf(send, receive, other);
        }
    }

    /** Copies the half of one side. */
    static void copyHalf(Operation send, Operation receive, Operation mine) {
        endHalf(send, receive, moveHalf(send, receive, mine == send));
    }

    private static Throwable moveHalf(Operation send, Operation receive, boolean isFirst) {
        long cut = send.total() / 2 + LEAD & -LEAD;
        long from = isFirst ? 0 : cut;
        return move(send, receive.slice(), from, isFirst ? cut : send.total() - cut);
    }

    private static void endHalf(Operation send, Operation receive, Throwable fault) {
        if (receive.halfDone(fault)) {
            Throwable failed = receive.fault();
            Operation none = end(send, receive, failed == null ? null : notMoved(receive, failed));
            assert none == null : none;
        }
    }

    /** Copies the elements of a send; gives what that has failed with, else null. */
    private static Throwable move(Operation send, Slice target, long from, long length) {
        try {
            send.slice().transferTo(from, target, from, length);
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    static TransportException notMoved(Operation op, Throwable fault) {
        try {
            return new TransportException(
                    "elements could not be copied: operation=" + op + " reason=" + fault, fault);
        } catch (OutOfMemoryError | StackOverflowError _) {
            return Failures.because(fault);
        }
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
