package org.activeobjects.internal.admission;

import org.activeobjects.queue.QueueBound;
import org.activeobjects.spi.StubMethod;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many calls this runtime may still send to one active object of another that has a bounded
 * queue.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Credits implements Room.Line {

    /** In place of a number: calls need no credit any more, the object has ended. */
    public static final long NO_MORE_NEEDED = -1;

    private final QueueBound bound;
    private final Deque<Room> line = new ArrayDeque<>();
    private long left;
    private long seen;
    private boolean open = true;

    Credits(QueueBound bound) {
        this.bound = bound;
        this.left = window(bound);
    }

    /** How many calls a runtime may send in advance. */
    static int window(QueueBound bound) {
        return Math.min(bound.length(), QueueBound.MAX_ADVANCE);
    }

    /** How many credits are given back at a time: whoever waits has used more than these. */
    static int batch(QueueBound bound) {
        return Math.max(1, window(bound) / 2);
    }

    /**
     * Uses a credit, or waits for one.
     *
     * @param method what is to be called
     * @param callee the way to the active object
     * @return false if the object has moved: the caller is to look for it
     * @throws org.activeobjects.queue.RequestQueueFullException if there was none in time
     */
    public boolean use(StubMethod method, Object callee) {
        Room room;
        synchronized (this) {
            if (tryUse()) {
                return true;
            }
            room = new Room(this, bound, method, callee);
            line.addLast(room);
        }
        return room.awaitTurn();
    }

    /**
     * Uses a credit, if there is one.
     *
     * @return false if there is none now
     */
    public synchronized boolean tryUse() {
        if (!hasRoom()) {
            return false;
        }
        left -= open ? 1 : 0;
        return true;
    }

    /**
     * Whether a call could be sent now.
     *
     * @return false if it would have to wait
     */
    public synchronized boolean hasRoom() {
        return !open || left > 0 && line.isEmpty();
    }

    synchronized void give(long credits) {
        seen += credits;
        add(credits);
    }

    private void add(long credits) {
        left = Math.min(left + credits, window(bound));
        while (left > 0 && !line.isEmpty()) {
            left--;
            line.removeFirst().value(true);
        }
    }

    /** Nobody needs credits any more: what is sent now fails by itself. */
    synchronized void close() {
        open = false;
        end(true);
    }

    /** The way of those who wait has changed: they look for the object again. */
    synchronized void reroute() {
        end(false);
    }

    private void end(boolean mayGoOn) {
        line.forEach(room -> room.value(mayGoOn));
        line.clear();
    }

    @Override
    public synchronized boolean leave(Room room) {
        return line.remove(room);
    }

    @Override
    public synchronized void giveBack() {
        add(1);
    }

    @Override
    public synchronized long seen() {
        return seen;
    }

    @Override
    public synchronized String state() {
        return "calls of this runtime that wait there="
                + (window(bound) - left)
                + " waitingCallers="
                + line.size();
    }
}
