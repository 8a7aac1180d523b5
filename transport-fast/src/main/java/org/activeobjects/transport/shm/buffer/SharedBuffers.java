package org.activeobjects.transport.shm.buffer;

import org.activeobjects.transport.shm.segment.Segment;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The registered buffers of one runtime.
 *
 * <p><b>Threading:</b> safe.
 */
public final class SharedBuffers {

    private static final Logger LOG = LogManager.getLogger(SharedBuffers.class);

    private final SegmentFolder folder;
    private final AtomicBoolean refused = new AtomicBoolean();

    /** In order of their addresses; replaced, never changed. */
    private volatile SharedBuffer[] buffers = {};

    /**
     * No buffers yet.
     *
     * @param folder where they are made
     */
    public SharedBuffers(SegmentFolder folder) {
        this.folder = folder;
    }

    /**
     * Makes a buffer.
     *
     * @param bytes length, 1 or more
     * @return the buffer, or {@code null} if too little shared memory is free, which is logged once
     */
    public LinkService.Memory allocate(long bytes) {
        Arena arena = Arena.ofShared();
        try {
            long length = Math.addExact(BufferLayout.DATA, bytes);
            Segment segment = folder.create(SegmentFolder.BUFFER, length, arena);
            long number = SegmentFolder.numberOf(segment.name());
            SharedBuffer buffer =
                    new SharedBuffer(
                            number,
                            segment.memory(),
                            arena,
                            released -> {
                                remove(released);
                                folder.remove(segment.name());
                            });
            add(buffer);
            return buffer;
        } catch (LinkUnavailableException | ArithmeticException e) {
            arena.close();
            if (refused.compareAndSet(false, true)) {
                LOG.warn(
                        "a registered buffer lies outside of shared memory, and peers get copies;"
                                + " told once bytes={} reason={}",
                        bytes,
                        e.getMessage());
            }
            return null;
        }
    }

    private synchronized void add(SharedBuffer added) {
        SharedBuffer[] longer = Arrays.copyOf(buffers, buffers.length + 1);
        int place = -1 - find(buffers, added.segment().address());
        System.arraycopy(longer, place, longer, place + 1, buffers.length - place);
        longer[place] = added;
        buffers = longer;
    }

    private synchronized void remove(SharedBuffer removed) {
        buffers =
                Arrays.stream(buffers).filter(kept -> kept != removed).toArray(SharedBuffer[]::new);
    }

    /** The index of the buffer that begins at an address; else -1 less the index for it. */
    private static int find(SharedBuffer[] sorted, long address) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (sorted[middle].segment().address() <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        boolean found = low > 0 && sorted[low - 1].segment().address() == address;
        return found ? low - 1 : -1 - low;
    }

    /** Lets peers read memory; {@link DirectLane#NOTHING} if it lies in none of the buffers. */
    long expose(MemorySegment memory) {
        SharedBuffer buffer = holding(memory);
        return buffer == null ? DirectLane.NOTHING : buffer.expose(memory);
    }

    /** The buffer that memory lies in and that peers can name; {@code null} if there is none. */
    SharedBuffer holding(MemorySegment memory) {
        SharedBuffer[] now = buffers;
        if (now.length == 0 || !memory.isNative() || memory.byteSize() == 0) {
            return null;
        }
        int found = find(now, memory.address());
        int index = found >= 0 ? found : -2 - found;
        if (index < 0) {
            return null;
        }
        MemorySegment data = now[index].segment();
        boolean inside = memory.address() - data.address() + memory.byteSize() <= data.byteSize();
        return inside && now[index].number() < BufferLayout.NUMBERS ? now[index] : null;
    }

    /** The buffer of which a part is exposed by a handle that may be any; {@code null} if none. */
    SharedBuffer exposed(long handle) {
        SharedBuffer buffer = of(handle);
        return buffer != null && buffer.hasExposed(handle) ? buffer : null;
    }

    private SharedBuffer of(long handle) {
        long number = BufferLayout.number(handle);
        for (SharedBuffer buffer : buffers) {
            if (buffer.number() == number) {
                return buffer;
            }
        }
        return null;
    }

    /** Ends an exposure; one of a buffer that is gone is ignored. */
    void conceal(long handle) {
        SharedBuffer buffer = of(handle);
        if (buffer != null) {
            buffer.conceal(handle);
        }
    }
}
