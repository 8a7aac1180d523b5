package org.activeobjects.transport.posix.socket;

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

    /** A view that lives as long as its array is in use elsewhere, or until the next collection. */
    private static final class View extends WeakReference<MemorySegment> {
        private final WeakReference<Object> array;

        View(Object array, MemorySegment segment) {
            super(segment);
            this.array = new WeakReference<>(array);
        }
    }

    /** The view of a whole array of any primitive type but boolean. */
    MemorySegment of(Object array) {
        for (int i = 0; i < KEPT; i++) {
            View view = kept[i];
            if (view != null && view.array.refersTo(array)) {
                MemorySegment segment = view.get();
                if (segment != null) {
                    return segment;
                }
                return keep(i, array);
            }
        }
        int place = oldest;
        oldest = (oldest + 1) % KEPT;
        return keep(place, array);
    }

    private MemorySegment keep(int place, Object array) {
        MemorySegment segment = viewOf(array);
        kept[place] = new View(array, segment);
        return segment;
    }

    private static MemorySegment viewOf(Object array) {
        return switch (array) {
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            case double[] doubles -> MemorySegment.ofArray(doubles);
            case int[] ints -> MemorySegment.ofArray(ints);
            case long[] longs -> MemorySegment.ofArray(longs);
            case float[] floats -> MemorySegment.ofArray(floats);
            case short[] shorts -> MemorySegment.ofArray(shorts);
            case char[] chars -> MemorySegment.ofArray(chars);
            default ->
                    throw new IllegalArgumentException(
                            "the kernel takes no array of this type: type="
                                    + array.getClass().getName());
        };
    }
}
