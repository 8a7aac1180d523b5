package org.activeobjects.transport.shm.buffer;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.shm.joint.JointCopy;
import org.activeobjects.transport.shm.joint.JointLayout;
import org.activeobjects.transport.spi.DirectLane;

import java.lang.foreign.MemorySegment;

/**
 * One copy out of a registered buffer of the peer. Into a registered buffer of this runtime the
 * sender copies some of the blocks, if it waits for that; else this side copies all.
 *
 * <p><b>Threading:</b> as {@link DirectLane.Pull} says.
 */
final class BufferPull implements DirectLane.Pull {

    /** Bytes copied before other links have their turn. */
    private static final long STEP = 1 << 20;

    private final BufferLane lane;
    private final JointCopy joint;
    private long handle;
    private MemorySegment source;
    private long start; // in the source's segment
    private Slice destination;
    private long length;
    private long moved;

    // The destination if the sender may write to it, and what it is told of now, if anything.
    private SharedBuffer target;
    private long head; // bytes before block 0
    private long whole; // bytes of all blocks
    private long piece; // bytes of all that is copied together; 0 while nothing is

    BufferPull nextSpare;

    BufferPull(BufferLane lane, JointCopy joint) {
        this.lane = lane;
        this.joint = joint;
    }

    /**
     * Aims it at something new.
     *
     * @param newHandle handle of the elements
     * @param from segment of their buffer
     * @param offset first byte there
     * @param to room for them
     * @param buffer the own buffer in which that lies, if the sender may write there, else null
     * @param newLength bytes
     */
    BufferPull aim(
            long newHandle,
            MemorySegment from,
            long offset,
            Slice to,
            SharedBuffer buffer,
            long newLength) {
        handle = newHandle;
        source = from;
        start = offset;
        destination = to;
        target = buffer;
        length = newLength;
        moved = 0;
        piece = 0;
        return this;
    }

    @Override
    public boolean advance() {
        boolean isExposed;
        try {
            if (piece > 0 || mayBeHelped()) {
                copyTogether();
            } else {
                copyAlone();
            }
            isExposed = moved < length || BufferLayout.isExposed(source, handle);
        } catch (RuntimeException | Error e) {
            // Whatever it is: what was left undone in there would be taken for done.
            abandon();
            throw failed(e);
        }
        if (!isExposed) {
            throw new TransportClosedException(
                    "the sender has taken its elements back while they were copied:" + done());
        }
        if (moved < length) {
            return false;
        }
        abandon();
        lane.giveBack(this);
        return true;
    }

    private void copyAlone() {
        long now = Math.min(STEP, length - moved);
        copy(moved, now);
        moved += now;
    }

    private void copy(long from, long bytes) {
        destination.copyFrom(from, source, start + from, bytes);
    }

    private boolean mayBeHelped() {
        return target != null
                && length - moved >= JointCopy.WORTHWHILE
                && !joint.isUnderWay()
                && target.isShared();
    }

    private void copyTogether() {
        if (piece == 0) {
            begin();
        }
        for (int i = 0; i < STEP / JointLayout.BLOCK; i++) {
            if (!joint.take()) {
                awaitSender();
                return;
            }
            copy(moved + head + joint.takenAt(), joint.takenBytes());
        }
    }

    /** Shows the sender all whole blocks, and copies what lies before and behind them. */
    private void begin() {
        long at = target.placeOf(destination.memory()) + moved;
        long left = length - moved;
        head = -at & JointLayout.BLOCK - 1;
        long blocks = Math.min((left - head) / JointLayout.BLOCK, JointLayout.MOST_BLOCKS);
        whole = blocks * JointLayout.BLOCK;
        long tail = Math.min(left - head - whole, JointLayout.BLOCK);
        piece = head + whole + tail;
        joint.begin(handle, start + moved + head, target.number(), at + head, whole, 1);
        copy(moved, head);
        copy(moved + head + whole, tail);
    }

    /** No block is left: some may be under way, for some microseconds at the sender. */
    private void awaitSender() {
        if (joint.awaitSender()) {
            if (joint.hasFailed()) {
                throw new TransportException(
                        "the sender could not write its part of the elements; its log says why");
            }
            moved += piece;
            piece = 0;
        }
    }

    /** The sender may have lost its core, or stand still. It rings when the block is there. */
    @Override
    public boolean runsByItself() {
        return piece > 0 && joint.isToRing();
    }

    private TransportException failed(Throwable cause) {
        return new TransportException("elements could not be copied: " + cause + done(), cause);
    }

    private String done() {
        return " moved=" + moved + " length=" + length;
    }

    @Override
    public void abandon() {
        if (piece > 0) {
            piece = 0;
            giveUpBlocks();
        }
        source = null;
        destination = null;
        target = null;
    }

    /** The sender may be in the midst of a block, and stay there for as long as it is stopped. */
    private void giveUpBlocks() {
        long first = joint.giveUp();
        if (first < whole) {
            long at = target.placeOf(destination.memory()) + moved + head;
            target.keepFromPeers(at + first, whole - first);
        }
    }
}
