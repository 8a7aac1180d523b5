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

    /**
     * The level, and more: while this stays the same, nobody has armed the doorbell.
     *
     * @return for {@link #sleepBeside}; a doorbell that does not count says no more than its level
     */
    default int state() {
        return level();
    }

    /**
     * As {@link #sleep}, for a thread that has not armed the doorbell itself, because another one
     * polls: it sleeps only if nobody has armed it since it looked. By the level alone it could not
     * tell {@link #AWAKE} from {@code AWAKE} after an arming and a ring, for which nobody would
     * wake it; so a doorbell that does not count has it look again within a millisecond.
     *
     * @param seen what {@link #state} was
     * @param maxNs longest sleep, nanoseconds
     */
    default void sleepBeside(int seen, long maxNs) {
        sleep(seen, seen == AWAKE ? Math.min(maxNs, 1_000_000) : maxNs);
    }

    /**
     * As {@link #arm}, by a thread that will sleep here itself and takes whatever has come: the
     * next ring need wake nobody else, who would find nothing to do.
     *
     * @param level one of the levels but {@link #AWAKE}
     */
    default void armAlone(int level) {
        arm(level);
    }

    /**
     * As {@link #sleep}, by the thread that has called {@link #armAlone} last.
     *
     * @param level level that it has armed
     * @param maxNs longest sleep, nanoseconds
     */
    default void sleepAlone(int level, long maxNs) {
        sleep(level, maxNs);
    }

    /** Wakes who sleeps here, if anybody does. */
    void ring();

    /** Wakes all and frees the word; idempotent. */
    @Override
    void close();
}
