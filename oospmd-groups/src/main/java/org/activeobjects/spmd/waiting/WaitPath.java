package org.activeobjects.spmd.waiting;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * From rank to rank, each of which waits for the next one.
 *
 * @param states what they do, the own rank first
 * @param end what the last one does
 * @param asked the rank that did not answer, at the end {@link End#SILENT}
 * @param silence why it did not
 */
record WaitPath(List<RankState> states, End end, int asked, RuntimeException silence) {

    /** Where a path leads. */
    enum End {
        /** Back to the first one. */
        CIRCLE,
        /** To a rank that waits for a message of any rank. */
        ANYBODY,
        /** To a rank that waits for nobody. */
        IDLE,
        /** To a rank that takes part in nothing any more. */
        GIVEN_UP,
        /** To a rank that does not answer. */
        SILENT,
        /** To a circle that the first one is not in, or to nothing at all. */
        ELSEWHERE
    }

    static WaitPath from(RankState own, Questions questions) {
        List<RankState> path = new ArrayList<>(List.of(own));
        while (true) {
            RankState last = path.getLast();
            int next = last.peer();
            if (!last.deadlock().isEmpty()) {
                return new WaitPath(path, End.GIVEN_UP);
            } else if (!last.isWaiting()) {
                return new WaitPath(path, End.IDLE);
            } else if (last.waitsForAny()) {
                return new WaitPath(path, End.ANYBODY);
            } else if (next == own.rank()) {
                boolean isCircle = path.size() > 1 || own.isMessage();
                return new WaitPath(path, isCircle ? End.CIRCLE : End.ELSEWHERE);
            } else if (path.stream().anyMatch(state -> state.rank() == next)) {
                return new WaitPath(path, End.ELSEWHERE);
            }
            try {
                path.add(questions.ask(next));
            } catch (RuntimeException e) {
                return new WaitPath(path, End.SILENT, next, e);
            }
        }
    }

    private WaitPath(List<RankState> states, End end) {
        this(states, end, states.getLast().rank(), null);
    }

    RankState first() {
        return states.getFirst();
    }

    RankState last() {
        return states.getLast();
    }

    /** Whether the first one waits for the end itself, and for nobody between. */
    boolean isDirect() {
        return first().peer() == asked;
    }

    /** Whether the last one does nothing among the ranks, and has not done its part yet. */
    boolean mayEndInCall() {
        if (end != End.IDLE || last().ended() || states.size() < 2) {
            return false;
        }
        RankState waiting = states.get(states.size() - 2);
        return !waiting.isOfAllRanks() || last().collectives() < waiting.collectives();
    }

    boolean isFirstTheLeast() {
        return states.stream().allMatch(state -> state.rank() >= first().rank());
    }

    /** Whether all of a circle do the same: then what they wait for is being sent. */
    boolean isOnItsWay() {
        for (int i = 0; i < states.size(); i++) {
            RankState next = states.get((i + 1) % states.size());
            if (!next.meets(states.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether all are in operations of all ranks. */
    boolean isOfAllRanks() {
        return states.stream().allMatch(RankState::isOfAllRanks);
    }

    /** Equal for the same ranks in the same waits. */
    String identity() {
        return end + " " + identity(states);
    }

    static String identity(List<RankState> states) {
        return states.stream()
                .map(state -> state.rank() + ":" + state.number())
                .collect(Collectors.joining(" "));
    }
}
