package org.activeobjects.spmd.waiting;

/**
 * The other ranks, as far as they can be asked.
 *
 * <p><b>Threading:</b> safe.
 */
@FunctionalInterface
public interface Ranks {

    /**
     * Asks a rank what it does. May block for some seconds.
     *
     * @param rank any rank but the own one
     * @return its state
     * @throws RuntimeException if it does not answer
     */
    RankState ask(int rank);
}
