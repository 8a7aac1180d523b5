package org.activeobjects.transport.shm.joint;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;

/** What a peer may write where both copy, one that stands still or means ill among others. */
public record JointWords(MemorySegment memory) {

    /**
     * What a sender does before it copies; this one is stopped there. Returns what it has taken.
     */
    public int claimLast() {
        long seen = JointLayout.claims(memory);
        int block = JointLayout.low(seen) - 1;
        assertThat(block).isGreaterThanOrEqualTo(JointLayout.high(seen));
        assertThat(JointLayout.claim(memory, seen, JointLayout.high(seen), block)).isTrue();
        return block;
    }

    /** The sequence number of the copy that is shown. */
    public int sequence() {
        return JointLayout.sequence(JointLayout.claims(memory));
    }

    /** Says that the sender has copied so many blocks, or has failed behind them. */
    public void tellDone(int blocks, boolean hasFailed) {
        JointLayout.WORD.setRelease(
                memory, JointLayout.DONE, JointLayout.word(sequence(), hasFailed ? 1 : 0, blocks));
    }

    /** Writes claims, which may be of any copy. */
    public void claims(int sequence, int first, int end) {
        JointLayout.WORD.setRelease(
                memory, JointLayout.CLAIMS, JointLayout.word(sequence, first, end));
    }

    /** Shows a copy: source and place there, target and place there, bytes, blocks at once. */
    public void order(int sequence, int end, long... order) {
        for (int i = 0; i < order.length; i++) {
            memory.set(JointLayout.LONG, JointLayout.SOURCE + 8L * i, order[i]);
        }
        claims(sequence, 0, end);
    }

    /** Of which copy the end may be awaited asleep. */
    public int sleepsFor() {
        return (int) memory.get(JointLayout.LONG, JointLayout.SLEEPS_FOR);
    }

    /** Says of which. */
    public void sleepFor(int sequence) {
        memory.set(JointLayout.LONG, JointLayout.SLEEPS_FOR, (long) sequence);
    }
}
