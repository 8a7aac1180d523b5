package org.activeobjects.transport.shm.segment;

import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.LinkService;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/**
 * A registered buffer of this runtime, in a segment that peers map when they first read it.
 *
 * <p><b>Threading:</b> safe. What peers write into the segment changes nothing here.
 */
final class SharedBuffer implements LinkService.Memory {

    private static final long FREE = 0;
    private static final long TAKEN = -1;

    private final long number;
    private final MemorySegment memory;
    private final MemorySegment data;
    private final Arena arena;
    private final Consumer<SharedBuffer> whenReleased;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLongArray places = new AtomicLongArray(BufferLayout.PLACES);
    private final AtomicBoolean released = new AtomicBoolean();

    /**
     * A buffer.
     *
     * @param number its number, which no other buffer of the runtime has had
     * @param memory its segment
     * @param arena what the segment is mapped in, closed with the buffer
     * @param whenReleased told once, before the memory ends
     */
    SharedBuffer(
            long number, MemorySegment memory, Arena arena, Consumer<SharedBuffer> whenReleased) {
        this.number = number;
        this.memory = memory;
        this.data = memory.asSlice(BufferLayout.DATA);
        this.arena = arena;
        this.whenReleased = whenReleased;
        BufferLayout.WORD.setRelease(memory, BufferLayout.MAGIC_OFFSET, BufferLayout.MAGIC);
    }

    long number() {
        return number;
    }

    @Override
    public MemorySegment segment() {
        return data;
    }

    /** Lets peers read a part; {@link DirectLane#NOTHING} if as many are exposed as can be. */
    long expose(MemorySegment part) {
        long offset = part.address() - data.address();
        for (int attempt = 0; attempt < BufferLayout.PLACES; attempt++) {
            long handle = BufferLayout.handle(number, next.getAndIncrement());
            int place = BufferLayout.place(handle);
            if (places.getPlain(place) == FREE && places.compareAndSet(place, FREE, TAKEN)) {
                long exposure = BufferLayout.exposure(place);
                memory.set(ValueLayout.JAVA_LONG, exposure + 8, offset);
                memory.set(ValueLayout.JAVA_LONG, exposure + 16, part.byteSize());
                BufferLayout.WORD.setRelease(memory, exposure, handle);
                places.setRelease(place, handle);
                return handle;
            }
        }
        return DirectLane.NOTHING;
    }

    void conceal(long handle) {
        int place = BufferLayout.place(handle);
        if (places.compareAndSet(place, handle, TAKEN)) {
            BufferLayout.WORD.setRelease(memory, BufferLayout.exposure(place), FREE);
            // The caller changes the elements after this; a reader who sees that sees this.
            VarHandle.releaseFence();
            places.setRelease(place, FREE);
        }
    }

    @Override
    public void release() {
        if (released.compareAndSet(false, true)) {
            BufferLayout.WORD.setRelease(memory, BufferLayout.RELEASED, 1L);
            whenReleased.accept(this);
            arena.close();
        }
    }
}
