package org.activeobjects.node;

import java.util.List;
import java.util.Objects;

/**
 * The runtimes that were started together to work on one job, as one of them sees it.
 *
 * @param id id of the job
 * @param rank position of this runtime, 0 to {@code size - 1}
 * @param size number of runtimes, 1 or more
 * @param nodes their nodes, in the order of the ranks
 * @param ended whether the program of this runtime has ended: its active objects still serve, and
 *     nothing else happens here
 */
public record Job(String id, int rank, int size, List<Node> nodes, boolean ended) {

    /**
     * Keeps a copy of the list.
     *
     * @throws IllegalArgumentException if rank, size and nodes do not fit together
     */
    public Job {
        Objects.requireNonNull(id, "the id of a job is null");
        Objects.requireNonNull(nodes, "the list of nodes of a job is null");
        nodes.forEach(node -> Objects.requireNonNull(node, "a node of a job is null"));
        nodes = List.copyOf(nodes);
        if (size < 1 || rank < 0 || rank >= size || nodes.size() != size) {
            throw new IllegalArgumentException(
                    "a job has one node per rank, and its rank is one of them: rank="
                            + rank
                            + " size="
                            + size
                            + " nodes="
                            + nodes.size());
        }
    }

    /**
     * A job whose program runs.
     *
     * @param id id of the job
     * @param rank position of this runtime
     * @param size number of runtimes
     * @param nodes their nodes, in the order of the ranks
     * @throws IllegalArgumentException if rank, size and nodes do not fit together
     */
    public Job(String id, int rank, int size, List<Node> nodes) {
        this(id, rank, size, nodes, false);
    }

    /**
     * This job after the end of the program here.
     *
     * @return a changed copy
     */
    public Job afterEnd() {
        return new Job(id, rank, size, nodes, true);
    }
}
