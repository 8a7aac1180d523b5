package org.activeobjects.transport.local;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Frames in one direction: a control lane and a lane for bulk data, each a ring of slots.
 *
 * <p><b>Threading:</b> one thread puts, one takes.
 */
final class FrameQueue {

    private static final int CONTROL_SLOTS = 256;
    private static final int DATA_SLOTS = 16;

    final Lane control = new Lane(CONTROL_SLOTS);
    final Lane data = new Lane(DATA_SLOTS);

    /** What the putting side lets the taking side read. */
    final ExposedSlices exposed = new ExposedSlices();

    volatile boolean isClosed;

    /** A ring of slots, whose arrays are used again and again. */
    static final class Lane {

        private final Slot[] slots;
        private final AtomicLong head = new AtomicLong(); // taken
        private final AtomicLong tail = new AtomicLong(); // put

        Lane(int count) {
            slots = new Slot[count];
            for (int i = 0; i < count; i++) {
                slots[i] = new Slot();
            }
        }

        boolean tryPut(FrameHeader header, Slice payload, long offset, int length) {
            long now = tail.getPlain();
            if (now - head.getAcquire() == slots.length) {
                return false;
            }
            slots[(int) now & slots.length - 1].fill(header, payload, offset, length);
            tail.setRelease(now + 1);
            return true;
        }

        /** Number of frames that were ever put. */
        long putSoFar() {
            return tail.getAcquire();
        }

        /** The oldest frame before the given number, which stays; null if there is none. */
        Slot peek(long end) {
            long now = head.getPlain();
            return now >= end || now == tail.getAcquire()
                    ? null
                    : slots[(int) now & slots.length - 1];
        }

        /** Gives the slot of the oldest frame back. */
        void remove() {
            head.setRelease(head.getPlain() + 1);
        }

        boolean isEmpty() {
            return head.getAcquire() == tail.getAcquire();
        }

        long size() {
            return tail.getAcquire() - head.getAcquire();
        }
    }

    /** One frame. */
    static final class Slot {

        private long word0;
        private long word1;
        private long word2;
        private long word3;
        private MemorySegment bytes = MemorySegment.ofArray(new byte[0]);

        private void fill(FrameHeader header, Slice payload, long offset, int length) {
            word0 = header.word0();
            word1 = header.word1();
            word2 = header.word2();
            word3 = header.word3();
            if (length > bytes.byteSize()) {
                bytes = MemorySegment.ofArray(new byte[Integer.highestOneBit(length * 2 - 1)]);
            }
            if (length > 0) {
                payload.copyTo(offset, bytes, 0, length);
            }
        }

        void read(FrameHeader header) {
            header.setWords(word0, word1, word2, word3);
        }

        MemorySegment bytes() {
            return bytes;
        }
    }
}
