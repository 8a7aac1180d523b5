package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.posix.MemoryCopy;
import org.activeobjects.transport.posix.PinnedArrays;
import org.activeobjects.transport.posix.ProcessMemory;
import org.activeobjects.transport.shm.buffer.BufferLane;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.Doorbell;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.MemorySegment;

/**
 * Reads out of the peer's registered buffers, which this side has mapped, and out of its heap, by
 * the kernel.
 *
 * <p><b>Threading:</b> as {@link DirectLane} says; {@link #sweep} and {@link #help} by the thread
 * that polls, {@link #close} by any.
 */
public final class ShmLane implements DirectLane {

    private static final Logger LOG = LogManager.getLogger(ShmLane.class);

    /** Bytes copied before other links have their turn. */
    private static final long STEP = 512 * 1024;

    /** Where the second word of a side is: the peer looks at it in its own time, at no other. */
    private static final long STEPS = 128;

    /** Bytes of the words of each side: what it says of reading, and how much it has taken. */
    public static final long WORDS = STEPS + Long.BYTES;

    private final BufferLane buffers;
    private final ShownArrays mine;
    private final PeerArrays theirs;
    private final SingleCopy singleCopy;
    private final CoreDistance distance;
    private boolean isPrepared; // of the one who sends
    private Transfer spare;

    /**
     * The lane of one link.
     *
     * @param buffers for registered buffers; owned by this from now on
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
            ShownArrays mine,
            MemorySegment shownByPeer,
            MemorySegment ownWords,
            MemorySegment peerWords,
            SingleCopy singleCopy) {
        this.buffers = buffers;
        this.mine = mine;
        this.theirs = new PeerArrays(ownWords, peerWords, shownByPeer);
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
        if (!isPrepared && !mine.isKnown()) {
            isPrepared = true;
            mine.prepare(() -> {});
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

    /** Whether two cores that are close copy it through a ring sooner than one of them reads it. */
    private boolean isBetterSent(long length, int ahead) {
        boolean mayBe = length < singleCopy.fromWhenClose() || ahead > 0;
        return singleCopy.isByDistance() && mayBe && distance.isClose();
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
        Transfer transfer = spare;
        if (transfer == null) {
            transfer = new Transfer();
        } else {
            spare = transfer.nextSpare;
        }
        transfer.aim(handle, destination, length);
        if (MemoryCopy.isSlow(transfer.start, transfer.source)) {
            transfer.giveBack();
            return null; // through the rings it lies elsewhere in its page
        }
        return transfer;
    }

    /**
     * Copies a part of what the peer pulls out of a registered buffer of this side, if there is one
     * left.
     *
     * @param bellOfPeer rung if the peer may sleep until that part is there
     * @return parts copied, 0 or 1
     */
    public int help(Doorbell bellOfPeer) {
        return buffers.help(bellOfPeer);
    }

    /**
     * Whether a pull can go on that has waited for its sender.
     *
     * @return true if that has copied what it had taken
     */
    public boolean isHelped() {
        return buffers.isHelped();
    }

    /** What need not be done at once: unmaps what the peer has released, learns to read it. */
    public void sweep() {
        buffers.sweep();
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

    /** One copy under way; used again once it is complete. */
    private final class Transfer implements Pull {

        private final ProcessMemory process = theirs.process();
        private final PinnedArrays pins = mine.pins();
        private long handle;
        private long source;
        private Object array;
        private long first; // address of the array's first element
        private long start; // address of the first byte to be filled
        private long length;
        private long moved;
        private Transfer nextSpare;

        private void aim(long newHandle, Slice destination, long newLength) {
            handle = newHandle;
            source = ShownLayout.address(newHandle);
            array = destination.array();
            first = pins.pin(array);
            start = first + destination.byteOffset();
            length = newLength;
            moved = 0;
        }

        /** Nothing is under way any more. */
        private void giveBack() {
            abandon();
            nextSpare = spare;
            spare = this;
        }

        @Override
        public boolean advance() {
            long read = process.read(start + moved, source + moved, Math.min(STEP, length - moved));
            if (read == ProcessMemory.GONE) {
                return false; // who waits is told when the link finds the peer gone
            }
            if (read == ProcessMemory.FAILED) {
                throw failed(theirs.whyNotRead(process), null);
            }
            moved += read;
            if (moved < length) {
                return false;
            }
            boolean isShown;
            try {
                isShown = ShownLayout.isShown(theirs.shown(), handle);
            } catch (IllegalStateException | InternalError e) {
                throw failed(e.getMessage(), e);
            }
            if (!isShown) {
                abandon();
                throw new TransportClosedException(
                        "the sender has taken its elements back while they were copied: moved="
                                + moved
                                + " length="
                                + length);
            }
            giveBack();
            taken();
            return true;
        }

        private TransportException failed(String reason, Throwable cause) {
            abandon();
            return new TransportException(
                    "the sender's elements could not be copied out of its memory: reason=%s"
                                    .formatted(reason)
                            + " moved="
                            + moved
                            + " length="
                            + length,
                    cause);
        }

        @Override
        public void abandon() {
            pins.unpin(array, first);
            array = null;
        }
    }
}
