package org.activeobjects.internal.routing;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.UnseenFailures;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.StubMethod;

/**
 * The way to one active object. Two routes are equal if they lead to the same one.
 *
 * <p><b>Threading:</b> safe; what one thread sends arrives in the order in which it was sent.
 */
public sealed interface Route extends UnseenFailures.Callee permits LocalRoute, RemoteRoute {

    /**
     * A promise for the result of a call on this route.
     *
     * @param method what is to be called
     * @return a new promise
     */
    Promise promise(StubMethod method);

    /**
     * Sends a request, with the context of the calling thread.
     *
     * @param method what is called
     * @param arguments its arguments, in an array that is for this call alone
     * @param promise who gets the answer, {@code null} if the call is one-way
     * @param sender body that calls, {@code null} for a thread of none
     * @throws RuntimeException as the other form does
     */
    void send(StubMethod method, Object[] arguments, Promise promise, LocalBody sender);

    /**
     * Sends a request.
     *
     * @param call method and arguments
     * @param promise who gets the answer, {@code null} if the call is one-way
     * @param sender body that calls, {@code null} for a thread of none
     * @throws org.activeobjects.error.BodyTerminatedRequestException if the active object is known
     *     to have ended; nothing was sent
     * @throws org.activeobjects.error.SerializationException if an argument cannot be copied;
     *     nothing was sent
     * @throws org.activeobjects.transport.error.PeerLostException if its runtime is gone
     */
    void send(Call call, Promise promise, LocalBody sender);

    /**
     * Calls an extension of the body.
     *
     * @param extension its name
     * @param argument its argument
     * @param sender body that calls, {@code null} for a thread of none
     * @return a promise for the answer
     */
    Promise callExtension(String extension, Object argument, LocalBody sender);

    /**
     * Whether a call would be sent at once.
     *
     * @param method what is to be called
     * @param sender body that calls, {@code null} for a thread of none
     * @return false if it would have to wait for room in the queue of the active object
     */
    boolean hasRoom(StubMethod method, LocalBody sender);

    /**
     * Orders the active object to end.
     *
     * @param immediate true to leave the requests in its queue unserved
     */
    void terminate(boolean immediate);

    /**
     * Whether the active object lives.
     *
     * @return false if it has ended or its runtime is gone
     */
    boolean ping();

    /**
     * Whether the active object would take a call: it lives, and has not been told to end.
     *
     * @return false also if its runtime is gone
     */
    boolean takesCalls();

    /**
     * Whether the active object is known to have ended, or its runtime to be lost; asks nobody.
     *
     * @return true if no call would be served
     */
    boolean hasEnded();

    /**
     * The id of the active object, which says what it is and not where. Opens the transport of the
     * runtime if that is not open yet.
     *
     * @return its id
     */
    UniqueID id();

    /**
     * Where it leads now. Opens the transport of the runtime if that is not open yet.
     *
     * @return where the active object is, as far as is known here
     */
    Place place();

    /**
     * Asks where the active object is, behind what was sent on this route before.
     *
     * @return where it was when it answered
     * @throws org.activeobjects.error.BodyTerminatedRequestException if it has ended
     * @throws org.activeobjects.transport.error.TransportException if it cannot be reached
     */
    Place locate();

    /**
     * Sends a mark.
     *
     * @param answer gets the text of a reference to where the active object is, when everything
     *     that was sent on this route before is there
     */
    void mark(Answer answer);

    /**
     * What the stubs of the active object in this runtime keep, so that it is known when there is
     * none any more.
     *
     * @return an object that all of them share
     */
    Object anchor();

    /**
     * Body of the active object.
     *
     * @return the body, or {@code null} if it is in another runtime
     */
    LocalBody body();
}
