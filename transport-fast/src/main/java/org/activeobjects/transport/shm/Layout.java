package org.activeobjects.transport.shm;

import org.activeobjects.transport.shm.direct.ShmLane;
import org.activeobjects.transport.shm.direct.ShownArrays;
import org.activeobjects.transport.shm.joint.JointLayout;
import org.activeobjects.transport.shm.segment.Window;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Where things lie in shared memory, in one place for both sides.
 *
 * <pre>
 *  pair segment    page: magic, close flags, words of lanes, two ring heads, words of what each
 *                  side pulls | window to the acceptor | window back
 *                  | ring to the acceptor | ring back
 *  bulk segment    page: magic, +8 random number if sealed, ring head | ring
 *  bell            page: magic, level | what its owner shows of its heap
 *
 *  ring head       +0 consumed position (consumer)  +8, +12 bulk answers (consumer)
 *                  +64 position in the window (consumer)
 *                  +128 sender waits for room (producer)
 *  record          +0 commit word  +8 .. +31 words 1 to 3 of the frame header  then the payload
 *  split record    as a record, with the first piece of the payload; the others in records behind it
 *  brief record    +0 commit word  +8 .. +23 words 1 and 2  +24 .. +31 the payload: word 3 is 0
 *  near record     +0 commit word  +8 .. +31 words 1 to 3; the payload is in the window
 * </pre>
 *
 * <p>A brief or near record takes half a cache line, so that two come with one; there are such in
 * control rings only. Any other takes whole lines, behind padding if it must be. In a bulk ring
 * payloads begin at lines, too, and so do long ones in a control ring.
 *
 * <p>A long payload may come in pieces there, so that the consumer copies one out while the
 * producer copies the next one in. The commit word of the first record has the length of the whole,
 * from which that of its piece follows; those of the others have their own.
 *
 * <p>What different sides write lies 128 bytes apart, because processors fetch lines in pairs.
 */
final class Layout {

    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    static final VarHandle LONG_WORD = LONG.varHandle();
    static final VarHandle INT_WORD = INT.varHandle();

    static final int PAGE = 4096;

    /** Begins every segment; the last byte is the version of everything below. */
    static final long MAGIC = 0x414F_5348_4D52_4E0DL;

    static final long MAGIC_OFFSET = 0;
    private static final long CLOSED_BY_INITIATOR = 128;
    private static final long CLOSED_BY_ACCEPTOR = 256;
    private static final long LANE_OF_INITIATOR = 384;
    private static final long LANE_OF_ACCEPTOR = 640;
    static final long RING_HEADS = 1024;
    static final long RING_HEAD_LENGTH = 512;
    private static final long PULLS_OF_INITIATOR = RING_HEADS + 2 * RING_HEAD_LENGTH;
    private static final long PULLS_OF_ACCEPTOR = PULLS_OF_INITIATOR + 512;

    static final long CONSUMED = 0;
    static final long BULK_ANSWER = 8;
    static final long WINDOW_CONSUMED = 64;
    static final long SENDER_WAITS = 128;

    /** Rings that a sender offers at most: sealed memory, then a file. */
    static final int BULK_OFFERS = 2;

    static final int BULK_UNANSWERED = 0;
    static final int BULK_MAPPED = 1;
    static final int BULK_REFUSED = 2;

    /**
     * The level in the lowest two bits, then whether one thread alone is to be woken, and above
     * that how often it was armed.
     */
    static final long BELL_LEVEL = 128;

    /** How often one thread alone was rung for, which sleeps here. */
    static final long BELL_ALONE = 256;

    static final long BELL_LENGTH = PAGE + ShownArrays.LENGTH;

    /** Bytes of a control ring at least, and at most; a power of two. */
    static final int LEAST_CAPACITY = 512 * 1024;

    static final int MOST_CAPACITY = 4 * 1024 * 1024;

    /** Bytes of the rings in one direction to all peers of a host, more or less. */
    private static final long RINGS_OF_ALL_PEERS = 32L << 20;

    private static final long RINGS = PAGE + 2L * Window.LENGTH;

    /** Longest payload in a control ring: two such records and a padding always fit. */
    static final int CONTROL_PAYLOAD = 64 * 1024;

    /** Payloads from here on begin at a cache line, bytes. */
    static final int ALIGNED_PAYLOAD = 1024;

    /** Payloads from here on may come in pieces, bytes. */
    static final int SPLIT_PAYLOAD = 8 * 1024;

    private static final int MIN_PIECE = 4 * 1024;
    private static final int MAX_PIECE = 16 * 1024;

    static final int BULK_PAYLOAD = 64 * 1024;
    static final int MIN_BULK_CAPACITY = 4 * BULK_PAYLOAD;
    static final int BULK_CAPACITY = 1024 * 1024;

    /** A cache line: what records begin at, but brief ones. */
    static final int ALIGNMENT = 64;

    /** What the records of a control ring begin at. */
    static final int HALF_LINE = 32;

    /** Longest payload that lies in one line with its header, and so comes with that, bytes. */
    static final int ONE_LINE_PAYLOAD = ALIGNMENT - HALF_LINE;

    /** Set in every commit word, so that none is 0. */
    static final long COMMITTED = 1L << 31;

    /** Set in the commit word of a record that is the link's own. */
    static final long INTERNAL = 1L << 30;

    /** Set in the commit word of a brief record. */
    static final long BRIEF = 1L << 29;

    /** Longest payload of a brief record, and where it is. */
    static final int BRIEF_PAYLOAD = 8;

