package org.activeobjects.transport.shm.segment;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A few KiB of shared memory through which the payloads of one direction go while there is room: so
 * few that their lines stay in the first caches of both cores, where lines of a long ring come and
 * go. Both ends count alike, each by itself: a payload begins at a line, behind the one before it,
 * or at the start where the rest is too short for it.
 *
 * <p><b>Threading:</b> an end is one of both sides, and of one thread at a time.
 *
 * <p><b>Source:</b> measured on two cores of a Zen 4 with first caches of 32 KiB: through 8 KiB a
 * message of 1 KiB takes 0.18 to 0.20 µs, through 16 KiB and more 0.24 to 0.27; 64 KiB in pieces 6
 * and 9. Lines claimed in advance make it a fifth less at 64 bytes to 4 KiB.
 */
public final class Window {

    /** Bytes of a window, a power of two. */
    public static final int LENGTH = 8 * 1024;

    /** Bytes of the longest payload. */
    public static final int LONGEST = LENGTH / 2;

    /** Answer of {@link #find}: the consumer has not left that part yet. */
    public static final int NONE = -1;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int LINE = 64;
    private static final int FETCHED = 2 * LINE;
    private static final int PUBLISHED_EVERY = LENGTH / 4;

    private final MemorySegment memory;
    private final MemorySegment word;
    private long position;
    private long consumed; // by the consumer, as this end knows or has told

    @SuppressWarnings("unused") // or the compiler would leave the loads out
    private long fetched;

    /**
     * One end of an empty window.
     *
     * @param memory the bytes of the payloads
     * @param word eight bytes, in which the consumer tells how far it is
     */
    public Window(MemorySegment memory, MemorySegment word) {
        this.memory = memory;
        this.word = word;
    }

    /**
     * What the payloads lie in.
     *
     * @return memory of {@link #LENGTH} bytes
     */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Producer: where a payload can be put.
     *
     * @param length bytes, at most {@link #LONGEST}
     * @return the first byte, or {@link #NONE}
     */
    public int find(int length) {
        long start = start(length);
        long needed = start + length - LENGTH;
        if (needed > consumed) {
            long now = (long) WORD.getAcquire(word, 0L);
            if (now < needed || now > position) {
                return NONE; // also what the consumer cannot have told
            }
            consumed = now;
        }
        return (int) start & LENGTH - 1;
    }

    /**
     * Producer: writes to the lines of the next payload, if they are free. So they come from the
     * consumer's core now, while nobody waits for them, and not when there is something to send.
     *
     * @param length its bytes, as far as can be guessed
     */
    public void claim(int length) {
        int start = find(length);
        if (start != NONE) {
            for (int line = start; line < start + length; line += LINE) {
                memory.set(ValueLayout.JAVA_LONG, line, 0L);
            }
        }
    }

    /**
     * Both: the payload is put, or was taken out.
     *
     * @param length its bytes
     */
    public void pass(int length) {
        position = start(length) + length;
    }

    /**
     * Consumer: where the next payload is.
     *
     * @param length its bytes, as the producer says
     * @return the first byte; {@link #NONE} if there can be none of that length
     */
    public int next(int length) {
        return length > 0 && length <= LONGEST ? (int) start(length) & LENGTH - 1 : NONE;
    }

    /**
     * Consumer: has the lines of a short payload come from the other core while the message is
     * matched, and not only when it is copied. Longer ones are left: their lines come quicker one
     * behind the other.
     *
     * @param start where the payload is, as {@link #next} says
     * @param length its bytes
     */
    public void fetch(int start, int length) {
        if (length <= FETCHED) {
            int last = start + (length - 1 & -LINE);
            fetched =
                    memory.get(ValueLayout.JAVA_LONG, start)
                            + memory.get(ValueLayout.JAVA_LONG, last);
        }
    }

    /** Consumer: tells how far it is, now and then. */
    public void tell() {
        if (position - consumed >= PUBLISHED_EVERY) {
            consumed = position;
            WORD.setRelease(word, 0L, position);
        }
    }

    private long start(int length) {
        long line = position + LINE - 1 & -LINE;
        int rest = LENGTH - ((int) line & LENGTH - 1);
        return length <= rest ? line : line + rest;
    }
}
