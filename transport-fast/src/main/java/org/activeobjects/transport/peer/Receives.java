package org.activeobjects.transport.peer;

import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.SpinLock;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.transfer.TransferTable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;

/**
 * The receives for which a peer has announced elements: those whose elements come in frames, by
 * number, and those that read them by themselves.
 *
 * <p>The peer may announce more as soon as it has been told to send, and the elements come later:
 * so there may be more receives than numbers. Those without one wait for it here.
 *
 * <p><b>Threading:</b> safe; what moves them, by the thread that polls.
 */
final class Receives {

    private static final String NO_MEMORY =
            "the receiver has no memory left to have the elements come";

    private static final ObjIntConsumer<Operation> CAME = Operation::cameFurther;

    private final Peer peer;
    private final TransferTable<Operation> inFrames = new TransferTable<>();
    private final Pulls pulls = new Pulls(this);

    // Under the lock: those for which there is no number.
    private final SpinLock waitingLock = new SpinLock();
    private final ArrayDeque<Operation> waiting = new ArrayDeque<>();
    private boolean isClosed;
    private volatile boolean isAnyWaiting;

    Receives(Peer peer) {
        this.peer = peer;
    }

    void attach(DirectLane lane) {
        pulls.attach(lane);
    }

    /** Reads an announced message out of the sender's memory, or tells the sender to send it. */
    void accept(Operation receive) {
        if (receive.handle() == DirectLane.NOTHING || receive.total() == 0 || !isRead(receive)) {
            receive.comesInFrames();
            acceptInFrames(receive);
            return;
        }
        if (isOfClosed(receive)) {
            abandon(receive, pulls::abandon);
        }
        if (!peer.isPolled()) {
            peer.home().progress().kick();
        }
    }

    private boolean isRead(Operation receive) {
        try {
            return pulls.add(receive);
        } catch (OutOfMemoryError _) {
            return false; // or it would wait for ever, and its sender, too
        }
    }

    /** An endpoint that has been closed since its receive was matched did not find that here. */
    private static boolean isOfClosed(Operation receive) {
        return receive.station().matcher().isClosed();
    }

    private static void abandon(Operation receive, BiConsumer<Station, List<Operation>> abandon) {
        List<Operation> abandoned = new ArrayList<>();
        abandon.accept(receive.station(), abandoned);
        fail(abandoned, receive.station().matcher().whyClosed());
    }

    /** Takes out those of an endpoint, each in one step: without memory the others stay there. */
    static void takeOut(Iterable<Operation> all, Station closing, List<Operation> taken) {
        for (Iterator<Operation> next = all.iterator(); next.hasNext(); ) {
            Operation one = next.next();
            if (one.station() == closing) {
                taken.add(one);
                next.remove();
            }
        }
    }

    static void fail(List<Operation> ended, TransportException why) {
        ended.forEach(one -> one.fail(Failures.again(why)));
    }

    /** Tells the sender of an announced message to send. */
    void acceptInFrames(Operation receive) {
        int id;
        boolean isGone;
        try {
            id = receive.total() == 0 ? 0 : inFrames.add(receive);
            isGone = id < 0 && !awaitsNumber(receive);
        } catch (OutOfMemoryError e) { // nobody else knows it: both sides are told
            turnDown(receive, Wire.UNREADABLE, NO_MEMORY);
            receive.fail(Failures.because(e));
            return;
        }
        if (isGone) {
            receive.fail(peer.loss());
        } else if (id < 0) {
            if (isOfClosed(receive)) {
                abandon(receive, this::abandonWaiting);
            }
            acceptWaiting(); // one may have become free meanwhile
        } else if (!accept(receive, id) && isAnyWaiting) {
            acceptWaiting();
        }
    }

    /** Returns false if the number is free again, because the receive was given up meanwhile. */
    private boolean accept(Operation receive, int id) {
        boolean isEmpty = receive.total() == 0;
        receive.transferId(id);
        if (!isEmpty && isOfClosed(receive)) {
            abandon(
                    receive,
                    (closed, abandoned) -> {
                        inFrames.replace(
                                id,
                                one -> one == receive ? one.standInFor(closed) : null,
                                abandoned);
                        giveUp(abandoned, closed);
                    });
        }
        boolean isCleared = peer.output().clear(receive);
        if (!isCleared) {
            var _ = inFrames.remove(id); // not more: whoever takes from the queue comes by here
            turnDown(receive, Wire.NO_ENDPOINT, closedText(receive.station()));
        } else if (isEmpty) {
            receive.complete();
        }
        return isCleared;
    }

    /**
     * Tells the senders that send already; who is about to tell one to send sees it and does not.
     */
    private void giveUp(List<Operation> cut, Station closed) {
        for (Operation receive : cut) {
            peer.output().giveUp(receive, this::isStillComing, closedText(closed));
        }
    }

