package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.shm.buffer.BufferLane;
import org.activeobjects.transport.shm.joint.JointLane;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.Doorbell;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.MemorySegment;

/**
 * Reads out of the peer's registered buffers, which this side has mapped, and out of its heap, by
 * the kernel; while this side waits for a peer that reads, it writes a part there.
 *
 * <p><b>Threading:</b> as {@link DirectLane} says; {@link #sweep} and {@link #help} by the thread
 * that polls, {@link #close} by any.
 */
public final class ShmLane implements DirectLane {

    private static final Logger LOG = LogManager.getLogger(ShmLane.class);

    /** Where the second word of a side is: the peer looks at it in its own time, at no other. */
    private static final long STEPS = 128;

    /** Bytes of the words of each side: what it says of reading, and how much it has taken. */
    public static final long WORDS = STEPS + Long.BYTES;

    private final BufferLane buffers;
    private final JointLane joint;
    private final ShownArrays mine;
    private final PeerArrays theirs;
    private final ArrayPart part;
    private final SingleCopy singleCopy;
    private final CoreDistance distance;
    private boolean isPrepared; // of the one who sends
    private ArrayPull spare;
    private Gate gate;

    /**
     * The lane of one link.
     *
     * @param buffers for registered buffers; owned by this from now on
     * @param joint what both copy together
     * @param mine the arrays that this runtime shows
     * @param shownByPeer the memory in which the peer tells what it shows
     * @param ownWords {@link #WORDS} bytes that both have mapped, 0 at first, which this side
     *     writes
     * @param peerWords likewise, which the peer writes
     * @param singleCopy which arrays are read; for shorter ones two copies by two cores, without
     *     telling the peer and being told, are quicker
     */
    public ShmLane(
            BufferLane buffers,
            JointLane joint,
            ShownArrays mine,
            MemorySegment shownByPeer,
            MemorySegment ownWords,
            MemorySegment peerWords,
            SingleCopy singleCopy) {
        this.buffers = buffers;
        this.joint = joint;
        this.mine = mine;
        this.theirs = new PeerArrays(ownWords, peerWords, shownByPeer);
        this.part = new ArrayPart(mine, theirs);
        joint.copyArraysBy(part);
        this.singleCopy = singleCopy;
        this.distance = new CoreDistance(ownWords.asSlice(STEPS), peerWords.asSlice(STEPS));
    }

    @Override
    public boolean isBetterRead(Slice source) {
        if (source.byteLength() >= singleCopy.from() && source.array() != null) {
            return isShown(source);
        }
        return buffers.isBetterRead(source);
    }

    private boolean isShown(Slice source) {
        if (!theirs.isRead()) {
            return false;
        }
        if (!isPrepared) {
            isPrepared = true;
            mine.prepare(this::learnToRead);
        }
        return mine.canPin(source);
    }

    @Override
    public long expose(Slice source) {
        return expose(source, 0);
    }

    @Override
    public long expose(Slice source, int ahead) {
        if (source.array() == null) {
            return buffers.expose(source);
        }
        long length = source.byteLength();
        boolean isRead = length >= singleCopy.from() && isShown(source);
        return isRead && !isBetterSent(length, ahead) ? mine.show(source) : NOTHING;
    }

    /** Whether two cores that are close copy it through a ring sooner than it is read in place. */
    private boolean isBetterSent(long length, int ahead) {
        return singleCopy.isByDistance()
                && length < (ahead > 0 ? fromInStreams() : singleCopy.fromWhenClose())
                && distance.isClose();
    }

    /** In a stream they do at any length, unless this side can write a part of what is read. */
    private long fromInStreams() {
        return joint.mayHelp() && part.canWrite() ? singleCopy.fromInStreams() : Long.MAX_VALUE;
    }

    /** Something long of the peer's has been taken. */
    public void taken() {
        distance.step();
    }

    @Override
    public void conceal(long handle) {
        if (ShownLayout.isHandle(handle)) {
            mine.hide(handle, false);
        } else {
            buffers.conceal(handle);
        }
    }

    @Override
    public void wasRead(long handle) {
        if (ShownLayout.isHandle(handle)) {
            mine.hide(handle, true);
        } else {
            buffers.conceal(handle);
        }
    }

    @Override
    public Pull pull(long handle, Slice destination, long length) {
        if (!ShownLayout.isHandle(handle)) {
            return buffers.pull(handle, destination, length);
        }
        if (length <= 0
                || length > destination.byteLength()
                || theirs.process() == null
                || !mine.canPin(destination)) {
            return null;
        }
        try {
            return aim(handle, destination, length);
        } catch (InternalError | IllegalStateException e) {
            LOG.debug("what the peer shows cannot be seen: cut off, or the link is closed", e);
            return null;
        }
    }

    /** Whatever address a peer names is one of its own memory; it may be one of nothing. */
    private Pull aim(long handle, Slice destination, long length) {
        if (!ShownLayout.isShown(theirs.shown(), handle)) {
            return null;
        }
        ArrayPull pull = spare;
        if (pull == null) {
            pull = new ArrayPull(this, theirs, mine.pins(), joint.pulled());
        } else {
            spare = pull.nextSpare;
        }
        pull.aim(handle, destination, length, joint.mayHelp());
        if (pull.isSlow()) {
            pull.abandon();
            giveBack(pull);
            return null; // through the rings it lies elsewhere in its page
        }
        return pull;
    }

    /**
     * Copies a part of what the peer pulls, if there is one left.
     *
     * @param bellOfPeer rung if the peer may sleep until that part is there
     * @return parts copied, 0 or 1
     */
    public int help(Doorbell bellOfPeer) {
        return joint.help(bellOfPeer);
    }

    /**
     * Whether a pull can go on that has waited for its sender.
     *
     * @return true if that has copied what it had taken
     */
    public boolean isHelped() {
        return joint.isHelped();
    }

    /** What need not be done at once: unmaps what the peer has released, learns to read it. */
    public void sweep() {
        buffers.sweep();
        LeftArrays.sweep();
        if (theirs.isNewlyWanted()) {
            mine.prepare(this::learnToRead);
        }
    }

    private void learnToRead() {
        if (mine.pins() != null) {
            theirs.tryToRead();
        }
    }

    /** Unmaps everything of the peer's; transfers under way fail. */
    public void close() {
        buffers.close();
    }

    /** A pull is complete, and can be used again. */
    void giveBack(ArrayPull pull) {
        pull.nextSpare = spare;
        spare = pull;
    }

    /** What the peer passes when it writes into an array of this side. */
    Gate gate() {
        if (gate == null) {
            gate = new Gate();
        }
        return gate;
    }

    /**
     * Has the peer write nothing any more of what it was shown. Returns {@code null}, or the gate
     * past which it may still.
     */
    Gate closeGate() {
        Gate closed = gate();
        gate = null;
        return closed.close(this::writesNoMore) ? null : closed;
    }

    /** One that was killed within a call of the kernel does not tell of its end. */
    private boolean writesNoMore() {
        return joint.pulled().hasToldAll() || theirs.hasEnded();
    }
}
