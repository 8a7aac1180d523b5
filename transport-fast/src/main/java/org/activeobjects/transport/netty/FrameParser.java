package org.activeobjects.transport.netty;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.memory.FileMemory;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;

import java.io.Serial;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Takes frames out of a stream of bytes: each piece of a payload goes to where it belongs when it
 * comes, and no frame is ever gathered first. What remains of a long payload can be read from the
 * socket straight into its place, if that is memory off the heap.
 *
 * <p><b>Threading:</b> one thread at a time; {@link #stop} by any.
 */
final class FrameParser {

    /** A piece of a payload shorter than this comes quicker with what follows it. */
    static final int LEAST_DIRECT = 16 * 1024;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private final FrameReceiver receiver;
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    private final MemorySegment partialHeader =
            MemorySegment.ofArray(new long[FrameHeader.LENGTH / Long.BYTES]);
    private int headerHere;
    private int payloadLength;
    private int payloadHere;
    private boolean inPayload;
    private int completed;
    private MemorySegment directMemory;
    private ByteBuffer directView;
    private volatile boolean stopped;

    FrameParser(FrameReceiver receiver) {
        this.receiver = receiver;
    }

    /** Has no further frame handed over. */
    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Number of frames that were completed since the last call of this. */
    int takeCompleted() {
        int count = completed;
        completed = 0;
        return count;
    }

    /**
     * Takes bytes until they are used up, or so many frames are complete.
     *
     * @return index behind the last byte that was taken
     * @throws WrongFrameException if a frame is none that a peer of ours would send; nothing more
     *     can be taken then
     */
    long take(MemorySegment bytes, long from, long to, int limit) throws WrongFrameException {
        long at = from;
        int end = completed + limit;
        while (at < to && completed < end && !stopped) {
            int here = (int) Math.min(Integer.MAX_VALUE, to - at);
            at += inPayload ? takePayload(bytes, at, here) : takeHeader(bytes, at, here);
        }
        return stopped ? to : at;
    }

    private int takeHeader(MemorySegment bytes, long at, int here) throws WrongFrameException {
        if (headerHere == 0 && here >= FrameHeader.LENGTH) {
            onHeader(bytes, at);
            return FrameHeader.LENGTH;
        }
        int now = Math.min(here, FrameHeader.LENGTH - headerHere);
        MemorySegment.copy(bytes, at, partialHeader, headerHere, now);
        headerHere += now;
        if (headerHere == FrameHeader.LENGTH) {
            headerHere = 0;
            onHeader(partialHeader, 0);
        }
        return now;
    }

    private void onHeader(MemorySegment bytes, long at) throws WrongFrameException {
        header.setWords(
                bytes.get(WORD, at),
                bytes.get(WORD, at + 8),
                bytes.get(WORD, at + 16),
                bytes.get(WORD, at + 24));
        int limit =
                header.has(FrameHeader.FLAG_DATA) ? NettyLink.CHUNK_LENGTH : NettyLink.MAX_PAYLOAD;
        payloadLength = header.payloadLength();
        if (payloadLength < 0 || payloadLength > limit) {
            stop();
            throw new WrongFrameException(
                    "the peer sent a frame of a wrong length: " + header + " max=" + limit);
        }
        landing.discard();
        receiver.onHeader(header, landing);
        payloadHere = 0;
        if (payloadLength > 0) {
            inPayload = true;
        } else {
            completed++;
        }
    }

    private int takePayload(MemorySegment bytes, long at, int here) {
        int now = Math.min(here, payloadLength - payloadHere);
        landing.put(payloadHere, bytes, at, now);
        onPayload(now);
        return now;
    }

    private void onPayload(int bytes) {
        payloadHere += bytes;
        if (payloadHere == payloadLength) {
            inPayload = false;
            completed++;
            receiver.onPayload(header);
        }
    }

    /**
     * The place of what remains of the payload under way, if it is worth while and possible to read
     * straight into it.
     *
     * @return a view whose position and limit are set, valid until the next call of anything here;
     *     {@code null} if the bytes are to be {@linkplain #take taken} from a buffer
     */
    ByteBuffer directRoom() {
        int left = payloadLength - payloadHere;
        if (!inPayload || left < LEAST_DIRECT || stopped) {
            return null;
        }
        Slice slice = landing.slice();
        MemorySegment memory = slice == null ? null : slice.memory();
        boolean isFit =
                memory != null
                        && memory.isNative()
                        && !FileMemory.isOne(slice.memory(), slice.view());
        if (!isFit || memory.isReadOnly() || !slice.isAccessible()) {
            return null;
        }
        if (memory != directMemory) {
            if (memory.byteSize() > Integer.MAX_VALUE) {
                return null;
            }
            directView = memory.asByteBuffer();
            directMemory = memory;
        }
        int start = (int) landing.offset() + payloadHere;
        return directView.limit(start + left).position(start);
    }

    /** So many bytes were read into {@link #directRoom}. */
    void tookDirect(int bytes) {
        onPayload(bytes);
    }

    /** Reading into {@link #directRoom} has failed; as {@link Landing#lose}. */
    void loseDirect(RuntimeException why) {
        landing.lose(why);
    }

    /** Lets go of the memory of others. */
    void release() {
        directMemory = null;
        directView = null;
        landing.discard();
    }

    /** The peer does not speak our protocol. */
    static final class WrongFrameException extends Exception {
        @Serial private static final long serialVersionUID = 1;

        WrongFrameException(String what) {
            super(what, null, false, false);
        }
    }
}
