package org.activeobjects.internal.borrow;

import org.activeobjects.transport.ElementType;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Arrays of one runtime that nobody uses, by type and length. It knows nothing of those that are in
 * use: what is never given back is garbage.
 *
 * <p>It keeps no more than a sixteenth of the heap, and of that what was used last; nothing longer
 * than twice {@value #IDLE_S} seconds without use.
 *
 * <p><b>Threading:</b> safe. Who takes never waits; if another thread is at it, there is none.
 */
public final class ArrayPool {

    /** System property: {@code reuse} (the default), or {@code overwrite} to find who keeps one. */
    public static final String SETTING = "activeobjects.borrowed";

    /** Bytes from which on an array is kept. A shorter one is made as quickly as it is found. */
    static final int LEAST = 4096;

    /** Arrays that are kept at most. */
    static final int MOST = 128;

    /** Seconds after which what was not used is let go, when it is looked at next. */
    static final int IDLE_S = 10;

    private static final int SHARE_OF_HEAP = 16;
    private static final long NOTHING = -1;

    private final long limit;
    private final boolean overwrites;
    private final LongSupplier clock;
    private final Executor later;
    private final ReentrantLock lock = new ReentrantLock();

    // By the time at which they were given back, the last one at the end.
    private final Object[] arrays = new Object[MOST];
    private final long[] shapes = new long[MOST];
    private final long[] sinceNs = new long[MOST];
    private volatile int size; // written under the lock
    private long bytes;
    private boolean isWatched;

    /**
     * An empty one, as the system property says.
     *
     * @throws IllegalArgumentException if that says nothing known; the message names the setting
     */
    public ArrayPool() {
        this(
                Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP,
                isToOverwrite(System.getProperty(SETTING, "reuse")),
                System::nanoTime,
                CompletableFuture.delayedExecutor(IDLE_S, TimeUnit.SECONDS));
    }

    /**
     * An empty one.
     *
     * @param limit bytes that it keeps at most
     * @param overwrites whether arrays that are given back are overwritten, and not used again
     * @param clock nanoseconds
     * @param later runs what it is given after {@link #IDLE_S}
     */
    ArrayPool(long limit, boolean overwrites, LongSupplier clock, Executor later) {
        this.limit = limit;
        this.overwrites = overwrites;
        this.clock = clock;
        this.later = later;
    }

    private static boolean isToOverwrite(String setting) {
        return switch (setting.strip().toLowerCase(Locale.ROOT)) {
            case "reuse" -> false;
            case "overwrite" -> true;
            default ->
                    throw new IllegalArgumentException(
                            "no such way with borrowed arrays: "
                                    + SETTING
                                    + "="
                                    + setting
                                    + "; known are reuse and overwrite");
        };
    }

    /** Type and number of elements in one number. */
    private static long shape(ElementType type, int count) {
        return (long) type.wireId() << Integer.SIZE | count;
    }

    private static long bytesOf(ElementType type, int count) {
        return (long) count << type.shift();
    }

    /**
     * Takes an array, with whatever is in it.
     *
     * @param type type of its elements
     * @param count number of its elements
     * @return an array that is the caller's alone; {@code null} if there is none
     */
    public Object take(ElementType type, int count) {
        if (size == 0 || bytesOf(type, count) < LEAST || !lock.tryLock()) {
            return null;
        }
        try {
            long wanted = shape(type, count);
            for (int i = size - 1; i >= 0; i--) {
                if (shapes[i] == wanted) {
                    return remove(i);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Copies an array, into one of this pool if there is one.
     *
     * @param array an array of primitives
     * @return another one with its elements
     */
    public Object copy(Object array) {
        int count = Array.getLength(array);
        Object taken = take(ElementType.ofArray(array), count);
        Object copy =
                taken == null
                        ? Array.newInstance(array.getClass().getComponentType(), count)
                        : taken;
        System.arraycopy(array, 0, copy, 0, count);
        return copy;
    }

    /**
     * Takes an array back.
     *
     * @param array an array of primitives that nobody uses any more
     */
    public void giveBack(Object array) {
        if (overwrites) {
            overwrite(array);
            return;
        }
        ElementType type = ElementType.ofArray(array);
        int count = Array.getLength(array);
        long added = bytesOf(type, count);
        if (added < LEAST || added > limit) {
            return;
        }
        lock.lock();
        try {
            while (size == MOST || bytes + added > limit) {
                var _ = remove(0);
            }
            int at = size;
            arrays[at] = array;
            shapes[at] = shape(type, count);
            sinceNs[at] = clock.getAsLong();
            bytes += added;
            size = at + 1;
            if (!isWatched) {
                isWatched = true;
                later.execute(this::dropIdle);
            }
        } finally {
            lock.unlock();
        }
    }

    private Object remove(int index) {
        Object array = arrays[index];
        bytes -= bytesOf(ElementType.ofArray(array), Array.getLength(array));
        int left = size - 1;
        System.arraycopy(arrays, index + 1, arrays, index, left - index);
        System.arraycopy(shapes, index + 1, shapes, index, left - index);
        System.arraycopy(sinceNs, index + 1, sinceNs, index, left - index);
        arrays[left] = null;
        shapes[left] = NOTHING;
        size = left;
        return array;
    }

    private void dropIdle() {
        lock.lock();
        try {
            long now = clock.getAsLong();
            while (size > 0 && now - sinceNs[0] >= TimeUnit.SECONDS.toNanos(IDLE_S)) {
                var _ = remove(0);
            }
            isWatched = size > 0;
            if (isWatched) {
                later.execute(this::dropIdle);
            }
        } finally {
            lock.unlock();
        }
    }

    private static void overwrite(Object array) {
        switch (array) {
            case double[] doubles -> Arrays.fill(doubles, Double.NaN);
            case float[] floats -> Arrays.fill(floats, Float.NaN);
            case long[] longs -> Arrays.fill(longs, Long.MIN_VALUE);
            case int[] ints -> Arrays.fill(ints, Integer.MIN_VALUE);
            case short[] shorts -> Arrays.fill(shorts, Short.MIN_VALUE);
            case byte[] bytes -> Arrays.fill(bytes, Byte.MIN_VALUE);
            case char[] chars -> Arrays.fill(chars, Character.MAX_VALUE);
            case boolean[] booleans -> Arrays.fill(booleans, true);
            default -> throw new IllegalArgumentException("not an array of primitives: " + array);
        }
    }

    @Override
    public String toString() {
        return "arrays not in use: count=" + size + " of " + MOST + " limit=" + limit;
    }
}
