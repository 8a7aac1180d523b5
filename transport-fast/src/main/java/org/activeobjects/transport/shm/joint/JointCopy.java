package org.activeobjects.transport.shm.joint;

import org.activeobjects.transport.error.TransportException;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The receiver's end of a copy that the sender takes a part in: one at a time.
 *
 * <p>A sender that does nothing, for it computes or sleeps, delays nothing: the receiver takes what
 * is left, some blocks at a time. What the sender has taken it waits for, some microseconds.
 *
 * <p><b>Threading:</b> one thread at a time. Nothing that the sender writes is trusted, but that it
 * has copied what it says to have copied.
 *
 * <p><b>Source:</b> the cooperative rendezvous protocols of Chakraborty, Bayatpour, Hashmi,
 * Subramoni and Panda (SC 18).
 */
public final class JointCopy {

    /** Shorter ones are copied sooner than the sender has seen that it may help, bytes. */
    public static final long WORTHWHILE = 128 * 1024;

    /** Looks for what the sender still copies, before other links have their turn. */
    private static final int LOOKS = 200;

    /**
     * So often this may be in vain while the sender copies; it is asked for a ring only then, which
     * costs it a call of the system, and wakes a thread beside the one that looks.
     */
    private static final int PATIENT = 16;

    /** So often this is in vain if the sender has lost its core, or stands still. */
    private static final int OVERDUE = 64;

    private final MemorySegment words;
    private int sequence;
    private long bytes;
    private int blocks;
    private int atOnce;
    private int first; // of those not taken
    private int end; // of those not taken
    private int taken; // the first of those that were taken last
    private int inVain;
    private boolean isUnderWay;

    JointCopy(MemorySegment words) {
        this.words = words;
    }

    /**
     * Whether a copy is under way.
     *
     * @return true from {@link #begin} on until {@link #isDone} or {@link #giveUp}
     */
    public boolean isUnderWay() {
        return isUnderWay;
    }

    /**
     * Shows a copy to the sender.
     *
     * @param source handle of the source
     * @param sourceAt place of block 0 in the source
     * @param target what the sender finds the target by
     * @param targetAt place of block 0 there, or something else that the sender needs to know
     * @param length bytes, at least a block, at most {@link JointLayout#MOST_BLOCKS} of them
     * @param most blocks that either takes at once, 1 or more
     */
    public void begin(
            long source, long sourceAt, long target, long targetAt, long length, int most) {
        words.set(JointLayout.LONG, JointLayout.SOURCE, source);
        words.set(JointLayout.LONG, JointLayout.SOURCE_AT, sourceAt);
        words.set(JointLayout.LONG, JointLayout.TARGET, target);
        words.set(JointLayout.LONG, JointLayout.TARGET_AT, targetAt);
        words.set(JointLayout.LONG, JointLayout.BYTES, length);
        words.set(JointLayout.LONG, JointLayout.AT_ONCE, (long) most);
        isUnderWay = true;
        inVain = 0;
        sequence++;
        bytes = length;
        blocks = JointLayout.blocks(length);
        atOnce = most;
        first = 0;
        end = blocks;
        long claims = JointLayout.word(sequence, 0, blocks);
        JointLayout.WORD.setRelease(words, JointLayout.CLAIMS, claims);
    }

    /**
     * Takes the next blocks, which the receiver copies: {@link #takenBytes} from {@link #takenAt}.
     *
     * @return false if all are taken
     */
    public boolean take() {
        while (look()) {
            int next = Math.min(first + atOnce, end);
            if (JointLayout.claim(words, claims(), next, end)) {
                taken = first;
                first = next;
                return true;
            }
        }
        return false;
    }

    /**
     * Where that begins which was taken last.
     *
     * @return place, from block 0 on
     */
    public long takenAt() {
        return place(taken);
    }

    /**
     * How long that is which was taken last.
     *
     * @return bytes
     */
    public long takenBytes() {
        return place(first) - place(taken);
    }

    /**
     * Where that begins which the sender has taken, up to the end.
     *
     * @return place, from block 0 on
     */
    public long sendersAt() {
        return place(end);
    }

    private long place(int block) {
        return block == blocks ? bytes : block * JointLayout.BLOCK;
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
                    "peer has written nonsense where both copy: seen=%s expected=%s"
                            .formatted(Long.toHexString(seen), Long.toHexString(claims())));
        }
        end = newEnd;
        return first < end;
    }

    /**
     * Whether all blocks are taken, and only the sender may still have some to copy.
     *
     * @return true while the receiver can but wait
     */
    boolean isLeftToSender() {
        return isUnderWay && first == end;
    }

    /**
     * Waits a while for what the sender has taken, once no block is left. If that is not enough
     * time and again the sender is asked to ring ({@link #isToRing}).
     *
     * @return whether {@link #isDone}
     */
    public boolean awaitSender() {
        for (int look = 0; look < LOOKS; look++) {
            if (isDone()) {
                return true;
            }
            Thread.onSpinWait();
        }
        if (++inVain <= PATIENT) {
            return false;
        }
        // The sender tells of a block first, and looks then whether it is to ring.
        words.set(JointLayout.LONG, JointLayout.SLEEPS_FOR, (long) sequence);
        VarHandle.fullFence();
        return isDone();
    }

    /**
     * Whether the sender rings when it has copied what it has taken, and nothing else is left.
     *
     * @return true if whoever waits may sleep
     */
    public boolean isToRing() {
        return isLeftToSender() && inVain > PATIENT;
    }

    /**
     * Whether the sender has not copied for a while what it has taken.
     *
     * @return true if nobody else had better wait for it, too
     */
    public boolean isOverdue() {
        return inVain > OVERDUE;
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
     * Whether the sender has copied all that it has taken, or could not; once no block is left.
     *
     * @return true if the copy is over
     */
    public boolean isDone() {
        if (end < blocks && !hasCome()) {
            return false;
        }
        isUnderWay = false;
        return true;
    }

    /**
     * Whether the sender could not copy all that it had taken; its log says why. Once it is done.
     *
     * @return true if that is left to the receiver
     */
    public boolean hasFailed() {
        return end < blocks && JointLayout.high(done()) != 0;
    }

    /**
     * Whether the sender has told of all that it had taken when the copy was given up.
     *
     * @return false if it may be copying
     */
    public boolean hasToldAll() {
        try {
            return hasCome();
        } catch (IllegalStateException | InternalError e) {
            return false; // what it told by is gone
        }
    }

    /**
     * Lets the sender take no further block.
     *
     * @return where that begins from block 0 on to which it may write still; as many as there are
     *     bytes if it writes to none
     */
    public long giveUp() {
        try {
            while (look()) {
                if (JointLayout.claim(words, claims(), first, first)) {
                    break;
                }
            }
            return isDone() && !hasFailed() ? bytes : place(end);
        } catch (TransportException | IllegalStateException | InternalError e) {
            return place(first); // nothing is known of the others
        } finally {
            isUnderWay = false;
        }
    }
}
