package org.activeobjects.transport.tcp;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.posix.socket.HeapBuffer;
import org.activeobjects.transport.posix.socket.StreamSocket;
import org.activeobjects.transport.spi.FrameHeader;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Bytes that are on their way to the socket: what was sent since the last flush, and what the
 * socket had no room for. A small buffer serves while all goes well; a large one is borrowed while
 * the peer takes too slowly.
 *
 * <p><b>Threading:</b> under the link's lock.
 */
final class OutputQueue {

    /** Capacity of the small buffer: two of the longest frames that are staged. */
    static final int SMALL = 72 * 1024;

    /** Capacity of a large buffer, and so the longest backlog: a chunk, and as much of others. */
    static final int LARGE = 2 * 1024 * 1024;

    /** Elements up to this leave in one call with their header, bytes. */
    private static final int GATHERED_LENGTH = 256 * 1024;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private final Pool pool;
    private final HeapBuffer small = new HeapBuffer(SMALL);
    private HeapBuffer buffer = small;
    private StreamSocket.Gather gather; // null until elements leave from where they lie
    private int from;
    private int to;

    OutputQueue(Pool pool) {
        this.pool = pool;
    }

    HeapBuffer buffer() {
        return buffer;
    }

    /** First byte that is not sent. */
    int from() {
        return from;
    }

    /** Number of bytes that are not sent. */
    int length() {
        return to - from;
    }

    boolean isEmpty() {
        return from == to;
    }

    /** Whether a small frame fits without borrowing. */
    boolean fitsSmall(int bytes) {
        return buffer == small && to + bytes <= SMALL;
    }

    /**
     * Adds a frame, or, with a length of 0, the header of a frame whose payload goes another way.
     * The caller has seen to it that the backlog stays within its limit.
     */
    void append(FrameHeader header, Slice payload, long offset, int length) {
        makeRoom(FrameHeader.LENGTH + length);
        MemorySegment view = buffer.view();
        view.set(WORD, to, header.word0());
        view.set(WORD, to + 8L, header.word1());
        view.set(WORD, to + 16L, header.word2());
        view.set(WORD, to + 24L, header.word3());
        if (length > 0) {
            payload.copyTo(offset, view, to + (long) FrameHeader.LENGTH, length);
        }
        // Last: a payload whose memory is gone throws, and then there is no frame.
        to += FrameHeader.LENGTH + length;
    }

    /** Adds a {@link FrameParser#GAP} between two frames. */
    void appendGap() {
        makeRoom(FrameHeader.LENGTH);
        Arrays.fill(buffer.bytes(), to, to + FrameHeader.LENGTH, (byte) FrameParser.GAP);
        to += FrameHeader.LENGTH;
    }

    /** Adds the rest of a payload of which the socket has taken the beginning. */
    void append(Slice payload, long offset, int length) {
        makeRoom(length);
        payload.copyTo(offset, buffer.view(), to, length);
        to += length;
    }

    private void makeRoom(int bytes) {
        if (to + bytes <= buffer.length()) {
            return;
        }
        int length = to - from;
        HeapBuffer target = length + bytes <= buffer.length() ? buffer : pool.borrow();
        System.arraycopy(buffer.bytes(), from, target.bytes(), 0, length);
        buffer = target;
        from = 0;
        to = length;
    }

    /**
     * Sends all bytes, and of the payload that follows them what goes in the same call. Returns
     * bytes, or a negative error.
     */
    int sendAhead(StreamSocket socket, Slice payload, long offset, int bytes) {
        if (bytes > GATHERED_LENGTH) {
            return socket.sendAhead(buffer, from, length());
        }
        if (gather == null) {
            gather = socket.gather();
        }
        Object place = payload.array() != null ? payload.array() : payload.memory();
        return gather.takes(place)
                ? gather.send(buffer, from, length(), place, payload.byteOffset() + offset, bytes)
                : socket.sendAhead(buffer, from, length());
    }

    /** The socket has taken bytes. */
    void sent(int bytes) {
        from += bytes;
        if (from == to) {
            clear();
        }
    }

    /** Forgets all bytes, and gives a large buffer back. */
    void clear() {
        from = 0;
        to = 0;
        if (buffer != small) {
            pool.giveBack(buffer);
            buffer = small;
        }
    }

    /**
     * Large buffers for links whose peers take too slowly. A few are kept; more are left to the
     * collector.
     *
     * <p><b>Threading:</b> safe.
     */
    static final class Pool {

        private static final int KEPT = 4;

        private final ArrayDeque<HeapBuffer> free = new ArrayDeque<>(KEPT);

        HeapBuffer borrow() {
            HeapBuffer buffer;
            synchronized (free) {
                buffer = free.poll();
            }
            return buffer != null ? buffer : new HeapBuffer(LARGE);
        }

        void giveBack(HeapBuffer buffer) {
            synchronized (free) {
                if (free.size() < KEPT) {
                    free.push(buffer);
                }
            }
        }
    }
}
