package org.activeobjects.transport.local;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.DirectLane;

/**
 * Reads the peer's arrays, which lie in the same heap: the receiver copies straight from the source
 * into the destination.
 *
 * <p><b>Threading:</b> as {@link DirectLane} says.
 */
final class LocalLane implements DirectLane {

    /**
     * Bytes copied before other links have their turn: a quarter of a millisecond. Copies of some
     * megabytes in one go bypass the caches, and take a quarter less time than in steps of one.
     */
    private static final long STEP = 4 << 20;

    private final ExposedSlices mine;
    private final ExposedSlices theirs;
    private Transfer spare;

    /**
     * One end.
     *
     * @param mine what this end exposes
     * @param theirs what the other end exposes
     */
    LocalLane(ExposedSlices mine, ExposedSlices theirs) {
        this.mine = mine;
        this.theirs = theirs;
    }

    @Override
    public long expose(Slice source) {
        return mine.expose(source);
    }

    @Override
    public void conceal(long handle) {
        mine.conceal(handle);
    }

    @Override
    public Pull pull(long handle, Slice destination, long length) {
        Slice source = theirs.get(handle);
        if (source == null || length > source.byteLength() || length > destination.byteLength()) {
            return null;
        }
        Transfer transfer = spare;
        if (transfer == null) {
            transfer = new Transfer();
        } else {
            spare = transfer.nextSpare;
        }
        return transfer.aim(handle, source, destination, length);
    }

    /** One copy under way; used again once it is complete. */
    private final class Transfer implements Pull {

        private long handle;
        private Slice source;
        private Slice destination;
        private long length;
        private long moved;
        private Transfer nextSpare;

        private Transfer aim(long newHandle, Slice from, Slice to, long newLength) {
            handle = newHandle;
            source = from;
            destination = to;
            length = newLength;
            moved = 0;
            return this;
        }

        @Override
        public boolean advance() {
            long now = Math.min(STEP, length - moved);
            try {
                source.transferTo(moved, destination, moved, now);
            } catch (RuntimeException | InternalError e) { // a page of a mapped file may be gone
                throw failed(e);
            }
            moved += now;
            if (moved < length) {
                return false;
            }
            if (!theirs.isExposed(handle)) {
                throw failed(null);
            }
            abandon();
            nextSpare = spare;
            spare = this;
            return true;
        }

        private TransportException failed(Throwable cause) {
            String done = " moved=" + moved + " length=" + length;
            return theirs.isExposed(handle)
                    ? new TransportException("elements could not be copied: " + cause + done, cause)
                    : new TransportClosedException(
                            "the sender has taken its elements back while they were copied:" + done,
                            cause);
        }

        @Override
        public void abandon() {
            source = null;
            destination = null;
        }
    }
}
