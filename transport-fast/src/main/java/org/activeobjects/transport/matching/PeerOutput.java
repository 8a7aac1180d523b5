package org.activeobjects.transport.matching;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.active.ActivePeer;
import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.MessageOutput;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Outlet;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.SpinLock;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.Answers;
import org.activeobjects.transport.transfer.EagerLedger;
import org.activeobjects.transport.transfer.EagerLimits;
import org.activeobjects.transport.transfer.TransferTable;
import org.activeobjects.transport.transfer.TransferTurns;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What goes to one peer: at once if there is room, else from queues, one for each plane and one for
 * the frames of the protocol itself, so that none waits behind another; and the transfers, which
 * take turns chunk by chunk.
 *
 * <p><b>Threading:</b> safe, under one lock; a link is told to send under that lock only.
 */
final class PeerOutput implements Outlet {

    private final SpinLock lock = new SpinLock();
    private final FrameHeader header = new FrameHeader();
    private final ArrayDeque<ControlFrame> controls = new ArrayDeque<>();
    private final ArrayDeque<Operation> sends = new ArrayDeque<>();
    private final MessageOutput messages = new MessageOutput(this);
    private final TransferTurns transfers = new TransferTurns();
    final Answers answers = new Answers();
    private final TransferTable<Operation> announced;
    private final long[] handle = new long[1];
    private final Slice handleSlice = Slice.of(handle);
    private ActivePeer active;
    private volatile Link link;
    private DirectLane lane;
    private volatile boolean hasQueued;
    private boolean isClosed;
    private int eagerLimit;
    private long eagerOutstanding;

    PeerOutput(TransferTable<Operation> announced) {
        this.announced = announced;
    }

    /** Sends what the tables of handlers queue, too; before the first use. */
    void carry(ActivePeer shorts) {
        active = shorts;
    }

    /** The messages of the other plane. */
    MessageOutput messages() {
        return messages;
    }

    @Override
    public SpinLock lock() {
        return lock;
    }

    @Override
    public boolean isClosed() {
        return isClosed;
    }

    @Override
    public Link link() {
        return link;
    }

    @Override
    public FrameHeader header() {
        return header;
    }

    @Override
    public int eagerLimit() {
        return eagerLimit;
    }

    @Override
    public void transfer(Outgoing transfer) {
        transfers.add(transfer);
        hasQueued = true;
    }

    @Override
    public void markQueued() {
        hasQueued = true;
    }

    boolean hasQueued() {
        return hasQueued;
    }

