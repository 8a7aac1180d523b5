package org.activeobjects.internal.request;

import org.activeobjects.active.Request;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.polling.Polling;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.address.RuntimeId;

import java.util.Objects;

/**
 * A request as the queue and the body see it.
 *
 * <p><b>Threading:</b> handed from the thread that delivers to that of the active object; it is in
 * one queue at most, as a node of it.
 */
public abstract class QueuedRequest implements Request {

    private static final Object BEGUN = new Object();

    private final Answer answer;

    /** Null as long as it waits, or was given to the library to be served; else how it left. */
    private Object left;

    private Object next;
    private long sequence;

    /**
     * For subclasses.
     *
     * @param answer who gets the answer, {@code null} if nobody does
     */
    protected QueuedRequest(Answer answer) {
        this.answer = answer;
    }

    /**
     * What users see as a request.
     *
     * @param request a request that was taken from the queue
     * @return the same
     */
    public static QueuedRequest of(Request request) {
        return (QueuedRequest) Objects.requireNonNull(request, "the request to serve is null");
    }

    /**
     * The method to run. Decodes what is needed to know it.
     *
     * @return the method
     * @throws org.activeobjects.error.ActiveObjectException if caller and callee do not mean the
     *     same class
     */
    public abstract StubMethod method();

    /**
     * The arguments to run it with; decodes them if they have not been yet.
     *
     * @return one per parameter, primitive ones boxed
     * @throws org.activeobjects.error.SerializationException if they cannot be decoded
     */
    public abstract Object[] arguments();

    /**
     * Runs the method.
     *
     * @param target object to run it on
     * @return its result
     * @throws Throwable what the method throws, and what {@link #arguments} does
     */
    public Object run(Object target) throws Throwable {
        return method().invoke(target, arguments());
    }

    /**
     * What travels with the call; decodes the arguments if they have not been yet.
     *
     * @return the context of the caller, {@code null} if it is empty
     */
    public Object[] context() {
        return null;
    }

    /**
     * Whether this is not a call but an order to end.
     *
     * @return true if serving it terminates the active object
     */
    public boolean isTermination() {
        return false;
    }

    /**
     * Tells callers apart. Does not open the transport.
     *
     * @return equal for the requests of one caller
     */
    public Object caller() {
        return getSourceBodyID();
    }

    /**
     * Why the request can never be served; known once its method or its arguments have been asked
     * for in vain.
     *
     * @return what they fail with, or {@code null} if nothing is known against it
     */
    public RuntimeException defect() {
        return null;
    }

    /**
     * Tells the caller's side that this one-way request has not been served.
     *
     * @param callee the active object that was called, for people
     * @param why why not
     * @return false if the caller's side cannot be told
     */
    public boolean lost(String callee, Throwable why) {
        return false;
    }

    /**
     * The runtime that has used a credit to send it, and gets it back when there is room.
     *
     * @return {@code null} if none has
     */
    public RuntimeId creditor() {
        return null;
    }

    /**
     * Whether its caller waits until it is in the queue of the active object.
     *
     * @return false unless its caller has said so
     */
    public boolean tellsArrival() {
        return false;
    }

    /** It is in the queue of the active object, or never will be: its caller is told, once. */
    public void arrived() {}

    /**
     * Who sent it, for people.
     *
     * @return a text; making it opens nothing that is not open
     */
    public String source() {
        return "active object " + getSourceBodyID();
    }

    /**
     * What moves the links that it has come by.
     *
     * @return {@code null} if it comes from this runtime
     */
    public Polling polling() {
        return null;
    }

    /**
     * Whether the thread that delivers it may serve it, if an executor would have it do so.
     *
     * @return false unless it is the thread of its caller: others have more to do than that
     */
    public boolean mayBeServedHere() {
        return false;
    }

    /**
     * Who gets the answer.
     *
     * @return {@code null} if nobody does
     */
    public final Answer answer() {
        return answer;
    }

    /**
     * The active object takes it out of its queue, to serve it later; by the thread of that.
     *
     * @param queue the queue
     */
    public final void takenFrom(Object queue) {
        left = queue;
    }

    /**
     * Whether it was taken out of a queue and not served yet.
     *
     * @param queue any queue
     * @return false also if it was never in that queue
     */
    public final boolean isTakenFrom(Object queue) {
        return left == queue;
    }

    /**
     * Whether it is to be found in a queue.
     *
     * @return false if it was taken from one, is served or answered, or has been
     */
    public final boolean isQueued() {
        return left == null;
    }

    /** It is served or answered now; by the thread of the active object. */
    public final void begins() {
        left = BEGUN;
    }

    /**
     * What lies behind it in the queue that it is in.
     *
     * @return what the queue has said, {@code null} outside of any
     */
    public final Object next() {
        return next;
    }

    /**
     * Sets what lies behind it; for the queue that it is in.
     *
     * @param after another request, or what the queue marks its end with
     */
    public final void next(Object after) {
        this.next = after;
    }

    /**
     * Sets the position among all requests of the active object.
     *
     * @param position 1 or more
     */
    public final void sequence(long position) {
        this.sequence = position;
    }

    @Override
    public final long getSequenceNumber() {
        return sequence;
    }

    @Override
    public final boolean isOneWay() {
        return answer == null;
    }

    @Override
    public String getMethodName() {
        return method().name();
    }

    @Override
    public Object getParameter(int index) {
        return arguments()[index];
    }

    @Override
    public int getParameterCount() {
        return method().parameterCount();
    }

    /**
     * Name of the method, for messages.
     *
     * @return the name; of a request that cannot be read, a word that says so
     */
    public final String label() {
        try {
            return getMethodName();
        } catch (ActiveObjectException e) {
            return "(unreadable)";
        }
    }

    @Override
    public String toString() {
        return "request " + getSequenceNumber() + " " + label();
    }
}
