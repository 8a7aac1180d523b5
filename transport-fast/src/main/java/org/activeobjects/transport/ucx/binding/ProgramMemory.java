package org.activeobjects.transport.ucx.binding;

import org.activeobjects.transport.spi.LinkService;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Memory that programs were given, registered with the devices once, so that these read and write
 * it as it is and no operation waits for a registration.
 *
 * <p>Whole pages, for a device registers no less, and two owners of one page would end each other's
 * registration.
 *
 * <p><b>Threading:</b> safe; takes the worker's lock, so nobody calls with that.
 */
public final class ProgramMemory {

    private static final long PAGE = 4096;

    private final UcpWorker worker;
    private final Set<Piece> pieces = new HashSet<>();
    private boolean isEnded;

    /**
     * None yet.
     *
     * @param worker with whose devices it is registered
     */
    public ProgramMemory(UcpWorker worker) {
        this.worker = worker;
    }

    /**
     * Gives out memory.
     *
     * @param bytes length, 1 or more
     * @return zeros; {@code null} if there is not as much, or the worker ends
     */
    public LinkService.Memory allocate(long bytes) {
        Arena arena = Arena.ofShared();
        Piece piece = null;
        try {
            long length = Math.addExact(bytes, PAGE - 1) & -PAGE;
            MemorySegment pages = arena.allocate(length, PAGE);
            piece = add(pages, pages.asSlice(0, bytes), arena);
        } catch (OutOfMemoryError | ArithmeticException e) {
            return null; // who asks takes it from elsewhere, or is told there
        } finally {
            if (piece == null) {
                arena.close();
            }
        }
        return piece;
    }

    private synchronized Piece add(MemorySegment pages, MemorySegment segment, Arena arena) {
        if (isEnded) {
            return null;
        }
        worker.lock();
        try {
            Piece piece = new Piece(segment, worker.register(pages), arena);
            pieces.add(piece);
            return piece;
        } finally {
            worker.unlock();
        }
    }

    private synchronized void remove(Piece piece) {
        if (pieces.remove(piece)) {
            unregister(List.of(piece));
        }
    }

    /** Ends the registrations before the worker ends; the memory is its owners' to release. */
    public synchronized void end() {
        isEnded = true;
        unregister(new ArrayList<>(pieces));
        pieces.clear();
    }

    private void unregister(List<Piece> ended) {
        worker.lock();
        try {
            ended.forEach(piece -> worker.unregister(piece.registration));
        } finally {
            worker.unlock();
        }
    }

    /** Number of those that are registered. */
    synchronized int count() {
        return pieces.size();
    }

    @Override
    public String toString() {
        return "registered=" + count();
    }

    /** One program's memory. */
    private final class Piece implements LinkService.Memory {

        private final MemorySegment segment;
        private final long registration;
        private final Arena arena;
        private boolean isReleased;

        Piece(MemorySegment segment, long registration, Arena arena) {
            this.segment = segment;
            this.registration = registration;
            this.arena = arena;
        }

        @Override
        public MemorySegment segment() {
            return segment;
        }

        @Override
        public void release() {
            synchronized (this) {
                if (isReleased) {
                    return;
                }
                isReleased = true;
            }
            remove(this);
            arena.close();
        }
    }
}
