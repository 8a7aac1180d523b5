package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.posix.MemoryCopy;
import org.activeobjects.transport.posix.PinnedArrays;
import org.activeobjects.transport.posix.ProcessMemory;
import org.activeobjects.transport.shm.joint.JointCopy;
import org.activeobjects.transport.shm.joint.JointLayout;
import org.activeobjects.transport.spi.DirectLane;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * One copy out of an array of the peer into one of this process, of which the sender writes a part
 * if it does nothing but wait; used again once it is complete.
 *
 * <p><b>Threading:</b> as {@link DirectLane.Pull} says.
 */
final class ArrayPull implements DirectLane.Pull {

    private static final Logger LOG = LogManager.getLogger(ArrayPull.class);

    /** Bytes copied before other links have their turn. */
    private static final long STEP = 512 * 1024;

    /**
     * A call of the kernel takes a microsecond or two, whatever it copies: so these are few, one
     * for each side, as long as none is of more than twice a step.
     */
    private static final int PARTS = 2;

    private final ShmLane lane;
    private final PeerArrays theirs;
    private final ProcessMemory process;
    private final PinnedArrays pins;
    private final JointCopy joint;
    private long handle;
    private long source;
    private Object array;
    private long first; // address of the array's first element
    private long start; // address of the first byte to be filled
    private long length;
    private long moved; // all before it has come
    private boolean mayBeHelped;

    // Of what both copy now, from moved on:
    private long piece; // bytes; 0 while this side copies alone
    private long at; // what this side has taken and not read yet
    private long end; // where that ends

    ArrayPull nextSpare;

    ArrayPull(ShmLane lane, PeerArrays theirs, PinnedArrays pins, JointCopy joint) {
        this.lane = lane;
        this.theirs = theirs;
        this.process = theirs.process();
        this.pins = pins;
        this.joint = joint;
    }

    /**
     * Aims it at something new, and pins where that goes.
     *
     * @param newHandle handle of the elements
     * @param destination room for them
     * @param newLength bytes
     * @param helped whether the sender may write there, too
     */
    void aim(long newHandle, Slice destination, long newLength, boolean helped) {
        handle = newHandle;
        source = ShownLayout.address(newHandle);
        array = destination.array();
        first = pins.pin(array);
        start = first + destination.byteOffset();
        length = newLength;
        mayBeHelped = helped;
        moved = 0;
        piece = 0;
    }

    /** Whether it lies so that the processor's own copy takes many times as long as others. */
    boolean isSlow() {
        return MemoryCopy.isSlow(start, source);
    }

    @Override
    public boolean advance() {
        try {
            if (piece > 0 || isWorthHelp()) {
                readTogether();
            } else if (!isBehindJoint()) {
                moved += read(moved, Math.min(STEP, length - moved));
            }
            if (moved < length) {
                return false;
            }
            requireShown();
        } catch (RuntimeException | Error e) {
            // Whatever it is: what was left undone in there would be taken for done.
            abandon();
            throw e instanceof TransportException known ? known : failed(String.valueOf(e), e);
        }
        abandon();
        lane.giveBack(this);
        lane.taken();
        return true;
    }

    /** Reads a part, and returns how many bytes of it: none if the peer is gone. */
    private long read(long from, long bytes) {
        long read = process.read(start + from, source + from, bytes);
        if (read == ProcessMemory.FAILED) {
            throw failed(theirs.whyNotRead(process), null);
        }
        // Who waits is told when the link finds the peer gone.
        return read == ProcessMemory.GONE ? 0 : read;
    }

    private boolean isWorthHelp() {
        return mayBeHelped && length - moved >= JointCopy.WORTHWHILE && !joint.isUnderWay();
    }

    /**
     * Whether it had better wait for another one that both copy, to be such a one itself: in a
     * stream both then have something to do all the time.
     */
    private boolean isBehindJoint() {
        return mayBeHelped
                && length - moved >= JointCopy.WORTHWHILE
                && joint.isUnderWay()
                && !joint.isOverdue();
    }

    private void readTogether() {
        if (piece == 0) {
            begin();
        }
        if (at < end) {
            at += read(moved + at, end - at);
        }
        if (at == end && !takeNext()) {
            awaitSender();
        }
    }

    private void begin() {
        long gate = lane.gate().address(); // first, for there may be no memory for it
        long blocks = Math.min((length - moved) / JointLayout.BLOCK, JointLayout.MOST_BLOCKS);
        boolean isRest = blocks < JointLayout.MOST_BLOCKS;
        piece = isRest ? length - moved : blocks * JointLayout.BLOCK;
        int atOnce = (int) Math.clamp(blocks / PARTS, 1, 2 * STEP / JointLayout.BLOCK);
        joint.begin(handle, moved, start + moved, gate, piece, atOnce);
        at = 0;
        end = 0;
        var _ = takeNext();
    }

    private boolean takeNext() {
        boolean isTaken = joint.take();
        if (isTaken) {
            at = joint.takenAt();
            end = at + joint.takenBytes();
        }
        return isTaken;
    }

    /** Nothing is left to take. What the sender could not write this side reads. */
    private void awaitSender() {
        if (joint.awaitSender()) {
            mayBeHelped &= !joint.hasFailed();
            moved += joint.hasFailed() ? joint.sendersAt() : piece;
            piece = 0;
        }
    }

    /** The sender may have lost its core, or stand still. It rings when its part is there. */
    @Override
    public boolean runsByItself() {
        return piece > 0 && at == end && joint.isToRing();
    }

    private void requireShown() {
        if (!ShownLayout.isShown(theirs.shown(), handle)) {
            throw new TransportClosedException(
                    "the sender has taken its elements back while they were copied: moved="
                            + moved
                            + " length="
                            + length);
        }
    }

    private TransportException failed(String reason, Throwable cause) {
        return new TransportException(
                "the sender's elements could not be copied out of its memory: reason=%s"
                                .formatted(reason)
                        + " moved="
                        + moved
                        + " length="
                        + length,
                cause);
    }

    /** The sender may be in the midst of a part, and stay there for as long as it is stopped. */
    @Override
    public void abandon() {
        Gate passed = piece == 0 || joint.giveUp() >= piece ? null : lane.closeGate();
        if (passed == null) {
            pins.unpin(array, first);
        } else {
            LeftArrays.add(array, first, pins, passed, theirs);
            LOG.error(
                    "a peer may still write into an array whose receive was given up, and the"
                            + " collector leaves it where it is until that is over; fill another"
                            + " array, and look whether the peer stands still: from={} length={}",
                    moved,
                    length);
        }
        array = null;
        piece = 0;
    }
}
