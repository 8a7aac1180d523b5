package org.activeobjects.transport.message;

import org.activeobjects.transport.progress.SpinLock;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

import java.util.function.Predicate;

/**
 * The way out to one peer, which the planes share.
 *
 * <p><b>Threading:</b> {@link #lock}, {@link #link}, {@link #control} and {@link #flush} by any
 * thread; the others, and sending on the link, under the lock only.
 */
public interface Outlet {

    /**
     * The right to send.
     *
     * @return the lock, within which nothing waits
     */
    SpinLock lock();

    /**
     * Whether the peer is gone.
     *
     * @return true if nothing can be sent any more
     */
    boolean isClosed();

    /**
     * The link in use.
     *
     * @return the link, or {@code null} if there is none yet, or none any more
     */
    Link link();

    /**
     * A header to be filled.
     *
     * @return the same each time
     */
    FrameHeader header();

    /**
     * Longest payload of one frame, as the engine has set it.
     *
     * @return bytes
     */
    int eagerLimit();

    /**
     * Has something sent piece by piece, in turn with others.
     *
     * @param transfer not sent yet
     */
    void transfer(Outgoing transfer);

    /**
     * Fails what is being sent piece by piece, as far as it is not sent yet, and tells the peer
     * that the rest will not come. Not under the lock.
     *
     * @param which what to fail
     * @param reason what it fails with
     */
    void stop(Predicate<Outgoing> which, String reason);

    /**
     * Whether frames of the protocol itself wait for room, which others must not overtake.
     *
     * @return true if so
     */
    boolean hasControls();

    /** Has the queues looked at in each round from now on, until they are empty. */
    void markQueued();

    /**
     * Sends a frame of the protocol itself, now or as soon as there is room. Not under the lock.
     *
     * @param frame the frame
     */
    void control(ControlFrame frame);

    /**
     * As above, for a frame without payload and tag; allocates only if it must wait.
     *
     * @param kind kind
     * @param flags flags
     * @param source source field
     * @param word word 3
     */
    void control(int kind, int flags, int source, long word);

    /** Sends on what the link has kept back; after the lock is given back. */
    void flush();

    /**
     * As {@link #flush}, but a virtual thread lets others that are ready send first: whoever of
     * them waits then sends all.
     */
    void flushWithOthers();
}
