package org.activeobjects.transport;

import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.object.ObjectCodec;

import java.time.Duration;

/**
 * One party of the matched plane, such as a rank: sends and receives typed messages.
 *
 * <p>A message is known by its source, its tag and its context. Messages of one source to one
 * destination in one context are matched in the order in which they were sent. Small messages are
 * sent at once (eager); large ones when the receive is known (rendezvous), and then lie straight in
 * the destination of the receive.
 *
 * <p>A send is complete when its source may be changed again. For a small one that is at once, and
 * says nothing of the receiver. For a large one, and for {@link #ssend}, a receive has matched, and
 * all elements were sent; if the receiver's endpoint, its memory or its link is closed before that,
 * the send fails. A receiver that ends then may not have them all: let it answer.
 *
 * <p>Who waits for an endpoint that is closed while its runtime goes on, in a receive, a probe or
 * an exchange of whatever length, fails with {@code TransportClosedException}, and so does who
 * begins to; what that endpoint has sent before is received first. Only a receive or probe may wait
 * on for one that was closed before the two runtimes were connected, until something is sent to it.
 * All may wait for a number that no endpoint of another runtime has had yet.
 *
 * <p>An argument that is wrong by itself, such as {@code null} or a tag of less than 0, is refused
 * with a {@link NullPointerException} or an {@link IllegalArgumentException}; nothing is begun.
 *
 * <p>A handler of messages must not wait. A blocking call does there what can be done at once: a
 * small send of an array to another runtime for which there is room, a receive whose message is
 * here whole. Everything else is refused with an {@link IllegalStateException} before it is begun.
 *
 * <p>A wait ends with what it waits for, which fails when the other side is gone, or when this
 * endpoint is closed, by any thread. No interrupt ends it, and whoever waits has its interrupt
 * afterwards; only connecting to a peer, by the first operation with it, fails then. The calls
 * without a time limit wait however long it takes: who needs one starts the operation, and awaits
 * it with one. At an endpoint that is closed nothing can be begun: that throws {@code
 * TransportClosedException}.
 *
 * <p>Memory is not to be closed before its operation is complete. Closed memory is refused with an
 * {@link IllegalStateException}; an operation whose memory is closed meanwhile fails, and so does
 * the other side's unless it is complete. The JDK may set the interrupt of a waiting thread then.
 *
 * <p>A message that does not fit its receive, being longer or of another type, fails on both sides,
 * with a message that names both. A send that was complete before that can fail no more: then all
 * receives do that its endpoint has posted for the receiving one in the same context, for what they
 * wait for may never come. If there are none, its next operation with that peer does, once, before
 * it has begun, and the log tells of it at once.
 *
 * <p><b>Threading:</b> safe. A blocking method on a platform thread moves the links itself.
 *
 * <p><b>Source:</b> {@code xxdev.Device} of F-MPJ, itself after {@code xdev} of MPJ Express. Not
 * for implementation outside this module.
 */
public interface Endpoint extends AutoCloseable {

    /** Stands for every tag in a receive or a probe. */
    int ANY_TAG = -1;

    /** {@return how others name this endpoint} */
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
     * Sends to a peer and receives from it, both at once, the same number of elements of the same
     * type: {@code irecv; isend; await; await} without an allocation once warm.
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
     *     each side gave, if types or counts differ, or the peer has sent something else; elements
     *     that nobody has begun to receive are then taken back, and a receive of them fails
     */
    void exchange(EndpointAddress peer, int tag, int context, Slice source, Slice destination);

    /**
     * Looks for a message that could be received now, and leaves it where it is.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @return the message, or {@code null} if there is none yet
     * @throws org.activeobjects.transport.error.TransportException if there never will be: the
     *     source, or this endpoint, is closed or gone
     */
    Status iprobe(EndpointAddress source, int tag, int context);

    /**
     * Waits for a message that could be received, and leaves it where it is: another thread may
     * receive it first, unless {@link #mprobe} keeps it.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @return the message
     */
    Status probe(EndpointAddress source, int tag, int context);

    /**
     * Does the same for a limited time.
     *
     * @param source as above
     * @param tag as above
     * @param context any number
     * @param timeout longest wait; none if zero or less
     * @return the message
     * @throws org.activeobjects.transport.error.TransportTimeoutException if none has come in time
     */
    Status probe(EndpointAddress source, int tag, int context, Duration timeout);

    /**
     * Does what {@link #iprobe} does, and keeps the message: nobody else finds or receives it.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @return the message, or {@code null} if there is none yet
     */
    Message improbe(EndpointAddress source, int tag, int context);

    /**
     * Does what {@link #probe} does, and keeps the message: nobody else finds or receives it.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @param timeout longest wait; none if zero or less
     * @return the message
     * @throws org.activeobjects.transport.error.TransportTimeoutException if none has come in time
     */
    Message mprobe(EndpointAddress source, int tag, int context, Duration timeout);

    /**
     * Waits until one of several operations of this transport is complete; it is to be awaited
     * still, which then does not wait.
     *
     * @param requests operations, one or more; those that are {@code null} are left out
     * @return index of one that is complete, well or not
     * @throws IllegalArgumentException if there is none, or one is of another transport
     */
    int awaitAny(Request... requests);

    /**
     * Does the same for a limited time.
     *
     * @param timeout longest wait; none if zero or less
     * @param requests as above
     * @return index of one that is complete, well or not
     * @throws org.activeobjects.transport.error.TransportTimeoutException if none is in time
     */
    int awaitAny(Duration timeout, Request... requests);

