package org.activeobjects.transport.shm.buffer;

import org.activeobjects.transport.posix.PrivatePages;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.LinkService;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

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

    private static final Logger LOG = LogManager.getLogger(SharedBuffer.class);
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
    private volatile boolean isShared = true;

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

    /** All of its segment, of which {@link #segment} is the part behind the words. */
    MemorySegment whole() {
        return memory;
    }

    /** Where a part of it begins in its segment. */
    long placeOf(MemorySegment part) {
        return part.address() - memory.address();
    }

    /** Whether peers see all of it. */
    boolean isShared() {
        return isShared;
    }

    /**
     * Puts pages of this process's own where a peer may write still; what was there is lost. The
     * buffer is not exposed again, for its peers would see something else.
     *
     * @param from first byte in the segment, at the start of a page
     * @param bytes length, some pages
     */
    synchronized void keepFromPeers(long from, long bytes) {
        isShared = false;
        boolean isThere = memory.scope().isAlive();
        if (isThere && !PrivatePages.replace(memory.asSlice(from, bytes))) {
            LOG.error(
                    "a peer may still write into a registered buffer whose receive was given up,"
                            + " for the system refuses memory to replace it; release the buffer,"
                            + " and allow more memory or mappings: buffer={} from={} bytes={}",
                    number,
                    from - BufferLayout.DATA,
                    bytes);
        }
    }

    /** Whether a part is exposed by a handle, which may be any. */
    boolean hasExposed(long handle) {
        return places.get(BufferLayout.place(handle)) == handle;
    }

    /**
     * Lets peers read a part; {@link DirectLane#NOTHING} if as many are exposed as can be, or they
     * do not see all of the buffer.
     */
    long expose(MemorySegment part) {
        if (!isShared) {
            return DirectLane.NOTHING;
        }
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
            close();
        }
    }

    /** Not while pages of it are replaced: others may be mapped there afterwards. */
    private synchronized void close() {
        arena.close();
    }
}
