package org.activeobjects.spmd.barrier;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.spmd.barrier.NeighbourCall.Mark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * One member's side of the barriers between it and some of the others.
 *
 * <p>Who calls one sends a mark to each member that it names, and to itself. A mark says two
 * things. That its sender has called is known on arrival, whatever holds back its sender; so
 * barriers that overlap never wait for each other, in whatever order members call them. And it
 * draws a line through what its sender sends: what comes behind the line is held back until the
 * call of this member that the mark belongs to is complete. Of one name and one sender, the first
 * mark belongs to the first call of this member that names the sender, and so on: so a name may be
 * used again at once, and a neighbour may run ahead.
 *
 * <p>Calls open in the order in which they become complete, one after the other. So what was sent
 * before a call is in the queue ahead of what was sent after it, unless another barrier, which is
 * still under way, holds it back.
 *
 * <p>A call fails when one of those that it still waits for has ended or is lost. Its gates open
 * then; of the others nobody is held up. The marks that may still come for it are its own, and hold
 * back nothing.
 *
 * <p><b>Threading:</b> safe; marks of one sender come one at a time.
 */
public final class NeighbourBarriers {

    /** Names whose latest neighbours are remembered, for explanations. */
    private static final int REMEMBERED = 64;

    private final int own;
    private final Gate gate;
    private final Map<String, NamedBarrier> names = new HashMap<>();
    private final Map<Integer, ActiveObjectException> gone = new TreeMap<>();
    private final Deque<NeighbourCall> complete = new ArrayDeque<>();
    private final Map<String, SortedSet<Integer>> latest =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, SortedSet<Integer>> eldest) {
                    return size() > REMEMBERED;
                }
            };
    private boolean opening;
    private long called;
    private ActiveObjectException ended;

    /**
     * Those of one member.
     *
     * @param own its rank
     * @param gate the gate of its queue
     */
    public NeighbourBarriers(int own, Gate gate) {
        this.own = own;
        this.gate = gate;
    }

    /**
     * Begins a call of this member, before it sends the marks.
     *
     * @param name name of the barrier
     * @param neighbours the ranks that it names; its own may be among them
     * @return the call; it may have failed already
     */
    public NeighbourCall call(String name, SortedSet<Integer> neighbours) {
        SortedSet<Integer> ranks = new TreeSet<>(neighbours);
        ranks.add(own);
        List<Runnable> after = new ArrayList<>();
        NeighbourCall call;
        synchronized (this) {
            call = new NeighbourCall(name, ++called, ranks);
            latest.remove(name);
            latest.put(name, ranks);
            NamedBarrier named = names.computeIfAbsent(name, key -> new NamedBarrier());
            named.calls.add(call);
            for (int rank : ranks) {
                Mark mark = named.pollEarly(rank);
                if (mark != null) {
                    call.takes(mark);
                }
            }
            for (int rank : gone.keySet()) {
                lose(call, rank, after);
            }
        }
        after.forEach(Runnable::run);
        return call;
    }

    /**
     * Takes a mark, when it arrives.
     *
     * @param sender who sent it
     * @param rank rank of the sender
     * @param name name of the barrier it called
     * @return the answer: complete when the call that it belongs to is, or has failed; failed when
     *     this member has ended
     */
    public CompletableFuture<Object> mark(UniqueID sender, int rank, String name) {
        Mark mark = new Mark(sender, rank);
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            if (ended != null) {
                return CompletableFuture.failedFuture(ended);
            }
            NamedBarrier named = names.computeIfAbsent(name, key -> new NamedBarrier());
            NeighbourCall call = named.waitingFor(rank);
            if (call == null) {
                named.keepEarly(mark);
            } else {
                call.takes(mark);
                if (call.failure != null) {
                    after.add(() -> mark.answer.complete(null));
                } else if (call.missing.isEmpty()) {
                    complete.addLast(call);
                }
                forgetIfSettled(call);
            }
        }
        gate.inTurn(sender, () -> line(mark));
        after.forEach(Runnable::run);
        openGates();
        return mark.answer;
    }

    /** What the sender of a mark has sent before is in the queue. */
    private synchronized void line(Mark mark) {
        if (ended == null && (mark.call == null || !mark.call.open)) {
            mark.holds = true;
            gate.hold(mark.sender);
        }
    }

    private void forgetIfSettled(NeighbourCall call) {
        if (call.missing.isEmpty()) {
            NamedBarrier named = names.get(call.name());
            named.calls.remove(call);
            if (named.isOver()) {
                names.remove(call.name());
            }
        }
    }

    /** Opens those that are complete, each when the one before it has let in all that it held. */
    private void openGates() {
        synchronized (this) {
            if (opening) {
                return;
            }
            opening = true;
        }
        while (true) {
            List<Runnable> after = new ArrayList<>();
            synchronized (this) {
                NeighbourCall call = complete.pollFirst();
                if (call == null) {
                    opening = false;
                    return;
                }
                open(call, after);
            }
            after.forEach(Runnable::run);
        }
    }

    /** What remains to be done without the lock goes into the list. */
    private void open(NeighbourCall call, List<Runnable> after) {
        call.open = true;
        List<UniqueID> held = new ArrayList<>();
        for (Mark mark : call.marks) {
            if (mark.holds) {
                mark.holds = false;
                held.add(mark.sender);
            }
        }
        after.add(() -> gate.release(held));
        call.marks.forEach(mark -> after.add(() -> mark.answer.complete(null)));
    }

    /**
     * A member has ended or is lost: calls that wait for a mark of it fail, and so do later ones
     * that name it, unless that had come.
     *
     * @param rank its rank
     * @param reason how it ended
     * @return those calls that have failed now
     */
    public List<NeighbourCall> lost(int rank, String reason) {
        List<NeighbourCall> failed = new ArrayList<>();
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            gone.putIfAbsent(rank, new ActiveObjectException(reason));
            for (NamedBarrier named : List.copyOf(names.values())) {
                for (NeighbourCall call : List.copyOf(named.calls)) {
                    if (lose(call, rank, after)) {
                        failed.add(call);
                    }
                }
            }
        }
        after.forEach(Runnable::run);
        return failed;
    }

    /** No mark of a member comes any more; true if the call has failed by that. */
    private boolean lose(NeighbourCall call, int rank, List<Runnable> after) {
        if (!call.missing.remove(rank)) {
            return false;
        }
        ActiveObjectException cause = gone.get(rank);
        String why = "rank " + rank + " has not called it and never will: " + cause.getMessage();
        boolean failed = fail(call, why, cause, after);
        forgetIfSettled(call);
        return failed;
    }

    private boolean fail(
            NeighbourCall call, String why, ActiveObjectException cause, List<Runnable> after) {
        if (call.failure != null) {
            return false;
        }
        String what =
                "neighbour barrier cannot be completed: name=\"%s\" rank=%s ranks=%s: "
                        .formatted(call.name(), own, NeighbourCall.list(call.ranks()));
        call.failure = new ActiveObjectException(what + why, cause);
        open(call, after);
        return true;
    }

    /**
     * Gives a call up.
     *
     * @param call a call of this member
     * @param reason why
     * @return false if it was complete, or had failed before
     */
    public boolean giveUp(NeighbourCall call, String reason) {
        List<Runnable> after = new ArrayList<>();
        boolean isFirst;
        synchronized (this) {
            isFirst = !call.missing.isEmpty() && fail(call, reason, null, after);
        }
        after.forEach(Runnable::run);
        return isFirst;
    }

    /**
     * Whether a call still waits for a member.
     *
     * @param call a call of this member
     * @param rank rank of the other
     * @return false if its mark has come, or the call has failed
     */
    public synchronized boolean waitsFor(NeighbourCall call, int rank) {
        return call.failure == null && call.missing.contains(rank);
    }

    /**
     * Why a call cannot be completed.
     *
     * @param call a call of this member
     * @return {@code null} if it can
     */
    public synchronized ActiveObjectException failureOf(NeighbourCall call) {
        return call.failure;
    }

    /**
     * The calls of this member that wait for others, and the ranks of these.
     *
     * @return a copy, in the order of the calls
     */
    public synchronized Map<NeighbourCall, SortedSet<Integer>> waiting() {
        List<NeighbourCall> calls = new ArrayList<>();
        for (NamedBarrier named : names.values()) {
            named.calls.stream().filter(call -> call.failure == null).forEach(calls::add);
        }
        calls.sort((one, other) -> Long.compare(one.number(), other.number()));
        Map<NeighbourCall, SortedSet<Integer>> waiting = new LinkedHashMap<>();
        calls.forEach(call -> waiting.put(call, new TreeSet<>(call.missing)));
        return waiting;
    }

    /**
     * Whom this member has named in its latest call of a name.
     *
     * @param name the name
     * @return the ranks, or {@code null} if it has not called it lately
     */
    public synchronized SortedSet<Integer> latestOf(String name) {
        return latest.get(name);
    }

    /**
     * This member has ended: nobody gets an answer any more, and nothing is held back.
     *
     * @param reason how
     */
    public void end(ActiveObjectException reason) {
        List<Mark> marks = new ArrayList<>();
        synchronized (this) {
            if (ended != null) {
                return;
            }
            ended = reason;
            for (NamedBarrier named : names.values()) {
                named.calls.forEach(call -> marks.addAll(call.marks));
                named.early.values().forEach(marks::addAll);
            }
            names.clear();
        }
        marks.forEach(mark -> mark.answer.completeExceptionally(reason));
    }

    /** For messages and dumps. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        waiting()
                .forEach(
                        (call, missing) ->
                                text.append(text.isEmpty() ? "" : "; ")
                                        .append(call)
                                        .append(" waits for ranks ")
                                        .append(NeighbourCall.list(missing)));
        return text.isEmpty() ? "no neighbour barrier under way" : text.toString();
    }
}
