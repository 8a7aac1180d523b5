package org.activeobjects.transport.shm.joint;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.LongFunction;

/**
 * The sender's end: takes blocks of what its peer pulls, from the end on, and copies them, while it
 * has nothing else to do.
 *
 * <p><b>Threading:</b> the thread that polls the link.
 */
final class JointPush {

    private final MemorySegment words;
    private final LongFunction<JointPart> parts;
    private int sequence; // of the copy that the rest is about
    private JointPart part;
    private long bytes;
    private int blocks;
    private int atOnce;
    private boolean isRefused;
    private int copied;

    /**
     * Nothing is copied yet.
     *
     * @param words {@link JointLayout#LENGTH} bytes, of what the peer pulls
     * @param parts what copies from a source, by its handle, which may be any number; {@code null}
     *     if nothing does
     */
    JointPush(MemorySegment words, LongFunction<JointPart> parts) {
        this.words = words;
        this.parts = parts;
    }

    /** Copies some blocks, if the peer has any left. Returns whether it has. */
    boolean step() {
        long seen = JointLayout.claims(words);
        int first = JointLayout.high(seen);
        int end = JointLayout.low(seen);
        if (first >= end) {
            return false;
        }
        if (JointLayout.sequence(seen) != sequence) {
            aim(JointLayout.sequence(seen));
        }
        int newEnd = Math.max(first, end - atOnce);
        if (isRefused || end > blocks || !JointLayout.claim(words, seen, first, newEnd)) {
            return false;
        }
        long from = newEnd * JointLayout.BLOCK;
        long to = end == blocks ? bytes : end * JointLayout.BLOCK;
        isRefused = !part.copy(from, to - from);
        copied += isRefused ? 0 : end - newEnd;
        long done = JointLayout.word(sequence, isRefused ? 1 : 0, copied);
        JointLayout.WORD.setRelease(words, JointLayout.DONE, done);
        return true;
    }

    /** Every word of the peer's is read once, checked, and used as it was read. */
    private void aim(int newSequence) {
        sequence = newSequence;
        copied = 0;
        long source = words.get(JointLayout.LONG, JointLayout.SOURCE);
        bytes = words.get(JointLayout.LONG, JointLayout.BYTES);
        long most = words.get(JointLayout.LONG, JointLayout.AT_ONCE);
        boolean isPossible =
                bytes >= JointLayout.BLOCK
                        && bytes / JointLayout.BLOCK <= JointLayout.MOST_BLOCKS
                        && most > 0
                        && most <= JointLayout.MOST_BLOCKS;
        blocks = isPossible ? JointLayout.blocks(bytes) : 0;
        atOnce = isPossible ? (int) most : 0;
        part = parts.apply(source);
        isRefused =
                !isPossible
                        || part == null
                        || !part.aim(
                                source,
                                words.get(JointLayout.LONG, JointLayout.SOURCE_AT),
                                words.get(JointLayout.LONG, JointLayout.TARGET),
                                words.get(JointLayout.LONG, JointLayout.TARGET_AT),
                                bytes);
    }

    /** Whether the peer may sleep until what was copied last is there. */
    boolean isAwaited() {
        VarHandle.fullFence(); // what it waits for was told before
        return (int) words.get(JointLayout.LONG, JointLayout.SLEEPS_FOR) == sequence;
    }
}
