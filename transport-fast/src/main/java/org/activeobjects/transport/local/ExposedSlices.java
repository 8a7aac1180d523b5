package org.activeobjects.transport.local;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.DirectLane;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The slices that one end of a link lets the other read, each under a handle that is used once.
 *
 * <p>A fixed number of places, so that exposing allocates nothing; what finds no place travels in
 * frames.
 *
 * <p><b>Threading:</b> safe.
 */
final class ExposedSlices {

    /** Slices at a time, a power of two. */
    static final int PLACES = 256;

    private static final long FREE = 0;
    private static final long BEING_SET = -1;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLongArray handles = new AtomicLongArray(PLACES);
    private final Slice[] slices = new Slice[PLACES];

    /** Gives a handle to a slice; {@link DirectLane#NOTHING} if all places are taken. */
    long expose(Slice slice) {
        for (int attempt = 0; attempt < PLACES; attempt++) {
            int number = next.getAndIncrement();
            int place = number & PLACES - 1;
            if (handles.getPlain(place) == FREE && handles.compareAndSet(place, FREE, BEING_SET)) {
                slices[place] = slice;
                long handle = 1L << 32 | number & 0xffffffffL;
                handles.setRelease(place, handle);
                return handle;
            }
        }
        return DirectLane.NOTHING;
    }

    /** Takes a handle back; one that is not known any more is ignored. */
    void conceal(long handle) {
        int place = (int) handle & PLACES - 1;
        if (handle > 0 && handles.compareAndSet(place, handle, BEING_SET)) {
            slices[place] = null;
            handles.setRelease(place, FREE);
            // The caller changes the elements after this; a reader who sees that sees this.
            VarHandle.releaseFence();
        }
    }

    /** The slice with a handle, which may be any number; null if there is none. */
    Slice get(long handle) {
        int place = (int) handle & PLACES - 1;
        if (handle <= 0 || handles.getAcquire(place) != handle) {
            return null;
        }
        Slice slice = slices[place];
        return isExposed(handle) ? slice : null;
    }

    /** Whether a handle is still good: what was read before is then what was exposed. */
    boolean isExposed(long handle) {
        // The reads of what is exposed are done before this one.
        VarHandle.acquireFence();
        return handles.get((int) handle & PLACES - 1) == handle;
    }
}
