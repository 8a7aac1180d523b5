package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.posix.PinnedArrays;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrays into which a peer may still write though their receive was given up: each stays pinned
 * until that write is over, or that peer's process is, so that no other memory is written to.
 *
 * <p><b>Threading:</b> safe.
 */
final class LeftArrays {

    /**
     * The system is asked for processes no more often, for a sweep comes every few microseconds.
     */
    private static final long ASK_EVERY_NS = Duration.ofMillis(100).toNanos();

    private static final List<Left> LEFT = new ArrayList<>();
    private static volatile boolean isAny;
    private static long lastAskedNs = System.nanoTime();

    private record Left(
            Object array, long address, PinnedArrays pins, Gate gate, PeerArrays writer) {

        boolean isUnpinned(boolean mayAsk) {
            boolean isOver = gate.isQuiet() || mayAsk && writer.hasEnded();
            if (isOver) {
                pins.unpin(array, address);
            }
            return isOver;
        }
    }

    private LeftArrays() {}

    /** Keeps an array that is pinned, until what is under way past a closed gate is over. */
    static synchronized void add(
            Object array, long address, PinnedArrays pins, Gate gate, PeerArrays writer) {
        LEFT.add(new Left(array, address, pins, gate, writer));
        isAny = true;
    }

    /** Unpins those into which nobody writes any more; cheap if there are none. */
    static void sweep() {
        if (isAny) {
            unpin();
        }
    }

    private static synchronized void unpin() {
        long now = System.nanoTime();
        boolean mayAsk = now - lastAskedNs > ASK_EVERY_NS;
        lastAskedNs = mayAsk ? now : lastAskedNs;
        LEFT.removeIf(left -> left.isUnpinned(mayAsk));
        isAny = !LEFT.isEmpty();
    }
}
