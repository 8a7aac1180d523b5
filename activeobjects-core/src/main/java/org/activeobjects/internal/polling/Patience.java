package org.activeobjects.internal.polling;

/**
 * Whether it is worth to wait for something that may come soon: who has waited in vain several
 * times in a row does so less often, until it was worth it again.
 *
 * <p><b>Threading:</b> safe; what threads that use it at once make of it is a guess as good as any.
 */
final class Patience {

    /** So often in a row it is tried each time. */
    private static final int TRIALS = 8;

    /** The rarest trial is one in so many, a power of two. */
    private static final int RAREST = 16;

    private int vain;
    private int skipped;

    /** One that has not waited yet. */
    Patience() {}

    /** Whether to wait this time. */
    boolean isWorthATrial() {
        if (vain < TRIALS) {
            return true;
        }
        int oneIn = Math.min(RAREST, 2 << (vain - TRIALS));
        return (++skipped & (oneIn - 1)) == 0;
    }

    /** What came of a trial. */
    void learn(boolean wasWorthIt) {
        if (wasWorthIt) {
            vain = 0;
        } else if (vain < TRIALS + RAREST) {
            vain++;
        }
    }
}
