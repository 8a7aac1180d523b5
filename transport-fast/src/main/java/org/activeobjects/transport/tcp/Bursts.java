package org.activeobjects.transport.tcp;

/**
 * Whether frames that are sent back to back may wait for each other. The first of a burst never
 * waits, unless other threads are about to send. Those that follow do if the program has shown that
 * it waits, and so sends everything, soon after it has sent the last. One that often goes on
 * computing instead is not trusted; one whose thread has lost its core now and then is.
 *
 * <p><b>Threading:</b> under the lock for sending, but for {@link #isOpen}.
 */
class Bursts {

    /** A burst is short if it ends so soon after the last frame that did not wait. */
    private static final long SHORT_NS = 40_000;

    /** So much more for each frame if they waited. */
    private static final long FRAME_NS = 1_000;

    /** Frames wait from this trust on. */
    private static final int ENOUGH = 2;

    private static final int MOST = 64;
    private static final int LOST_BY_LONG = 4;
    private static final int LOST_BY_LATE = 16;

    private int frames;
    private long sinceNs; // since then frames wait, or would
    private boolean waits; // the last frame does
    private int trust; // a short burst adds one

    /** Nanoseconds since whenever. */
    long now() {
        return System.nanoTime();
    }

    /**
     * Takes a frame in, and returns whether it may wait for more.
     *
     * @param othersFollow whether other threads are about to send
     */
    boolean keepsBack(boolean othersFollow) {
        frames++;
        boolean keeps = (frames > 1 || othersFollow) && trust >= ENOUGH;
        if (keeps ? !waits : frames > 1) {
            sinceNs = now();
        }
        waits = keeps;
        return keeps;
    }

    /** All that waited has left because there was no more room. */
    void restart() {
        if (frames > 1) {
            sinceNs = now();
        }
    }

    /** Whether a frame was sent since the last end: then the end of that must be told. A hint. */
    boolean isOpen() {
        return frames > 0;
    }

    /**
     * Somebody waits, or has waited for too long.
     *
     * @param hasKeptBack whether frames are late now if the burst was a long one
     */
    void end(boolean hasKeptBack) {
        if (frames > 1 || waits) {
            long limit = SHORT_NS + (hasKeptBack ? frames * FRAME_NS : 0);
            if (now() - sinceNs <= limit) {
                trust = Math.min(MOST, trust + 1);
            } else {
                trust = Math.max(-MOST, trust - (hasKeptBack ? LOST_BY_LATE : LOST_BY_LONG));
            }
        }
        frames = 0;
        waits = false;
    }
}
