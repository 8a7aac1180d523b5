package org.activeobjects.transport.shm.joint;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Where things lie by which both sides of a pair share the copying of what one of them pulls: the
 * receiver takes blocks from the front, the sender from the end.
 *
 * <pre>
 *  +0    claims: sequence number (32 bits)  first block not taken (16)  end of those not taken (16)
 *  +128  of the receiver: +0 handle of the source  +8 place of block 0 in the source
 *        +16 target  +24 place of block 0 there, or what its kind of target has in its place
 *        +32 bytes  +40 most blocks that one of the two takes at once
 *        +48 sequence number of the copy for whose end it may sleep
 *  +256  of the sender: sequence number (32 bits)  1 if it has failed (16)  blocks copied (16)
 * </pre>
 *
 * <p>Blocks are of {@link #BLOCK} bytes, and the last one of what is left besides. The receiver
 * writes what it says of a copy while the claims hold no block that is not taken, and then the
 * claims, with the next sequence number. So a sender whose claim goes through has read what belongs
 * to it.
 */
public final class JointLayout {

    /** Bytes of one direction. */
    public static final long LENGTH = 384;

    /**
     * Bytes of a block. Where a target is one that begins at a multiple of this, a block is made of
     * whole pages of any size that systems have.
     */
    public static final long BLOCK = 64 * 1024;

    private static final int SEQUENCE_SHIFT = 32;
    private static final int HIGH_SHIFT = 16;

    /** Most blocks that go together. */
    public static final int MOST_BLOCKS = (1 << HIGH_SHIFT) - 1;

    static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    static final long CLAIMS = 0;
    static final long SOURCE = 128;
    static final long SOURCE_AT = SOURCE + 8;
    static final long TARGET = SOURCE + 16;
    static final long TARGET_AT = SOURCE + 24;
    static final long BYTES = SOURCE + 32;
    static final long AT_ONCE = SOURCE + 40;
    static final long SLEEPS_FOR = SOURCE + 48;
    static final long DONE = 256;

    private JointLayout() {}

    /** The blocks that some bytes are copied in; the last one may be longer than the others. */
    static int blocks(long bytes) {
        return (int) (bytes / BLOCK);
    }

    static long word(int sequence, int high, int low) {
        return (long) sequence << SEQUENCE_SHIFT | (long) high << HIGH_SHIFT | low;
    }

    static int sequence(long word) {
        return (int) (word >>> SEQUENCE_SHIFT);
    }

    /** First block not taken, in claims; whether the sender has failed. */
    static int high(long word) {
        return (int) (word >>> HIGH_SHIFT) & MOST_BLOCKS;
    }

    /** End of the blocks not taken, in claims; blocks that the sender has copied. */
    static int low(long word) {
        return (int) word & MOST_BLOCKS;
    }

    static long claims(MemorySegment words) {
        return (long) WORD.getAcquire(words, CLAIMS);
    }

    static boolean claim(MemorySegment words, long seen, int first, int end) {
        return WORD.compareAndSet(words, CLAIMS, seen, word(sequence(seen), first, end));
    }
}
