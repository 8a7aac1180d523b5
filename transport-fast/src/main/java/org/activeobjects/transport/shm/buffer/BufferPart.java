package org.activeobjects.transport.shm.buffer;

import org.activeobjects.transport.memory.FileMemory;
import org.activeobjects.transport.shm.joint.JointPart;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.MemorySegment;

/**
 * The sender's part in what its peer pulls out of a registered buffer into one of its own.
 *
 * <p><b>Threading:</b> as {@link JointPart} says.
 */
final class BufferPart implements JointPart {

    private static final Logger LOG = LogManager.getLogger(BufferPart.class);

    private final SharedBuffers mine;
    private final PeerBuffers theirs;
    private MemorySegment source;
    private long sourceAt;
    private MemorySegment target;
    private long targetAt;

    BufferPart(SharedBuffers mine, PeerBuffers theirs) {
        this.mine = mine;
        this.theirs = theirs;
    }

    @Override
    public boolean aim(long handle, long at, long number, long numberAt, long bytes) {
        SharedBuffer buffer = mine.exposed(handle);
        target = buffer == null ? null : theirs.get(number); // or a peer could have any mapped
        if (target == null) {
            return false;
        }
        source = buffer.whole();
        sourceAt = at;
        targetAt = numberAt;
        return isInside(source, sourceAt, bytes) && isInside(target, targetAt, bytes);
    }

    private static boolean isInside(MemorySegment buffer, long at, long bytes) {
        return at >= BufferLayout.DATA && at <= buffer.byteSize() - bytes;
    }

    @Override
    public boolean copy(long from, long bytes) {
        try {
            MemorySegment.copy(source, sourceAt + from, target, targetAt + from, bytes);
            FileMemory.askForFault();
            return true;
        } catch (IllegalStateException | InternalError e) {
            // An error says that pages are gone; else the link is closed, or the peer's buffer is.
            LOG.log(
                    e instanceof InternalError ? Level.WARN : Level.DEBUG,
                    "elements could not be written into a registered buffer of a peer; its receive"
                            + " fails",
                    e);
            return false;
        }
    }
}
