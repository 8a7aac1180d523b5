package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.posix.ProcessIdentity;
import org.activeobjects.transport.posix.ProcessMemory;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * What this side and one peer agree upon: whether this side wants to be read, and whether it can
 * read. Each has a word for both in the segment that they share, which only it writes.
 *
 * <p><b>Threading:</b> safe. After the link is closed, nothing can be read, and nothing is wanted.
 */
final class PeerArrays {

    private static final Logger LOG = LogManager.getLogger(PeerArrays.class);
    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();

    /** This side has messages that the peer had better read. */
    private static final int WANTS = 1;

    /** This side can read the peer. */
    private static final int READS = 2;

    private final MemorySegment mine;
    private final MemorySegment theirs;
    private final MemorySegment shown;
    private volatile ProcessMemory process;
    private volatile ProcessIdentity identity; // of that process, also once it is not read any more
    private volatile boolean isRead;
    private volatile boolean wants;
    private volatile boolean isWanted;

    /**
     * Nothing is known yet.
     *
     * @param mine this side's word
     * @param theirs the peer's word
     * @param shown what the peer shows
     */
    PeerArrays(MemorySegment mine, MemorySegment theirs, MemorySegment shown) {
        this.mine = mine;
        this.theirs = theirs;
        this.shown = shown;
    }

    /**
     * Whether the peer reads; from the first time it is asked on, the peer knows that it should.
     */
    boolean isRead() {
        if (isRead) {
            return true;
        }
        try {
            if (((int) WORD.getAcquire(theirs, 0L) & READS) != 0) {
                isRead = true;
            } else if (!wants) {
                wants = true;
                var _ = WORD.getAndBitwiseOr(mine, 0L, WANTS);
            }
        } catch (IllegalStateException | InternalError e) {
            LOG.trace("link went away while it was looked at", e);
        }
        return isRead;
    }

    /** Whether the peer wants to be read, and this side has not tried whether it can; true once. */
    boolean isNewlyWanted() {
        if (isWanted || ((int) WORD.getAcquire(theirs, 0L) & WANTS) == 0) {
            return false;
        }
        isWanted = true;
        return true;
    }

    /** Tries whether the peer can be read, unless it is known, and tells it if so. */
    synchronized void tryToRead() {
        if (process != null) {
            return;
        }
        try {
            long pid = (long) ShownLayout.WORD.getAcquire(shown, ShownLayout.PROCESS);
            long namespace = shown.get(ValueLayout.JAVA_LONG, ShownLayout.NAMESPACE);
            if (namespace != ProcessIdentity.current().namespace()) {
                LOG.debug("the peer's process is in another namespace: pid={}", pid);
                return;
            }
            identity = ProcessIdentity.of(pid); // before the mark, which says that it is the peer
            process =
                    ProcessMemory.of(
                                    pid,
                                    shown.get(ValueLayout.JAVA_LONG, ShownLayout.MARK_ADDRESS),
                                    shown.get(ValueLayout.JAVA_LONG, ShownLayout.MARK))
                            .orElse(null);
            if (process == null) {
                LOG.debug("the kernel does not let this process read the peer: pid={}", pid);
            } else {
                var _ = WORD.getAndBitwiseOr(mine, 0L, READS);
            }
        } catch (IOException | IllegalStateException | InternalError e) {
            LOG.debug("it cannot be told whether the peer can be read", e);
        }
    }

    /** What reads the peer, and writes; {@code null} if it cannot be read, or that is not known. */
    ProcessMemory process() {
        return process;
    }

    /**
     * Why a read has failed. If no other would go well, this side reads no more, and what comes
     * next goes through the rings.
     */
    String whyNotRead(ProcessMemory failed) {
        if (!failed.isForbidden()) {
            return "there is no such memory";
        }
        process = null;
        return "the kernel does not let this process read the sender's any more";
    }

    /** Whether no thread of the peer's process runs any more, as far as is known. */
    boolean hasEnded() {
        ProcessIdentity known = identity;
        try {
            return known != null && known.hasEnded();
        } catch (IOException e) {
            LOG.debug("it cannot be told whether the peer's process has ended", e);
            return false;
        }
    }

    MemorySegment shown() {
        return shown;
    }
}
