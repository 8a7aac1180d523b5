package org.activeobjects.group.dispatch;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * The way to one member: how many calls it has, and those of them that are still to be sent.
 *
 * <p><b>Threading:</b> under the lock of its dealer.
 */
final class Lane {

    private final Object member;
    private final Deque<Task> unsent = new ArrayDeque<>();

    /** Calls that were given to the member, sent or not, and are not over. */
    private final Deque<Task> open = new ArrayDeque<>();

    private boolean isSending;
    private boolean isGone;

    Lane(Object member) {
        this.member = member;
    }

    Object member() {
        return member;
    }

    Collection<Task> open() {
        return open;
    }

    /** Whether somebody is about to send calls, and may wait for that. */
    boolean isSending() {
        return isSending;
    }

    /** Whether the member takes no more calls. */
    boolean isGone() {
        return isGone;
    }

    void leave() {
        isGone = true;
    }

    /** Gives the member a call; whether somebody has to begin to send. */
    boolean add(Task task) {
        open.addLast(task);
        unsent.addLast(task);
        boolean isIdle = !isSending;
        isSending = true;
        return isIdle;
    }

    /** A call is over; most are in the order in which they were given. False if it was before. */
    boolean answered(Task task) {
        return open.removeFirstOccurrence(task);
    }

    Task firstUnsent() {
        return unsent.peekFirst();
    }

    int unsent() {
        return unsent.size();
    }

    /** What is to be sent now; with {@code null} whoever sends has to stop. */
    Task pollUnsent() {
        Task task = unsent.pollFirst();
        isSending = task != null;
        return task;
    }

    /** Whether there is something to be sent; if not, whoever sends has to stop. */
    boolean goesOn() {
        isSending = !unsent.isEmpty();
        return isSending;
    }

    /** Takes back what could not be sent. */
    void putBack(Task task) {
        unsent.addFirst(task);
    }

    /** Takes the youngest call from the member that has not been sent; {@code null} for none. */
    Task withdraw() {
        Task task = unsent.pollLast();
        if (task != null) {
            open.removeLastOccurrence(task);
        }
        return task;
    }
}
