package org.activeobjects.transport.shm;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.memory.ArrayPieces;
import org.activeobjects.transport.posix.MemoryCopy;
import org.activeobjects.transport.shm.segment.Window;
import org.activeobjects.transport.spi.FrameHeader;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/**
 * The producer's end of a ring.
 *
 * <p>A record is published by one release store of its commit word. Before that, the commit word of
 * the record to come is cleared, so that the consumer, who has seen this record, never takes old
 * bytes for the next one; for this there is always room for one more word. Where records are short,
 * the words of several lines are cleared at once, after a record is published: so the lines come
 * from the consumer's core together, while nobody waits for them.
 *
 * <p><b>Threading:</b> one thread at a time; {@link #hasRoomAgain} any thread.
 *
 * <p><b>Source:</b> a Lamport queue with the index of the producer moved into the records, so that
 * a small message costs one cache line; padding at the end as in Aeron's log buffers.
 */
final class RingWriter {

    static final int WRITTEN = 1;
    static final int FULL = 0;
    static final int CORRUPT = -1;

    /** Bytes whose commit words are cleared together, eight cache lines. */
    private static final int AHEAD = 8 * Layout.ALIGNMENT;

    private final MemorySegment ring;
    private final MemorySegment head;
    private final int capacity;
    private final int unit;
    private final CopyGuard guard;
    private final Window window;
    private long tail;
    private long cleared; // every possible commit word from the tail to here is 0
    private long consumed;
    private boolean waits;
    private long neededConsumed;

    /**
     * The producer's end of an empty ring, perhaps with a window beside it.
     *
     * @param ring the bytes of the records, a power of two
     * @param head the words beside the ring
     * @param unit what records begin at multiples of, and the offset of a payload in its record:
     *     {@link Layout#HALF_LINE}, then there are brief records, or {@link Layout#ALIGNMENT}
     * @param guard entered before native code copies to the ring, for the caller to leave; {@code
     *     null} if none may
     * @param window the producer's end of what is near; {@code null} if nothing is
     */
    RingWriter(MemorySegment ring, MemorySegment head, int unit, CopyGuard guard, Window window) {
        this.guard = guard;
        this.window = window;
        this.ring = ring;
        this.head = head;
        this.capacity = Math.toIntExact(ring.byteSize());
        this.unit = unit;
    }

    /** The producer's end of one of the control rings of a pair, with its window. */
    static RingWriter control(MemorySegment pair, boolean toAcceptor, CopyGuard guard) {
        return new RingWriter(
                Layout.ringData(pair, toAcceptor),
                Layout.ringHead(pair, toAcceptor),
                Layout.HALF_LINE,
                guard,
                Layout.window(pair, toAcceptor));
    }

    /**
     * Writes one record, or nothing.
     *
     * @param commitWord its first word, not 0
     * @param header words 1 to 3
     * @param payload source of the payload; {@code null} if the length is 0
     * @param offset first byte in the slice
     * @param length bytes of the payload
     * @return {@link #WRITTEN}, {@link #FULL}, or {@link #CORRUPT} if the consumer has written
     *     nonsense
     */
    int tryWrite(long commitWord, FrameHeader header, Slice payload, long offset, int length) {
        // Each form has a method that the compiler can take into its callers as a whole.
        if (length <= Layout.BRIEF_PAYLOAD && header.word3() == 0 && unit == Layout.HALF_LINE) {
            return tryWriteBrief(commitWord, header, payload, offset, length);
        }
        if (isSplit(payload, length)) {
            return tryWritePieces(commitWord, header, payload, offset, length);
        }
        boolean isOwn = (commitWord & Layout.INTERNAL) != 0;
        boolean fitsBesideHeader = length <= Layout.ONE_LINE_PAYLOAD;
        int near = isOwn || fitsBesideHeader ? Window.NONE : findNear(length);
        if (near == Window.NONE) {
            return tryWriteWhole(commitWord, header, payload, offset, length);
        }
        return tryWriteNear(commitWord, header, payload, offset, length, near);
    }

