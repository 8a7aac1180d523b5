package org.activeobjects.transport.ucx;

import org.activeobjects.transport.spi.FrameHeader;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The bytes of the messages that links exchange through their lanes, in the byte order of both
 * sides.
 *
 * <pre>
 *  frame    0 control frames sent before (32) | 4 control frames taken (32)
 *           8 data frames taken (32)          | 12 mark (32)
 *          16 the four words of the header    | 48 payload
 *  signal   0 kind (32) | 4 control frames taken (32) | 8 data frames taken (32) | 12 mark (32)
 *          16 first argument (64) | 24 second argument (64)
 * </pre>
 */
final class Frames {

    /** Bytes before the payload of a frame. */
    static final int HEAD = 48;

    /** Bytes of a signal. */
    static final int SIGNAL = 32;

    /** Says how many frames were taken, and nothing else. */
    static final int TAKEN = 1;

    /** Data frames are about to come: the receives for them are to be posted. */
    static final int OPEN_DATA = 2;

    /** The memory with this handle is not given to the receiver any more. */
    static final int DROP = 3;

    /** Nothing comes any more; the arguments are the numbers of frames sent. */
    static final int GOODBYE = 4;

    /** Tags of the lanes, above the link's own bits. */
    static final int SIGNAL_TAG = 1;

    static final int CONTROL_TAG = 2;
    static final int DATA_TAG = 3;

    private static final int MARK = 0x6163_7475;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private Frames() {}

    static void putHead(MemorySegment memory, int first, int controlTaken, int dataTaken) {
        memory.set(INT, 0, first);
        memory.set(INT, 4, controlTaken);
        memory.set(INT, 8, dataTaken);
        memory.set(INT, 12, MARK);
    }

    /** Kind of a signal, or number of control frames sent before a frame. */
    static int first(MemorySegment memory) {
        return memory.get(INT, 0);
    }

    static int controlTaken(MemorySegment memory) {
        return memory.get(INT, 4);
    }

    static int dataTaken(MemorySegment memory) {
        return memory.get(INT, 8);
    }

    static boolean isMarked(MemorySegment memory) {
        return memory.get(INT, 12) == MARK;
    }

    static void putArguments(MemorySegment signal, long one, long other) {
        signal.set(LONG, 16, one);
        signal.set(LONG, 24, other);
    }

    static long firstArgument(MemorySegment signal) {
        return signal.get(LONG, 16);
    }

    static long secondArgument(MemorySegment signal) {
        return signal.get(LONG, 24);
    }

    static void putHeader(MemorySegment frame, FrameHeader header) {
        frame.set(LONG, 16, header.word0());
        frame.set(LONG, 24, header.word1());
        frame.set(LONG, 32, header.word2());
        frame.set(LONG, 40, header.word3());
    }

    static void readHeader(MemorySegment frame, FrameHeader header) {
        header.setWords(
                frame.get(LONG, 16), frame.get(LONG, 24), frame.get(LONG, 32), frame.get(LONG, 40));
    }
}
