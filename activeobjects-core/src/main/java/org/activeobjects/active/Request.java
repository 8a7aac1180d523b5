package org.activeobjects.active;

/**
 * A call that an active object has been asked to serve.
 *
 * <p><b>Threading:</b> read by the thread of the active object only.
 *
 * <p>Not for implementation outside this module.
 */
public interface Request {

    /**
     * Name of the method that is to run.
     *
     * @return the name
     */
    String getMethodName();

    /**
     * An argument of the call. The arguments of a request from another runtime are decoded here if
     * they have not been yet.
     *
     * @param index position, 0 for the first
     * @return the argument; may be {@code null}
     * @throws IndexOutOfBoundsException if there is no such argument
     * @throws IllegalStateException if its method borrows an argument ({@link
     *     org.activeobjects.annotation.Borrowed}) and has returned
     */
    Object getParameter(int index);

    /**
     * How many arguments the call has.
     *
     * @return 0 or more
     */
    int getParameterCount();

    /**
     * The active object that called.
     *
     * @return its id, or, if it has moved, the runtime it called from and its number there; number
     *     0 if it was a thread of no active object, or a place passed the request on that this
     *     object has left
     */
    UniqueID getSourceBodyID();

    /**
     * Where the caller lives. Opens the transport of the runtime if that is not open yet.
     *
     * @return URL of its node
     * @throws org.activeobjects.error.NodeException if that runtime has left
     */
    String getSenderNodeURL();

    /**
     * Position of this request among all that have arrived at its active object.
     *
     * @return 1 or more, in the order of arrival
     */
    long getSequenceNumber();

    /**
     * Whether the caller expects no answer.
     *
     * @return true if there is no reply
     */
    boolean isOneWay();
}
