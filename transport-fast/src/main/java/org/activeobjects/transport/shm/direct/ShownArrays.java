package org.activeobjects.transport.shm.direct;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.posix.PinnedArrays;
import org.activeobjects.transport.posix.ProcessIdentity;
import org.activeobjects.transport.spi.DirectLane;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The arrays of this runtime that its peers may read, each pinned while it is shown.
 *
 * <p><b>Threading:</b> safe. What peers write into the segment changes nothing here.
 */
public final class ShownArrays {

    /** Bytes that the segment takes, whole pages. */
    public static final long LENGTH = ShownLayout.LENGTH;

    private static final Logger LOG = LogManager.getLogger(ShownArrays.class);
    private static final long FREE = 0;
    private static final long TAKEN = -1;

    private final MemorySegment shown;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLongArray places = new AtomicLongArray(ShownLayout.PLACES);
    private final Object[] arrays = new Object[ShownLayout.PLACES];
    private final long[] addresses = new long[ShownLayout.PLACES];
    private final long[] lengths = new long[ShownLayout.PLACES];
    private final long[] takenBack = new long[ShownLayout.PLACES];
    private volatile PinnedArrays pins;
    private volatile boolean isKnown;

    /**
     * Tells peers how this process is found.
     *
     * @param shown memory of {@link #LENGTH} bytes that peers map
     * @param isAllowed whether they may be told, and read; if not, nothing is ever shown or read
     */
    public ShownArrays(MemorySegment shown, boolean isAllowed) {
        this.shown = shown;
        this.isKnown = !isAllowed;
        if (isAllowed) {
            tellProcess();
        }
    }

    private void tellProcess() {
        try {
            ProcessIdentity self = ProcessIdentity.current();
            MemorySegment mark = Arena.global().allocate(ValueLayout.JAVA_LONG);
            long random = new SecureRandom().nextLong();
            mark.set(ValueLayout.JAVA_LONG, 0, random);
            shown.set(ValueLayout.JAVA_LONG, ShownLayout.NAMESPACE, self.namespace());
            shown.set(ValueLayout.JAVA_LONG, ShownLayout.MARK_ADDRESS, mark.address());
            shown.set(ValueLayout.JAVA_LONG, ShownLayout.MARK, random);
            ShownLayout.WORD.setRelease(shown, ShownLayout.PROCESS, self.pid());
        } catch (IOException e) {
            LOG.debug("peers are not told where they find the arrays of this process", e);
        }
    }

    /**
     * Finds out whether arrays can be pinned, on a thread of its own if that is not known yet.
     *
     * @param then run afterwards
     */
    void prepare(Runnable then) {
        if (isKnown) {
            then.run();
            return;
        }
        Thread.Builder builder = Thread.ofPlatform().daemon().name("activeobjects-shm-pins");
        try {
            builder.start(
                    () -> {
                        pins = PinnedArrays.get().orElse(null);
                        isKnown = true;
                        then.run();
                    });
        } catch (OutOfMemoryError e) {
            LOG.debug("no thread can be had to find out whether arrays can be pinned", e);
        }
    }

    /** Whether it is known if arrays can be pinned. */
    boolean isKnown() {
        return isKnown;
    }

    /** What pins arrays; {@code null} as long as that is not known, and if nothing can. */
    PinnedArrays pins() {
        return pins;
    }

    /** Whether a slice, to be shown or to be filled, is of an array that can be pinned. */
    boolean canPin(Slice slice) {
        Object array = slice.array();
        return array != null && !(array instanceof boolean[]) && pins != null;
    }

    /**
     * Lets peers read a slice, of which {@link #canPin} is true; {@link DirectLane#NOTHING} if as
     * many are shown as can be.
     */
    long show(Slice source) {
        for (int attempt = 0; attempt < ShownLayout.PLACES; attempt++) {
            int place = (int) next.getAndIncrement() & ShownLayout.PLACES - 1;
            if (places.getPlain(place) == FREE && places.compareAndSet(place, FREE, TAKEN)) {
                long first = pins.pin(source.array());
                long address = first + source.byteOffset();
                if (!ShownLayout.isAddress(address)) {
                    pins.unpin(source.array(), first);
                    places.setRelease(place, FREE);
                    return DirectLane.NOTHING;
                }
                arrays[place] = source.array();
                addresses[place] = first;
                lengths[place] = source.byteLength();
                long handle = ShownLayout.handle(address, place, takenBack[place]);
                places.setRelease(place, handle);
                return handle;
            }
        }
        return DirectLane.NOTHING;
    }

    /**
     * Where something lies that is shown.
     *
     * @param handle any number
     * @param at first byte in the slice; any number
     * @param bytes length, 1 or more
     * @return its address; 0 if no such slice is shown, or it is not so long. What is hidden
     *     meanwhile may lie elsewhere, and its receiver finds that out
     */
    long find(long handle, long at, long bytes) {
        int place = ShownLayout.place(handle);
        boolean isShown = ShownLayout.isHandle(handle) && places.getAcquire(place) == handle;
        boolean isInside = isShown && at >= 0 && at <= lengths[place] - bytes;
        return isInside ? ShownLayout.address(handle) + at : 0;
    }

    /**
     * Shows a slice no more; a handle that is not known is ignored.
     *
     * @param handle from {@link #show}
     * @param isRead whether the peer has said that it has read, and nobody reads any more
     */
    void hide(long handle, boolean isRead) {
        int place = ShownLayout.place(handle);
        if (places.compareAndSet(place, handle, TAKEN)) {
            if (!isRead) {
                takeBack(place);
            }
            pins.unpin(arrays[place], addresses[place]);
            arrays[place] = null;
            places.setRelease(place, FREE);
        }
    }

    private void takeBack(int place) {
        try {
            long times = ++takenBack[place];
            ShownLayout.WORD.setRelease(shown, ShownLayout.takenBack(place), times);
        } catch (IllegalStateException e) {
            LOG.trace("the link service is closed, and nobody reads any more", e);
        }
        // The caller changes the elements after this; a reader who sees that sees this.
        VarHandle.releaseFence();
    }
}
