package org.activeobjects.transport.shm.buffer;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.shm.joint.JointCopy;
import org.activeobjects.transport.shm.joint.JointLane;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.DirectLane;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads out of registered buffers of the peer: the receiver maps the buffer and copies straight
 * from it into the destination. If that is a registered buffer, too, the sender copies some of it
 * meanwhile, if it does nothing but wait.
 *
 * <p><b>Threading:</b> as {@link DirectLane} says; {@link #sweep} by the thread that polls, {@link
 * #close} by any.
 */
public final class BufferLane implements DirectLane {

    private static final Logger LOG = LogManager.getLogger(BufferLane.class);

    /** To tell the peer and be told takes longer than to copy so many bytes once more. */
    private static final int READ_FROM = 2 * 1024;

    private final SharedBuffers mine;
    private final PeerBuffers theirs;
    private final JointLane joint;
    private BufferPull spare;

    /**
     * The lane of one link.
     *
     * @param mine the buffers of this runtime
     * @param folder the job's folder
     * @param peer the peer's runtime, hexadecimal
     * @param segmentOfPeer name of any segment that the peer has made
     * @param joint what both copy together
     */
    public BufferLane(
            SharedBuffers mine,
            SegmentFolder folder,
            String peer,
            String segmentOfPeer,
            JointLane joint) {
        this.mine = mine;
        this.theirs = new PeerBuffers(folder, peer, segmentOfPeer);
        this.joint = joint;
        joint.copyBuffersBy(new BufferPart(mine, theirs));
    }

    /** What is not registered has to be sent all the same, once the peer has been told of it. */
    @Override
    public boolean isBetterRead(Slice source) {
        return source.view() != null
                ? source.byteLength() > READ_FROM
                : DirectLane.super.isBetterRead(source);
    }

    @Override
    public long expose(Slice source) {
        MemorySegment memory = source.memory();
        return memory == null ? NOTHING : mine.expose(memory);
    }

    @Override
    public void conceal(long handle) {
        mine.conceal(handle);
    }

    @Override
    public Pull pull(long handle, Slice destination, long length) {
        if (handle == NOTHING || length < 0 || length > destination.byteLength()) {
            return null;
        }
        MemorySegment buffer = theirs.get(BufferLayout.number(handle));
        if (buffer == null) {
            return null;
        }
        try {
            return aim(handle, buffer, destination, length);
        } catch (InternalError | IllegalStateException e) {
            LOG.debug("a buffer cannot be read: cut off by the peer, or the link is closed", e);
            return null;
        }
    }

    /** Every word of the peer's is read once, checked, and used as it was read. */
    private Pull aim(long handle, MemorySegment buffer, Slice destination, long length) {
        long exposure = BufferLayout.exposure(BufferLayout.place(handle));
        long size = buffer.byteSize() - BufferLayout.DATA;
        if ((long) BufferLayout.WORD.getAcquire(buffer, exposure) != handle) {
            return null;
        }
        long offset = buffer.get(ValueLayout.JAVA_LONG, exposure + 8);
        long exposed = buffer.get(ValueLayout.JAVA_LONG, exposure + 16);
        if (!BufferLayout.isExposed(buffer, handle)
                || length > exposed
                || offset < 0
                || offset > size - length) {
            return null;
        }
        BufferPull pull = spare;
        if (pull == null) {
            pull = new BufferPull(this, joint.pulled());
        } else {
            spare = pull.nextSpare;
        }
        SharedBuffer target = targetOf(destination, length);
        return pull.aim(handle, buffer, BufferLayout.DATA + offset, destination, target, length);
    }

    /** The own buffer into which the peer may write, too: one that stays while it is received. */
    private SharedBuffer targetOf(Slice destination, long length) {
        return joint.mayHelp() && destination.view() != null && length >= JointCopy.WORTHWHILE
                ? mine.holding(destination.memory())
                : null;
    }

    /** A pull is complete, and can be used again. */
    void giveBack(BufferPull pull) {
        pull.nextSpare = spare;
        spare = pull;
    }

    /** Unmaps buffers that the peer has released. */
    public void sweep() {
        theirs.sweep();
    }

    /** Unmaps everything of the peer's; transfers under way fail. */
    public void close() {
        theirs.close();
    }
}
