package org.activeobjects.npb;

import org.activeobjects.node.Node;

import java.util.List;

/**
 * One benchmark of the suite: what it needs, what it prints, and how it is run on nodes.
 *
 * <p><b>Threading:</b> immutable; {@link #run} blocks its caller.
 */
public interface Kernel {

    /**
     * The name.
     *
     * @return two upper-case letters
     */
    String name();

    /**
     * What it computes.
     *
     * @return a few words, for a list of kernels
     */
    String description();

    /**
     * What NPB calls the operations that it counts.
     *
     * @return a few words
     */
    String operationType();

    /**
     * The size of a problem.
     *
     * @param problemClass the class
     * @return what the report calls the size
     */
    long size(ProblemClass problemClass);

    /**
     * The iterations of a problem.
     *
     * @param problemClass the class
     * @return number of timed iterations, 0 if the kernel has none
     */
    int iterations(ProblemClass problemClass);

    /**
     * Refuses a number of ranks that a problem cannot be shared among.
     *
     * @param problemClass the class
     * @param ranks any number
     * @throws IllegalArgumentException if the kernel does not run on so many, with a message that
     *     says on how many it does
     */
    void requireRanks(ProblemClass problemClass, int ranks);

    /**
     * The most ranks that a problem can be shared among, up to a limit.
     *
     * @param problemClass the class
     * @param limit 1 or more
     * @return the largest number, 1 to {@code limit}, that {@link #requireRanks} lets pass
     */
    int mostRanks(ProblemClass problemClass, int limit);

    /**
     * The memory of a problem.
     *
     * @param problemClass the class
     * @param ranks number of ranks
     * @return bytes of heap that a rank fills at most, estimated from above
     */
    long bytesPerRank(ProblemClass problemClass, int ranks);

    /**
     * The first lines of the report, which are known before the run.
     *
     * @param problemClass the class
     * @param ranks number of ranks
     * @return lines that end in a newline
     */
    String title(ProblemClass problemClass, int ranks);

    /**
     * Runs the kernel with one rank on each node.
     *
     * @param problemClass the class
     * @param nodes one for each rank, as many as {@link #requireRanks} lets pass
     * @param warmUps runs of the timed part before the one that counts, zero or more
     * @return what the first rank reports
     * @throws IllegalArgumentException if the kernel does not run on so many nodes; nothing was
     *     started
     * @throws org.activeobjects.group.ExceptionListException if a rank failed; the others may still
     *     be waiting for it
     */
    KernelResult run(ProblemClass problemClass, List<Node> nodes, int warmUps);
}
