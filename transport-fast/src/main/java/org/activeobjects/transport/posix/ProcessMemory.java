package org.activeobjects.transport.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of another process of this host and user, read and written by one copy that the kernel
 * makes.
 *
 * <p>The process is named by its number, and known by a random word in its memory, its mark: so
 * neither one that has got the same number later nor one of another namespace is taken for it. The
 * mark is read along when it was last seen a while ago: a number is given again only after tens of
 * thousands of others.
 *
 * <p><b>Threading:</b> safe; one thread at a time is let in.
 *
 * <p><b>Source:</b> process_vm_readv(2), process_vm_writev(2), the cross-memory attach of Open MPI.
 */
public final class ProcessMemory {

    /** What {@link #read} returns if the process has nothing at the address, or may not be read. */
    public static final long FAILED = -1;

    /** What {@link #read} returns if there is no such process any more. */
    public static final long GONE = -2;

    /** Within this time after the mark was seen no other process has got its number. */
    private static final long SEEN_NS = 5_000_000;

    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final MethodHandle READ = Downcalls.words("process_vm_readv").orElse(null);
    private static final MethodHandle WRITE = Downcalls.words("process_vm_writev").orElse(null);

    /** As {@link #READ}, and keeps the error. */
    private static final MethodHandle READ_TELLING =
            Downcalls.telling("process_vm_readv").orElse(null);

    /** Pieces of a write: the number, the number at the gate, the bytes, the number at the end. */
    private static final int PIECES = 4;

    private static final int WORDS_OF_PIECES = 2 * PIECES;

    /** Who has written as many is past the gate: both numbers before the bytes. */
    private static final long PAST_GATE = 2 * LONG.byteSize();

    /** Numbers of writes: none is used twice, whoever writes into the same process. */
    private static final AtomicLong WRITES = new AtomicLong();

    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout()
                    .varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final int pid;
    private final long mark;
    private final MemorySegment memory = Arena.ofAuto().allocate(9 * LONG.byteSize(), 64);
    private final long own; // the pieces that are filled: one for the mark, one for the rest
    private final long theirs; // where those come from
    private final MemorySegment pieces; // of a write: here, there, and the number
    private long markSeen; // System.nanoTime

    private ProcessMemory(int pid, long markAddress, long mark) {
        this.pid = pid;
        this.mark = mark;
        own = memory.address();
        theirs = own + 4 * LONG.byteSize();
        memory.setAtIndex(LONG, 0, own + 8 * LONG.byteSize());
        memory.setAtIndex(LONG, 1, LONG.byteSize());
        memory.setAtIndex(LONG, 4, markAddress);
        memory.setAtIndex(LONG, 5, LONG.byteSize());
        pieces = Arena.ofAuto().allocate((2 * WORDS_OF_PIECES + 1) * LONG.byteSize(), 64);
        long number = pieces.address() + 2 * WORDS_OF_PIECES * LONG.byteSize();
        for (int piece = 0; piece < PIECES; piece++) {
            aim(piece, number, 0, LONG.byteSize());
        }
    }

    private void aim(int piece, long from, long to, long length) {
        pieces.setAtIndex(LONG, 2L * piece, from);
        pieces.setAtIndex(LONG, 2L * piece + 1, length);
        pieces.setAtIndex(LONG, WORDS_OF_PIECES + 2L * piece, to);
        pieces.setAtIndex(LONG, WORDS_OF_PIECES + 2L * piece + 1, length);
    }

    private void aimNumber(int piece, long to) {
        pieces.setAtIndex(LONG, WORDS_OF_PIECES + 2L * piece, to);
    }

    /**
     * The memory of a process, if it can be read.
     *
     * @param pid its number in this process's namespace
     * @param markAddress where in its memory a random word lies, as long as it runs
     * @param mark that word
     * @return empty if there is no such process, it may not be read, or this is no Linux with
     *     native access enabled
     */
    public static Optional<ProcessMemory> of(long pid, long markAddress, long mark) {
        if (READ == null || pid <= 0 || pid != (int) pid) {
            return Optional.empty();
        }
        ProcessMemory process = new ProcessMemory((int) pid, markAddress, mark);
        return process.isThere() ? Optional.of(process) : Optional.empty();
    }

