package org.activeobjects.transport.engine;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;

import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** One end of a link between two engines of a test, which counts what goes through it. */
final class PipeLink implements Link {

    /** One frame on its way. */
    private record Frame(long word0, long word1, long word2, long word3, byte[] payload) {}

    private final Queue<Frame> incoming = new ConcurrentLinkedQueue<>();
    private final AtomicInteger[] sent = new AtomicInteger[256];
    private final FrameReceiver receiver;
    private final ParkingDoorbell bell;
    private final DirectLane lane;
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    private PipeLink other;
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean isClosed;
    private volatile boolean isFullOfData;
    private volatile boolean isCut;

    /** Kind of the frames for which there is no memory; -1 for none. */
    volatile int kindWithoutMemory = -1;

    private boolean endSeen;

    PipeLink(FrameReceiver receiver, ParkingDoorbell bell, DirectLane lane) {
        this.receiver = receiver;
        this.bell = bell;
        this.lane = lane;
        for (int kind = 0; kind < sent.length; kind++) {
            sent[kind] = new AtomicInteger();
        }
    }

    static void join(PipeLink one, PipeLink other) {
        one.other = other;
        other.other = one;
    }

    /** Frames of one kind that went out here. */
    int sent(int kind) {
        return sent[kind].get();
    }

    /** Takes no data, or takes it again. */
    void fillWithData(boolean isFull) {
        isFullOfData = isFull;
        bell.ring();
    }

    /** Frames of data that were not taken. */
    int refused() {
        return refused.get();
    }

    /** Ends it as if the peer had died. */
    void cut() {
        isCut = true;
        bell.ring();
    }

    @Override
    public String name() {
        return "pipe";
    }

    @Override
    public int maxPayload() {
        return 4096;
    }

    @Override
    public int chunkLength(long messageLength) {
        return 8192;
    }

    @Override
    public boolean trySend(FrameHeader frame, Slice payload, long offset, int length) {
        if (isClosed) {
            return true;
        }
        if (isFullOfData && frame.has(FrameHeader.FLAG_DATA)) {
            refused.incrementAndGet();
            return false;
        }
        if (frame.kind() == kindWithoutMemory) {
            throw new OutOfMemoryError("on purpose");
        }
        byte[] bytes = new byte[length];
        if (length > 0) {
            payload.copyTo(offset, MemorySegment.ofArray(bytes), 0, length);
        }
        sent[frame.kind()].incrementAndGet();
        other.incoming.add(
                new Frame(frame.word0(), frame.word1(), frame.word2(), frame.word3(), bytes));
        other.bell.ring();
        return true;
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public int poll(int limit) {
        if (isClosed) {
            return 0;
        }
        int count = 0;
        for (Frame frame; count < limit && (frame = incoming.poll()) != null; count++) {
            header.setWords(frame.word0, frame.word1, frame.word2, frame.word3);
            landing.discard();
            receiver.onHeader(header, landing);
            if (frame.payload.length > 0) {
                MemorySegment bytes = MemorySegment.ofArray(frame.payload);
                landing.put(0, bytes, 0, frame.payload.length);
                receiver.onPayload(header);
            }
        }
        if (count == 0 && (isCut || other.isClosed) && !endSeen) {
            endSeen = true;
            receiver.onClosed("the pipe was cut", null);
        }
        return count;
    }

    @Override
    public boolean hasInput() {
        return !incoming.isEmpty() || (isCut || other.isClosed) && !endSeen;
    }

    @Override
    public DirectLane directLane() {
        return lane;
    }

    @Override
    public String describe() {
        return "pipe";
    }

    @Override
    public void close() {
        isClosed = true;
        other.bell.ring();
    }
}
