package org.activeobjects.spmd.barrier;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * One call of a neighbour barrier by one member.
 *
 * <p><b>Threading:</b> name, number and ranks by any thread, the rest under the lock of the {@link
 * NeighbourBarriers} that it belongs to.
 */
public final class NeighbourCall {

    private final String name;
    private final long number;
    private final SortedSet<Integer> ranks;
    final SortedSet<Integer> missing;
    final List<Mark> marks = new ArrayList<>();
    ActiveObjectException failure;

    /** What is sent after it is held back no more: it is complete, or has failed. */
    boolean open;

    /** The word of a member that it has called. */
    static final class Mark {
        final UniqueID sender;
        final int rank;
        final CompletableFuture<Object> answer = new CompletableFuture<>();

        /** The call of this member that it belongs to; null as long as there is none. */
        NeighbourCall call;

        /** Whether its sender is held back because of it. */
        boolean holds;

        Mark(UniqueID sender, int rank) {
            this.sender = sender;
            this.rank = rank;
        }
    }

    NeighbourCall(String name, long number, SortedSet<Integer> ranks) {
        this.name = name;
        this.number = number;
        this.ranks = new TreeSet<>(ranks);
        this.missing = new TreeSet<>(ranks);
    }

    /**
     * Its name.
     *
     * @return the name that the member gave
     */
    public String name() {
        return name;
    }

    /**
     * Tells this call from all others of the member.
     *
     * @return 1 or more
     */
    public long number() {
        return number;
    }

    /**
     * The ranks that it is between.
     *
     * @return the neighbours and the caller
     */
    public SortedSet<Integer> ranks() {
        return new TreeSet<>(ranks);
    }

    void takes(Mark mark) {
        mark.call = this;
        marks.add(mark);
        missing.remove(mark.rank);
    }

    @Override
    public String toString() {
        return "neighbour barrier \"" + name + "\" of ranks " + list(ranks);
    }

    static String list(SortedSet<Integer> ranks) {
        return String.join(",", ranks.stream().map(String::valueOf).toList());
    }
}
