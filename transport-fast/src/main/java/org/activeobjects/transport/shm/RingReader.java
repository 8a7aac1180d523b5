package org.activeobjects.transport.shm;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.shm.segment.Window;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The consumer's end of a ring.
 *
 * <p>Everything in the ring is the peer's to write at any time: each word is read once, checked,
 * and used as it was read.
 *
 * <p><b>Threading:</b> one thread at a time; {@link #hasRecord} any thread.
 */
final class RingReader {

    private final MemorySegment ring;
    private final MemorySegment head;
    private final int capacity;
    private final int unit;
    private final int maxPayload;
    private final int publishEvery;
    private final Window window;
    private long position;
    private long published;

    private long word;
    private int payloadLength;
    private int pieceLength;
    private int recordLength;
    private int near; // where the payload is in the window, if it is there
    private int expected; // bytes of a payload whose first pieces have been passed

    /**
     * The consumer's end of an empty ring, perhaps with a window beside it.
     *
     * @param ring the bytes of the records, a power of two
     * @param head the words beside the ring
     * @param unit what records begin at multiples of, and the offset of a payload in its record:
     *     {@link Layout#HALF_LINE}, then there are brief records, or {@link Layout#ALIGNMENT}
     * @param maxPayload longest payload accepted
     * @param publishEvery bytes after which the producer is told of the room, at most a quarter
     * @param window the consumer's end of what is near; {@code null} if nothing is
     */
    RingReader(
            MemorySegment ring,
            MemorySegment head,
            int unit,
            int maxPayload,
            int publishEvery,
            Window window) {
        this.window = window;
        this.ring = ring;
        this.head = head;
        this.capacity = Math.toIntExact(ring.byteSize());
        this.unit = unit;
        this.maxPayload = maxPayload;
        this.publishEvery = publishEvery;
    }

    /** The consumer's end of one of the control rings of a pair, with its window. */
    static RingReader control(MemorySegment pair, boolean toAcceptor) {
        return new RingReader(
                Layout.ringData(pair, toAcceptor),
                Layout.ringHead(pair, toAcceptor),
                Layout.HALF_LINE,
                Layout.CONTROL_PAYLOAD,
                Layout.capacity(pair.byteSize()) / 4,
                Layout.window(pair, toAcceptor));
    }

    /** Whether a record is there to be taken; a hint when another thread polls. */
    boolean hasRecord() {
        return loadAcquireCommitWord() != 0;
    }

    private long loadAcquireCommitWord() {
        return (long) Layout.LONG_WORD.getAcquire(ring, position & (capacity - 1));
    }

    /**
     * Reads the head of the record at hand, after {@link #hasRecord}. Padding is passed over, once,
     * if there is a record behind it.
     *
     * @return {@code null}, or what is wrong with it
     */
    String open() {
        String fault = read();
        if (fault == null && isInternal() && kind() == Layout.PADDING) {
            position += recordLength;
            if (hasRecord()) {
                return read();
            }
            position -= recordLength;
        }
        return fault;
    }

    private String read() {
        word = loadAcquireCommitWord();
        payloadLength = (int) (word & Layout.LENGTH_MASK);
        long form = word & Layout.FORMS;
        if (!isAmid() && form == (Layout.COMMITTED | Layout.BRIEF)) {
            return readBrief();
        }
        if (!isAmid() && form == (Layout.COMMITTED | Layout.NEAR) && window != null) {
            return readNear();
        }
        return readAny();
    }

    /** Apart from what comes most, so that the compiler sees that with its callers as a whole. */
    private String readAny() {
        int index = (int) position & (capacity - 1);
        if ((word & Layout.COMMITTED) == 0) {
            return fault("record without a commit mark");
        }
        if (isNear()) {
            return fault("record that cannot be near");
        }
        if (isInternal() && kind() == Layout.PADDING) {
            recordLength = payloadLength;
            pieceLength = payloadLength;
            return isPadding(index) ? null : fault("padding of a wrong length");
        }
        if (isPiece() != isAmid()
                || isPiece() && (payloadLength == 0 || payloadLength > expected)) {
            return fault("piece that does not fit: expected=" + expected);
        }
        if (isBrief()) {
            return readBrief();
        }
        pieceLength = payloadLength;
        if ((word & Layout.SPLIT) != 0) {
            if (payloadLength < Layout.SPLIT_PAYLOAD || isInternal() || unit != Layout.HALF_LINE) {
                return fault("record in pieces that cannot be");
            }
            pieceLength = Layout.pieceLength(payloadLength);
        }
        recordLength = Layout.inLines(payloadStart() + pieceLength);
        if (payloadLength > maxPayload || recordLength > capacity - index) {
            return fault("record too long");
        }
        return null;
    }

    private String readBrief() {
        recordLength = Layout.HALF_LINE;
        pieceLength = payloadLength;
        boolean canBe = payloadLength <= Layout.BRIEF_PAYLOAD && unit == Layout.HALF_LINE;
        return canBe ? null : fault("record too long to be brief");
    }

    private String readNear() {
        pieceLength = payloadLength;
        recordLength = Layout.HALF_LINE;
        near = window.next(payloadLength);
        if (near == Window.NONE || payloadLength > maxPayload) {
            return fault("record too long for a window");
        }
        window.fetch(near, payloadLength);
        return null;
    }

    /** To the end of the ring, or to that of a line. */
    private boolean isPadding(int index) {
        return payloadLength == capacity - index
                || payloadLength == (-index & Layout.ALIGNMENT - 1) && payloadLength > 0;
    }

    private String fault(String what) {
        return what
                + ": word="
                + Long.toHexString(word)
                + " position="
                + position
                + " capacity="
                + capacity
                + " maxPayload="
                + maxPayload;
    }

    boolean isInternal() {
        return (word & Layout.INTERNAL) != 0;
    }

    private boolean isNear() {
        return (word & Layout.NEAR) != 0;
    }

    private boolean isBrief() {
        return (word & Layout.BRIEF) != 0;
    }

    private MemorySegment payloadMemory() {
        return isNear() ? window.memory() : ring;
    }

    private long payloadIndex() {
        if (isNear()) {
            return near;
        }
        return (position & (capacity - 1)) + payloadStart();
    }

    private int payloadStart() {
        if (isBrief()) {
            return Layout.BRIEF_PAYLOAD_OFFSET;
        }
        return isPiece() ? Layout.ALIGNMENT : Layout.payloadOffset(unit, payloadLength);
    }

    /** Whether this is a further piece of the payload of the record before. */
    boolean isPiece() {
        return isInternal() && kind() == Layout.PIECE;
    }

    /** Whether further pieces of a payload are due, and nothing else may come. */
    boolean isAmid() {
        return expected > 0;
    }

    /** Bytes of the payload that are in this record. */
    int pieceLength() {
        return pieceLength;
    }

    /** Bytes of the payload that are in records behind this one. */
    int toCome() {
        return (isPiece() ? expected : payloadLength) - pieceLength;
    }

    int kind() {
        return (int) (word >>> 56);
    }

    /** Word 1 of an internal record. */
    long argument() {
        return ring.get(Layout.LONG, (position & (capacity - 1)) + 8L);
    }

    void header(FrameHeader header) {
        long index = position & (capacity - 1);
        header.setWords(
                word & ~(Layout.COMMITTED | Layout.BRIEF | Layout.SPLIT | Layout.NEAR),
                ring.get(Layout.LONG, index + 8L),
                ring.get(Layout.LONG, index + 16L),
                isBrief() ? 0 : ring.get(Layout.LONG, index + 24L));
    }

    /** Copies the payload, or what this record has of it. */
    void copyPayload(Slice target, long offset) {
        target.copyFrom(offset, payloadMemory(), payloadIndex(), pieceLength);
    }

    /** Offers a frame whose payload is all in this record; false if it was not taken. */
    boolean offer(FrameReceiver receiver, FrameHeader header) {
        return toCome() == 0 && receiver.onWhole(header, payloadMemory(), payloadIndex());
    }

    /** The payload of an internal record. */
    byte[] payloadBytes() {
        return ring.asSlice(payloadIndex(), payloadLength).toArray(ValueLayout.JAVA_BYTE);
    }

    /**
     * Goes on to the next record.
     *
     * @return true if the producer waits for room and is to be woken
     */
    boolean advance() {
        if (!isInternal() || kind() != Layout.PADDING) {
            expected = toCome();
        }
        if (isNear()) {
            window.pass(pieceLength);
            window.tell();
        }
        position += recordLength;
        if (position - published < publishEvery) {
            return false;
        }
        published = position;
        Layout.LONG_WORD.setRelease(head, Layout.CONSUMED, position);
        VarHandle.fullFence();
        return (int) Layout.INT_WORD.getOpaque(head, Layout.SENDER_WAITS) != 0;
    }
}
