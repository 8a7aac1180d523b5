package org.activeobjects.transport.diagnosis;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.progress.Waiting;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * What a thread waits for at an endpoint, however long it takes, while no other side has been found
 * for it: what somebody is to do who looks for deadlocks.
 *
 * @param endpoint the endpoint
 * @param number tells this wait from all others of this JVM
 * @param kind what the call does
 * @param peer the other side; {@link EndpointAddress#ANY_SOURCE} if that may be any, or one of
 *     several
 * @param tag tag, or {@link Endpoint#ANY_TAG}, also for one of several
 * @param context context
 */
public record BlockedCall(
        Endpoint endpoint, int number, Kind kind, EndpointAddress peer, int tag, int context) {

    /** What calls do that wait for another side. */
    public enum Kind {
        /** Sends, until the elements are received or have been sent. */
        SEND,
        /** Receives; an exchange does first. */
        RECEIVE,
        /** Looks for a message. */
        PROBE
    }

    /**
     * Looks what a thread waits for at this moment.
     *
     * @param thread any thread of this JVM
     * @return what it waits for; {@code null} if it is awake, as in the first milliseconds of a
     *     wait, if it waits for a limited time or for something else, if what is sent or received
     *     is on its way, or if it waits for any of several that are not all receives of one context
     */
    public static BlockedCall of(Thread thread) {
        Object blocker =
                LockSupport.getBlocker(Objects.requireNonNull(thread, "the thread is null"));
        if (!(blocker instanceof Waiting wait)) {
            return null;
        }
        int number = wait.waitNumber();
        BlockedCall call = number == 0 ? null : of(wait.subject(), number);
        // An operation is used again and again.
        boolean isSame = wait.waitNumber() == number && LockSupport.getBlocker(thread) == wait;
        return isSame ? call : null;
    }

    private static BlockedCall of(Object subject, int number) {
        if (subject instanceof Operation op) {
            return of(op, number, op.isSend() ? Kind.SEND : Kind.RECEIVE);
        }
        Object awaited = subject instanceof Awaited call ? call.operation() : null;
        if (awaited instanceof Operation op) {
            return of(op, number, Kind.PROBE);
        }
        return awaited instanceof List<?> requests ? ofAny(requests, number) : null;
    }

    private static BlockedCall ofAny(List<?> requests, int number) {
        BlockedCall any = null;
        for (Object request : requests) {
            if (request instanceof Operation op) {
                BlockedCall one = op.isSend() ? null : of(op, number, Kind.RECEIVE);
                any = any == null ? one : any.or(one);
                if (any == null) {
                    return null;
                }
            }
        }
        return any;
    }

    /** A call that waits for a message that this one or another receive would take. */
    private BlockedCall or(BlockedCall other) {
        if (other == null || other.endpoint != endpoint || other.context != context) {
            return null;
        }
        EndpointAddress from = peer.equals(other.peer) ? peer : EndpointAddress.ANY_SOURCE;
        int either = tag == other.tag ? tag : Endpoint.ANY_TAG;
        return new BlockedCall(endpoint, number, kind, from, either, context);
    }

    private static BlockedCall of(Operation op, int number, Kind kind) {
        if (op.isComplete() || !op.isUnmatched()) {
            return null;
        }
        var from = op.peer();
        EndpointAddress peer =
                from == null
                        ? EndpointAddress.ANY_SOURCE
                        : new EndpointAddress(from.id(), op.peerEndpoint());
        return new BlockedCall(op.endpoint(), number, kind, peer, op.tag(), op.context());
    }
}
