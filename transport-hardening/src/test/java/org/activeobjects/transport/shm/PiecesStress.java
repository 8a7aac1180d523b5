package org.activeobjects.transport.shm;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.shm.segment.SealedSegments;
import org.activeobjects.transport.shm.segment.Segment;
import org.activeobjects.transport.shm.segment.Window;
import org.activeobjects.transport.spi.FrameHeader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Arrays that come in pieces, each of which the reader may take while the writer copies the next
 * one in: through sealed memory and by native code, as between two processes, and without both.
 */
public final class PiecesStress {

    private static final int CAPACITY = 32 * 1024;
    private static final int LENGTH = Layout.SPLIT_PAYLOAD;
    private static final int TORN = -1;

    /** Looks at the ring until the next message, so that the reader is close behind the writer. */
    private static final int LOOKS = 200;

    private static final byte[][] PAYLOADS = new byte[8][];

    static {
        for (int number = 0; number < PAYLOADS.length; number++) {
            PAYLOADS[number] = new byte[LENGTH];
            Arrays.fill(PAYLOADS[number], (byte) number);
        }
    }

    private PiecesStress() {}

    /** Room for rings in one sealed file; used again, with the bytes of the last ring in it. */
    private static final class Room {

        private static final int SLOT = Layout.PAGE + CAPACITY + Window.LENGTH;
        private static final int SLOTS = 256;
        private static final ConcurrentLinkedQueue<MemorySegment> FREE =
                new ConcurrentLinkedQueue<>();

        static MemorySegment take() {
            MemorySegment slot = FREE.poll();
            while (slot == null) {
                more();
                slot = FREE.poll();
            }
            slot.asSlice(0, Layout.PAGE).fill((byte) 0);
            slot.set(Layout.LONG, Layout.PAGE, 0); // no record is at the first position
            return slot;
        }

        private static void more() {
            try {
                Segment made = SealedSegments.create("stress", (long) SLOT * SLOTS, Arena.global());
                made.file().close();
                for (long i = 0; i < SLOTS; i++) {
                    FREE.add(made.memory().asSlice(i * SLOT, SLOT));
                }
            } catch (IOException e) {
                throw new UncheckedIOException("no sealed memory here", e);
            }
        }

        static void giveBack(MemorySegment slot) {
            FREE.add(slot);
        }
    }

    /** A ring and its two ends, which carry arrays of two pieces and brief records. */
    abstract static class Ring {

        private final MemorySegment memory;
        private final CopyGuard guard = new CopyGuard();
        private final RingWriter writer;
        private final RingReader reader;
        private final FrameHeader out = new FrameHeader();
        private final FrameHeader in = new FrameHeader();
        private final byte[] room = new byte[LENGTH];
        private final Slice destination = Slice.of(room);
        private int here;

        Ring(boolean isSealed) {
            memory = isSealed ? Room.take() : null;
            MemorySegment head =
                    isSealed
                            ? memory.asSlice(0, Layout.RING_HEAD_LENGTH)
                            : MemorySegment.ofArray(new long[64]);
            MemorySegment data =
                    isSealed
                            ? memory.asSlice(Layout.PAGE, CAPACITY)
                            : MemorySegment.ofArray(new long[CAPACITY / Long.BYTES]);
            MemorySegment near =
                    isSealed
                            ? memory.asSlice(Layout.PAGE + CAPACITY, Window.LENGTH)
                            : MemorySegment.ofArray(new long[Window.LENGTH / Long.BYTES]);
            MemorySegment word = head.asSlice(Layout.WINDOW_CONSUMED, Long.BYTES);
            int unit = Layout.HALF_LINE;
            writer =
                    new RingWriter(
                            data, head, unit, isSealed ? guard : null, new Window(near, word));
            reader =
                    new RingReader(
                            data,
                            head,
                            unit,
                            Layout.CONTROL_PAYLOAD,
                            Layout.ALIGNMENT,
                            new Window(near, word));
        }

        /** Writes a message whose every byte is its number, 1 to 7. */
        final int write(int number, int length) {
            out.setWords(0, number, ~number, 0);
            long word = 1L << 56 | Layout.COMMITTED | length;
            try {
                return writer.tryWrite(word, out, Slice.of(PAYLOADS[number]), 0, length);
            } finally {
                guard.leave();
            }
        }

        /**
         * The number of the next message, 0 if not all of it has come for a while, or {@link
         * #TORN}.
         */
        final int take() {
            int number = 0;
            for (int look = 0; look < LOOKS && number == 0; look++) {
                number = takeNow();
            }
            return number;
        }

        private int takeNow() {
            while (reader.hasRecord()) {
                if (reader.open() != null) {
                    return TORN;
                }
                boolean isPadding = reader.isInternal() && reader.kind() == Layout.PADDING;
                int number = isPadding ? 0 : takePiece();
                var _ = reader.advance();
                if (number != 0) {
                    return number;
                }
            }
            return 0;
        }

