package org.activeobjects.transport.engine;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One end of a link of which the test is the other: keeps what is sent, and takes what it likes.
 */
class RecordingLink implements Link {

    final BlockingQueue<Frame> sent = new LinkedBlockingQueue<>();
    volatile boolean isFull;
    volatile int room = Integer.MAX_VALUE;
    volatile int maxPayload = 4096;
    volatile boolean isBroken;
    volatile Runnable whileSending = () -> {};
    volatile Runnable whenFlushed = () -> {};

    /** A frame, copied. */
    record Frame(FrameHeader header, byte[] payload) {}

    /** The next frame that is sent. */
    Frame next() throws InterruptedException {
        Frame frame = sent.poll(30, TimeUnit.SECONDS);
        if (frame == null) {
            throw new AssertionError("no frame is sent");
        }
        return frame;
    }

    /** Has a peer take a frame as if it had come. */
    static void feed(Peer peer, FrameHeader header, byte[] payload) {
        Landing landing = new Landing();
        peer.receiver().onHeader(header, landing);
        if (payload.length > 0) {
            landing.put(0, MemorySegment.ofArray(payload), 0, payload.length);
            peer.receiver().onPayload(header);
        }
    }

    @Override
    public String name() {
        return "recording";
    }

    @Override
    public int maxPayload() {
        return maxPayload;
    }

    @Override
    public int chunkLength(long messageLength) {
        return 8192;
    }

    @Override
    public boolean trySend(FrameHeader header, Slice payload, long offset, int length) {
        if (isBroken) {
            return true;
        }
        if (isFull || sent.size() >= room) {
            return false;
        }
        whileSending.run();
        byte[] bytes = new byte[length];
        if (length > 0) {
            payload.copyTo(offset, MemorySegment.ofArray(bytes), 0, length);
        }
        FrameHeader copy =
                new FrameHeader()
                        .setWords(header.word0(), header.word1(), header.word2(), header.word3());
        sent.add(new Frame(copy, bytes));
        return true;
    }

    @Override
    public void flush() {
        whenFlushed.run();
    }

    @Override
    public boolean isOpen() {
        return !isBroken;
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public int poll(int limit) {
        return 0;
    }

    @Override
    public boolean hasInput() {
        return false;
    }

    @Override
    public String describe() {
        return "recording";
    }

    @Override
    public void close() {}
}
