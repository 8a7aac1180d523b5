package org.activeobjects.spmd.waiting;

import java.util.List;
import java.util.stream.Collectors;

/** What people are told of ranks that wait. */
final class WaitText {

    /** Ranks of a knot, which may be very many. */
    private static final int MOST_TOLD = 16;

    private static final String NOT_THE_SAME =
            "\n    They do not do the same: compare tags, roots, and the order of the calls.";

    private static final String NOBODY_SENDS =
            "\n"
                    + "    All of them wait for a message that none has sent: compare tags and"
                    + " contexts, and who sends first.";

    private static final String NOBODY_RECEIVES =
            "\n"
                    + "    All of them send first, and what is long waits for its receive: let one"
                    + " side receive first, or start the sends with isend.";

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
        return text.append(remedy(circle)).toString();
    }

    private static String remedy(List<RankState> circle) {
        if (circle.stream().allMatch(RankState::isMessage)) {
            return circle.stream().allMatch(RankState::isSend)
                    ? NOBODY_RECEIVES
                    : circle.stream().noneMatch(RankState::isSend) ? NOBODY_SENDS : NOT_THE_SAME;
        }
        return isOneExchange(circle) ? ALL_AT_ONCE : NOT_THE_SAME;
    }

    /** The first one waits for any, and of the others none goes on. */
    static String ofKnot(List<RankState> knot) {
        StringBuilder text = new StringBuilder("deadlock among ranks: rank ");
        text.append(knot.getFirst().rank());
        text.append(" waits for a message of any rank, and no rank is left that could send one");
        for (RankState state : knot.subList(0, Math.min(MOST_TOLD, knot.size()))) {
            if (state.isWaiting()) {
                appendWait(text, state);
            } else {
                String why = state.isOver() ? "its program has ended" : "it has given up";
                text.append("\n    rank ").append(state.rank()).append(": ").append(why);
            }
        }
        int left = knot.size() - MOST_TOLD;
        return text.append(left > 0 ? "\n    and " + left + " more" : "").toString();
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
        String here = waiting.unreceived();
        return "rank %s has waited for %s s in %s%s; rank %s %s"
                .formatted(
                        waiting.rank(),
                        seconds,
                        waiting.what(),
                        here.isEmpty() ? "" : " (here and not received: " + here + ")",
                        other,
                        what);
    }

    /** What a rank does that waits for nobody. */
    static String ofIdle(RankState idle) {
        if (idle.isOver()) {
            return "does not wait: its program has ended";
        } else if (idle.ended()) {
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
        return ofWait(next)
                + "; they wait for each other in a circle, unless other threads of these ranks do"
                + " what is waited for";
    }

    /** What a rank waits in that is waited for. */
    static String ofWait(RankState state) {
        return "waits in "
                + state.what()
                + (state.frames().isEmpty() ? "" : ", at " + state.frames().getFirst());
    }

    private static void appendWait(StringBuilder text, RankState state) {
        text.append("\n    rank ").append(state.rank());
        text.append(" waits for ").append(state.whom());
        text.append(" in ").append(state.what());
        text.append(" (thread '").append(state.thread()).append("')");
        if (!state.unreceived().isEmpty()) {
            text.append("\n        here and not received: ").append(state.unreceived());
        }
        state.frames().forEach(frame -> text.append("\n        at ").append(frame));
    }
}
