package org.activeobjects.spmd.barrier;

import org.activeobjects.spmd.barrier.NeighbourCall.Mark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is under way of the neighbour barriers of one name, at one member.
 *
 * <p><b>Threading:</b> under the lock of its {@link NeighbourBarriers}.
 */
final class NamedBarrier {

    /** In their order; those for which marks are missing. */
    final List<NeighbourCall> calls = new ArrayList<>();

    /** Per rank those that have come before this member has called. */
    final Map<Integer, Deque<Mark>> early = new TreeMap<>();

    boolean isOver() {
        return calls.isEmpty() && early.isEmpty();
    }

    /** The call that the next mark of a member belongs to; null if there is none yet. */
    NeighbourCall waitingFor(int rank) {
        for (NeighbourCall call : calls) {
            if (call.missing.contains(rank)) {
                return call;
            }
        }
        return null;
    }

    void keepEarly(Mark mark) {
        early.computeIfAbsent(mark.rank, key -> new ArrayDeque<>()).addLast(mark);
    }

    /** The first of a member that has come early; null if there is none. */
    Mark pollEarly(int rank) {
        Deque<Mark> marks = early.get(rank);
        if (marks == null) {
            return null;
        }
        Mark first = marks.removeFirst();
        if (marks.isEmpty()) {
            early.remove(rank);
        }
        return first;
    }
}
