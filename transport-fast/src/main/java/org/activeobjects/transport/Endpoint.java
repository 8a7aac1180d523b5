package org.activeobjects.transport;

import org.activeobjects.transport.address.EndpointAddress;

/**
 * One party of the matched plane, such as a rank: sends and receives typed messages.
 *
 * <p>A message is known by its source, its tag and its context. Messages of one source to one
 * destination in one context are matched in the order in which they were sent. Small messages are
 * sent at once (eager); large ones when the receive is known (rendezvous), and then lie straight in
 * the destination of the receive.
 *
 * <p><b>Threading:</b> safe. A blocking method on a platform thread moves the links itself.
 *
 * <p><b>Source:</b> {@code xxdev.Device} of F-MPJ, itself after {@code xdev} of MPJ Express.
 *
 * <p>Not for implementation outside this module.
 */
public interface Endpoint extends AutoCloseable {

    /** Stands for every tag in a receive or a probe. */
    int ANY_TAG = -1;

    /**
     * How others name this endpoint.
     *
     * @return its address
     */
    EndpointAddress address();

    /**
     * Starts a send.
     *
     * @param destination receiving endpoint; may be this one
     * @param tag 0 or more
     * @param context any number
     * @param source elements, not to be changed until the request is complete
     * @return the operation; complete when the source may be changed again
     * @throws org.activeobjects.transport.error.PeerLostException if the destination is known to be
     *     gone or cannot be reached
     */
    Request isend(EndpointAddress destination, int tag, int context, Slice source);

    /**
     * Starts a send that is complete only when a receive has matched it.
     *
     * @param destination receiving endpoint
     * @param tag 0 or more
     * @param context any number
     * @param source elements, not to be changed until the request is complete
     * @return the operation
     */
    Request issend(EndpointAddress destination, int tag, int context, Slice source);

    /**
     * Starts a receive.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @param destination room for the elements; a message of another type, or of more elements,
     *     fails the receive
     * @return the operation
     */
    Request irecv(EndpointAddress source, int tag, int context, Slice destination);

    /**
     * Sends and waits until the source may be changed again.
     *
     * @param destination receiving endpoint
     * @param tag 0 or more
     * @param context any number
     * @param source elements
     */
    void send(EndpointAddress destination, int tag, int context, Slice source);

    /**
     * Sends and waits until a receive has matched.
     *
     * @param destination receiving endpoint
     * @param tag 0 or more
     * @param context any number
     * @param source elements
     */
    void ssend(EndpointAddress destination, int tag, int context, Slice source);

    /**
     * Receives.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @param destination room for the elements
     * @return what was received
     */
    Status recv(EndpointAddress source, int tag, int context, Slice destination);

    /**
     * Sends to a peer and receives from it, both at once: {@code irecv; isend; await; await}
     * without an allocation once warm. Both sides must pass the same number of elements of the same
     * type.
     *
     * @param peer endpoint that calls {@code exchange} with this one; may be this one
     * @param tag 0 or more, the same on both sides
     * @param context the same on both sides
     * @param source elements to send
     * @param destination room for exactly as many elements of the same type; must not overlap the
     *     source
     * @throws IllegalArgumentException if source and destination differ in type or count; nothing
     *     was sent
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, naming what
     *     each side gave, if types or counts differ
     * @throws org.activeobjects.transport.error.PeerLostException if the peer is gone
     */
    void exchange(EndpointAddress peer, int tag, int context, Slice source, Slice destination);

    /**
     * Looks for a message that could be received now, and leaves it where it is.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @return the message, or {@code null} if there is none
     */
    Status iprobe(EndpointAddress source, int tag, int context);

    /**
     * Waits for a message that could be received, and leaves it where it is.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @return the message
     */
    Status probe(EndpointAddress source, int tag, int context);

    /**
     * Waits until one of several operations of this endpoint is complete.
     *
     * @param requests operations, one or more
     * @return index of one that is complete, well or not
     */
    int awaitAny(Request... requests);

    /**
     * Waits until some operation that was started on this endpoint, and that neither {@code await}
     * nor {@code test} nor {@code peek} has reported as complete, is so.
     *
     * @return that operation
     */
    Request peek();

    /** Fails what is still pending here with {@code TransportClosedException}; idempotent. */
    @Override
    void close();
}