    /**
     * Waits for all, also if one fails; as {@link Request#awaitAll}.
     *
     * @param requests operations, also of other endpoints; those that are {@code null} are left out
     * @throws org.activeobjects.transport.error.TransportException the first failure in this order,
     *     with the others as suppressed exceptions
     * @throws IllegalStateException in a handler of messages, unless all are complete
     */
    void awaitAll(Request... requests);

    /**
     * Waits until some operation that was started here, and that neither {@code await} nor {@code
     * test} nor {@code peek} has reported, is complete; persistent requests and receives that
     * {@code cancel} has taken back aside. All others are kept for it until they are reported.
     *
     * @return that operation
     * @throws org.activeobjects.transport.error.TransportClosedException if this endpoint is
     *     closed, and all that it had begun is reported
     */
    Request peek();

    /**
     * Sets up a send, to be started again and again.
     *
     * @param destination receiving endpoint; may be this one
     * @param tag 0 or more
     * @param context any number
     * @param source elements, not to be changed while a round is under way
     * @return the request, not started
     */
    PersistentRequest sendInit(EndpointAddress destination, int tag, int context, Slice source);

    /**
     * Sets up a receive, to be started again and again.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @param destination room for the elements
     * @return the request, not started
     */
    PersistentRequest recvInit(EndpointAddress source, int tag, int context, Slice destination);

    /**
     * Sets up an exchange, to be started again and again; the peer may use {@link #exchange} or
     * this, too.
     *
     * @param peer endpoint that exchanges with this one
     * @param tag 0 or more, the same on both sides
     * @param context the same on both sides
     * @param source elements to send
     * @param destination room for exactly as many elements of the same type
     * @return the request, not started
     */
    PersistentRequest exchangeInit(
            EndpointAddress peer, int tag, int context, Slice source, Slice destination);

    /**
     * Starts to send an object; it is encoded before this returns. Only {@link #irecvObject} and
     * {@link #recvObject} receive it.
     *
     * @param destination receiving endpoint; may be this one
     * @param tag 0 or more
     * @param context any number
     * @param object anything that the codec can encode; may be {@code null}
     * @return the operation
     * @throws org.activeobjects.transport.error.ObjectCodecException if it cannot be encoded;
     *     nothing was sent
     */
    Request isendObject(EndpointAddress destination, int tag, int context, Object object);

    /**
     * Starts to receive an object; {@link Request#object} is it. Without memory for it both fail.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @return the operation
     * @throws org.activeobjects.transport.error.ObjectCodecException if the length that the codec
     *     allows is negative; nothing was started
     */
    Request irecvObject(EndpointAddress source, int tag, int context);

    /**
     * Sends an object and waits until it is on its way.
     *
     * @param destination receiving endpoint
     * @param tag 0 or more
     * @param context any number
     * @param object as above
     */
    default void sendObject(EndpointAddress destination, int tag, int context, Object object) {
        isendObject(destination, tag, context, object).await();
    }

    /**
     * Receives an object.
     *
     * @param source sending endpoint, or {@link EndpointAddress#ANY_SOURCE}
     * @param tag tag, or {@link #ANY_TAG}
     * @param context any number
     * @return the object; may be {@code null}
     */
    default Object recvObject(EndpointAddress source, int tag, int context) {
        Request request = irecvObject(source, tag, context);
        request.await();
        return request.object();
    }

    /**
     * Chooses how objects become bytes here. At first it is Java's serialization for values and
     * collections of the JDK and for the classes that the setting {@code objects.allow} lists; see
     * {@link org.activeobjects.transport.object.JavaObjectCodec}.
     *
     * @param codec the codec for what is sent and received from now on
     */
    void useCodec(ObjectCodec codec);

    /**
     * Has receives that are started from now on, of one context, take the messages of their source
     * in the order in which they were sent: one with another tag than its receive fails it, as one
     * of another type does, and {@link
     * org.activeobjects.transport.error.MessageMismatchException#sentTag} is its tag.
     *
     * @param context any number
     */
    void compareTags(int context);

    /**
     * Fails what is still pending here with {@code TransportClosedException}, and what waits for
     * this endpoint elsewhere; idempotent.
     *
     * <p>When this has returned, nothing is written any more to where messages were to be received.
     * So it may wait for the piece that is just being copied, and for a handler that holds up the
     * thread that copies. In a handler it does not wait: a receive whose elements another thread
     * just copies may then fail a moment later.
     */
    @Override
    void close();

    /**
     * Does the same, and has what fails because of it tell why, also at peers that are connected.
     *
     * @param reason why; peers are told 1024 bytes of it in UTF-8, and each remembers the last 16
     */
    void close(String reason);

    /**
     * A message that was kept by a matched probe (MPI 3.0, section 3.8.2), to be received once, by
     * this object only, in any thread. It stays until then, or until the endpoint is closed, and
     * its sender may wait. A long one may still fail to come, as in any receive.
     */
    interface Message {

        /** {@return where it is from, its tag, the type and number of its elements} */
        Status status();

        /**
         * Starts to receive it.
         *
         * @param destination room for the elements; if the message does not fit, the receive fails
         * @return the operation
         * @throws IllegalStateException if it was received already
         */
        Request irecv(Slice destination);

        /**
         * Starts to receive an object.
         *
         * @return the operation; {@link Request#object} is the object
         * @throws IllegalStateException if it was received already
         */
        Request irecvObject();
    }
}
