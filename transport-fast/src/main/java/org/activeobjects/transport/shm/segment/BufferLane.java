package org.activeobjects.transport.shm.segment;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.DirectLane;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads out of registered buffers of the peer: the receiver maps the buffer and copies straight
 * from it into the destination.
 *
 * <p><b>Threading:</b> as {@link DirectLane} says; {@link #sweep} by the thread that polls, {@link
 * #close} by any.
 */
public final class BufferLane implements DirectLane {

    private static final Logger LOG = LogManager.getLogger(BufferLane.class);

    /** To tell the peer and be told takes longer than to copy so many bytes once more. */
    private static final int READ_FROM = 2 * 1024;

    /** Bytes copied before other links have their turn. */
    private static final long STEP = 1 << 20;

    private final SharedBuffers mine;
    private final PeerBuffers theirs;
    private Transfer spare;

    /**
     * The lane of one link.
     *
     * @param mine the buffers of this runtime
     * @param folder the job's folder
     * @param peer the peer's runtime, hexadecimal
     * @param segmentOfPeer name of any segment that the peer has made
     */
    public BufferLane(SharedBuffers mine, SegmentFolder folder, String peer, String segmentOfPeer) {
        this.mine = mine;
        this.theirs = new PeerBuffers(folder, peer, segmentOfPeer);
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
        Transfer transfer = spare;
        if (transfer == null) {
            transfer = new Transfer();
        } else {
            spare = transfer.nextSpare;
        }
        return transfer.aim(handle, buffer, BufferLayout.DATA + offset, destination, length);
    }

    /** Unmaps buffers that the peer has released. */
    public void sweep() {
        theirs.sweep();
    }

    /** Unmaps everything of the peer's; transfers under way fail. */
    public void close() {
        theirs.close();
    }

    /** One copy under way; used again once it is complete. */
    private final class Transfer implements Pull {

        private long handle;
        private MemorySegment source;
        private long start;
        private Slice destination;
        private long length;
        private long moved;
        private Transfer nextSpare;

        private Transfer aim(
                long newHandle, MemorySegment from, long offset, Slice to, long newLength) {
            handle = newHandle;
            source = from;
            start = offset;
            destination = to;
            length = newLength;
            moved = 0;
            return this;
        }

        @Override
        public boolean advance() {
            long now = Math.min(STEP, length - moved);
            boolean isExposed;
            try {
                destination.copyFrom(moved, source, start + moved, now);
                moved += now;
                isExposed = moved < length || BufferLayout.isExposed(source, handle);
            } catch (RuntimeException | InternalError e) {
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
            nextSpare = spare;
            spare = this;
            return true;
        }

        private TransportException failed(Throwable cause) {
            return new TransportException("elements could not be copied: " + cause + done(), cause);
        }

        private String done() {
            return " moved=" + moved + " length=" + length;
        }

        @Override
        public void abandon() {
            source = null;
            destination = null;
        }
    }
}
