package org.activeobjects.benchmarks.contest;

/**
 * Where and how the contestants run, the same for all.
 *
 * @param maxBytes longest message of the contest
 * @param pairs pairs that run at once; with more than one the cores are shared
 * @param pinned whether each of the two sides of a pair has a core of its own; else both may use
 *     the same two cores
 */
public record Field(int maxBytes, int pairs, boolean pinned) {

    /**
     * Processes that run at once.
     *
     * @return 2 or more
     */
    public int sides() {
        return 2 * pairs;
    }
}
