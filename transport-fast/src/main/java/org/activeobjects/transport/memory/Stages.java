package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Some bytes through which elements go that cannot be copied at once. What is given back is taken
 * again, so that a copy allocates nothing: few threads copy at a time, and nearly always each finds
 * what it has given back itself.
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
        MemorySegment spare = SPARE.getAndSet(place(), null);
        return spare == null ? MemorySegment.ofArray(new byte[LENGTH]) : spare;
    }

    /**
     * Gives back what {@link #take} gave; whoever cannot leaves it to the collector.
     *
     * @param stage memory that the caller does not use any more
     */
    public static void giveBack(MemorySegment stage) {
        SPARE.setRelease(place(), stage);
    }

    private static int place() {
        return (int) Thread.currentThread().threadId() & PLACES - 1;
    }
}
