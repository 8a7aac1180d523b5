package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.posix.PrivatePages;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/**
 * What a peer passes whenever it writes into arrays of this process, so that they can be taken back
 * from it, also if it stands still at any point and goes on an hour later.
 *
 * <p>Each of its writes is one call of the kernel with four pieces, which the kernel writes one
 * after the other until it finds one that it cannot: its number on the page of words, the same on a
 * page of its own, the elements, and the number again as the second word. Once the page of its own
 * is gone, a call that comes later ends there. One that has come before has written the first word,
 * since the kernel had done with that piece; and is over when the second word is the same: nothing
 * that stops a process stops it within such a call. Where the elements cannot be written, the peer
 * writes the second word by a call of its own: what it has not written this side reads by itself,
 * but that write is over. One that is killed within such a call, which ends early then, does not
 * write the second word any more; whether its process has ended is for others to find out.
 *
 * <pre>
 *  +0 number of the last write that began  +8 of the last that has ended  +65536 the gate
 * </pre>
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> process_vm_writev(2): the pieces are written in the order of the arrays, and
 * partly if one of them cannot be.
 */
final class Gate {

    /** Place of the gate: pages are this long, or a part of it. */
    static final long GATE = 64 * 1024;

    /** Place of the second word. */
    static final long ENDED = Long.BYTES;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /** A write takes microseconds; this is for a core that is taken away from it. */
    private static final long PATIENCE_NS = Duration.ofSeconds(1).toNanos();

    /** Closed ones: nothing else may ever lie there. */
    private static final Queue<MemorySegment> CLOSED = new ConcurrentLinkedQueue<>();

    private final MemorySegment memory = Arena.ofAuto().allocate(2 * GATE, GATE);
    private volatile boolean isClosed;

    /** Where the peer finds it. */
    long address() {
        return memory.address();
    }

    /**
     * Lets nobody write any more; not to be used again.
     *
     * @param isOver whether the peer has said by itself that it does not write, or has ended; asked
     *     while that is not seen from the words, as where a write has ended at the gate
     * @return false if somebody may write still, because the kernel has refused to close it, or a
     *     write that has begun has not ended in a second
     */
    boolean close(BooleanSupplier isOver) {
        CLOSED.add(memory);
        isClosed = PrivatePages.forbid(memory.asSlice(GATE));
        if (!isClosed) {
            return false;
        }
        long start = System.nanoTime();
        while (!isQuiet() && !isOver.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NS) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** Whether it is closed, and each write that had begun has been seen to end. */
    boolean isQuiet() {
        return isClosed && word(0) == word(ENDED);
    }

    private long word(long at) {
        return (long) WORD.getAcquire(memory, at);
    }
}
