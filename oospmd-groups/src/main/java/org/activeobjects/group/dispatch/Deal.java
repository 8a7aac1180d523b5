package org.activeobjects.group.dispatch;

import static java.util.Comparator.comparingInt;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.spi.GroupCalls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/**
 * One call of a group: the calls of members that it comes to and that no member has yet.
 *
 * <p><b>Threading:</b> under the lock of its dealer; what it is about does not change.
 */
final class Deal {

    private final long number;
    private final String what;
    private final Set<Lane> lanes;
    private final int bufferSize;

    /**
     * Those that come back, since they could not be sent, are before those that came after them.
     */
    private final Queue<Task> waiting = new PriorityQueue<>(comparingInt(Task::index));

    Deal(
            long number,
            String what,
            List<? extends GroupCalls.Later> calls,
            Collection<Lane> lanes,
            int bufferSize) {
        this.number = number;
        this.what = what;
        this.lanes = new LinkedHashSet<>(lanes);
        this.bufferSize = bufferSize;
        for (int index = 0; index < calls.size(); index++) {
            waiting.add(new Task(calls.get(index), index, this));
        }
    }

    /** Deals are served in the order of their numbers. */
    long number() {
        return number;
    }

    Set<Lane> lanes() {
        return lanes;
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Whether a member may have one more call. */
    boolean hasRoomIn(Lane lane) {
        return !lane.isGone() && lane.open().size() < bufferSize;
    }

    /** Calls one of which has to be over before another one is sent; none if that is not known. */
    List<GroupCalls.Later> open() {
        List<GroupCalls.Later> open = new ArrayList<>();
        for (Lane lane : lanes) {
            if (!lane.isGone()) {
                if (lane.isSending()) {
                    return List.of();
                }
                lane.open().forEach(task -> open.add(task.call()));
            }
        }
        return open;
    }

    Task poll() {
        return waiting.remove();
    }

    /** Takes back a call that no member has got. */
    void putBack(Task task) {
        waiting.add(task);
    }

    /** What waits, if there is nobody left to wait for; else nothing. */
    List<Task> takeIfLost() {
        if (!lanes.stream().allMatch(Lane::isGone)) {
            return List.of();
        }
        List<Task> lost = new ArrayList<>(waiting); // in whatever order
        waiting.clear();
        return lost;
    }

    /** Ends a call for which there is nobody left. */
    void fail(Task task) {
        task.call()
                .fail(
                        new ActiveObjectException(
                                "call not sent, no member of the group is left that takes calls:"
                                        + " method="
                                        + what
                                        + " members="
                                        + lanes.size()
                                        + "; what the members had open tells why they are gone; add"
                                        + " members that live, and call again what has failed"));
    }

    /** Ends a call in whose sending an error was met. */
    void fail(Task task, Throwable met) {
        task.call()
                .fail(
                        new ActiveObjectException(
                                "call of a member of a group was broken off while it was sent:"
                                        + " method="
                                        + what
                                        + ": "
                                        + met
                                        + "; the member may have got it, call again if that does"
                                        + " not matter",
                                met));
    }
}
