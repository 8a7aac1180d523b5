package org.activeobjects.transport.shm.joint;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.MemorySegment;

/** The blocks of a message that receiver and sender copy together. */
public final class JointCopyStress {

    private static final int NONE = -1;

    private JointCopyStress() {}

    private static MemorySegment words() {
        return MemorySegment.ofArray(new long[(int) JointLayout.LENGTH / Long.BYTES]);
    }

    /** What a sender does to take a block; {@link #NONE} if there is none, or it was too late. */
    private static int claim(MemorySegment words) {
        long seen = JointLayout.claims(words);
        int first = JointLayout.high(seen);
        int block = JointLayout.low(seen) - 1;
        return first <= block && JointLayout.claim(words, seen, first, block) ? block : NONE;
    }

    /** Each block has one who copies it, and the receiver sees what the sender has copied. */
    @JCStressTest
    @Outcome(
            id = "(1|10), (1|10), (1|10)",
            expect = Expect.ACCEPTABLE,
            desc = "each by the receiver or by the sender")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a block copied twice, or not at all")
    @State
    public static class EachBlockIsCopiedOnce {

        private final MemorySegment words = words();
        private final JointCopy joint = new JointCopy(words);
        private final int[] blocks = new int[3];

        @Actor
        public void receiver(III_Result result) {
            joint.begin(1, 2, 3, 4, blocks.length * JointLayout.BLOCK, 1);
            while (joint.take()) {
                blocks[(int) (joint.takenAt() / JointLayout.BLOCK)] += 1;
            }
            while (!joint.isDone()) {
                Thread.onSpinWait();
            }
            result.r1 = blocks[0];
            result.r2 = blocks[1];
            result.r3 = blocks[2];
        }

        @Actor
        public void sender() {
            int copied = 0;
            for (int look = 0; look < 30; look++) {
                int block = claim(words);
                if (block != NONE) {
                    blocks[block] += 10;
                    long done = JointLayout.word(1, 0, ++copied);
                    JointLayout.WORD.setRelease(words, JointLayout.DONE, done);
                }
            }
        }
    }

    /** Whoever gives up knows every block to which the sender may write still. */
    @JCStressTest
    @Outcome(id = "2, -1", expect = Expect.ACCEPTABLE, desc = "given up before")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the sender is in the midst of it")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a block of which the receiver does not know")
    @State
    public static class NoBlockIsTakenUnseen {

        private final MemorySegment words = words();
        private final JointCopy joint = new JointCopy(words);

        {
            joint.begin(1, 2, 3, 4, 2 * JointLayout.BLOCK, 1);
        }

        @Actor
        public void receiver(II_Result result) {
            result.r1 = (int) (joint.giveUp() / JointLayout.BLOCK);
        }

        @Actor
        public void sender(II_Result result) {
            result.r2 = claim(words);
        }
    }
}
