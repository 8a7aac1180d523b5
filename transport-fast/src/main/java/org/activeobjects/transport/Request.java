package org.activeobjects.transport;

import org.activeobjects.transport.error.TransportException;

import java.time.Duration;
import java.util.Objects;

/**
 * One non-blocking operation of the matched plane, from its start to its completion.
 *
 * <p>Each is to be awaited or tested until it is complete, also a small send, which is so at once:
 * its endpoint keeps for {@link Endpoint#peek} what nobody has reported. Who would forget the
 * request uses {@link Endpoint#send}, which leaves none.
 *
 * <p><b>Threading:</b> any thread may look; one thread at a time may wait. A platform thread that
 * waits moves the links itself; a virtual thread is parked until another thread has done so.
 *
 * <p><b>Source:</b> {@code mpjdev.Request} of F-MPJ's device layer. Different here: a failure is
 * thrown by {@link #await} and never returned as a code.
 *
 * <p>Not for implementation outside this module.
 */
public interface Request {

    /**
     * Waits for the completion, however long it takes; {@code toString()} tells what is waited for.
     *
     * @return what was received; for a send, {@code null}
     * @throws IllegalStateException in a handler of messages, which must not wait, unless it is
     *     complete
     * @throws org.activeobjects.transport.error.PeerLostException if the other side is gone
     * @throws org.activeobjects.transport.error.MessageMismatchException if the message that was
     *     matched does not fit the receive; the message is consumed
     * @throws org.activeobjects.transport.error.TransportClosedException if the endpoint or its
     *     transport was closed, or the operation was cancelled
     */
    Status await();

    /**
     * Waits for the completion, but not for ever.
     *
     * @param timeout longest wait, zero or more
     * @return what was received; for a send, {@code null}
     * @throws org.activeobjects.transport.error.TransportTimeoutException if it is not complete by
     *     then; the operation goes on
     */
    Status await(Duration timeout);

    /**
     * Moves the links once, but not in a handler, and looks. A virtual thread that does so again
     * and again leaves its carrier now and then to others that are ready.
     *
     * @return true if the operation is complete, well or not
     */
    boolean test();

    /**
     * Takes back a receive that nothing has matched yet; {@link #await} then throws {@code
     * TransportClosedException}. A send cannot be taken back: one that nobody receives ends when
     * its endpoint is closed, or the receiving one.
     *
     * @return true if it will never be matched; false if it is too late, or for a send
     */
    boolean cancel();

    /**
     * What a receive was matched with; also one that has failed because the message did not fit,
     * and then {@link Status#isTruncated} is true.
     *
     * @return what was found, or {@code null} for a send, for a receive that is not complete, and
     *     for one that nothing has matched
     */
    Status status();

    /**
     * The object that was received by {@link Endpoint#irecvObject}, decoded by the calling thread
     * when it asks first.
     *
     * @return the object, which may be {@code null}
     * @throws IllegalStateException if this is no such receive, or not complete, or has failed
     * @throws org.activeobjects.transport.error.ObjectCodecException if the bytes are no object, or
     *     one of a class that is not trusted
     */
    Object object();

    /**
     * Where it was started.
     *
     * @return the endpoint
     */
    Endpoint endpoint();

    /**
     * Waits for all, also if one fails. Costs less than to await each of them: who waits for the
     * last one finds the others complete, mostly, and no {@link Status} is made.
     *
     * @param requests operations; those that are {@code null} are left out
     * @throws TransportException the first failure in this order, with the others as suppressed
     *     exceptions
     * @throws IllegalStateException in a handler of messages, unless all are complete
     */
    static void awaitAll(Request... requests) {
        Objects.requireNonNull(requests, "the array of requests is null");
        for (Request request : requests) {
            if (request != null) {
                request.endpoint().awaitAll(requests);
                return;
            }
        }
    }

    /**
     * Waits until one of several operations of one transport is complete; it is to be awaited
     * still, which then does not wait.
     *
     * @param requests operations; those that are {@code null} are left out
     * @return index of one that is complete, well or not
     * @throws IllegalArgumentException if there is none, or one is of another transport
     */
    static int awaitAny(Request... requests) {
        return endpointOfAny(requests).awaitAny(requests);
    }

    /**
     * Does the same for a limited time.
     *
     * @param timeout longest wait; none if zero or less
     * @param requests operations; those that are {@code null} are left out
     * @return index of one that is complete, well or not
     * @throws IllegalArgumentException if there is none, or one is of another transport
     * @throws org.activeobjects.transport.error.TransportTimeoutException if none is complete in
     *     time; all go on
     */
    static int awaitAny(Duration timeout, Request... requests) {
        return endpointOfAny(requests).awaitAny(timeout, requests);
    }

    private static Endpoint endpointOfAny(Request... requests) {
        Objects.requireNonNull(requests, "the array of requests is null");
        for (Request request : requests) {
            if (request != null) {
                return request.endpoint();
            }
        }
        throw new IllegalArgumentException(
                "awaitAny needs at least one request: requests=" + requests.length);
    }
}