    static final int BRIEF_PAYLOAD_OFFSET = HALF_LINE - BRIEF_PAYLOAD;

    /** Set in the commit word of a record with the first piece of a payload only. */
    static final long SPLIT = 1L << 28;

    /** Set in the commit word of a record whose payload is in the window. */
    static final long NEAR = 1L << 27;

    /** What says of which form a record is. */
    static final long FORMS = COMMITTED | INTERNAL | BRIEF | SPLIT | NEAR;

    /** The payload length of a commit word. */
    static final long LENGTH_MASK = NEAR - 1;

    /** Kinds of the link's own records, in the place of the frame's kind. */
    static final int PADDING = 1;

    static final int BULK_OFFER = 2;

    /** A further piece of the payload of the record before. */
    static final int PIECE = 3;

    private Layout() {}

    /** Where the answer to the first or second offer stands. */
    static long bulkAnswer(int offer) {
        return BULK_ANSWER + (long) Integer.BYTES * offer;
    }

    /**
     * Bytes of each control ring where cores have second caches of a size: twice as many, so that
     * lines have left the cache of one side for the third one, which both reach, when the other
     * side comes to them. To take them out of the other core's own cache takes two to four times as
     * long. But where a runtime may talk to many, less.
     */
    static int capacityFor(long secondCache, int ranksOnHost) {
        long wanted = Math.min(2 * Long.highestOneBit(secondCache), MOST_CAPACITY);
        long share = Long.highestOneBit(RINGS_OF_ALL_PEERS / Math.max(1, ranksOnHost - 1));
        return (int) Math.max(LEAST_CAPACITY, Math.min(wanted, share));
    }

    /** Length of a pair's segment whose rings have so many bytes each. */
    static long pairLength(int capacity) {
        return RINGS + 2L * capacity;
    }

    /** Bytes of each ring in a pair's segment of a length; 0 if none has that length. */
    static int capacity(long pairLength) {
        long capacity = pairLength - RINGS >> 1;
        boolean canBe =
                capacity >= LEAST_CAPACITY
                        && capacity <= MOST_CAPACITY
                        && Long.bitCount(capacity) == 1
                        && pairLength(Math.toIntExact(capacity)) == pairLength;
        return canBe ? (int) capacity : 0;
    }

    /** Refuses a payload that no record can have. */
    static void requireFits(int length, int limit) {
        if (length < 0 || length > limit) {
            throw new IllegalArgumentException(
                    "frame does not fit into its lane: length=" + length + " limit=" + limit);
        }
    }

    /** Bytes of the whole lines that so many bytes take. */
    static int inLines(int length) {
        return (length + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** Where the payload of a record begins. */
    static int payloadOffset(int unit, int length) {
        return length < ALIGNED_PAYLOAD ? unit : ALIGNMENT;
    }

    /** Bytes of each piece of a payload, but of a last one. */
    static int pieceLength(int length) {
        return Math.clamp(length / 4, MIN_PIECE, MAX_PIECE) & -ALIGNMENT;
    }

    static long internalWord(int kind, int length) {
        return (long) kind << 56 | COMMITTED | INTERNAL | length;
    }

    static long closedFlag(boolean ofInitiator) {
        return ofInitiator ? CLOSED_BY_INITIATOR : CLOSED_BY_ACCEPTOR;
    }

    /** Whether one side has closed its end. */
    static boolean isClosed(MemorySegment pair, boolean ofInitiator) {
        return (int) INT_WORD.getAcquire(pair, closedFlag(ofInitiator)) != 0;
    }

    /** The words of one side's lane. */
    static MemorySegment laneWords(MemorySegment pair, boolean ofInitiator) {
        return pair.asSlice(ofInitiator ? LANE_OF_INITIATOR : LANE_OF_ACCEPTOR, ShmLane.WORDS);
    }

    /** The words of what one side pulls, and both copy. */
    static MemorySegment pulls(MemorySegment pair, boolean ofInitiator) {
        long start = ofInitiator ? PULLS_OF_INITIATOR : PULLS_OF_ACCEPTOR;
        return pair.asSlice(start, JointLayout.LENGTH);
    }

    /** Where the owner of a bell shows what peers may read. */
    static MemorySegment shown(MemorySegment bell) {
        return bell.asSlice(PAGE);
    }

    static MemorySegment ringHead(MemorySegment pair, boolean toAcceptor) {
        return pair.asSlice(RING_HEADS + (toAcceptor ? 0 : RING_HEAD_LENGTH), RING_HEAD_LENGTH);
    }

    static MemorySegment ringData(MemorySegment pair, boolean toAcceptor) {
        int capacity = capacity(pair.byteSize());
        return pair.asSlice(RINGS + (toAcceptor ? 0L : capacity), capacity);
    }

    /** What is near in the direction of a ring. */
    static Window window(MemorySegment pair, boolean toAcceptor) {
        long start = PAGE + (toAcceptor ? 0L : Window.LENGTH);
        MemorySegment head = ringHead(pair, toAcceptor);
        return new Window(
                pair.asSlice(start, Window.LENGTH), head.asSlice(WINDOW_CONSUMED, Long.BYTES));
    }

    static MemorySegment bulkHead(MemorySegment bulk) {
        return bulk.asSlice(RING_HEADS, RING_HEAD_LENGTH);
    }

    static MemorySegment bulkData(MemorySegment bulk) {
        return bulk.asSlice(PAGE);
    }
}
