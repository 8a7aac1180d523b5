package org.activeobjects.transport.posix.socket;

import java.lang.foreign.MemorySegment;

/**
 * {@code send} and {@code recv} on a part of an array of the heap, without an object for the part:
 * each type of array has a call of its own, in which the compiler knows the very class of the view
 * and so needs not make the part of it that it is asked for.
 */
final class HeapCall {

    private static final Class<? extends MemorySegment> BYTES =
            MemorySegment.ofArray(new byte[0]).getClass();
    private static final Class<? extends MemorySegment> DOUBLES =
            MemorySegment.ofArray(new double[0]).getClass();
    private static final Class<? extends MemorySegment> INTS =
            MemorySegment.ofArray(new int[0]).getClass();
    private static final Class<? extends MemorySegment> LONGS =
            MemorySegment.ofArray(new long[0]).getClass();
    private static final Class<? extends MemorySegment> FLOATS =
            MemorySegment.ofArray(new float[0]).getClass();
    private static final Class<? extends MemorySegment> SHORTS =
            MemorySegment.ofArray(new short[0]).getClass();
    private static final Class<? extends MemorySegment> CHARS =
            MemorySegment.ofArray(new char[0]).getClass();

    private HeapCall() {}

    /** Sends from the view of an array. Returns bytes sent, or -1 and the error is captured. */
    static long send(
            MemorySegment errno, int socket, MemorySegment view, long at, long length, int flags)
            throws Throwable {
        Class<?> type = view.getClass();
        if (type == BYTES) {
            MemorySegment part = BYTES.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        } else if (type == DOUBLES) {
            MemorySegment part = DOUBLES.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        } else if (type == INTS) {
            MemorySegment part = INTS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        } else if (type == LONGS) {
            MemorySegment part = LONGS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        } else if (type == FLOATS) {
            MemorySegment part = FLOATS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        } else if (type == SHORTS) {
            MemorySegment part = SHORTS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        } else if (type == CHARS) {
            MemorySegment part = CHARS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        }
        MemorySegment part = view.asSlice(at, length);
        return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
    }

    /** Receives into the view of an array. Returns as {@link #send}, 0 at the end of the stream. */
    static long receive(
            MemorySegment errno, int socket, MemorySegment view, long at, long length, int flags)
            throws Throwable {
        Class<?> type = view.getClass();
        if (type == BYTES) {
            MemorySegment part = BYTES.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        } else if (type == DOUBLES) {
            MemorySegment part = DOUBLES.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        } else if (type == INTS) {
            MemorySegment part = INTS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        } else if (type == LONGS) {
            MemorySegment part = LONGS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        } else if (type == FLOATS) {
            MemorySegment part = FLOATS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        } else if (type == SHORTS) {
            MemorySegment part = SHORTS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        } else if (type == CHARS) {
            MemorySegment part = CHARS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        }
        MemorySegment part = view.asSlice(at, length);
        return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
    }
}
