package org.activeobjects.spmd.member;

import org.activeobjects.diagnosis.UserFrames;
import org.activeobjects.spmd.barrier.NeighbourCall;
import org.activeobjects.spmd.barrier.TotalBarrier;
import org.activeobjects.spmd.waiting.OpenBarriers;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The barriers of a member as their watch sees them; and what the member says when others ask. Who
 * has thrown tells by itself of a total barrier, so those who have called it only note that it
 * lasts.
 *
 * @param own rank of the member
 * @param size number of members
 * @param total that of all members
 * @param neighbours those with some others
 * @param methods those of methods
 * @param others asks other members
 */
record WatchedBarriers(
        int own,
        int size,
        TotalBarrier total,
        Neighbours neighbours,
        MethodBarriers methods,
        Neighbours.Voice others)
        implements OpenBarriers {

    private static final String OF_METHODS = "methods ";
    private static final String TOTAL = "total ";

    @Override
    public List<Open> open() {
        List<Open> open = new ArrayList<>();
        total.open(own)
                .ifPresent(
                        barrier ->
                                open.add(
                                        new Open(
                                                TOTAL + barrier.number(),
                                                "total barrier \"" + barrier.name() + "\"",
                                                barrier.missing())));
        neighbours
                .waiting()
                .forEach(
                        (call, missing) ->
                                open.add(
                                        new Open(
                                                idOf(call),
                                                call.toString(),
                                                List.copyOf(missing))));
        List<Integer> all = IntStream.range(0, size).filter(rank -> rank != own).boxed().toList();
        for (MethodBarriers.Barrier barrier : methods.waiting()) {
            open.add(
                    new Open(
                            OF_METHODS + barrier.number(),
                            barrier + ", missing " + String.join(",", barrier.expected().missing()),
                            all));
        }
        return open;
    }

    private static String idOf(NeighbourCall call) {
        return call.number() + " " + call.name();
    }

    @Override
    public Answer ask(int rank, Open barrier) {
        boolean isTotal = barrier.id().startsWith(TOTAL);
        String name =
                isTotal || barrier.id().startsWith(OF_METHODS)
                        ? null
                        : barrier.id().substring(barrier.id().indexOf(' ') + 1);
        Object[] answer =
                (Object[])
                        others.call(rank, MemberExtension.WHY_NOT, own, name)
                                .orTimeout(Member.ANSWER_SECONDS, TimeUnit.SECONDS)
                                .join();
        return isTotal
                ? new Answer(false, "has not called it; it " + answer[1])
                : new Answer((Boolean) answer[0], (String) answer[1]);
    }

    /**
     * Why this member has not done its part.
     *
     * @param asking rank of who asks
     * @param name name of a neighbour barrier, or {@code null} if requests are missing
     * @param thread the thread of this member, {@code null} if that is not known
     * @param thrown what its last request has thrown, {@code null} if it has gone on since
     */
    Object[] whyNot(int asking, String name, Thread thread, String thrown) {
        List<StackTraceElement> frames = thread == null ? List.of() : UserFrames.of(thread);
        SortedSet<Integer> named = name == null ? null : neighbours.latestOf(name);
        boolean namesOthers = named != null && !named.contains(asking);
        StringBuilder text = new StringBuilder();
        if (namesOthers) {
            text.append("has named ranks ").append(new TreeSet<>(named));
            text.append(" in its latest call of it, and not rank ").append(asking);
            text.append(", while neighbours must name each other");
        } else if (thrown != null) {
            text.append("has thrown: ").append(thrown);
        }
        if (frames.isEmpty()) {
            text.append(
                    text.isEmpty()
                            ? "serves nothing, as far as it is known"
                            : "; it does nothing now");
        } else {
            text.append(text.isEmpty() ? "is at " : "; it is at ").append(frames.getFirst());
        }
        return new Object[] {frames.isEmpty() && (namesOthers || thrown != null), text.toString()};
    }

    @Override
    public void giveUp(Open barrier, String report) {
        neighbours.waiting().keySet().stream()
                .filter(call -> idOf(call).equals(barrier.id()))
                .forEach(call -> neighbours.giveUp(call, report));
    }
}