    /** Else all has come meanwhile, and its number may be that of another receive by now. */
    private boolean isStillComing(Outgoing cut) {
        Operation there = cut instanceof Operation one ? inFrames.get(one.transferId()) : null;
        return there != null && there.isAbandoned();
    }

    /** All numbers are taken: it waits for one; false if the peer is gone. */
    private boolean awaitsNumber(Operation receive) {
        waitingLock.lock();
        try {
            if (!isClosed) {
                waiting.add(receive);
                isAnyWaiting = true;
            }
            return !isClosed;
        } finally {
            waitingLock.unlock();
        }
    }

    private void acceptWaiting() {
        while (isAnyWaiting) {
            Operation receive;
            int id;
            waitingLock.lock();
            try {
                receive = waiting.peek();
                id = receive == null ? -1 : inFrames.add(receive);
                if (id < 0) {
                    return;
                }
                waiting.remove();
                isAnyWaiting = !waiting.isEmpty();
            } finally {
                waitingLock.unlock();
            }
            var _ = accept(receive, id);
        }
    }

    /** A receive has read all its elements by itself. */
    void tellPulled(Operation receive) {
        try {
            peer.output().control(Wire.PULLED, 0, 0, (long) receive.senderId() << 32);
        } catch (RuntimeException | Error e) {
            peer.lose("it could not be told that its elements were read", e); // or waits for ever
        }
    }

    /** A receive does not take what was announced. */
    void turnDown(Operation receive, int reason, String text) {
        peer.refuse(receive.senderId(), reason, text);
    }

    /** The receive whose elements come under a number; null if there is none. */
    Operation get(int id) {
        return inFrames.get(id);
    }

    /**
     * As above; so many bytes more have come for it. In one step: what takes its place when its
     * endpoint closes knows what has come.
     */
    Operation came(int id, int bytes) {
        return inFrames.get(id, CAME, bytes);
    }

    /**
     * As {@link #get}, and the caller owns it now; its number is for the next that waits for one.
     */
    Operation remove(int id) {
        Operation receive = inFrames.remove(id);
        if (isAnyWaiting) {
            acceptWaiting();
        }
        return receive;
    }

    /** Whether elements are to come in frames. */
    boolean expectFrames() {
        return !inFrames.isEmpty();
    }

    /** Whether some read by themselves. */
    boolean isAnyRead() {
        return pulls.isAny();
    }

    /** Whether one of those goes on only by {@link #advance}. */
    boolean needsSteps() {
        return pulls.needsSteps();
    }

    /** Moves those that read by themselves. Returns how much was moved. */
    int advance() {
        return pulls.advance();
    }

    /** Fails those of an endpoint that closes, once no element of theirs is on its way any more. */
    void abandon(Station closing, TransportException why) {
        List<Operation> abandoned = new ArrayList<>();
        try {
            inFrames.replace(receive -> receive.standInFor(closing), abandoned);
            giveUp(abandoned, closing);
            abandonWaiting(closing, abandoned);
            pulls.abandon(closing, abandoned);
        } finally { // also if that breaks off: nobody else knows them
            end(abandoned, closing, why);
        }
    }

    private void end(List<Operation> abandoned, Station closing, TransportException why) {
        ElementInput elements = peer.input().elements();
        if (!elements.isLanding()) {
            fail(abandoned, why);
            return;
        }
        StillTask.run(
                peer,
                () -> {
                    elements.cut(closing, why);
                    fail(abandoned, why);
                });
    }

    private void abandonWaiting(Station closing, List<Operation> abandoned) {
        int before = abandoned.size();
        waitingLock.lock();
        try {
            takeOut(waiting, closing, abandoned);
            isAnyWaiting = !waiting.isEmpty();
        } finally {
            waitingLock.unlock();
        }
        for (Operation receive : abandoned.subList(before, abandoned.size())) {
            turnDown(receive, Wire.NO_ENDPOINT, closedText(closing));
        }
    }

    /** Fails a receive whose memory is gone, and its send; drops what still comes. */
    void breakOff(Operation receive, RuntimeException why) {
        String gone = receive.unwritable(why);
        TransportException failure = new TransportException(gone, why);
        List<Operation> taken = new ArrayList<>(1);
        inFrames.replace(one -> one == receive ? one.standInFor(receive.station()) : null, taken);
        if (!taken.isEmpty()) {
            peer.refuse(receive.transferId(), Wire.BROKEN_OFF, gone);
            receive.fail(failure);
        }
    }

    /** What a sender is told whose receiver has closed. */
    String closedText(Station closed) {
        return peer.home().stations().whyNotOpen(closed.id());
    }

    /** Takes out those that read by themselves. */
    void stopReading(List<? super Outgoing> pending) {
        pulls.close(pending);
    }

    /** Takes out the others, and nothing in any more. */
    void close(List<? super Outgoing> pending) {
        inFrames.close(pending);
        waitingLock.lock();
        try {
            isClosed = true;
            pending.addAll(waiting);
            waiting.clear();
            isAnyWaiting = false;
        } finally {
            waitingLock.unlock();
        }
    }
}
