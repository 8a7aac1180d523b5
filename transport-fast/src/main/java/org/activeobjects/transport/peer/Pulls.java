package org.activeobjects.transport.peer;

import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.SpinLock;
import org.activeobjects.transport.spi.DirectLane;

import java.util.ArrayDeque;
import java.util.List;

/**
 * The receives that read their elements straight out of one peer's memory: some of them under way,
 * in the order in which they were matched, the others waiting for their turn.
 *
 * <p><b>Threading:</b> {@link #advance} by the thread that polls, the rest by any. A transfer is
 * moved and given up under one lock, so that after {@link #abandon} or {@link #close} nothing is
 * written to a destination any more; the new ones have a lock of their own, which is never held
 * while elements are copied.
 */
final class Pulls {

    private static final int UNDER_WAY = 16;
    private static final int STEPS_PER_ROUND = 2;

    private final Receives receives;
    private final SpinLock waitingLock = new SpinLock();
    private final ArrayDeque<Operation> waiting = new ArrayDeque<>();
    private final SpinLock lock = new SpinLock();
    private final Operation[] underWay = new Operation[UNDER_WAY];
    private final DirectLane.Pull[] pulls = new DirectLane.Pull[UNDER_WAY]; // of those
    private int count; // of those under way
    private volatile DirectLane lane;
    private volatile boolean isAny;
    private volatile boolean needsSteps;
    private boolean isClosed; // under the lock of those that wait

    Pulls(Receives receives) {
        this.receives = receives;
    }

    /** Takes the lane of an open link into use, if it has one. */
    void attach(DirectLane newLane) {
        lane = newLane;
    }

    /** Whether there is something to move. */
    boolean isAny() {
        return isAny;
    }

    /** Whether one of them goes on only by {@link #advance}. */
    boolean needsSteps() {
        return needsSteps;
    }

    /** Takes a receive that was matched; false if its elements must come in frames. */
    boolean add(Operation receive) {
        if (lane == null) {
            return false;
        }
        waitingLock.lock();
        try {
            if (isClosed) {
                return false;
            }
            waiting.add(receive);
            isAny = true;
            needsSteps = true;
            return true;
        } finally {
            waitingLock.unlock();
        }
    }

    /** Moves each by a bounded piece of work, the oldest first. Returns how much was moved. */
    int advance() {
        if (!isAny || !lock.tryLock()) {
            return 0;
        }
        int moved = 0;
        try {
            moved += begin();
            int steps = 0;
            for (int i = 0; i < count && steps < STEPS_PER_ROUND; ) {
                if (isOver(i)) {
                    moved++;
                } else {
                    steps += pulls[i].runsByItself() ? 0 : 1;
                    i++;
                }
            }
            moved += steps;
            lookForMore(steps > 0);
        } finally {
            lock.unlock();
        }
        return moved;
    }

    private int begin() {
        int begun = 0;
        while (count < UNDER_WAY) {
            Operation receive = nextWaiting();
            if (receive == null) {
                break;
            }
            begun++;
            DirectLane.Pull pull;
            try {
                pull = lane.pull(receive.handle(), receive.slice(), receive.total());
            } catch (RuntimeException | Error e) {
                fail(receive, e); // nobody else knows it
                continue;
            }
            if (pull == null) {
                receives.acceptInFrames(receive);
            } else {
                pulls[count] = pull;
                underWay[count++] = receive;
            }
        }
        return begun;
    }

    private Operation nextWaiting() {
        waitingLock.lock();
        try {
            return waiting.poll();
        } finally {
            waitingLock.unlock();
        }
    }

    private void lookForMore(boolean hasStepped) {
        if (count == 0 || !hasStepped) {
            waitingLock.lock();
            try {
                isAny = count > 0 || !waiting.isEmpty();
                needsSteps = hasStepped || count < UNDER_WAY && !waiting.isEmpty();
            } finally {
                waitingLock.unlock();
            }
        }
    }

    /** Moves one; if it is over it is none of those under way any more. */
    private boolean isOver(int index) {
        RuntimeException failure = null;
        try {
            if (!pulls[index].advance()) {
                return false;
            }
        } catch (RuntimeException e) {
            failure = e;
        }
        Operation receive = underWay[index];
        remove(index); // first: whatever fails from here on, it is not moved once more
        if (failure == null) {
            end(receive);
        } else {
            fail(receive, failure);
        }
        return true;
    }

    private void end(Operation receive) {
        try {
            receives.tellPulled(receive);
        } finally {
            receive.completePolled();
        }
    }

    private void fail(Operation receive, Throwable cause) {
        TransportException failure;
        String text;
        try {
            text =
                    receive.slice().isAccessible()
                            ? "reading out of the peer's memory failed: operation=%s reason=%s"
                                    .formatted(receive, reasonOf(cause))
                            : receive.unwritable();
            failure =
                    cause instanceof TransportClosedException
                            ? receive.withdrawn()
                            : new TransportException(text, cause);
        } catch (OutOfMemoryError | StackOverflowError _) {
            failure = Failures.because(cause);
            text = failure.getMessage();
        }
        receives.turnDown(receive, Wire.UNREADABLE, text);
        receive.fail(failure);
    }

    private static String reasonOf(Throwable cause) {
        return cause instanceof TransportException ? cause.getMessage() : cause.toString();
    }

    private void remove(int index) {
        count--;
        System.arraycopy(underWay, index + 1, underWay, index, count - index);
        System.arraycopy(pulls, index + 1, pulls, index, count - index);
        underWay[count] = null;
        pulls[count] = null;
    }

    /** Gives up what an endpoint that closes has under way; the caller owns it now. */
    void abandon(Station endpoint, List<Operation> abandoned) {
        lock.lock();
        try {
            for (int i = count - 1; i >= 0; i--) {
                Operation receive = underWay[i];
                if (receive.station() == endpoint) {
                    pulls[i].abandon();
                    remove(i);
                    abandoned.add(receive);
                    turnDown(receive);
                }
            }
            int before = abandoned.size();
            takeWaiting(endpoint, abandoned);
            abandoned.subList(before, abandoned.size()).forEach(this::turnDown);
        } finally {
            lock.unlock();
        }
    }

    private void takeWaiting(Station endpoint, List<Operation> taken) {
        waitingLock.lock();
        try {
            Receives.takeOut(waiting, endpoint, taken);
        } finally {
            waitingLock.unlock();
        }
    }

    /** Gives up everything; the caller owns it now. Takes nothing in any more. */
    void close(List<? super Outgoing> pending) {
        lock.lock();
        try {
            while (count > 0) { // each in turn: what has no memory for one goes on there again
                DirectLane.Pull last = pulls[count - 1];
                pending.add(underWay[count - 1]);
                remove(count - 1);
                last.abandon();
            }
            closeWaiting(pending);
            isAny = false;
            needsSteps = false;
        } finally {
            lock.unlock();
        }
    }

    private void closeWaiting(List<? super Outgoing> pending) {
        waitingLock.lock();
        try {
            isClosed = true;
            pending.addAll(waiting);
            waiting.clear();
        } finally {
            waitingLock.unlock();
        }
    }

    private void turnDown(Operation receive) {
        receives.turnDown(receive, Wire.NO_ENDPOINT, receives.closedText(receive.station()));
    }
}
