package org.activeobjects.transport.shm.buffer;

import org.activeobjects.transport.error.TransportException;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The receiver's end of a copy that the sender takes a part in: one at a time.
 *
 * <p>A sender that does nothing, for it computes or sleeps, delays nothing: the receiver takes one
 * block after the other. What the sender has taken it waits for, some microseconds.
 *
 * <p><b>Threading:</b> one thread at a time. Nothing that the sender writes is trusted, but that it
 * has copied what it says to have copied.
 *
 * <p><b>Source:</b> the cooperative rendezvous protocols of Chakraborty, Bayatpour, Hashmi,
 * Subramoni and Panda (SC 18).
 */
final class JointCopy {

    /** What {@link #take} returns when no block is left. */
    static final int NONE = -1;

    private final MemorySegment words;
    private int sequence;
    private int blocks;
    private int first; // of those not taken
    private int end; // of those not taken
    private boolean isUnderWay;

    JointCopy(MemorySegment words) {
        this.words = words;
    }

    /** Whether {@link #begin} was called, and neither {@link #isDone} has said so nor given up. */
    boolean isUnderWay() {
        return isUnderWay;
    }

    /**
     * Shows a copy to the sender.
     *
     * @param handle of the source
     * @param sourceAt place of block 0 in the source's segment
     * @param target number of the target
     * @param targetAt place of block 0 in the target's segment, a multiple of {@link
     *     JointLayout#BLOCK}
     * @param count blocks, at most {@link JointLayout#MOST_BLOCKS}
     */
    void begin(long handle, long sourceAt, long target, long targetAt, int count) {
        words.set(JointLayout.LONG, JointLayout.SOURCE, handle);
        words.set(JointLayout.LONG, JointLayout.SOURCE_AT, sourceAt);
        words.set(JointLayout.LONG, JointLayout.TARGET, target);
        words.set(JointLayout.LONG, JointLayout.TARGET_AT, targetAt);
        isUnderWay = true;
        sequence++;
        blocks = count;
        first = 0;
        end = count;
        long claims = JointLayout.word(sequence, 0, count);
        JointLayout.WORD.setRelease(words, JointLayout.CLAIMS, claims);
    }

    /** Takes the next block to be copied by the receiver; {@link #NONE} if all are taken. */
    int take() {
        while (look()) {
            if (JointLayout.claim(words, claims(), first + 1, end)) {
                return first++;
            }
        }
        return NONE;
    }

    private long claims() {
        return JointLayout.word(sequence, first, end);
    }

    /** Sees what the sender has taken; false if no block is left. */
    private boolean look() {
        if (first == end) {
            return false;
        }
        long seen = JointLayout.claims(words);
        int newEnd = JointLayout.low(seen);
        if (JointLayout.sequence(seen) != sequence
                || JointLayout.high(seen) != first
                || newEnd < first
                || newEnd > end) {
            throw new TransportException(
                    "peer has written nonsense where both copy: seen=%x expected=%x"
                            .formatted(seen, claims()));
        }
        end = newEnd;
        return first < end;
    }

    /** Whether all blocks are taken, and only the sender may still have some to copy. */
    boolean isLeftToSender() {
        return isUnderWay && first == end;
    }

    /**
     * Has the sender ring when it has copied a block. To be followed by a look whether it has; the
     * sender tells of the block first, and looks then whether it is to ring.
     */
    void askForRing() {
        words.set(JointLayout.LONG, JointLayout.SLEEPS_FOR, sequence);
        VarHandle.fullFence();
    }

    /** Whether the sender has told all that is awaited from it; changes nothing. */
    boolean hasCome() {
        long done = done();
        return JointLayout.sequence(done) == sequence
                && (JointLayout.high(done) != 0 || JointLayout.low(done) >= blocks - end);
    }

    private long done() {
        return (long) JointLayout.WORD.getAcquire(words, JointLayout.DONE);
    }

    /**
     * Whether the sender has copied all that it has taken; once no block is left.
     *
     * @throws TransportException if it could not
     */
    boolean isDone() {
        if (end < blocks) {
            if (!hasCome()) {
                return false;
            }
            if (JointLayout.high(done()) != 0) {
                throw new TransportException(
                        "the sender could not write its part of the elements; its log says why");
            }
        }
        isUnderWay = false;
        return true;
    }

    /**
     * Lets the sender take no further block.
     *
     * @return the first block to which it may write still; as many as there are blocks if it writes
     *     to none
     */
    int giveUp() {
        try {
            while (look()) {
                if (JointLayout.claim(words, claims(), first, first)) {
                    break;
                }
            }
            return isDone() ? blocks : end;
        } catch (TransportException | IllegalStateException | InternalError e) {
            return first; // nothing is known of the others
        } finally {
            isUnderWay = false;
        }
    }
}
