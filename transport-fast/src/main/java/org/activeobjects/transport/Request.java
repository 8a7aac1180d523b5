package org.activeobjects.transport;

import java.time.Duration;

/**
 * One non-blocking operation of the matched plane, from its start to its completion.
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
     * Moves the links once and looks.
     *
     * @return true if the operation is complete, well or not
     */
    boolean test();

    /**
     * Takes back a receive that nothing has matched yet.
     *
     * @return true if it will never be matched; false if it is too late, or for a send
     */
    boolean cancel();
}
