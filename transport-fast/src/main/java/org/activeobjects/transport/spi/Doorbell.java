package org.activeobjects.transport.spi;

/**
 * What a runtime sleeps at, and what its peers ring when they have sent something.
 *
 * <p>A peer reads the level after it has published a frame, and rings only if somebody sleeps who
 * wants to be woken for such a frame. Each side writes its own word first and reads the other's
 * after a full fence, so that no frame is missed: a sleeper arms, looks at its links once more, and
 * only then sleeps.
 *
 * <p><b>Threading:</b> safe.
 */
public interface Doorbell extends AutoCloseable {

    /** Somebody polls, or nobody minds: ring for nothing. */
    int AWAKE = 0;

    /** Only the progress thread sleeps: ring for frames with {@link FrameHeader#FLAG_URGENT}. */
    int IDLE = 1;

    /** A thread that waits for something sleeps: ring for every frame. */
    int WAITING = 2;

    /**
     * Sets the level, with a full fence after it.
     *
     * @param level one of the levels
     */
    void arm(int level);

    /**
     * The level now.
     *
     * @return what was armed, or {@link #AWAKE} after a ring
     */
    int level();

    /**
     * Sleeps until somebody rings, or the level is no longer this one, or the time is over. May
     * wake early for no reason.
     *
     * @param level level that the caller has armed
     * @param maxNs longest sleep, nanoseconds
     */
    void sleep(int level, long maxNs);

    /** Wakes who sleeps here, if anybody does. */
    void ring();

    /** Wakes all and frees the word; idempotent. */
    @Override
    void close();
}
