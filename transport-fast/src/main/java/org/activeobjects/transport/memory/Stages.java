package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Some bytes through which elements go that cannot be copied at once. What is given back is taken
 * again, so that a copy allocates nothing as long as few threads copy at a time; nearly always each
 * finds what it has given back itself.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Stages {

    /** How many bytes there are. */
    public static final int LENGTH = 4096;

    private static final int PLACES = 16;
    private static final AtomicReferenceArray<MemorySegment> SPARE =
            new AtomicReferenceArray<>(PLACES);

    private Stages() {}

    /**
     * Takes some bytes, which may hold anything.
     *
     * @return memory of the caller's, on the heap
     */
    public static MemorySegment take() {
        for (int i = 0, place = place(); i < PLACES; i++, place = after(place)) {
            if (SPARE.getOpaque(place) != null) {
                MemorySegment spare = SPARE.getAndSet(place, null);
                if (spare != null) {
                    return spare;
                }
            }
        }
        return MemorySegment.ofArray(new byte[LENGTH]);
    }

    /**
     * Gives back what {@link #take} gave; what there is no place for is left to the collector.
     *
     * @param stage memory that the caller does not use any more
     */
    public static void giveBack(MemorySegment stage) {
        for (int i = 0, place = place(); i < PLACES; i++, place = after(place)) {
            if (SPARE.getOpaque(place) == null && SPARE.compareAndSet(place, null, stage)) {
                return;
            }
        }
    }

    /** Where a thread begins to look: seldom the same place as another that copies meanwhile. */
    private static int place() {
        return (int) Thread.currentThread().threadId() & PLACES - 1;
    }

    private static int after(int place) {
        return place + 1 & PLACES - 1;
    }
}
