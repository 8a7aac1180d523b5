package org.activeobjects.example.pipe;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One end of a pair of pipes.
 *
 * <p><b>Threading:</b> as {@link Link} says.
 */
final class PipeLink implements Link {

    private static final int MAX_PAYLOAD = 16 * 1024;
    private static final int CHUNK = 64 * 1024;

    private final Pipe outgoing;
    private final Pipe incoming;
    private final PipeLinkService peer;
    private final FrameReceiver receiver;
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    PipeLink(Pipe outgoing, Pipe incoming, PipeLinkService peer, FrameReceiver receiver) {
        this.outgoing = outgoing;
        this.incoming = incoming;
        this.peer = peer;
        this.receiver = receiver;
    }

    @Override
    public String name() {
        return PipeLinkProvider.NAME;
    }

    @Override
    public int maxPayload() {
        return MAX_PAYLOAD;
    }

    @Override
    public int chunkLength(long messageLength) {
        return CHUNK;
    }

    @Override
    public boolean trySend(FrameHeader sent, Slice payload, long offset, int length) {
        if (outgoing.isClosed()) {
            return true;
        }
        boolean isPut = outgoing.tryPut(sent, payload, offset, length);
        wake(sent.has(FrameHeader.FLAG_URGENT));
        return isPut;
    }

    /** The frame is visible before this; the sleeper arms before it looks at the link again. */
    private void wake(boolean urgent) {
        VarHandle.fullFence();
        Doorbell bell = peer.bell();
        int level = bell.level();
        if (level == Doorbell.WAITING || level == Doorbell.IDLE && urgent) {
            bell.ring();
        }
    }

    @Override
    public boolean isOpen() {
        return !outgoing.isClosed();
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public int poll(int limit) {
        int count = 0;
        while (count < limit && !hasEnded.get()) {
            Pipe.Frame frame = incoming.take();
            if (frame == null) {
                break;
            }
            hand(frame);
            count++;
        }
        if (count > 0) {
            // For a sender that sleeps until there is room.
            wake(false);
        } else if (incoming.isClosed() && incoming.isEmpty()) {
            end("the peer has closed the pipe");
        }
        return count;
    }

    private void hand(Pipe.Frame frame) {
        long[] words = frame.words();
        header.setWords(words[0], words[1], words[2], words[3]);
        landing.discard();
        try {
            receiver.onHeader(header, landing);
            int length = frame.payload().length;
            if (length > 0) {
                landing.put(0, MemorySegment.ofArray(frame.payload()), 0, length);
                receiver.onPayload(header);
            }
        } catch (RuntimeException | Error e) {
            fail("a frame could not be taken: " + e, e);
        }
    }

    /** What comes next cannot be told from what was not taken. */
    private void fail(String reason, Throwable cause) {
        if (hasEnded.compareAndSet(false, true)) {
            close();
            receiver.onClosed(reason, cause);
        }
    }

    private void end(String reason) {
        if (hasEnded.compareAndSet(false, true)) {
            close();
            receiver.onPeerClosed(reason);
        }
    }

    @Override
    public boolean hasInput() {
        return !hasEnded.get() && (!incoming.isEmpty() || incoming.isClosed())
                || outgoing.hasRoomAgain();
    }

    @Override
    public String describe() {
        return "pipe out: " + outgoing + ", in: " + incoming;
    }

    @Override
    public void close() {
        hasEnded.set(true);
        outgoing.close();
        incoming.close();
        peer.bell().ring();
    }
}
