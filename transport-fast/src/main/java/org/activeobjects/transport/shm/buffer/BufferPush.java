package org.activeobjects.transport.shm.buffer;

import org.activeobjects.transport.memory.FileMemory;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The sender's part in what its peer pulls out of a registered buffer into one of its own: blocks
 * that it copies into the peer's buffer, from the end on, while it has nothing else to do.
 *
 * <p>What the peer says of the copy is not trusted: it is copied from inside of a buffer that is
 * exposed, to inside of a buffer of that peer, or not at all.
 *
 * <p><b>Threading:</b> the thread that polls the link.
 */
final class BufferPush {

    private static final Logger LOG = LogManager.getLogger(BufferPush.class);

    private final MemorySegment words;
    private final SharedBuffers mine;
    private final PeerBuffers theirs;
    private int sequence; // of the copy that the rest is about
    private boolean isRefused;
    private MemorySegment source;
    private long sourceAt;
    private MemorySegment target;
    private long targetAt;
    private int copied;

    BufferPush(MemorySegment words, SharedBuffers mine, PeerBuffers theirs) {
        this.words = words;
        this.mine = mine;
        this.theirs = theirs;
    }

    /** Copies a block, if the peer has one left. Returns how many it has copied. */
    int step() {
        long seen = JointLayout.claims(words);
        int first = JointLayout.high(seen);
        int block = JointLayout.low(seen) - 1;
        if (first > block) {
            return 0;
        }
        if (JointLayout.sequence(seen) != sequence) {
            aim(JointLayout.sequence(seen));
        }
        if (isRefused || !isInside(block) || !JointLayout.claim(words, seen, first, block)) {
            return 0;
        }
        copy(block);
        return 1;
    }

    /** Whether the peer may sleep until what was copied last is there. */
    boolean isAwaited() {
        VarHandle.fullFence(); // what it waits for was told before
        return (int) words.get(JointLayout.LONG, JointLayout.SLEEPS_FOR) == sequence;
    }

    /** Every word of the peer's is read once, checked, and used as it was read. */
    private void aim(int newSequence) {
        sequence = newSequence;
        copied = 0;
        SharedBuffer buffer = mine.exposed(words.get(JointLayout.LONG, JointLayout.SOURCE));
        sourceAt = words.get(JointLayout.LONG, JointLayout.SOURCE_AT);
        target = theirs.get(words.get(JointLayout.LONG, JointLayout.TARGET));
        targetAt = words.get(JointLayout.LONG, JointLayout.TARGET_AT);
        isRefused = buffer == null || target == null;
        source = isRefused ? null : buffer.whole();
    }

    private boolean isInside(int block) {
        long from = block * JointLayout.BLOCK;
        return sourceAt >= BufferLayout.DATA
                && targetAt >= BufferLayout.DATA
                && sourceAt <= source.byteSize() - JointLayout.BLOCK - from
                && targetAt <= target.byteSize() - JointLayout.BLOCK - from;
    }

    private void copy(int block) {
        long from = block * JointLayout.BLOCK;
        try {
            MemorySegment.copy(source, sourceAt + from, target, targetAt + from, JointLayout.BLOCK);
            FileMemory.askForFault();
            tell(0, ++copied);
        } catch (IllegalStateException | InternalError e) {
            isRefused = true;
            // An error says that pages are gone; else the link is closed, or the peer's buffer is.
            LOG.log(
                    e instanceof InternalError ? Level.WARN : Level.DEBUG,
                    "elements could not be written into a registered buffer of a peer; its receive"
                            + " fails",
                    e);
            tell(1, copied);
        }
    }

    private void tell(int failed, int count) {
        long done = JointLayout.word(sequence, failed, count);
        JointLayout.WORD.setRelease(words, JointLayout.DONE, done);
    }
}
