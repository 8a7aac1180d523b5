package org.activeobjects.transport.peer;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.active.ActivePeer;
import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.MessageOutput;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Outlet;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.progress.SpinLock;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.TransferTable;
import org.activeobjects.transport.transfer.TransferTurns;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What goes to one peer: at once if there is room, else from queues, one for each plane and one for
 * the frames of the protocol itself, so that none waits behind another; and the transfers, which
 * take turns chunk by chunk.
 *
 * <p><b>Threading:</b> safe, under one lock; a link is told to send under that lock only.
 */
final class PeerOutput implements Outlet {

    private final Progress progress;
    private final SpinLock lock = new SpinLock();
    private final FrameHeader header = new FrameHeader();
    private final Controls controls;
    private final Sends sends;
    private final MessageOutput messages = new MessageOutput(this);
    private final TransferTurns transfers = new TransferTurns();
    private final BiConsumer<Outgoing, Throwable> brokenOff = this::breakOff;
    private ActivePeer active;
    private volatile Link link;
    private volatile boolean hasQueued;
    private boolean isClosed;
    private int eagerLimit;

    PeerOutput(TransferTable<Operation> announced, Progress progress, Consumer<Throwable> untold) {
        this.progress = progress;
        this.controls = new Controls(header, untold);
        this.sends = new Sends(announced, transfers, header);
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
        markQueued();
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
            sends.attach(newLink, limit, newLane);
            controls.attach(newLink);
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
                sent = sends.tryEager(from, to, tag, context, source, flags);
            }
        } finally {
            lock.unlock();
        }
        if (sent) {
            flush((flags & Wire.FLAG_EXCHANGE) != 0);
        }
        return sent;
    }

    /** Starts a send. Returns false, and does nothing, if the peer is gone. */
    boolean start(Operation send) {
        if (sends.lacksRoom(send) && !send.station().isInHandler()) {
            progress.lookOnce(); // who only sends has not read that there is room again
        }
        lock.lock();
        try {
            if (isClosed) {
                return false;
            }
            if (!sends.start(send)) {
                hasQueued = true;
            }
        } finally {
            lock.unlock();
        }
        flush();
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
            if (!isClosed && !controls.send(control)) {
                hasQueued = true;
            }
        } finally {
            lock.unlock();
        }
        flush();
    }

    @Override
    public void control(int kind, int flags, int source, long word) {
        lock.lock();
        try {
            if (!isClosed && !controls.send(kind, flags, source, word)) {
                hasQueued = true;
            }
        } finally {
            lock.unlock();
        }
        flush();
    }

    /** Has the peer send what it has announced; false if the receive was given up meanwhile. */
    boolean clear(Operation receive) {
        lock.lock();
        try {
            if (!receive.letSend()) {
                return false;
            }
            long word = (long) receive.senderId() << 32 | receive.transferId();
            if (!isClosed && !controls.send(Wire.CLEAR_TO_SEND, 0, 0, word)) {
                hasQueued = true;
            }
        } finally {
            lock.unlock();
        }
        flush();
        return true;
    }

    /** Gives up a receive; tells a peer that was told to send, if elements are still to come. */
    void giveUp(Operation receive, Predicate<Outgoing> isComing, String why) {
        lock.lock();
        try {
            boolean isTold = receive.giveUp() && !isClosed && isComing.test(receive);
            if (isTold && !controls.breakOff(receive.transferId(), why)) {
                hasQueued = true;
            }
        } finally {
            lock.unlock();
        }
        flush();
    }

    /** As {@link Sends#replace}. */
    boolean replace(Operation send, Operation standIn) {
        lock.lock();
        try {
            return sends.replace(send, standIn);
        } finally {
            lock.unlock();
        }
    }

    /** Announcements of the peer that were answered. */
    long answered() {
        return controls.answered();
    }

    /** Fails the sends of an endpoint that closes; what the peer has begun to get is ended. */
    void abandon(Station closing, TransportException why) {
        List<Operation> abandoned = new ArrayList<>();
        lock.lock();
        try {
            sends.abandon(closing, abandoned);
            transfers.removeIf(
                    one -> {
                        if (!(one instanceof Operation send) || send.station() != closing) {
                            return false;
                        }
                        abandoned.add(send);
                        controls.abort(send);
                        hasQueued = true;
                        return true;
                    });
        } finally {
            lock.unlock();
            Receives.fail(abandoned, why); // also if that breaks off: nobody else knows them
        }
    }

    /** Ends what cannot be read any more, on both sides. */
    private void breakOff(Outgoing one, Throwable gone) {
        controls.abort(one);
        one.failUnreadable(gone);
    }

    @Override
    public void stop(Predicate<Outgoing> which, String reason) {
        List<Outgoing> stopped = new ArrayList<>(1);
        TransportClosedException why = new TransportClosedException(reason);
        lock.lock();
        try {
            transfers.removeIf(one -> which.test(one) && stopped.add(one));
            stopped.forEach(controls::abort);
            hasQueued |= !stopped.isEmpty();
        } finally {
            lock.unlock();
        }
        stopped.forEach(one -> one.fail(Failures.again(why)));
    }

    /** Begins to send the elements of an announced send; returns false if the peer is gone. */
    boolean transfer(Operation send, int receiverId) {
        lock.lock();
        try {
            send.transferId(receiverId);
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
            return sends.credit(bytes);
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
                sent = controls.pump() + active.pump() + sends.pump() + messages.pump();
                sent += transfers.pump(link, header, brokenOff);
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

    @Override
    public void flush() {
        flush(true);
    }

    @Override
    public void flushWithOthers() {
        Link now = link;
        if (now != null && Thread.currentThread().isVirtual() && progress.othersAreReady()) {
            now.flushWithOthers();
        } else {
            flush();
        }
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
            sends.stop(pending);
            messages.close(pending);
            transfers.drainTo(pending);
            active.close(pending);
            controls.stop();
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
        String planes = messages.describe() + " " + active.describe();
        return sends.describe(transfers.toString())
                + planes
                + " link="
                + (now == null ? "none" : now.describe());
    }
}