    private int tryWriteBrief(
            long commitWord, FrameHeader header, Slice payload, long offset, int length) {
        int room = makeRoom(Layout.HALF_LINE);
        if (room != WRITTEN) {
            return room;
        }
        int index = (int) tail & (capacity - 1);
        ring.set(Layout.LONG, index + 8L, header.word1());
        ring.set(Layout.LONG, index + 16L, header.word2());
        if (length > 0) {
            payload.copyTo(offset, ring, index + Layout.BRIEF_PAYLOAD_OFFSET, length);
        }
        publish(index, tail + Layout.HALF_LINE, commitWord | Layout.BRIEF);
        return WRITTEN;
    }

    private int tryWriteNear(
            long commitWord, FrameHeader header, Slice payload, long offset, int length, int near) {
        int room = makeRoom(Layout.HALF_LINE);
        if (room != WRITTEN) {
            return room;
        }
        int index = (int) tail & (capacity - 1);
        setHeader(index, header);
        payload.copyTo(offset, window.memory(), near, length);
        window.pass(length);
        publish(index, tail + Layout.HALF_LINE, commitWord | Layout.NEAR);
        window.claim(length);
        if (waits && readConsumed(neededConsumed) == WRITTEN) {
            waitsNoLonger(); // it was refused when the window had no room
        }
        return WRITTEN;
    }

    private int tryWriteWhole(
            long commitWord, FrameHeader header, Slice payload, long offset, int length) {
        int start = Layout.payloadOffset(unit, length);
        int record = Layout.inLines(start + length);
        int room = makeRoom(record);
        if (room != WRITTEN) {
            return room;
        }
        int index = (int) tail & (capacity - 1);
        setHeader(index, header);
        if (length > 0) {
            long clear = cleared;
            cleared = tail; // until it is done: a copy that fails may leave anything behind
            copy(payload, offset, (long) index + start, length);
            cleared = clear;
        }
        publish(index, tail + record, commitWord);
        return WRITTEN;
    }

    private void setHeader(int index, FrameHeader header) {
        ring.set(Layout.LONG, index + 8L, header.word1());
        ring.set(Layout.LONG, index + 16L, header.word2());
        ring.set(Layout.LONG, index + 24L, header.word3());
    }

    /** Finds room for a record at the tail, behind padding if it must be. */
    private int makeRoom(int record) {
        int index = (int) tail & (capacity - 1);
        int padding = paddingBefore(record, index);
        long needed = tail + padding + record + unit - capacity;
        if (needed > consumed) {
            int room = awaitConsumer(needed);
            if (room != WRITTEN) {
                return room;
            }
        }
        if (padding > 0) {
            pad(index, padding);
        }
        return WRITTEN;
    }

    /** Where in the window there is room for a payload. */
    private int findNear(int length) {
        boolean mayBe = window != null && length > 0 && length <= Window.LONGEST;
        return mayBe ? window.find(length) : Window.NONE;
    }

    /** Whether it goes in pieces: an array, because the copy of one cannot fail halfway. */
    private boolean isSplit(Slice payload, int length) {
        return length >= Layout.SPLIT_PAYLOAD
                && unit == Layout.HALF_LINE
                && payload.pieces() != null;
    }

    /** Writes a record and those of the further pieces, each of which is published at once. */
    private int tryWritePieces(
            long commitWord, FrameHeader header, Slice payload, long offset, int length) {
        Objects.checkFromIndexSize(offset, length, payload.byteLength());
        int longest = Layout.pieceLength(length);
        // Room for all: each piece with a line of its own, padding before the first one, which may
        // begin at half a line, and padding at the end of the ring.
        long most = length + (length / longest + 3L) * Layout.ALIGNMENT + longest;
        long needed = tail + most + unit - capacity;
        if (needed > consumed) {
            int room = awaitConsumer(needed);
            if (room != WRITTEN) {
                return room;
            }
        }
        writePiece(commitWord | Layout.SPLIT, header, payload, offset, longest);
        for (int done = longest; done < length; done += longest) {
            int piece = Math.min(longest, length - done);
            long word = Layout.internalWord(Layout.PIECE, piece);
            writePiece(word, null, payload, offset + done, piece);
        }
        return WRITTEN;
    }

    private void writePiece(long word, FrameHeader header, Slice payload, long offset, int length) {
        int record = Layout.inLines(Layout.ALIGNMENT + length);
        int index = (int) tail & (capacity - 1);
        int padding = paddingBefore(record, index);
        if (padding > 0) {
            pad(index, padding);
            index = (int) tail & (capacity - 1);
        }
        if (header != null) {
            setHeader(index, header);
        }
        cleared = tail;
        copy(payload, offset, (long) index + Layout.ALIGNMENT, length);
        publish(index, tail + record, word);
    }

