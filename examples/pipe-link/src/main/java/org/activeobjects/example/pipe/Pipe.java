package org.activeobjects.example.pipe;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * One direction: a lane for bulk data, and one for all other frames, which overtake it.
 *
 * <p><b>Threading:</b> one thread puts, one takes, any closes.
 */
final class Pipe {

    private static final int FRAMES = 256;
    private static final int CHUNKS = 16;

    private final BlockingQueue<Frame> frames = new ArrayBlockingQueue<>(FRAMES);
    private final BlockingQueue<Frame> chunks = new ArrayBlockingQueue<>(CHUNKS);
    private long framesPut;
    private long framesTaken;
    private volatile boolean frameWaits;
    private volatile boolean chunkWaits;
    private volatile boolean isClosed;

    /**
     * One frame, copied out of the sender's slice.
     *
     * @param words the header
     * @param payload the payload
     * @param framesBefore how many frames without {@link FrameHeader#FLAG_DATA} were put before it
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Frame(long[] words, byte[] payload, long framesBefore) {}

    /** Puts a frame; false if there is no room. */
    boolean tryPut(FrameHeader header, Slice payload, long offset, int length) {
        boolean isData = header.has(FrameHeader.FLAG_DATA);
        byte[] copy = new byte[length];
        if (length > 0) {
            payload.copyTo(offset, MemorySegment.ofArray(copy), 0, length);
        }
        long[] words = {header.word0(), header.word1(), header.word2(), header.word3()};
        Frame frame = new Frame(words, copy, framesPut);
        // Before the look at it: who sleeps after a refusal looks once more.
        waits(isData, true);
        if (!(isData ? chunks : frames).offer(frame)) {
            return false;
        }
        waits(isData, false);
        framesPut += isData ? 0 : 1;
        return true;
    }

    /**
     * Each lane has a mark of its own: a frame that goes does not help a chunk that was refused.
     */
    private void waits(boolean isData, boolean now) {
        if (isData) {
            chunkWaits = now;
        } else {
            frameWaits = now;
        }
    }

    /** The next frame; null if there is none. Data waits for the frames that were put before it. */
    Frame take() {
        Frame chunk = chunks.peek();
        Frame frame = frames.poll();
        if (frame != null) {
            framesTaken++;
            return frame;
        }
        return chunk != null && chunk.framesBefore() <= framesTaken ? chunks.poll() : null;
    }

    /** Whether a frame that was refused would be taken now. A hint, for any thread. */
    boolean hasRoomAgain() {
        return frameWaits && frames.remainingCapacity() > 0
                || chunkWaits && chunks.remainingCapacity() > 0;
    }

    boolean isEmpty() {
        return frames.isEmpty() && chunks.isEmpty();
    }

    void close() {
        isClosed = true;
    }

    boolean isClosed() {
        return isClosed;
    }

    @Override
    public String toString() {
        return "frames=" + frames.size() + " chunks=" + chunks.size();
    }
}
