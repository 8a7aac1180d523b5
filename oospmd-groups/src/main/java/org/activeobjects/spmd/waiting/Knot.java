package org.activeobjects.spmd.waiting;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The ranks of which none goes on before another of them does, around one that waits for any rank.
 *
 * <p><b>Source:</b> reduction of a wait-for graph in which a process may wait for one of several
 * others: whoever waits for one that goes on goes on itself, until nobody is left of whom that is
 * so (R. Holt, Some Deadlock Properties of Computer Systems, 1972).
 */
final class Knot {

    private Knot() {}

    /**
     * Looks whether a rank is in one.
     *
     * @param own a rank that waits for any
     * @param others all others
     * @param isLeft whether what a rank sends has come and is not received; else it is on its way
     * @return those of which none goes on, the given one first, then by their ranks; empty if that
     *     one may go on
     */
    static List<RankState> around(
            RankState own, List<RankState> others, Predicate<RankState> isLeft) {
        List<RankState> stuck = new ArrayList<>(others);
        stuck.add(own);
        List<RankState> going = new ArrayList<>();
        move(stuck, going, state -> !isDead(state) && !state.isWaiting());
        boolean hasMoved = true;
        while (hasMoved) {
            hasMoved = move(stuck, going, state -> mayGoOn(state, stuck, going));
        }
        boolean isIn = stuck.remove(own);
        boolean isOnItsWay = stuck.stream().filter(RankState::isSend).anyMatch(isLeft.negate());
        if (!isIn || isOnItsWay) {
            return List.of();
        }
        stuck.sort(Comparator.comparingInt(RankState::rank));
        stuck.addFirst(own);
        return stuck;
    }

    private static boolean move(
            List<RankState> from, List<RankState> to, Predicate<RankState> which) {
        List<RankState> moved = from.stream().filter(which).toList();
        to.addAll(moved);
        return from.removeAll(moved);
    }

    private static boolean isDead(RankState state) {
        return state.isOver() || !state.deadlock().isEmpty();
    }

    private static boolean mayGoOn(RankState state, List<RankState> stuck, List<RankState> going) {
        if (isDead(state)) {
            return false;
        }
        return stuck.stream().anyMatch(other -> isOnItsWay(state, other))
                || going.stream()
                        .anyMatch(other -> state.waitsForAny() || state.peer() == other.rank());
    }

    private static boolean isOnItsWay(RankState state, RankState other) {
        boolean isForIt = state.waitsForAny() || state.peer() == other.rank();
        return isForIt && !isDead(other) && state.meets(other) && other.meets(state);
    }
}
