package org.activeobjects.transport.shm;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** A small ring and its two ends, each with a thread. */
public final class RingStress {

    private static final int CAPACITY = 512;
    private static final int MAX_PAYLOAD = 64;
    private static final int TORN = -1;

    private RingStress() {}

    /** A ring on the heap; the memory model is that of shared memory. */
    abstract static class Ring {

        final MemorySegment head = MemorySegment.ofArray(new long[64]);
        final MemorySegment data = MemorySegment.ofArray(new long[CAPACITY / 8]);
        final RingWriter writer = new RingWriter(data, head, Layout.HALF_LINE, null, null);
        final RingReader reader =
                new RingReader(data, head, Layout.HALF_LINE, MAX_PAYLOAD, Layout.ALIGNMENT, null);
        private final FrameHeader out = new FrameHeader();
        private final FrameHeader in = new FrameHeader();
        private final byte[] room = new byte[MAX_PAYLOAD];
        private final Slice destination = Slice.of(room);

        /** A record whose every byte says its number, 1 to 127; a short one is brief. */
        final int write(int number, int length) {
            byte[] payload = new byte[length];
            java.util.Arrays.fill(payload, (byte) number);
            out.setWords(0, number, number, lastWord(number, length));
            long word = 1L << 56 | Layout.COMMITTED | length;
            return writer.tryWrite(word, out, Slice.of(payload), 0, length);
        }

        private static int lastWord(int number, int length) {
            return length <= Layout.BRIEF_PAYLOAD ? 0 : number;
        }

        /** The number of the next record, 0 if there is none, or {@link #TORN}. */
        final int take() {
            while (reader.hasRecord()) {
                if (reader.open() != null) {
                    return TORN;
                }
                if (reader.isInternal()) {
                    reader.advance();
                    continue;
                }
                int number = read();
                reader.advance();
                return number;
            }
            return 0;
        }

        private int read() {
            reader.header(in);
            reader.copyPayload(destination, 0);
            int number = (int) in.word1();
            boolean isWhole =
                    in.word2() == number && in.word3() == lastWord(number, in.payloadLength());
            for (int i = 0; i < in.payloadLength(); i++) {
                isWhole &= room[i] == number;
            }
            return isWhole ? number : TORN;
        }
    }

    /** Records come whole and in their order. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "none has come")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "one has come")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "one has come late")
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both, in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "torn, lost or out of order")
    @State
    public static class RecordsComeWhole extends Ring {

        @Actor
        public void writer() {
            write(1, 40);
            write(2, 8);
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = take();
            result.r2 = take();
        }
    }

    /** Several brief records in one line, more than are cleared ahead at first. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "none has come")
    @Outcome(id = "(0, 0, 1|0, 1, 0|1, 0, 0)", expect = Expect.ACCEPTABLE, desc = "one has come")
    @Outcome(id = "(0, 1, 2|1, 0, 2|1, 2, 0)", expect = Expect.ACCEPTABLE, desc = "two, in order")
    @Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "three, in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "torn, lost or out of order")
    @State
    public static class BriefRecordsComeWhole extends Ring {

        @Actor
        public void writer() {
            write(1, 8);
            write(2, 8);
            write(3, 8);
        }

        @Actor
        public void reader(III_Result result) {
            result.r1 = take();
            result.r2 = take();
            result.r3 = take();
        }
    }

    /** Around the end of the ring, over bytes of records that have been taken. */
    @JCStressTest
    @Outcome(id = "0, 0, (0|5)", expect = Expect.ACCEPTABLE, desc = "the first or none")
    @Outcome(id = "(0, 5|5, 0), (0|6)", expect = Expect.ACCEPTABLE, desc = "some, in order")
    @Outcome(id = "5, 6, (0|7)", expect = Expect.ACCEPTABLE, desc = "two or three, in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "old bytes, torn, lost or out of order")
    @State
    public static class OldBytesAreNotTaken extends Ring {

        public OldBytesAreNotTaken() {
            for (int i = 1; i <= 3; i++) {
                write(99, 64);
                take();
            }
        }

        @Actor
        public void writer() {
            write(5, 64);
            write(6, 64);
            write(7, 8);
        }

        @Actor
        public void reader(III_Result result) {
            result.r1 = take();
            result.r2 = take();
            result.r3 = take();
        }
    }

    /** A sender that found no room is woken, or sees the room by itself. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "there was room in time")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "room in time, and a wake-up too many")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "no room, woken")
    @Outcome(id = "2, .*", expect = Expect.ACCEPTABLE, desc = "no room, seen before the sleep")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the sender sleeps beside a ring with room")
    @State
    public static class ABlockedSenderIsWoken extends Ring {

        public ABlockedSenderIsWoken() {
            int number = 0;
            while (write(++number, 32) == RingWriter.WRITTEN) {
                if (number > CAPACITY) {
                    throw new IllegalStateException("the ring has no end");
                }
            }
            // As if it had not asked yet.
            take();
            write(1, 32);
        }

        @Actor
        public void sender(II_Result result) {
            result.r1 = write(2, 32) == RingWriter.WRITTEN ? 1 : writer.hasRoomAgain() ? 2 : 0;
        }

        @Actor
        public void receiver(II_Result result) {
            boolean wakes = false;
            while (reader.hasRecord() && reader.open() == null) {
                wakes |= reader.advance();
            }
            result.r2 = wakes ? 1 : 0;
        }
    }

    /** The sleeper arms and looks once more; the sender publishes and looks at the level. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "seen before the sleep")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "rung")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "seen, and rung")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "sleeps, and nobody rings")
    @State
    public static class AFrameIsNotMissed extends Ring {

        private final Doorbell bell =
                new ShmDoorbell(MemorySegment.ofArray(new long[64]), Arena.global(), null);

        @Actor
        public void sender(II_Result result) {
            write(1, 8);
            VarHandle.fullFence();
            if (bell.level() == Doorbell.WAITING) {
                bell.ring();
                result.r1 = 1;
            }
        }

        @Actor
        public void sleeper(II_Result result) {
            bell.arm(Doorbell.WAITING);
            result.r2 = reader.hasRecord() ? 1 : 0;
        }
    }

    /** Who is rung is awake, whoever armed meanwhile. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "rung last")
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "armed last, or not rung at all")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a level that nobody has set")
    @State
    public static class TheLevelIsOneThatWasSet {

        private final Doorbell bell =
                new ShmDoorbell(MemorySegment.ofArray(new long[64]), Arena.global(), null);

        @Actor
        public void sleeper() {
            bell.arm(Doorbell.IDLE);
            bell.arm(Doorbell.WAITING);
        }

        @Actor
        public void sender() {
            bell.ring();
        }

        @Arbiter
        public void level(org.openjdk.jcstress.infra.results.I_Result result) {
            result.r1 = bell.level();
        }
    }
}