    /** Takes the link into use; false, and it is not taken, if the peer is gone meanwhile. */
    boolean attach(Link newLink, int limit, DirectLane newLane) {
        lock.lock();
        try {
            if (isClosed) {
                return false;
            }
            eagerLimit = limit;
            lane = newLane;
            link = newLink;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends elements now, if they go in one frame and nothing is before them. */
    boolean sendEager(int from, int to, int tag, int context, Slice source, int flags) {
        boolean sent = false;
        lock.lock();
        try {
            if (!isClosed && sends.isEmpty()) {
                sent = tryEager(from, to, tag, context, source, flags);
            }
        } finally {
            lock.unlock();
        }
        if (sent) {
            flush((flags & Wire.FLAG_EXCHANGE) != 0);
        }
        return sent;
    }

    private boolean tryEager(int from, int to, int tag, int context, Slice source, int flags) {
        long bytes = source.byteLength();
        Link now = link;
        if (now == null || !goesAtOnce(source, bytes)) {
            return false;
        }
        int length = (int) bytes;
        header.set(Wire.EAGER, source.type().wireId(), flags, length, from, to, tag, context, 0);
        if (!now.trySend(header, length == 0 ? null : source, 0, length)) {
            return false;
        }
        eagerOutstanding += bytes + Wire.OVERHEAD;
        return true;
    }

    /** Starts a send. Returns false, and does nothing, if the peer is gone. */
    boolean start(Operation send) {
        lock.lock();
        try {
            if (isClosed) {
                return false;
            }
            if (!sends.isEmpty() || !trySend(send)) {
                sends.add(send);
                hasQueued = true;
            }
        } finally {
            lock.unlock();
        }
        flush();
        return true;
    }

    private boolean trySend(Operation send) {
        if (send.isSynchronous || !goesAtOnce(send.slice, send.total)) {
            return link != null && announce(send);
        }
        int from = send.endpoint.id();
        int to = send.peerEndpoint;
        if (!tryEager(from, to, send.tag, send.context, send.slice, send.flags)) {
            return false; // the link was full, not the peer
        }
        send.complete();
        return true;
    }

    private boolean goesAtOnce(Slice source, long bytes) {
        return bytes <= eagerLimit
                && !EagerLimits.isBetterRead(source, lane)
                && eagerOutstanding + bytes + Wire.OVERHEAD <= EagerLedger.WINDOW;
    }

    private boolean announce(Operation send) {
        int id = announced.add(send);
        if (id < 0) {
            return false;
        }
        send.expose(lane);
        handle[0] = send.handle;
        int length = send.isExposed() ? Wire.HANDLE_LENGTH : 0;
        header.set(
                Wire.READY_TO_SEND,
                send.slice.type().wireId(),
                send.flags,
                length,
                send.endpoint.id(),
                send.peerEndpoint,
                send.tag,
                send.context,
                (long) id << 48 | send.total);
        if (!link.trySend(header, length == 0 ? null : handleSlice, 0, length)) {
            // Not there any more only if the peer has made up an answer: then it is dealt with.
            return announced.remove(id) != send;
        }
        return true;
    }

    @Override
    public boolean hasControls() {
        return !controls.isEmpty();
    }

    @Override
    public void control(ControlFrame control) {
        lock.lock();
        try {
            if (!isClosed && (!controls.isEmpty() || !trySend(control))) {
                controls.add(control);
                hasQueued = true;
            }
        } finally {
            lock.unlock();
        }
        flush();
    }

    /** As above, for a frame without payload and tag; allocates only if it must wait. */
    void control(int kind, int flags, int source, long word) {
        boolean isSent = false;
        lock.lock();
        try {
            if (!isClosed && controls.isEmpty() && link != null) {
                isSent = answers.send(kind, flags, source, word, link, header);
            }
        } finally {
            lock.unlock();
        }
        if (isSent) {
            flush();
        } else {
            control(new ControlFrame(kind, flags, source, word));
        }
    }

    private boolean trySend(ControlFrame control) {
        return link != null && answers.send(control, link, header);
    }

    /** Takes out the sends of an endpoint that closes; what the peer has begun to get is ended. */
    List<Operation> abandon(MatchedEndpoint endpoint) {
        List<Operation> abandoned = new ArrayList<>();
        lock.lock();
        try {
            sends.removeIf(send -> send.endpoint == endpoint && abandoned.add(send));
            transfers.removeIf(
                    one -> {
                        if (!(one instanceof Operation send) || send.endpoint != endpoint) {
                            return false;
                        }
                        abandoned.add(send);
                        int id = send.transferId;
                        controls.add(new ControlFrame(Wire.ABORT, FrameHeader.FLAG_DATA, id, 0));
                        hasQueued = true;
                        return true;
                    });
        } finally {
            lock.unlock();
        }
        return abandoned;
    }

    /** Begins to send the elements of an announced send; returns false if the peer is gone. */
    boolean transfer(Operation send, int receiverId) {
        lock.lock();
        try {
            send.transferId = receiverId;
            if (isClosed) {
                return false;
            }
            transfers.add(send);
            hasQueued = true;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The peer has matched eager bytes. Returns false if it says more than it got. */
    boolean creditEager(long bytes) {
        lock.lock();
        try {
            eagerOutstanding -= bytes;
            return bytes > 0 && eagerOutstanding >= 0;
        } finally {
            lock.unlock();
        }
    }

    /** Sends what is queued, as far as there is room, and some chunks. Returns frames sent. */
    int pump() {
        if (!hasQueued || link == null || !lock.tryLock()) {
            return 0;
        }
        int sent = 0;
        try {
            if (!isClosed) {
                sent = pumpQueues() + transfers.pump(link, header);
                hasQueued =
                        !controls.isEmpty()
                                || !sends.isEmpty()
                                || !messages.isEmpty()
                                || active.hasQueued()
                                || !transfers.isEmpty();
            }
        } finally {
            lock.unlock();
        }
        if (sent > 0) {
            flush();
        }
        return sent;
    }

    private int pumpQueues() {
        int sent = 0;
        while (!controls.isEmpty() && trySend(controls.peek())) {
            controls.remove();
            sent++;
        }
        sent += active.pump();
        while (!sends.isEmpty() && trySend(sends.peek())) {
            sends.remove();
            sent++;
        }
        return sent + messages.pump();
    }

    @Override
    public void flush() {
        flush(true);
    }

    private void flush(boolean isLast) {
        Link now = link;
        if (now != null && (isLast || Thread.currentThread().isVirtual())) {
            now.flush(); // who is parked when it waits does not poll
        } else if (now != null) {
            now.flushSoon();
        }
    }

    /** Takes nothing more, and gives away what was under way, for the caller to fail. */
    void stop(List<? super Outgoing> pending) {
        lock.lock();
        try {
            isClosed = true;
            hasQueued = false;
            pending.addAll(sends);
            messages.close(pending);
            transfers.drainTo(pending);
            active.close(pending);
            controls.clear();
            sends.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the link, after {@link #stop}. */
    void closeLink() {
        Link closing = link;
        lock.lock();
        try {
            link = null;
        } finally {
            lock.unlock();
        }
        if (closing != null) {
            closing.close();
        }
    }

    /** One line for diagnostics. */
    String describe() {
        Link now = link;
        String queues = "queued=" + sends.size() + " " + transfers;
        String credit = " eagerOutstanding=" + eagerOutstanding + " ";
        String planes = messages.describe() + " " + active.describe();
        return queues + credit + planes + " link=" + (now == null ? "none" : now.describe());
    }
}
