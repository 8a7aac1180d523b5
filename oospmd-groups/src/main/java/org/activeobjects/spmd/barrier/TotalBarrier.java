package org.activeobjects.spmd.barrier;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One member's side of the total barriers of its group.
 *
 * <p>Every member that calls a barrier sends a mark to every member, itself too, in order with its
 * requests. Here, each mark closes the gate for what its sender sends later; when the marks of all
 * members are there, all gates open. So what was sent before the barrier is in the queue ahead of
 * what was sent after it, whoever sent it. A mark is answered when its barrier is complete here:
 * who is gone cannot answer, and that is how a barrier learns that it will never be complete.
 *
 * <p>A mark of the next barrier is held back like any other message until this one is complete; so
 * a name may be used again at once.
 *
 * <p><b>Threading:</b> safe; marks of one sender come one at a time.
 */
public final class TotalBarrier {

    private static final Logger LOG = LogManager.getLogger(TotalBarrier.class);

    private final Gate gate;
    private final Mark[] marks;
    private int arrived;
    private String name;
    private volatile ActiveObjectException failure; // final once it is there
    private boolean opening;
    private long completed;
    private final List<Mark> toOpen = new ArrayList<>();

    /** A mark that has arrived and is not answered. */
    private record Mark(UniqueID sender, CompletableFuture<Object> answer) {}

    /**
     * A barrier of one member.
     *
     * @param size number of members
     * @param gate the gate of this member's queue
     */
    public TotalBarrier(int size, Gate gate) {
        this.marks = new Mark[size];
        this.gate = gate;
    }

    /**
     * Takes a mark; called while the mark is delivered, so that the gate closes right behind it.
     *
     * @param sender who sent it
     * @param rank rank of the sender
     * @param barrier name of the barrier it called
     * @return the answer: complete when the barrier is, failed when it never will be
     */
    public CompletableFuture<Object> mark(UniqueID sender, int rank, String barrier) {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        List<Mark> failed = List.of();
        synchronized (this) {
            if (failure != null) {
                answer.completeExceptionally(failure);
                return answer;
            }
            boolean fits = name == null || name.equals(barrier);
            ActiveObjectException differing = fits ? null : differentNames(rank, barrier);
            gate.hold(sender);
            marks[rank] = new Mark(sender, answer);
            arrived++;
            name = barrier;
            if (differing != null) {
                failed = takeFailed(differing);
            } else if (arrived == marks.length) {
                completed++;
                reset(toOpen);
            }
        }
        if (failed.isEmpty()) {
            openGates();
        } else {
            LOG.warn("total barrier failed: {}", failure.getMessage());
            letIn(failed);
        }
        return answer;
    }

    /**
     * Ends this and every later barrier: they will never be complete.
     *
     * @param reason why
     * @return false if that had been said before
     */
    public boolean fail(ActiveObjectException reason) {
        List<Mark> failed;
        synchronized (this) {
            if (failure != null) {
                return false;
            }
            failed = takeFailed(reason);
        }
        letIn(failed);
        return true;
    }

    /**
     * How many barriers have been complete here.
     *
     * @return 0 or more
     */
    public synchronized long completed() {
        return completed;
    }

    /**
     * Whether others have called a barrier that a member has not called yet.
     *
     * @param rank rank of the member
     * @return true if so
     */
    public synchronized boolean waitsFor(int rank) {
        return arrived > 0 && marks[rank] == null;
    }

    /**
     * A barrier that some have called, and others have not.
     *
     * @param number how many there were with it, 1 or more
     * @param name its name
     * @param missing the ranks that have not called it, one or more
     */
    public record Open(long number, String name, List<Integer> missing) {}

    /**
     * The barrier that is not complete, for the lowest of the ranks that have called it: one that
     * tells of it is enough.
     *
     * @param caller rank of the member that asks
     * @return empty if there is none, or another rank is to tell of it
     */
    public synchronized Optional<Open> open(int caller) {
        List<Integer> missing = new ArrayList<>();
        int lowest = -1;
        for (int rank = 0; rank < marks.length; rank++) {
            if (marks[rank] == null) {
                missing.add(rank);
            } else if (lowest < 0) {
                lowest = rank;
            }
        }
        return lowest == caller
                ? Optional.of(new Open(completed + 1, name, List.copyOf(missing)))
                : Optional.empty();
    }

    /**
     * Throws if barriers of this group cannot be completed any more.
     *
     * @throws ActiveObjectException with the reason
     */
    public synchronized void checkUsable() {
        if (failure != null) {
            throw new ActiveObjectException(failure.getMessage(), failure);
        }
    }

    /** For messages and dumps. */
    @Override
    public synchronized String toString() {
        if (name == null) {
            return "no total barrier under way";
        }
        StringBuilder missing = new StringBuilder();
        for (int rank = 0; rank < marks.length; rank++) {
            if (marks[rank] == null) {
                missing.append(missing.isEmpty() ? "" : ",").append(rank);
            }
        }
        return "total barrier \"" + name + "\" waits for ranks " + missing;
    }

    private void reset(List<Mark> taken) {
        for (int rank = 0; rank < marks.length; rank++) {
            if (marks[rank] != null) {
                taken.add(marks[rank]);
                marks[rank] = null;
            }
        }
        arrived = 0;
        name = null;
    }

    /**
     * Opens the gates of a complete barrier. What was held may hold the marks of the next one,
     * which come in on the way and may complete it: a loop, so that no stack grows with the number
     * of barriers.
     */
    private void openGates() {
        synchronized (this) {
            if (opening || toOpen.isEmpty()) {
                return;
            }
            opening = true;
        }
        while (true) {
            List<Mark> open;
            synchronized (this) {
                if (toOpen.isEmpty()) {
                    opening = false;
                    return;
                }
                open = List.copyOf(toOpen);
                toOpen.clear();
            }
            gate.release(open.stream().map(Mark::sender).toList());
            for (Mark mark : open) {
                mark.answer.complete(null);
            }
        }
    }

    /** Nothing is held back from now on; gives what was. */
    private List<Mark> takeFailed(ActiveObjectException reason) {
        failure = reason;
        List<Mark> failed = new ArrayList<>();
        reset(failed);
        return failed;
    }

    private void letIn(List<Mark> failed) {
        failed.forEach(mark -> mark.answer.completeExceptionally(failure));
        gate.release(failed.stream().map(Mark::sender).toList());
    }

    private ActiveObjectException differentNames(int rank, String barrier) {
        int other = 0;
        while (marks[other] == null) {
            other++;
        }
        return new ActiveObjectException(
                "members called different total barriers: rank "
                        + other
                        + " name=\""
                        + name
                        + "\", rank "
                        + rank
                        + " name=\""
                        + barrier
                        + "\"; all members must call the same barriers in the same order");
    }
}