    /**
     * Reads.
     *
     * @param address where what is read goes, which stays mapped meanwhile
     * @param source address in the process, which may be any number
     * @param length bytes, 1 or more
     * @return bytes that were read, 1 or more; {@link #FAILED} or {@link #GONE}
     */
    public synchronized long read(long address, long source, long length) {
        memory.setAtIndex(LONG, 2, address);
        memory.setAtIndex(LONG, 3, length);
        memory.setAtIndex(LONG, 6, source);
        memory.setAtIndex(LONG, 7, length);
        boolean isSeen = System.nanoTime() - markSeen < SEEN_NS;
        long read = isSeen ? call(1, 1) : call(0, 2) - LONG.byteSize();
        if (read > 0) {
            return isSeen || isMarked() ? read : GONE;
        }
        return isThere() || isForbidden() ? FAILED : GONE;
    }

    /**
     * Writes bytes if the process lets it, by one call: before them a number that no other write
     * has, as the words {@code begun} and {@code gate}, behind them the same as the word {@code
     * ended}. Where one of these cannot be written nothing behind it is, but that {@code ended}
     * tells also of a write that has got past the gate, and failed at the bytes.
     *
     * @param begun address of a word in the process
     * @param gate likewise
     * @param ended likewise
     * @param target where the bytes go in the process; any of these may be any number
     * @param source address of the bytes, which stay mapped meanwhile
     * @param length bytes, 1 or more
     * @return whether all of it was written; if not, some bytes may have been
     */
    public synchronized boolean write(
            long begun, long gate, long ended, long target, long source, long length) {
        aimNumber(0, begun);
        aimNumber(1, gate);
        aim(2, source, target, length);
        aimNumber(3, ended);
        pieces.setAtIndex(LONG, 2L * WORDS_OF_PIECES, WRITES.incrementAndGet());
        boolean isSeen = System.nanoTime() - markSeen < SEEN_NS;
        if (WRITE == null || !isSeen && !isThere()) {
            return false;
        }
        long written = writePieces(0);
        if (written == length + 3 * LONG.byteSize()) {
            return true;
        }
        if (written >= PAST_GATE) {
            var _ = writePieces(PIECES - 1); // if that fails, too, its peer waits
        }
        return false;
    }

    /** Writes the pieces from a first one on; returns how many bytes. */
    private long writePieces(long first) {
        long here = pieces.address() + 2 * LONG.byteSize() * first;
        long there = here + WORDS_OF_PIECES * LONG.byteSize();
        long count = PIECES - first;
        try {
            return (long) WRITE.invokeExact((long) pid, here, count, there, count, 0L);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /**
     * Whether the kernel refuses to read a process that is there: it may let nobody look into it
     * any more, or a rule of the host has changed.
     *
     * @return true if so
     */
    public synchronized boolean isForbidden() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(Linker.Option.captureStateLayout());
            long read =
                    (long) READ_TELLING.invokeExact(captured, (long) pid, own, 1L, theirs, 1L, 0L);
            int error = (int) ERRNO.get(captured, 0L);
            return read < 0 && (error == EPERM || error == ENOSYS);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    private synchronized boolean isThere() {
        return call(0, 1) == LONG.byteSize() && isMarked();
    }

    private boolean isMarked() {
        if (memory.getAtIndex(LONG, 8) != mark) {
            return false;
        }
        markSeen = System.nanoTime();
        return true;
    }

    /** Reads pieces from a first one on: 0 is the mark. */
    private long call(long first, long pieces) {
        if (first == 0) {
            memory.setAtIndex(LONG, 8, ~mark);
        }
        long skipped = 2 * LONG.byteSize() * first;
        try {
            return (long)
                    READ.invokeExact(
                            (long) pid, own + skipped, pieces, theirs + skipped, pieces, 0L);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }
}
