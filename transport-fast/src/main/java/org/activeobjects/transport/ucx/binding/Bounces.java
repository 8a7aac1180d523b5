package org.activeobjects.transport.ucx.binding;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Pieces of registered memory of one length, through which frames go in and out.
 *
 * <p><b>Threading:</b> under the worker's lock.
 */
public final class Bounces {

    private static final int PIECES_PER_SLAB = 16;
    private static final int ALIGNMENT = 64;
    private static final long PAGE = 4096;

    /** One piece. */
    public static final class Bounce {

        private final MemorySegment memory;
        private final long address;
        private long request;
        private Bounce next;

        private Bounce(MemorySegment memory) {
            this.memory = memory;
            this.address = memory.address();
        }

        /**
         * The piece.
         *
         * @return memory outside of the heap
         */
        public MemorySegment memory() {
            return memory;
        }

        /**
         * Where it lies.
         *
         * @return address of the first byte
         */
        public long address() {
            return address;
        }

        /**
         * What UCX does with it.
         *
         * @return a request, or 0
         */
        public long request() {
            return request;
        }

        /**
         * Says what UCX does with it.
         *
         * @param newRequest a request, or 0
         */
        public void request(long newRequest) {
            request = newRequest;
        }
    }

    private final UcpWorker worker;
    private final Arena arena;
    private final int length;
    private final List<Long> registrations = new ArrayList<>();
    private Bounce free;

    /**
     * No pieces yet.
     *
     * @param worker with whose devices they are registered
     * @param arena what they are allocated in
     * @param length bytes of each
     */
    public Bounces(UcpWorker worker, Arena arena, int length) {
        this.worker = worker;
        this.arena = arena;
        this.length = length + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /**
     * Takes a piece.
     *
     * @return a piece that nobody else uses
     */
    public Bounce take() {
        if (free == null) {
            addSlab();
        }
        Bounce taken = free;
        free = taken.next;
        taken.next = null;
        return taken;
    }

    /**
     * Gives a piece back, with which UCX is done.
     *
     * @param bounce the piece
     */
    public void giveBack(Bounce bounce) {
        bounce.request = 0;
        bounce.next = free;
        free = bounce;
    }

    private void addSlab() {
        MemorySegment slab = arena.allocate((long) PIECES_PER_SLAB * length, PAGE);
        registrations.add(worker.register(slab));
        for (int i = 0; i < PIECES_PER_SLAB; i++) {
            giveBack(new Bounce(slab.asSlice((long) i * length, length)));
        }
    }

    /** Ends the registrations; the arena is its owner's to close. */
    public void close() {
        registrations.forEach(worker::unregister);
        registrations.clear();
        free = null;
    }
}
