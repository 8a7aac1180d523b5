package org.activeobjects.transport.posix.socket;

import org.activeobjects.transport.posix.Downcalls;
import org.activeobjects.transport.posix.socket.Libc.Flow;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/**
 * A set of sockets of which one asks at once which of them are ready, and a word by which a waiter
 * is woken. What is ready stays ready until it is dealt with.
 *
 * <p><b>Threading:</b> sockets are taken in by any thread; each {@link Look} has one user at a
 * time, and several looks may be at work.
 */
public final class Epoll implements AutoCloseable {

    /** Something can be received, or the end of the stream. */
    public static final int IN = 1;

    /** Something can be sent. */
    public static final int OUT = 4;

    /** Returned by {@link Look#key} for the word that {@link #wake} sets. */
    public static final int WOKEN = -1;

    private static final int ADD = 1;
    private static final int REMOVE = 2;
    private static final int CHANGE = 3;
    private static final int EFD_NONBLOCK = 0x800;
    private static final int EFD_CLOEXEC = 0x80000;
    private static final int EPOLL_CLOEXEC = 0x80000;
    private static final long NS_PER_MS = 1_000_000;

    /** The kernel packs the record on amd64 only. */
    private static final boolean PACKED = System.getProperty("os.arch").equals("amd64");

    private static final long RECORD_LENGTH = PACKED ? 12 : 16;
    private static final long KEY_OFFSET = PACKED ? 4 : 8;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final Descriptor set;
    private final Descriptor word;

    /**
     * An empty set.
     *
     * @throws IOException if the kernel has no descriptors, or room for what they look for, left
     */
    public Epoll() throws IOException {
        int number = Libc.call(Libc.EPOLL_CREATE, EPOLL_CLOEXEC);
        set = new Descriptor(Errno.checked("epoll_create1", number));
        number = Libc.call(Libc.EVENTFD, 0, EFD_NONBLOCK | EFD_CLOEXEC);
        if (number < 0) {
            set.close();
            throw Errno.failure("eventfd", -number);
        }
        word = new Descriptor(number);
        boolean done = false;
        try {
            new Member(word, WOKEN);
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /**
     * Takes a connection in. It leaves when it is closed.
     *
     * @param socket the connection
     * @param key names it, 0 or more
     * @return its membership, which looks for input
     * @throws IOException if the kernel refuses, or either is closed
     */
    public Member add(StreamSocket socket, int key) throws IOException {
        return new Member(socket.descriptor(), key);
    }

    /**
     * Takes a port in. It leaves when it is closed.
     *
     * @param socket the port
     * @param key names it, 0 or more
     * @return its membership, which looks for connections
     * @throws IOException if the kernel refuses, or either is closed
     */
    public Member add(ListeningSocket socket, int key) throws IOException {
        return new Member(socket.descriptor(), key);
    }

    /** Has every wait return from now on, also one that has not begun. */
    public void wake() {
        if (!word.enter()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = arena.allocateFrom(ValueLayout.JAVA_LONG, 1L);
            // It fails only if the word has its greatest value, and then it is set.
            long number = word.number();
            long length = content.byteSize();
            var _ = (long) Libc.WRITE.invokeExact(number, content.address(), length, 0L, 0L, 0L);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        } finally {
            word.leave();
        }
    }

    /** Frees the set; the sockets stay open. A wait must have been woken before. */
    @Override
    public void close() {
        set.close();
        word.close();
    }

    /**
     * One socket of the set. While nothing is looked for, the kernel's set does not know it: what
     * comes for a socket of the set takes a tenth of a microsecond of whoever sends it, and more
     * between cores that are far apart, even if nobody is told.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    public final class Member {

        private final Descriptor descriptor;
        private final MemorySegment record = Arena.ofAuto().allocate(RECORD_LENGTH, 8);
        private final MemorySegment errno = Libc.newErrno();
        private boolean isKnown;

        private Member(Descriptor descriptor, int key) throws IOException {
            this.descriptor = descriptor;
            record.set(INT, KEY_OFFSET, key);
            lookFor(IN);
        }

        /**
         * Looks for something else from now on.
         *
         * @param events sum of events, 0 for nothing, not even errors
         * @throws IOException if the kernel refuses, or either is closed
         */
        public void lookFor(int events) throws IOException {
            if (events != 0) {
                control(isKnown ? CHANGE : ADD, events);
                isKnown = true;
            } else if (isKnown) {
                control(REMOVE, 0);
                isKnown = false;
            }
        }

        private void control(int operation, int events) throws IOException {
            int code = tryControl(operation, events);
            if (code != 0) {
                throw Errno.failure("epoll_ctl", code);
            }
        }

        private int tryControl(int operation, int events) {
            if (!set.enter()) {
                return Errno.CLOSED_HERE;
            }
            if (!descriptor.enter()) {
                set.leave();
                return Errno.CLOSED_HERE;
            }
            try {
                record.set(INT, 0, events);
                long result =
                        (long)
                                Libc.EPOLL_CTL.invokeExact(
                                        errno,
                                        (long) set.number(),
                                        (long) operation,
                                        (long) descriptor.number(),
                                        record.address(),
                                        0L,
                                        0L);
                return (int) result < 0 ? Libc.errno(errno) : 0;
            } catch (Throwable e) {
                throw Downcalls.unexpected(e);
            } finally {
                Reference.reachabilityFence(record);
                descriptor.leave();
                set.leave();
            }
        }
    }

    /** Room for the answers to one question at a time. */
    public final class Look {

        private final MemorySegment records;
        private final int capacity;

        /**
         * Room for answers.
         *
         * @param capacity number of sockets at most that one look tells of
         */
        public Look(int capacity) {
            this.capacity = capacity;
            this.records = Arena.ofAuto().allocate(RECORD_LENGTH * capacity, 8);
        }

        /**
         * Which sockets are ready now.
         *
         * @return their number
         */
        public int now() {
            if (!set.enter()) {
                return 0;
            }
            try {
                int ready = (int) Flow.EPOLL_LOOK.invokeExact(set.number(), records, capacity, 0);
                return Math.max(0, ready);
            } catch (Throwable e) {
                throw Downcalls.unexpected(e);
            } finally {
                set.leave();
            }
        }

        /**
         * Waits until one is ready, or somebody {@linkplain #wake wakes} the set.
         *
         * @param timeoutNs longest wait, rounded up to a millisecond; negative for no limit
         * @return number of those that are ready; may be 0 early and for no reason
         */
        public int await(long timeoutNs) {
            if (!set.enter()) {
                return 0;
            }
            try {
                long ms = Math.min(Integer.MAX_VALUE, (timeoutNs + NS_PER_MS - 1) / NS_PER_MS);
                long limit = timeoutNs < 0 ? -1 : ms;
                long ready =
                        (long)
                                Libc.EPOLL_WAIT.invokeExact(
                                        (long) set.number(),
                                        records.address(),
                                        (long) capacity,
                                        limit,
                                        0L,
                                        0L);
                return Math.max(0, (int) ready);
            } catch (Throwable e) {
                throw Downcalls.unexpected(e);
            } finally {
                Reference.reachabilityFence(records);
                set.leave();
            }
        }

        /**
         * The key of one that is ready.
         *
         * @param index 0 to what was returned, less one
         * @return its key, or {@link #WOKEN}
         */
        public int key(int index) {
            return records.get(INT, index * RECORD_LENGTH + KEY_OFFSET);
        }

        /**
         * For what it is ready.
         *
         * @param index 0 to what was returned, less one
         * @return sum of events
         */
        public int events(int index) {
            return records.get(INT, index * RECORD_LENGTH);
        }
    }
}
