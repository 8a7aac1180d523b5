package org.activeobjects.transport.peer;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.EagerLedger;
import org.activeobjects.transport.transfer.TransferTable;
import org.activeobjects.transport.transfer.TransferTurns;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The sends to one peer on their way out, in their order: with their elements, as far as the peer
 * may be sent those at once, or announced. Those that find no room wait.
 *
 * <p><b>Threading:</b> under the peer's lock for sending.
 */
final class Sends {

    private final ArrayDeque<Operation> queue = new ArrayDeque<>();
    private final TransferTable<Operation> announced;
    private final TransferTurns transfers;
    private final long[] handle = new long[1];
    private final Slice handleSlice = Slice.of(handle);
    private final FrameHeader header;
    private Link link;
    private DirectLane lane;
    private int eagerLimit;
    private long eagerOutstanding;

    /**
     * Nothing to send.
     *
     * @param announced gets those that are announced
     * @param transfers those whose elements go in frames, looked at only
     * @param header filled for each frame
     */
    Sends(TransferTable<Operation> announced, TransferTurns transfers, FrameHeader header) {
        this.announced = announced;
        this.transfers = transfers;
        this.header = header;
    }

    void attach(Link newLink, int limit, DirectLane newLane) {
        link = newLink;
        eagerLimit = limit;
        lane = newLane;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Sends elements now if that is possible; only if no send waits. */
    boolean tryEager(int from, int to, int tag, int context, Slice source, int flags) {
        long bytes = source.byteLength();
        if (link == null || !goesAtOnce(source, bytes)) {
            return false;
        }
        int length = (int) bytes;
        header.set(Wire.EAGER, source.type().wireId(), flags, length, from, to, tag, context, 0);
        if (!link.trySend(header, length == 0 ? null : source, 0, length)) {
            return false;
        }
        eagerOutstanding += bytes + Wire.OVERHEAD;
        return true;
    }

    private boolean goesAtOnce(Slice source, long bytes) {
        return isEager(source, bytes) && hasRoom(bytes);
    }

    private boolean isEager(Slice source, long bytes) {
        return bytes <= eagerLimit && (lane == null || !lane.isBetterRead(source));
    }

    private boolean hasRoom(long bytes) {
        return eagerOutstanding + bytes + Wire.OVERHEAD <= EagerLedger.WINDOW;
    }

    /**
     * Whether a send would go at once if the peer had said that it has room for it. A hint: read
     * without the lock.
     */
    boolean lacksRoom(Operation send) {
        return !send.isSynchronous()
                && isEager(send.slice(), send.total())
                && !hasRoom(send.total());
    }

    /**
     * Starts a send; false if it waits for room, or for the link. If it throws, nothing is begun.
     */
    boolean start(Operation send) {
        try {
            if (queue.isEmpty() && trySend(send)) {
                return true;
            }
            queue.add(send);
            return false;
        } catch (RuntimeException | Error e) {
            send.letGo();
            throw e;
        }
    }

    private boolean trySend(Operation send) {
        if (send.isSynchronous() || !goesAtOnce(send.slice(), send.total())) {
            return link != null && announce(send);
        }
        int from = send.station().id();
        int to = send.peerEndpoint();
        if (!tryEager(from, to, send.tag(), send.context(), send.slice(), send.flags())) {
            return false; // the link was full, not the peer
        }
        send.complete();
        return true;
    }

    /** One that has waited for room, until its memory was gone, goes nowhere. */
    private boolean trySendOrFail(Operation send) {
        try {
            return trySend(send);
        } catch (RuntimeException | InternalError gone) { // or nothing would get past it any more
            send.failUnreadable(gone);
            return true;
        }
    }

    private boolean announce(Operation send) {
        int id = announced.add(send);
        if (id < 0) {
            return false;
        }
        boolean isTold = false;
        boolean isThere = true;
        try {
            isTold = tell(send, id);
        } finally { // also if it throws: the number would name it still when it is used again
            if (!isTold) {
                isThere = announced.remove(id) == send;
            }
        }
        // Not there any more only if the peer has made up an answer: then it is dealt with.
        return isTold || !isThere;
    }

    private boolean tell(Operation send, int id) {
        send.expose(lane, announced.size() - 1 + transfers.size());
        handle[0] = send.handle();
        int length = send.isExposed() ? Wire.HANDLE_LENGTH : 0;
        header.set(
                Wire.READY_TO_SEND,
                send.slice().type().wireId(),
                send.flags(),
                length,
                send.station().id(),
                send.peerEndpoint(),
                send.tag(),
                send.context(),
                (long) id << 48 | send.total());
        return link.trySend(header, length == 0 ? null : handleSlice, 0, length);
    }

    /** Sends what waits, as far as there is room. Returns frames sent. */
    int pump() {
        int sent = 0;
        while (!queue.isEmpty() && trySendOrFail(queue.peek())) {
            queue.remove();
            sent++;
        }
        return sent;
    }

    /** The peer has matched eager bytes. Returns false if it says more than it got. */
    boolean credit(long bytes) {
        eagerOutstanding -= bytes;
        return bytes > 0 && eagerOutstanding >= 0;
    }

    /** Takes out those of an endpoint that closes; the caller owns them now. */
    void abandon(Station closing, List<Operation> abandoned) {
        Receives.takeOut(queue, closing, abandoned);
        announced.replace(send -> send.standInFor(closing), abandoned);
    }

    /** Lets something take the place of one that waits or is announced; false if it is neither. */
    boolean replace(Operation send, Operation standIn) {
        List<Operation> replaced = new ArrayList<>(1);
        announced.replace(one -> one == send ? standIn : null, replaced);
        for (int left = replaced.isEmpty() ? queue.size() : 0; left > 0; left--) {
            Operation one = queue.remove();
            queue.add(one == send ? standIn : one);
            if (one == send) {
                replaced.add(send);
            }
        }
        return !replaced.isEmpty();
    }

    /** Sends nothing any more, and takes everything out; the caller owns it now. */
    void stop(List<? super Outgoing> pending) {
        pending.addAll(queue);
        queue.clear();
        link = null;
        lane = null;
    }

    /** A part of one line for diagnostics. */
    String describe(String transfers) {
        return "queued="
                + queue.size()
                + " "
                + transfers
                + " eagerOutstanding="
                + eagerOutstanding
                + " ";
    }
}
