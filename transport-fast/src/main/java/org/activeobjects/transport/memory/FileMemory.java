package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;

/**
 * Copies from and to memory of a program, which may have mapped it from a file. A page of it is
 * missing then once the file was cut short, or if the file system has no room for it. The JVM goes
 * on with whatever it finds there, and throws an error soon after, wherever the thread has come by
 * then: so the error is asked for right behind the copy, before anybody takes the elements for
 * good.
 *
 * <p><b>Threading:</b> safe.
 */
public final class FileMemory {

    private static final String MISSING =
            "memory that was mapped from a file has lost a page, because the file was cut short or"
                    + " its file system is full; leave the file as it is until the operation is"
                    + " complete";
    private static final Object NEVER_LOCKED = new Object();

    private FileMemory() {}

    /**
     * Whether pages of memory may go.
     *
     * @param memory on or off the heap; {@code null} for none
     * @param owner what keeps it if it is none of the program's own, else {@code null}
     * @return true if the program has mapped it from a file
     */
    public static boolean isOne(MemorySegment memory, Object owner) {
        return owner == null && memory != null && memory.isMapped();
    }

    /**
     * Copies out of memory of a program.
     *
     * @param memory has the bytes
     * @param owner as {@link #isOne} says
     * @param from first byte there
     * @param target gets the bytes
     * @param at first byte there
     * @param length bytes
     * @throws IllegalStateException if a page is not there, caused by an {@code InternalError};
     *     some bytes may have been copied
     */
    public static void copyOut(
            MemorySegment memory,
            Object owner,
            long from,
            MemorySegment target,
            long at,
            long length) {
        if (isOne(memory, owner)) {
            run(() -> MemorySegment.copy(memory, from, target, at, length));
        } else {
            MemorySegment.copy(memory, from, target, at, length);
        }
    }

    /**
     * Copies into memory of a program.
     *
     * @param memory gets the bytes
     * @param owner as {@link #isOne} says
     * @param at first byte there
     * @param source has the bytes
     * @param from first byte there
     * @param length bytes
     * @throws IllegalStateException if a page is not there, caused by an {@code InternalError};
     *     some bytes may have been copied
     */
    public static void copyIn(
            MemorySegment memory,
            Object owner,
            long at,
            MemorySegment source,
            long from,
            long length) {
        if (isOne(memory, owner)) {
            run(() -> MemorySegment.copy(source, from, memory, at, length));
        } else {
            MemorySegment.copy(source, from, memory, at, length);
        }
    }

    /** Runs what copies from or to such memory; throws what {@link #copyOut} throws. */
    static void run(Runnable copy) {
        try {
            copy.run();
            askForFault();
        } catch (InternalError fault) {
            throw new IllegalStateException(MISSING, fault);
        }
    }

    /**
     * Throws what waits for the calling thread since a page was missing that it has read or
     * written: who comes back from native code of the JVM meets it. Costs some 16 ns, so not for
     * each short message.
     *
     * @throws InternalError if a page was missing
     */
    public static void askForFault() {
        if (Thread.holdsLock(NEVER_LOCKED)) {
            throw new AssertionError("nobody locks this");
        }
    }
}
