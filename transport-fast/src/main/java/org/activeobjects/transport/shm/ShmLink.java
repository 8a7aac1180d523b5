package org.activeobjects.transport.shm;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.posix.MemoryCopy;
import org.activeobjects.transport.shm.direct.ShmLane;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Frames through rings in shared memory.
 *
 * <p><b>Threading:</b> as {@link Link} says. The memory belongs to an arena that {@link #close}
 * closes at any time; a thread that is inside then sees an {@code IllegalStateException}, which
 * ends its call.
 */
final class ShmLink implements Link {

    private static final Logger LOG = LogManager.getLogger(ShmLink.class);
    private static final int MIN_CHUNK = 4 * 1024;
    private static final int MAX_CHUNK_WITHOUT_BULK = 8 * 1024;

    /** Empty polls between two looks at whether the peer has closed its end, less one. */
    private static final int LOOK_MASK = 63;

    /**
     * The two ends that this link joins.
     *
     * @param folder the job's folder
     * @param arena what everything of this link is mapped in
     * @param pair the segment of the pair
     * @param isSealed whether neither side can cut that segment off
     * @param peerBell the peer's doorbell
     * @param peerSegment name of a segment that the peer has made
     * @param lane the lane by which the two read each other
     * @param peer the peer, hexadecimal
     * @param initiator whether this side has proposed the link
     */
    record Ends(
            SegmentFolder folder,
            Arena arena,
            MemorySegment pair,
            boolean isSealed,
            Doorbell peerBell,
            String peerSegment,
            ShmLane lane,
            String peer,
            boolean initiator) {}

    private final Ends ends;
    private final FrameReceiver receiver;
    private final Consumer<ShmLink> whenClosed;
    private final Doorbell peerBell;
    private final RingWriter out;
    private final BulkSender bulkOut;
    private final RingReader in;
    private final BulkReceiver bulkIn;
    private final CopyGuard guard = new CopyGuard();
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;
    private volatile String failure;
    private int emptyPolls;

    /**
     * An open link.
     *
     * @param ends what it joins; owned by the link from now on
     * @param receiver takes the frames
     * @param whenClosed told once that the link is closed
     */
    ShmLink(Ends ends, FrameReceiver receiver, Consumer<ShmLink> whenClosed) {
        this.ends = ends;
        this.receiver = receiver;
        this.whenClosed = whenClosed;
        this.peerBell = ends.peerBell();
        MemorySegment pair = ends.pair();
        boolean first = ends.initiator();
        boolean isNative = ends.isSealed() && MemoryCopy.isAvailable();
        this.out = RingWriter.control(pair, first, isNative ? guard : null);
        this.bulkOut = new BulkSender(ends, out, Layout.ringHead(pair, first), guard);
        this.in = RingReader.control(pair, !first);
        this.bulkIn = new BulkReceiver(ends, Layout.ringHead(pair, !first));
    }

    @Override
    public String name() {
        return ShmLinkProvider.NAME;
    }

    @Override
    public int maxPayload() {
        return Layout.CONTROL_PAYLOAD;
    }

    @Override
    public int chunkLength(long messageLength) {
        int longest = bulkOut.isUp() ? Layout.BULK_PAYLOAD : MAX_CHUNK_WITHOUT_BULK;
        long quarter = Math.clamp(messageLength >> 2, MIN_CHUNK, longest);
        return (int) quarter & -Layout.ALIGNMENT;
    }

    @Override
    public boolean trySend(FrameHeader frame, Slice payload, long offset, int length) {
        if (closed || failure != null) {
            return true;
        }
        try {
            int result = write(frame, payload, offset, length);
            if (result == RingWriter.WRITTEN || frame.has(FrameHeader.FLAG_URGENT)) {
                wake(frame); // also without room: what fills the ring may have woken nobody
            }
            if (result != RingWriter.CORRUPT) {
                return result == RingWriter.WRITTEN;
            }
            failure = "peer has written nonsense beside a ring";
            return true;
        } catch (IllegalStateException e) {
            // Memory of the caller's that is gone is the caller's error; ours is gone by close().
            if (!closed) {
                throw e;
            }
            return true;
        } catch (InternalError e) {
            failure = "peer has cut off the shared memory: " + e.getMessage();
            return true;
        } finally {
            guard.leave();
        }
    }

    @Override
    public boolean isOpen() {
        return !closed && failure == null;
    }

    private int write(FrameHeader frame, Slice payload, long offset, int length) {
        long word = frame.word0() >>> 32 << 32 | Layout.COMMITTED | length;
        int limit = Layout.CONTROL_PAYLOAD;
        if (frame.has(FrameHeader.FLAG_DATA)) {
            Layout.requireFits(length, bulkOut.isUp() ? Layout.BULK_PAYLOAD : limit);
            int result = bulkOut.tryWrite(word, frame, payload, offset, length);
            if (result != BulkSender.NO_RING) {
                return result;
            }
        }
        Layout.requireFits(length, limit);
        return out.tryWrite(word, frame, payload, offset, length);
    }

    /** The record is published before this; the peer arms before it looks at the ring again. */
    private void wake(FrameHeader frame) {
        VarHandle.fullFence();
        int level = peerBell.level();
        if (level != Doorbell.AWAKE
                && (level == Doorbell.WAITING || frame.has(FrameHeader.FLAG_URGENT))) {
            peerBell.ring();
        }
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public int poll(int limit) {
        if (closed) {
            return 0;
        }
        try {
            return pollRings(limit);
        } catch (IllegalStateException e) {
            if (!closed) {
                lose("a frame could not be taken: " + e.getMessage(), e);
            }
        } catch (InternalError e) {
            lose("peer has cut off the shared memory: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            lose("a frame could not be taken: " + e, e);
        }
        return 0;
    }

    private int pollRings(int limit) {
        int taken = 0;
        while (taken < limit) {
            // Data is looked for first, and taken only if then the control ring is empty: what was
            // sent before the data has been taken before it. The pieces of a payload come first.
            boolean data = hasData();
            boolean control = in.hasRecord();
            if (!control && !data) {
                break;
            }
            RingReader ring = control ? in : bulkIn.ring();
            taken++;
            // Who waits for a long message sees it before the next one comes, which may find no
            // receive.
            if (!take(ring) || closed || ring.isPiece() && !ring.isAmid()) {
                return taken;
            }
        }
        if (taken == 0) {
            taken = limit > 0 ? ends.lane().help(peerBell) : 0;
            lookAround();
        }
        return taken;
    }

    private boolean hasData() {
        RingReader bulk = bulkIn.ring();
        return bulk != null && !in.isAmid() && bulk.hasRecord();
    }

    private boolean take(RingReader ring) {
        String fault = ring.open();
        if (fault != null) {
            lose("peer has written nonsense into a ring: " + fault, null);
            return false;
        }
        if (ring.isPiece() || !ring.isInternal()) {
            hand(ring);
            if (closed) {
                return false;
            }
        } else if (!takeInternal(ring)) {
            return false;
        }
        if (ring.advance()) {
            wakeBlockedSender();
        }
        if (ring != in) {
            ends.lane().taken();
        }
        return true;
    }

    /** Hands on a frame, or takes a further piece of one. */
    private void hand(RingReader ring) {
        if (!ring.isPiece()) {
            ring.header(header);
            if (ring.offer(receiver, header)) {
                return;
            }
            receiver.onHeader(header, landing);
        }
        int length = ring.pieceLength();
        if (length == 0 || closed) {
            return;
        }
        if (landing.slice() != null) {
            copy(ring, length);
        }
        if (ring.toCome() == 0) {
            receiver.onPayload(header);
            landing.discard();
        }
    }

    private void copy(RingReader ring, int length) {
        try {
            ring.copyPayload(landing.slice(), landing.offset());
            landing.advance(length);
        } catch (IllegalStateException | WrongThreadException e) {
            landing.lose(e);
        }
    }

    private boolean takeInternal(RingReader ring) {
        if (ring.kind() == Layout.PADDING) {
            return true;
        }
        if (ring.kind() != Layout.BULK_OFFER || ring != in || !bulkIn.mayBeOffered()) {
            lose("peer has sent a record of an unknown kind: kind=" + ring.kind(), null);
            return false;
        }
        bulkIn.take(ring);
        wakeBlockedSender();
        return true;
    }

    /**
     * There is room for a frame that was refused. Only a thread that sleeps until then is woken:
     * one that polls sees it, and to wake the progress thread beside it would cost it its core.
     */
    private void wakeBlockedSender() {
        if (peerBell.level() == Doorbell.WAITING) {
            peerBell.ring();
        }
    }

    /** What need not be seen at once. */
    private void lookAround() {
        if (failure != null) {
            lose(failure, null);
        } else if ((++emptyPolls & LOOK_MASK) == 0) {
            // The rings last: what was put there before the peer has closed is taken.
            boolean isClosed = Layout.isClosed(ends.pair(), !ends.initiator());
            if (!isClosed || in.hasRecord() || hasData()) {
                ends.lane().sweep();
            } else if (shut()) {
                receiver.onPeerClosed("peer has closed the link");
            }
        }
    }

    @Override
    public boolean hasInput() {
        if (closed) {
            return false;
        }
        try {
            RingReader bulk = bulkIn.ring();
            return in.hasRecord()
                    || bulk != null && bulk.hasRecord()
                    || out.hasRoomAgain()
                    || bulkOut.hasRoomAgain()
                    || ends.lane().isHelped()
                    || failure != null
                    || Layout.isClosed(ends.pair(), !ends.initiator());
        } catch (IllegalStateException | InternalError e) {
            LOG.trace("link went away while it was looked at", e);
            return false;
        }
    }

    @Override
    public DirectLane directLane() {
        return ends.lane();
    }

    @Override
    public String describe() {
        try {
            return closed
                    ? "shm closed"
                    : "shm control backlog=%s, bulk %s, peer's doorbell=%s"
                            .formatted(out.backlog(), bulkOut.describe(), peerBell.level());
        } catch (IllegalStateException e) {
            LOG.trace("link went away while it was described", e);
            return "shm closed";
        }
    }

    private void lose(String reason, Throwable cause) {
        if (shut()) {
            receiver.onClosed(reason, cause);
        }
    }

    @Override
    public void close() {
        shut();
    }

    /** Closes, and says whether this call was the first. */
    private boolean shut() {
        if (!closing.compareAndSet(false, true)) {
            return false;
        }
        closed = true;
        try {
            Layout.INT_WORD.setVolatile(ends.pair(), Layout.closedFlag(ends.initiator()), 1);
            peerBell.ring();
        } catch (InternalError e) {
            LOG.debug("peer has cut off the memory in which it would be told of the end", e);
        }
        guard.close();
        ends.arena().close();
        ends.lane().close();
        bulkOut.forget();
        whenClosed.accept(this);
        return true;
    }
}
