package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.posix.PinnedArrays;

import java.util.ArrayList;
import java.util.List;

/**
 * Arrays into which a peer may still write though their receive was given up: each stays pinned
 * until that write is over, so that no other memory is written to.
 *
 * <p><b>Threading:</b> safe.
 */
final class LeftArrays {

    private static final List<Left> LEFT = new ArrayList<>();
    private static volatile boolean isAny;

    private record Left(Object array, long address, PinnedArrays pins, Gate gate) {

        boolean isUnpinned() {
            boolean isOver = gate.isQuiet();
            if (isOver) {
                pins.unpin(array, address);
            }
            return isOver;
        }
    }

    private LeftArrays() {}

    /** Keeps an array that is pinned, until what is under way past a closed gate is over. */
    static synchronized void add(Object array, long address, PinnedArrays pins, Gate gate) {
        LEFT.add(new Left(array, address, pins, gate));
        isAny = true;
    }

    /** Unpins those into which nobody writes any more; cheap if there are none. */
    static void sweep() {
        if (isAny) {
            unpin();
        }
    }

    private static synchronized void unpin() {
        LEFT.removeIf(Left::isUnpinned);
        isAny = !LEFT.isEmpty();
    }
}
