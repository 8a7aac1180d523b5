package org.activeobjects.transport.spi;

import org.activeobjects.transport.Slice;

/**
 * One ordered, lossless pipe of frames to one peer runtime, both ways.
 *
 * <p>Frames without {@link FrameHeader#FLAG_DATA} arrive in the order in which they were sent, and
 * so do the frames with it; a frame without it may overtake one with it, never the other way round.
 *
 * <p><b>Threading:</b> {@link #trySend} by one thread at a time, {@link #poll} by one thread at a
 * time, both at the same time if need be; {@link #close} from any thread. No method blocks.
 */
public interface Link extends AutoCloseable {

    /**
     * Name of the kind of link.
     *
     * @return such as {@code shm}
     */
    String name();

    /**
     * Longest payload of a frame without {@link FrameHeader#FLAG_DATA}, and so the limit for
     * messages sent eagerly.
     *
     * @return bytes, at least 4096
     */
    int maxPayload();

    /**
     * Length into which a message is best cut for frames with {@link FrameHeader#FLAG_DATA}.
     *
     * @param messageLength bytes of the whole message
     * @return longest payload of one such frame for this message, bytes, a multiple of 64
     */
    int chunkLength(long messageLength);

    /**
     * Sends a whole frame, or nothing at all. The payload is copied or sent before this returns.
     *
     * @param header header; its payload length is {@code length}
     * @param payload slice with the payload; {@code null} if the length is 0
     * @param offset first byte of the payload, counted from the start of the slice
     * @param length bytes of the payload, within this link's limits
     * @return false if the peer takes too slowly: nothing was sent, try again after a poll, or,
     *     over a link that is not polled, after {@link FrameReceiver#onRoom}. True also when the
     *     link is closed: {@code onClosed} tells of the loss
     */
    boolean trySend(FrameHeader header, Slice payload, long offset, int length);

    /**
     * Whether what {@link #trySend} takes may reach the peer: false once the link is closed or
     * broken, as far as is known here. Cheap, any thread.
     *
     * @return false if what was taken last may have gone nowhere
     */
    default boolean isOpen() {
        return true;
    }

    /**
     * Sends on what {@link #trySend} may have kept back to send it together with more. Called when
     * nothing more is at hand.
     */
    default void flush() {}

    /**
     * Called in place of {@link #flush} when the sender may send more at once: what was kept back
     * may stay so until the next {@link #flush}, {@link #poll} or {@link #watch}, and for about a
     * millisecond if none comes.
     */
    default void flushSoon() {
        flush();
    }

    /**
     * Whether what several threads send one after another leaves together, and takes less time so.
     *
     * @return true if it is worth to let them send first
     */
    default boolean gathers() {
        return false;
    }

    /**
     * Called in place of {@link #flush} when other threads are ready that may send at once, too:
     * what was kept back may stay as after {@link #flushSoon}.
     */
    default void flushWithOthers() {
        flush();
    }

    /**
     * Whether frames are taken by {@link #poll}; if not, the link calls the receiver by itself.
     *
     * @return true for a link that must be polled
     */
    boolean isPolled();

    /**
     * Whether {@link #poll} may be called by a thread that others interrupt.
     *
     * @return false if an interrupt would break the connection
     */
    default boolean bearsInterrupts() {
        return true;
    }

    /**
     * Hands frames that have come to the receiver.
     *
     * @param limit number of frames at most
     * @return number of frames handed over, at least 1 if a part of one has moved; 0 for a link
     *     that is not polled
     */
    int poll(int limit);

    /**
     * Whether {@link #poll} would find something, or a frame that {@link #trySend} has refused
     * would be taken now. Cheap, and may be called by any thread: who is about to sleep asks it
     * last.
     *
     * @return true if a frame, or a part of one, is there, or room for one that was refused
     */
    boolean hasInput();

    /**
     * Tells that whoever polls is about to sleep: until the next {@link #poll}, what comes must be
     * noticed without one. A link whose peer rings the doorbell has nothing to do; another watches
     * its input on a thread of its own and rings the doorbell of the runtime, or hands frames to
     * the receiver by itself. A link that has not been polled for about a millisecond does so
     * unasked. Called by the one who may poll, before the last look at {@link #hasInput}.
     */
    default void watch() {}

    /**
     * Runs a task while this link stands still: it hands no frame over and writes to no {@link
     * Landing}, so that the task may change where the payload goes of which a part is here already.
     * Waits for a thread of the link's own, if one is at it just now; within a call of the receiver
     * the task runs at once. Called by the one who may poll, or, after {@link #close}, by any
     * thread.
     *
     * @param task short, and does not wait
     */
    default void whileStill(Runnable task) {
        task.run();
    }

    /**
     * The lane by which the peer can read this side's memory by itself. Asked for once, when the
     * open link is taken into use.
     *
     * @return the lane, or {@code null} if this kind of link has none
     */
    default DirectLane directLane() {
        return null;
    }

    /**
     * What this link is at, for diagnostics.
     *
     * @return one line: lanes, bytes waiting, whether the peer sleeps
     */
    String describe();

    /**
     * Ends the pipe and frees what it holds; idempotent. Frames on their way may be lost. When this
     * has returned and no {@link #poll} is under way, nothing is written to a {@link Landing} any
     * more; a link with threads of its own says so by {@link FrameReceiver#onClosed}.
     */
    @Override
    void close();
}