    /**
     * Bytes to leave out, so that a long record has lines of its own and none goes over the end.
     */
    private int paddingBefore(int record, int index) {
        int gap = record > Layout.HALF_LINE ? -index & (Layout.ALIGNMENT - 1) : 0;
        int room = capacity - index;
        return gap + record > room ? room : gap;
    }

    private void publish(int index, long end, long commitWord) {
        clear(end);
        Layout.LONG_WORD.setRelease(ring, (long) index, commitWord);
        boolean isShort = end - tail < AHEAD;
        tail = end;
        if (isShort && cleared - end <= unit) {
            clearAhead();
        }
    }

    /** No record is at a position yet. */
    private void clear(long position) {
        if (position >= cleared) {
            ring.set(Layout.LONG, position & (capacity - 1), 0L);
            cleared = position + unit;
        }
    }

    private void clearAhead() {
        long limit = Math.min(tail + AHEAD, consumed + capacity);
        for (long at = cleared; at < limit; at += unit) {
            clear(at);
        }
    }

    private void copy(Slice payload, long offset, long at, int length) {
        try {
            if (copyNatively(payload, offset, ring.address() + at, length)) {
                return;
            }
        } catch (OutOfMemoryError _) {
            // The pieces before are with the consumer, who takes nothing but the others next: so
            // they are copied by what makes no object.
        }
        payload.copyTo(offset, ring, at, length);
    }

    private boolean copyNatively(Slice payload, long offset, long address, int length) {
        MemorySegment piece = nativePiece(payload, offset, length);
        if (piece == null || MemoryCopy.isSlow(address, MemoryCopy.addressOf(piece))) {
            return false;
        }
        guard.enter();
        MemoryCopy.toMemory(piece, address);
        return true;
    }

    /** What native code may read; {@code null} if it may not, or that is not worth while. */
    private MemorySegment nativePiece(Slice payload, long offset, int length) {
        ArrayPieces pieces =
                guard != null && length >= MemoryCopy.WORTHWHILE ? payload.pieces() : null;
        if (pieces == null) {
            return null;
        }
        Objects.checkFromIndexSize(offset, length, payload.byteLength());
        return pieces.get(payload.byteOffset() + offset, length);
    }

    private void pad(int index, int padding) {
        clear(tail + padding);
        Layout.LONG_WORD.setRelease(
                ring, (long) index, Layout.internalWord(Layout.PADDING, padding));
        // At once: the consumer may be past the padding before a copy that fails has been tried
        // again.
        tail += padding;
    }

    /** Looks how far the consumer is; if not far enough, asks it to say when it is. */
    private int awaitConsumer(long needed) {
        int result = readConsumed(needed);
        if (result == FULL && !waits) {
            waits = true;
            Layout.INT_WORD.setOpaque(head, Layout.SENDER_WAITS, 1);
            // The consumer publishes its position first and reads the flag then; with the fence
            // here, one of the two sees what the other has written.
            VarHandle.fullFence();
            result = readConsumed(needed);
        }
        if (result == FULL) {
            neededConsumed = needed;
        } else if (waits) {
            waitsNoLonger();
        }
        return result;
    }

    private void waitsNoLonger() {
        waits = false;
        Layout.INT_WORD.setOpaque(head, Layout.SENDER_WAITS, 0);
    }

    private int readConsumed(long needed) {
        long now = (long) Layout.LONG_WORD.getAcquire(head, Layout.CONSUMED);
        if (now < consumed || now > tail || (now & (unit - 1)) != 0) {
            return CORRUPT;
        }
        consumed = now;
        return needed > now ? FULL : WRITTEN;
    }

    /** Whether a record that did not fit would fit now. A hint: read without a lock. */
    boolean hasRoomAgain() {
        return waits && (long) Layout.LONG_WORD.getAcquire(head, Layout.CONSUMED) >= neededConsumed;
    }

    /** Bytes that the consumer has not taken yet, as it says. */
    long backlog() {
        return tail - (long) Layout.LONG_WORD.getAcquire(head, Layout.CONSUMED);
    }
}
