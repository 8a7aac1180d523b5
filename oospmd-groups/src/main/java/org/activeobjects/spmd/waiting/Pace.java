package org.activeobjects.spmd.waiting;

import java.util.concurrent.TimeUnit;

/**
 * When the watch of a rank follows a wait, and when it tells that one lasts: often at first, then
 * less and less, for nothing has changed.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Pace {

    /** From one look to the next. */
    static final long PERIOD_MS = 500;

    private static final int QUICK_LOOKS = 4;
    private static final int MAX_PAUSE_LOOKS = 20;
    private static final int SLOW_LOOKS = 60;

    private long wait;
    private long sinceNs;
    private int looks;
    private int nextChase;
    private long nextNote;

    /** Another wait has begun, or none is left. */
    void begin(long number) {
        wait = number;
        sinceNs = System.nanoTime();
        looks = 0;
        nextChase = 1;
        nextNote = SLOW_LOOKS;
    }

    boolean isIn(long number) {
        return wait == number;
    }

    /** One more look at the same wait; true if it is to be followed now. */
    boolean isChaseDue() {
        looks++;
        if (looks < nextChase) {
            return false;
        }
        nextChase = looks + (looks < QUICK_LOOKS ? 1 : Math.min(looks, MAX_PAUSE_LOOKS));
        if (looks < nextNote && nextNote < nextChase) {
            nextChase = (int) nextNote; // what is told then is to be known then
        }
        return true;
    }

    /** True after half a minute, and again when the wait has lasted twice as long. */
    boolean isNoteDue() {
        // Where nobody answers, a look takes longer than its period.
        long periods = Math.max(looks, seconds() * 1000 / PERIOD_MS);
        if (periods < nextNote) {
            return false;
        }
        nextNote = 2 * periods;
        return true;
    }

    long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - sinceNs);
    }
}
