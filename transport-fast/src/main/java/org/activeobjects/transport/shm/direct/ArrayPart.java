package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.posix.ProcessMemory;
import org.activeobjects.transport.shm.joint.JointPart;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The sender's part in what its peer reads out of an array of this process: has the kernel write it
 * into the peer's, past its {@link Gate}.
 *
 * <p><b>Threading:</b> as {@link JointPart} says.
 */
final class ArrayPart implements JointPart {

    private static final Logger LOG = LogManager.getLogger(ArrayPart.class);

    /** Writes that fail one after the other before it is taken that all others would. */
    private static final int ENOUGH = 8;

    private final ShownArrays mine;
    private final PeerArrays theirs;
    private ProcessMemory process;
    private long source;
    private long sourceAt;
    private long target;
    private long gate;
    private volatile int failed; // one after the other

    ArrayPart(ShownArrays mine, PeerArrays theirs) {
        this.mine = mine;
        this.theirs = theirs;
    }

    /** Whether this side can write into the peer's memory, as far as is known. */
    boolean canWrite() {
        return theirs.process() != null && failed < ENOUGH;
    }

    /** What the peer names is in its own memory, whatever it is. */
    @Override
    public boolean aim(long handle, long at, long address, long gateOfPeer, long bytes) {
        process = theirs.process();
        source = handle;
        sourceAt = at;
        target = address;
        gate = gateOfPeer;
        return process != null && failed < ENOUGH && mine.find(handle, at, bytes) != 0;
    }

    /** A peer may go on once it has said that it has read all: then other things may lie there. */
    @Override
    public boolean copy(long from, long bytes) {
        long address = mine.find(source, sourceAt + from, bytes);
        if (address == 0) {
            return false;
        }
        boolean isWritten =
                process.write(
                        gate, gate + Gate.GATE, gate + Gate.ENDED, target + from, address, bytes);
        int before = failed;
        failed = isWritten ? 0 : before + 1;
        if (!isWritten) {
            LOG.debug("elements were not written into an array of a peer, which reads them itself");
        }
        return isWritten;
    }
}
