package org.activeobjects.transport.posix.socket;

import org.activeobjects.transport.memory.ArrayCopy;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/**
 * The views of the arrays that were used last, so that a program that sends the same few arrays
 * again and again has no view made for each message. Keeps no array from being freed.
 *
 * <p><b>Threading:</b> not safe.
 */
final class ArrayViews {

    private static final int KEPT = 4;

    private final View[] kept = new View[KEPT];
    private int oldest;

    /** The parts of an array, until the next collection. */
    private static final class View extends WeakReference<Parts> {
        private final WeakReference<Object> memory;

        View(Object memory, Parts parts) {
            super(parts);
            this.memory = new WeakReference<>(memory);
        }
    }

    /** The parts of a memory segment, or of a whole array of any primitive type but boolean. */
    Parts of(Object memory) {
        for (int i = 0; i < KEPT; i++) {
            View view = kept[i];
            if (view != null && view.memory.refersTo(memory)) {
                Parts parts = view.get();
                if (parts != null) {
                    return parts;
                }
                return keep(i, memory);
            }
        }
        int place = oldest;
        oldest = (oldest + 1) % KEPT;
        return keep(place, memory);
    }

    private Parts keep(int place, Object memory) {
        Parts parts =
                new Parts(
                        memory instanceof MemorySegment segment ? segment : ArrayCopy.view(memory));
        kept[place] = new View(memory, parts);
        return parts;
    }
}
