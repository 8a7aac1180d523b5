package org.activeobjects.transport.progress;

/**
 * What moves between this runtime and one peer, as the progress sees it.
 *
 * <p><b>Threading:</b> {@link #receive} and {@link #send} by the one thread that polls; the others
 * by any thread.
 */
public interface Traffic {

    /**
     * Takes frames that have come.
     *
     * @param limit number of frames at most
     * @return number of frames taken
     */
    int receive(int limit);

    /**
     * Sends on what has waited for room.
     *
     * @return number of frames sent
     */
    int send();

    /**
     * Whether {@link #receive} would find something.
     *
     * @return true if so
     */
    boolean hasInput();

    /** Tells that whoever polls is about to sleep, and that input must be noticed without it. */
    void watch();

    /**
     * Whether frames come by a thread of the link's own, which needs a core to do so.
     *
     * @return true if so; never changes while it is in the rounds
     */
    boolean isPushed();

    /**
     * Whether it is moved well by threads that do something else besides: an interrupt does it no
     * harm, and no thread of the link's own waits for the core.
     *
     * @return true if so; never changes while it is in the rounds
     */
    default boolean suitsAnyThread() {
        return !isPushed();
    }

    /**
     * Whether what several threads send one after another leaves together.
     *
     * @return true if so; never changes while it is in the rounds
     */
    default boolean gathers() {
        return false;
    }

    /**
     * Whether something waits for room.
     *
     * @return true if {@link #send} may have work
     */
    boolean hasOutput();

    /**
     * Whether bulk data is on its way here, for which nobody rings.
     *
     * @return true if so
     */
    boolean expectsData();
}
