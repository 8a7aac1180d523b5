package org.activeobjects.spmd.waiting;

import java.util.List;
import java.util.stream.Collectors;

/** What people are told of ranks that wait. */
final class WaitText {

    private static final String NOT_THE_SAME =
            "\n    They do not do the same: compare tags, roots, and the order of the calls.";

    private static final String ALL_AT_ONCE =
            "\n"
                    + "    They exchange in a circle: let even ranks begin with one neighbour, odd"
                    + " ranks with the other.";

    private WaitText() {}

    static String ofDeadlock(List<RankState> circle) {
        StringBuilder text = new StringBuilder("deadlock among ranks: ");
        for (RankState state : circle) {
            text.append("rank ").append(state.rank()).append(" waits for ");
        }
        text.append("rank ").append(circle.getFirst().rank());
        circle.forEach(state -> appendWait(text, state));
        return text.append(isOneExchange(circle) ? ALL_AT_ONCE : NOT_THE_SAME).toString();
    }

    /** As in a ring in which all begin with the next. */
    private static boolean isOneExchange(List<RankState> circle) {
        String tag = circle.getFirst().tag();
        return circle.stream().allMatch(state -> state.isExchange() && state.tag().equals(tag));
    }

    static String ofMismatch(List<RankState> circle) {
        String calls =
                circle.stream()
                        .map(state -> "rank " + state.rank() + " called " + state.what())
                        .collect(Collectors.joining("; "));
        StringBuilder text = new StringBuilder("the ranks call different operations: " + calls);
        circle.forEach(state -> appendWait(text, state));
        return text.toString();
    }

    static String ofEnd(RankState waiting, RankState over) {
        StringBuilder text = new StringBuilder("rank ").append(waiting.rank());
        text.append(" waits for ever: the program of rank ").append(over.rank());
        text.append(" has ended, after ").append(over.collectives());
        text.append(" operations of all ranks");
        appendWait(text, waiting);
        return text.toString();
    }

    static String ofFailure(RankState waiting, RankState failed) {
        StringBuilder text = new StringBuilder("rank ").append(waiting.rank());
        text.append(" waits for rank ").append(failed.rank());
        text.append(", which has thrown, and does nothing now: ").append(failed.failure());
        appendWait(text, waiting);
        return text.append("\n    It goes on only if somebody calls rank ")
                .append(failed.rank())
                .append(" again, and it comes to the same operation then.")
                .toString();
    }

    static String ofSlowness(RankState waiting, long seconds, int other, String what) {
        return "rank %s has waited for %s s in %s; rank %s %s"
                .formatted(waiting.rank(), seconds, waiting.what(), other, what);
    }

    /** What a rank does that waits for nobody. */
    static String ofIdle(RankState idle) {
        if (idle.ended()) {
            int left = idle.activeObjects();
            return "does not wait: its program has ended, and "
                    + (left == 1 ? "1 active object is" : left + " active objects are")
                    + " left there that may still act";
        }
        return "does not wait, "
                + (idle.frames().isEmpty()
                        ? "and is in no code of the program"
                        : "it is at " + idle.frames().getFirst());
    }

    /** What a rank of a circle waits in, where other threads may yet act. */
    static String ofShared(RankState next) {
        return "waits in "
                + next.what()
                + (next.frames().isEmpty() ? "" : ", at " + next.frames().getFirst())
                + "; they wait for each other in a circle, unless other threads of these ranks do"
                + " what is waited for";
    }

    private static void appendWait(StringBuilder text, RankState state) {
        text.append("\n    rank ").append(state.rank());
        text.append(" waits for rank ").append(state.peer());
        text.append(" in ").append(state.what());
        text.append(" (thread '").append(state.thread()).append("')");
        state.frames().forEach(frame -> text.append("\n        at ").append(frame));
    }
}