        private int takePiece() {
            if (!reader.isPiece()) {
                reader.header(in);
                here = 0;
            }
            reader.copyPayload(destination, here);
            here += reader.pieceLength();
            if (reader.toCome() > 0) {
                return 0;
            }
            int number = (int) in.word1();
            boolean isWhole =
                    in.word2() == ~number
                            && in.payloadLength() == here
                            && number < PAYLOADS.length
                            && Arrays.equals(room, 0, here, PAYLOADS[number], 0, here);
            return isWhole ? number : TORN;
        }

        final void end() {
            if (memory != null) {
                Room.giveBack(memory);
            }
        }
    }

    /** Whole arrays in their order, and what is sent behind one comes behind it. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "none has come")
    @Outcome(id = "(0, 0, 1|0, 1, 0|1, 0, 0)", expect = Expect.ACCEPTABLE, desc = "one has come")
    @Outcome(id = "(0, 1, 2|1, 0, 2|1, 2, 0)", expect = Expect.ACCEPTABLE, desc = "two, in order")
    @Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "three, in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "torn, lost or out of order")
    @State
    public static class ArraysComeWhole extends Ring {

        public ArraysComeWhole() {
            super(true);
        }

        @Actor
        public void writer() {
            write(1, LENGTH);
            write(2, 8);
            write(3, LENGTH - 1000);
        }

        @Actor
        public void reader(III_Result result) {
            result.r1 = take();
            result.r2 = take();
            result.r3 = take();
        }

        @Arbiter
        public void end(III_Result result) {
            end();
        }
    }

    /** The same where nothing is copied by native code. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "none has come")
    @Outcome(id = "(0, 0, 1|0, 1, 0|1, 0, 0)", expect = Expect.ACCEPTABLE, desc = "one has come")
    @Outcome(id = "(0, 1, 2|1, 0, 2|1, 2, 0)", expect = Expect.ACCEPTABLE, desc = "two, in order")
    @Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "three, in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "torn, lost or out of order")
    @State
    public static class ArraysComeWholeWithoutNativeCode extends Ring {

        public ArraysComeWholeWithoutNativeCode() {
            super(false);
        }

        @Actor
        public void writer() {
            write(1, LENGTH);
            write(2, 8);
            write(3, LENGTH);
        }

        @Actor
        public void reader(III_Result result) {
            result.r1 = take();
            result.r2 = take();
            result.r3 = take();
        }
    }

    /** Pieces before and behind the end of the ring, over the bytes of others. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "none has come")
    @Outcome(id = "(0, 0, 4|0, 4, 0|4, 0, 0)", expect = Expect.ACCEPTABLE, desc = "one has come")
    @Outcome(id = "(0, 4, 5|4, 0, 5|4, 5, 0)", expect = Expect.ACCEPTABLE, desc = "two, in order")
    @Outcome(id = "4, 5, 6", expect = Expect.ACCEPTABLE, desc = "three, in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "old bytes, torn, lost or out of order")
    @State
    public static class OldPiecesAreNotTaken extends Ring {

        /** Begins with less than an array of room before the end. */
        public OldPiecesAreNotTaken() {
            super(true);
            for (int number = 1; number <= 3; number++) {
                if (write(number, LENGTH) != RingWriter.WRITTEN || take() != number) {
                    throw new IllegalStateException("no room for one array: number=" + number);
                }
            }
        }

        @Actor
        public void writer() {
            write(4, LENGTH);
            write(5, 8);
            write(6, 8);
        }

        @Actor
        public void reader(III_Result result) {
            result.r1 = take();
            result.r2 = take();
            result.r3 = take();
        }

        @Arbiter
        public void end(III_Result result) {
            end();
        }
    }

    /** A sender of arrays that finds no room sends when there is some, and no array is lost. */
    @JCStressTest
    @Outcome(id = "1, 2, (0|7)", expect = Expect.ACCEPTABLE, desc = "sent, or refused whole")
    @Outcome(expect = Expect.FORBIDDEN, desc = "torn, lost or out of order")
    @State
    public static class AFullRingTakesAllOrNothing extends Ring {

        public AFullRingTakesAllOrNothing() {
            super(true);
            if (write(1, LENGTH) != RingWriter.WRITTEN || write(2, LENGTH) != RingWriter.WRITTEN) {
                throw new IllegalStateException("no room for two arrays");
            }
        }

        @Actor
        public void writer() {
            write(7, LENGTH);
        }

        @Actor
        public void reader(III_Result result) {
            result.r1 = take();
            result.r2 = take();
            result.r3 = take();
        }

        @Arbiter
        public void end(III_Result result) {
            end();
        }
    }
}
