package org.activeobjects.transport.posix.socket;

import java.lang.foreign.MemorySegment;

/**
 * {@code send} and {@code recv} on a part of the memory that a view shows, without an object for
 * the part. Each type of array has calls of its own, in which the compiler knows the very class of
 * the view and so needs not make the part that it is asked for; they are methods of classes of
 * their own, so that each is compiled well however many types a program sends.
 *
 * <p><b>Threading:</b> safe; without state.
 */
abstract sealed class HeapCall {

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

    private static final HeapCall ON_BYTES = new Bytes();
    private static final HeapCall ON_DOUBLES = new Doubles();
    private static final HeapCall ON_INTS = new Ints();
    private static final HeapCall ON_LONGS = new Longs();
    private static final HeapCall ON_FLOATS = new Floats();
    private static final HeapCall ON_SHORTS = new Shorts();
    private static final HeapCall ON_CHARS = new Chars();
    private static final HeapCall ON_ANY = new Any();

    /** The calls for a view. */
    static HeapCall of(MemorySegment view) {
        Class<?> type = view.getClass();
        if (type == BYTES) {
            return ON_BYTES;
        } else if (type == DOUBLES) {
            return ON_DOUBLES;
        } else if (type == INTS) {
            return ON_INTS;
        } else if (type == LONGS) {
            return ON_LONGS;
        } else if (type == FLOATS) {
            return ON_FLOATS;
        } else if (type == SHORTS) {
            return ON_SHORTS;
        } else if (type == CHARS) {
            return ON_CHARS;
        }
        return ON_ANY;
    }

    /** Returns bytes sent, or -1 and the error is captured. */
    abstract long send(
            MemorySegment errno, int socket, MemorySegment view, long at, long length, int flags)
            throws Throwable;

    /** Returns bytes received, 0 at the end of the stream, or -1 and the error is captured. */
    abstract long receive(
            MemorySegment errno, int socket, MemorySegment view, long at, long length, int flags)
            throws Throwable;

    private static final class Bytes extends HeapCall {

        @Override
        long send(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = BYTES.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        }

        @Override
        long receive(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = BYTES.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        }
    }

    private static final class Doubles extends HeapCall {

        @Override
        long send(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = DOUBLES.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        }

        @Override
        long receive(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = DOUBLES.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        }
    }

    private static final class Ints extends HeapCall {

        @Override
        long send(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = INTS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        }

        @Override
        long receive(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = INTS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        }
    }

    private static final class Longs extends HeapCall {

        @Override
        long send(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = LONGS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        }

        @Override
        long receive(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = LONGS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        }
    }

    private static final class Floats extends HeapCall {

        @Override
        long send(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = FLOATS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        }

        @Override
        long receive(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = FLOATS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        }
    }

    private static final class Shorts extends HeapCall {

        @Override
        long send(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = SHORTS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        }

        @Override
        long receive(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = SHORTS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        }
    }

    private static final class Chars extends HeapCall {

        @Override
        long send(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = CHARS.cast(view).asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        }

        @Override
        long receive(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = CHARS.cast(view).asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        }
    }

    private static final class Any extends HeapCall {

        @Override
        long send(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = view.asSlice(at, length);
            return (long) Libc.SEND.invokeExact(errno, socket, part, length, flags);
        }

        @Override
        long receive(
                MemorySegment errno,
                int socket,
                MemorySegment view,
                long at,
                long length,
                int flags)
                throws Throwable {
            MemorySegment part = view.asSlice(at, length);
            return (long) Libc.RECV.invokeExact(errno, socket, part, length, flags);
        }
    }
}
