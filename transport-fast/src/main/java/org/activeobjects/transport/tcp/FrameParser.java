package org.activeobjects.transport.tcp;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.memory.FileMemory;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Finds the frames in a stream of bytes, however it is cut. Bytes are either handed to it in a
 * buffer, or, in the middle of a long payload, put where they belong by the caller.
 *
 * <p><b>Threading:</b> the thread that polls the link.
 */
final class FrameParser {

    /** Longest payload that is taken from a peer; what this side sends is limited by settings. */
    static final int MAX_PAYLOAD = 1024 * 1024;

    /** The rest of a payload that is shorter than this comes with what follows it. */
    static final int MIN_DIRECT = 16 * 1024;

    /**
     * The first word of a gap, as long as a header; a frame would have a length below 0. It moves
     * the elements of the next frame 64 bytes into a fresh page of the kernel. Those of large
     * arrays begin 16 bytes into a page of their own, and some processors ({@code rep movsb} of Zen
     * 3) copy to a place 1 to 31 bytes further into a page than the source, 32 it would be, fifteen
     * times slower.
     */
    static final long GAP = -1;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private final FrameReceiver receiver;
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    private boolean inPayload;
    private int payloadLength;
    private int lastLength;
    private int payloadHere;
    private int frames;
    private String fault;

    FrameParser(FrameReceiver receiver) {
        this.receiver = receiver;
    }

    /** Frames that were handed over so far; may wrap. */
    int frames() {
        return frames;
    }

    /** What the peer has done that no peer may do; null if nothing. */
    String fault() {
        return fault;
    }

    /** Whether the stream has stopped within a payload. */
    boolean isInPayload() {
        return inPayload;
    }

    /**
     * Takes whole frames, and parts of payloads.
     *
     * @param bytes buffer
     * @param from first byte
     * @param to the byte after the last
     * @param limit number of frames at most
     * @return number of bytes taken; the others, less than a header unless the limit was reached or
     *     there is a fault, are to be brought again with more behind them
     */
    int take(MemorySegment bytes, int from, int to, int limit) {
        int at = from;
        int end = frames + limit;
        while (fault == null && frames != end) {
            if (inPayload) {
                if (at == to) {
                    break;
                }
                at += takePayload(bytes, at, to - at);
            } else if (to - at >= FrameHeader.LENGTH) {
                at += takeFrame(bytes, at, to);
            } else {
                break;
            }
        }
        return at - from;
    }

    /** Whether {@link #take} could take something of so many bytes. */
    boolean canTake(int bytes) {
        return bytes > 0 && inPayload || bytes >= FrameHeader.LENGTH;
    }

    /** Takes a header, and its payload with it if that is here whole. Returns bytes. */
    private int takeFrame(MemorySegment bytes, int at, int to) {
        header.setWords(
                bytes.get(WORD, at),
                bytes.get(WORD, at + 8L),
                bytes.get(WORD, at + 16L),
                bytes.get(WORD, at + 24L));
        int length = header.payloadLength();
        if (length < 0 || length > MAX_PAYLOAD) {
            if (header.word0() != GAP) {
                fault = wrongLength();
            }
            return FrameHeader.LENGTH;
        }
        lastLength = length > 0 ? length : lastLength;
        int start = at + FrameHeader.LENGTH;
        if (length <= to - start && receiver.onWhole(header, bytes, start)) {
            frames++;
            return FrameHeader.LENGTH + length;
        }
        landing.discard();
        receiver.onHeader(header, landing);
        payloadLength = length;
        payloadHere = 0;
        inPayload = length > 0;
        frames += inPayload ? 0 : 1;
        return FrameHeader.LENGTH;
    }

    private String wrongLength() {
        return "the peer sent a frame of a wrong length: " + header + " max=" + MAX_PAYLOAD;
    }

    private int takePayload(MemorySegment bytes, int at, int here) {
        int now = Math.min(here, payloadLength - payloadHere);
        landing.put(payloadHere, bytes, at, now);
        advance(now);
        return now;
    }

    private void advance(int now) {
        payloadHere += now;
        if (payloadHere == payloadLength) {
            inPayload = false;
            frames++;
            receiver.onPayload(header);
        }
    }

    /** Where the caller may put the rest of the payload itself; null if it may not. */
    Slice directTarget() {
        if (!inPayload || payloadLength - payloadHere < MIN_DIRECT) {
            return null;
        }
        Slice slice = landing.slice();
        boolean isFit =
                slice != null
                        && isDirect(slice)
                        && slice.isAccessible()
                        // Which the kernel would not mind.
                        && (slice.array() != null || !slice.memory().isReadOnly());
        return isFit ? slice : null;
    }

    /**
     * Whether the kernel can read or write the elements where they are. A page of a file that is
     * missing would end its call in the middle of a frame.
     */
    static boolean isDirect(Slice slice) {
        return slice.array() != null
                ? slice.type() != ElementType.BOOLEAN
                : slice.memory() != null && !FileMemory.isOne(slice.memory(), slice.view());
    }

    /** Where in the slice the rest of the payload begins, bytes. */
    long directOffset() {
        return landing.offset() + payloadHere;
    }

    /** Writing to {@link #directTarget} has failed; as {@link Landing#lose}. */
    void loseDirect(RuntimeException why) {
        landing.lose(why);
    }

    /** Bytes of the payload that are still to come. */
    int remaining() {
        return payloadLength - payloadHere;
    }

    /** Length of the payload that comes, or came last, bytes; frames without one do not count. */
    int lastLength() {
        return lastLength;
    }

    /** The caller has put bytes at their place. */
    void put(int bytes) {
        advance(bytes);
    }
}
