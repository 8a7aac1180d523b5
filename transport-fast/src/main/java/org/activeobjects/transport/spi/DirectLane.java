package org.activeobjects.transport.spi;

import org.activeobjects.transport.Slice;

/**
 * Transfers without frames: the receiver of an announced message reads the elements straight out of
 * the sender's memory, or has the hardware do so.
 *
 * <p>A sender exposes its slice when it announces a message and sends the handle along; a receiver
 * that has matched it pulls, and then tells the sender that it has done so, who conceals the slice
 * again. Where one of the two cannot, the elements travel in frames.
 *
 * <p><b>Threading:</b> {@link #expose} and {@link #conceal} by any thread; {@link #pull} and {@link
 * Pull#advance} by the thread that polls the link.
 *
 * <p><b>Source:</b> the rendezvous by remote read (rget) of Open MPI and UCX.
 */
public interface DirectLane {

    /** The handle of what cannot be exposed. */
    long NOTHING = 0;

    /**
     * Whether the peer had better be told of a slice and read it than get it at once.
     *
     * @param source elements
     * @return true if they are so many that to copy them once more takes longer than to tell the
     *     peer and be told; by default above 16 KiB, outside of the heap
     */
    default boolean isBetterRead(Slice source) {
        return source.memory() != null && source.byteLength() > 16 * 1024;
    }

    /**
     * Lets the peer read a slice.
     *
     * @param source elements, which do not change until they are concealed
     * @return a handle that means something to the peer's end of this link, or {@link #NOTHING}
     */
    long expose(Slice source);

    /**
     * Does the same for one of several messages.
     *
     * @param source elements, which do not change until they are concealed
     * @param ahead announced messages to the same peer that are not over, of which it may not have
     *     got anything yet; more than none in a stream. A hint for a lane that could do either
     * @return as above
     */
    default long expose(Slice source, int ahead) {
        return expose(source);
    }

    /**
     * Ends what {@link #expose} has begun, whether the peer has read or not. This or {@link
     * #wasRead} is called once per handle, before the link is closed. A transfer of the peer that
     * is under way fails, or has all its bytes: never does it end well with elements that were
     * changed after this.
     *
     * @param handle what {@code expose} has returned
     */
    void conceal(long handle);

    /**
     * Does the same once the peer has said that it has read, or wants the elements in frames, and
     * reads no more by this handle.
     *
     * @param handle what {@code expose} has returned
     */
    default void wasRead(long handle) {
        conceal(handle);
    }

    /**
     * Starts to read what the peer has exposed. The handle comes from a peer: nothing in it is
     * trusted.
     *
     * @param handle handle that came with the announcement
     * @param destination room for the elements
     * @param length bytes
     * @return the transfer, or {@code null} if this side cannot read into such a destination, or
     *     the handle is not good
     */
    Pull pull(long handle, Slice destination, long length);

    /**
     * One transfer under way.
     *
     * <p><b>Threading:</b> one thread at a time; {@link #abandon} by any, but never at the same
     * time as {@link #advance}.
     */
    interface Pull {

        /**
         * Moves the transfer by a bounded piece of work; never blocks.
         *
         * @return true once all bytes lie in the destination
         * @throws org.activeobjects.transport.error.TransportException if it cannot be completed;
         *     the content of the destination is undefined, and nothing is written to it any more.
         *     It is a {@code TransportClosedException} if the sender has taken its elements back
         */
        boolean advance();

        /**
         * Whether the transfer goes on without {@link #advance}, by the hardware or another thread:
         * then whoever waits for it may sleep meanwhile, and the link wakes it at the end.
         *
         * @return false if {@code advance} itself does the work
         */
        default boolean runsByItself() {
            return false;
        }

        /**
         * Gives the transfer up; when this returns, nothing is written to the destination. Not
         * called after {@code advance} has returned true or has thrown.
         */
        void abandon();
    }
}
